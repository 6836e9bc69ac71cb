#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "completion.hpp"

namespace armature::tools {

namespace {

/// Returns a text for a place between single quotes, with a backslash before each of `special`, which _arguments would take for syntax.
std::string zshText(std::string_view text, std::string_view special)
{
    std::string quoted;
    for (const char letter : text) {
        if (letter == '\'') {
            quoted += "'\\''";
            continue;
        }
        if (letter == '\\' || special.find(letter) != std::string_view::npos) {
            quoted += '\\';
        }
        quoted += letter;
    }
    return quoted;
}

/// Returns the end of a specification of _arguments: the placeholder, and what completes the value.
std::string zshValue(const DescribedOption& option)
{
    std::string text = fmt::format(":{}:", zshText(option.value, ":"));
    if (!option.words.empty()) {
        return text + fmt::format("({})", fmt::join(option.words, " "));
    }
    if (!option.isFile) {
        return text + ' ';  // any text, and nothing to offer
    }
    return text + (option.endings.empty() ? "_files" : fmt::format("_files -g \"*.(#i)({})(-.)\"", fmt::join(option.endings, "|")));
}

/// Returns the specification of an option: `'(-o --output)'{-o+,--output=}'[the file]:OUT:_files'`.
std::string zshOption(const DescribedOption& option)
{
    const std::string value = option.value.empty() ? std::string() : zshValue(option);
    const std::string end = fmt::format("[{}]{}", zshText(option.description, "[]:"), value);
    const auto named = [&](const std::string& name) { return option.value.empty() ? name : name + (name.starts_with("--") ? "=" : "+"); };
    std::string excluded = fmt::format("{}", fmt::join(option.names, " "));
    if (!option.excludes.empty()) {
        excluded += fmt::format(" {}", fmt::join(option.excludes, " "));
    }
    if (option.names.front() == "-h") {
        excluded += " - *";  // after a request for help nothing else follows
    }
    const std::string before = option.isRepeated ? "*" : fmt::format("({})", excluded);
    if (option.names.size() == 1) {
        return fmt::format("'{}{}{}'", before, named(option.names.front()), end);
    }
    std::vector<std::string> names;
    for (const std::string& name : option.names) {
        names.push_back(named(name));
    }
    return fmt::format("'{}'{{{}}}'{}'", before, fmt::join(names, ","), end);
}

std::string zshCommand(const DescribedCommand& command)
{
    std::string text = fmt::format("    {})\n        _arguments -s -S", command.name);
    for (const DescribedOption& option : command.options) {
        text += " \\\n            " + zshOption(option);
    }
    for (const DescribedOption& argument : command.arguments) {
        text += fmt::format(" \\\n            '{}{}'", argument.isRepeated ? "*" : "", zshValue(argument));
    }
    return text + "\n        ;;\n";
}

}  // namespace

std::string zshCompletion(const DescribedProgram& program)
{
    std::string text = "#compdef armature\n# Completion of armature for zsh, made by `armature completion zsh`.\n\n_armature()\n{\n"
                       "    local curcontext=\"$curcontext\" state line\n    local -A opt_args\n    _arguments -C";
    for (const DescribedOption& option : program.itself.options) {
        text += " \\\n        " + zshOption(option);
    }
    text += " \\\n        '1:command:->command' \\\n        '*::argument:->argument'\n"
            "    if [[ $state == command ]]; then\n        local -a commands=(";
    for (const DescribedCommand& command : program.commands) {
        text += fmt::format("\n            '{}:{}'", command.name, zshText(command.description, ":"));
    }
    text += "\n        )\n        _describe -t commands command commands\n        return\n    fi\n"
            "    [[ $state == argument ]] || return\n    case $words[1] in\n";
    for (const DescribedCommand& command : program.commands) {
        text += zshCommand(command);
    }
    // As a file of fpath, the script is the body of the function that completes; when sourced, it registers that function.
    return text
           + "    esac\n}\n\nif [[ \"$funcstack[1]\" == _armature ]]; then\n    _armature \"$@\"\nelse\n"
             "    compdef _armature armature\nfi\n";
}

}  // namespace armature::tools
