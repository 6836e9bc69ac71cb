#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "completion.hpp"

namespace armature::tools {

namespace {

// The command that stands on the line, and files with one of the endings (all files if there are none of these).
constexpr std::string_view fishFunctions = R"fish(function __armature_command
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if not string match -q -- '-*' $word
            echo $word
            return
        end
    end
end

function __armature_is
    set -l command (__armature_command)
    test "$command" = "$argv[1]"
end

function __armature_files
    set -l all (complete -C "__fish_command_without_completions "(commandline -ct | string escape -n))
    set -l chosen (string match -rei -- '(?:/|\.(?:'(string join '|' -- $argv)'))$' $all)
    if test (count $chosen) -gt 0
        printf '%s\n' $chosen
    else
        printf '%s\n' $all
    end
end

complete -c armature -f
)fish";

/// Returns a text between single quotes.
std::string fishText(std::string_view text)
{
    std::string quoted = "'";
    for (const char letter : text) {
        if (letter == '\'' || letter == '\\') {
            quoted += '\\';
        }
        quoted += letter;
    }
    return quoted + '\'';
}

/// Returns the options of `complete` that say what the value is.
std::string fishValue(const DescribedOption& option)
{
    if (!option.words.empty()) {
        return fmt::format(" -a {}", fishText(fmt::format("{}", fmt::join(option.words, " "))));
    }
    if (!option.isFile) {
        return {};
    }
    return option.endings.empty() ? " -F" : fmt::format(" -k -a '(__armature_files {})'", fmt::join(option.endings, " "));
}

std::string fishOption(std::string_view condition, const DescribedOption& option)
{
    std::string text = fmt::format("complete -c armature -n {}", condition);
    for (const std::string& name : option.names) {
        text += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2)) : fmt::format(" -s {}", name.substr(1));
    }
    if (!option.value.empty()) {
        text += (option.isFile && option.endings.empty() ? " -r" : " -x") + fishValue(option);
    }
    return text + fmt::format(" -d {}\n", fishText(option.description));
}

}  // namespace

std::string fishCompletion(const DescribedProgram& program)
{
    std::string text = "# Completion of armature for fish, made by `armature completion fish`.\n\n";
    text += fishFunctions;
    for (const DescribedOption& option : program.itself.options) {
        text += fishOption("'__armature_is \"\"'", option);
    }
    for (const DescribedCommand& command : program.commands) {
        text += fmt::format("complete -c armature -n '__armature_is \"\"' -a {} -d {}\n", command.name, fishText(command.description));
    }
    for (const DescribedCommand& command : program.commands) {
        const std::string condition = fmt::format("'__armature_is {}'", command.name);
        text += '\n';
        for (const DescribedOption& option : command.options) {
            text += fishOption(condition, option);
        }
        for (const DescribedOption& argument : command.arguments) {
            text += fmt::format("complete -c armature -n {}{}\n", condition, fishValue(argument));
        }
    }
    return text;
}

}  // namespace armature::tools
