#include "wrong_usage.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "subcommands.hpp"

namespace armature::tools {

namespace {

std::vector<std::string_view> commandNames(const CLI::App& program)
{
    std::vector<std::string_view> names;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

std::string explainOption(const CLI::App& command, std::string_view commandName, std::string_view word)
{
    const std::string_view option = word.substr(0, word.find('='));
    const std::string_view letters = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    std::vector<std::string> longNames;
    for (const CLI::Option* other : command.get_options([](const CLI::Option*) { return true; })) {
        longNames.insert(longNames.end(), other->get_lnames().begin(), other->get_lnames().end());
    }
    const std::vector<std::string_view> names(longNames.begin(), longNames.end());
    const std::string_view nearest = letters.size() > 1 ? nearestName(letters, names) : std::string_view();
    return fmt::format("{} has no option {}{}", commandName, inMessage(option),
                       nearest.empty() ? "" : fmt::format("; did you mean \"--{}\"?", nearest));
}

/// Returns the message about the first word that `command` does not know: an option if there is one, otherwise anything. Empty if it knows
/// all of its words.
std::string explainUnknown(const CLI::App& command, std::string_view commandName)
{
    const std::vector<std::string> words = command.remaining();
    for (const std::string& word : words) {
        if (word == "--") {
            break;
        }
        if (word.size() > 1 && word.front() == '-') {
            return explainOption(command, commandName, word);
        }
        if (command.get_parent() == nullptr) {
            return fmt::format("unknown command {}{}", inQuotes(word), insteadOf(word, commandNames(command)));
        }
    }
    const auto extra = std::ranges::find_if(words, [](const std::string& word) { return word != "--"; });
    return extra == words.end() ? std::string() : fmt::format("{} does not expect {}", commandName, inQuotes(*extra));
}

}  // namespace

std::string explainWrongUsage(const CLI::App& program, const CLI::ParseError& error)
{
    const auto selected = program.get_subcommands();
    const std::string name = selected.empty() ? "armature" : "armature " + selected.front()->get_name();
    std::string text = error.what();
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
        std::string unknown = explainUnknown(program, "armature");
        if (unknown.empty() && !selected.empty()) {
            unknown = explainUnknown(*selected.front(), name);
        }
        text = unknown.empty() ? text : unknown;
    }
    return fmt::format("{} (see {} --help)", text, name);
}

std::string explainMissingCommand(const CLI::App& program)
{
    return fmt::format("a subcommand is needed: {} (see armature --help)", fmt::join(commandNames(program), ", "));
}

}  // namespace armature::tools
