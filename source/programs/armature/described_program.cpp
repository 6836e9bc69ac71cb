#include "described_program.hpp"

#include <algorithm>
#include <string_view>

#include "conversion.hpp"
#include "subcommands.hpp"

namespace armature::tools {

namespace {

void describeFile(DescribedOption& described, bool isArgument)
{
    if (isArgument && described.value.starts_with("FILE")) {
        described.isFile = true;
        for (const std::string_view ending : modelEndings()) {
            described.endings.emplace_back(ending.substr(1));
        }
        return;
    }
    if (described.value == "GRAPH") {
        described.isFile = true;
        described.endings = {"json"};
        return;
    }
    for (const std::string& part : CLI::detail::split(described.value, '|')) {
        if (part == "FILE" || part == "OUT") {
            described.isFile = true;
        } else if (const std::size_t dot = part.rfind('.'); dot != std::string::npos && dot > 0 && dot + 1 < part.size()) {
            described.isFile = true;
            described.endings.push_back(part.substr(dot + 1));
        }
    }
}

DescribedOption describeOption(CLI::Option& option)
{
    const bool isArgument = option.get_positional();
    DescribedOption described{.description = option.get_description(),
                              .isRequired = option.get_required(),
                              .isRepeated = option.get_expected_max() >= CLI::detail::expected_max_vector_size,
                              .words = listedWords(option)};
    for (const std::string& name : option.get_snames()) {
        described.names.push_back('-' + name);
    }
    for (const std::string& name : option.get_lnames()) {
        described.names.push_back("--" + name);
    }
    for (const CLI::Option* other : option.get_excludes()) {
        described.excludes.push_back(other->get_name());
    }
    if (isArgument) {
        described.value = option.get_name(true, false);
    } else if (option.get_type_size() != 0) {
        described.value = option.get_type_name();
    }
    if (described.words.empty()) {
        describeFile(described, isArgument);
    }
    return described;
}

DescribedCommand describeCommand(CLI::App& command)
{
    DescribedCommand described{.name = command.get_name(), .description = command.get_description(), .notes = command.get_footer()};
    for (CLI::Option* option : command.get_options([](CLI::Option*) { return true; })) {
        (option->get_positional() ? described.arguments : described.options).push_back(describeOption(*option));
    }
    return described;
}

}  // namespace

DescribedProgram describeProgram(CLI::App& program)
{
    DescribedProgram described{.itself = describeCommand(program), .commands = {}};
    for (CLI::App* command : program.get_subcommands([](CLI::App*) { return true; })) {
        described.commands.push_back(describeCommand(*command));
    }
    return described;
}

}  // namespace armature::tools
