#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "completion.hpp"

namespace armature::tools {

namespace {

// Offers files: those with one of the endings, and folders; all files if there are none of these. `compopt` fails where no completion is
// under way, as when a test calls the function.
constexpr std::string_view bashFunctions = R"bash(_armature_files()
{
    local current=$1 file ending
    local -a all=()
    shift
    COMPREPLY=()
    while IFS= read -r file; do
        all+=("$file")
        ending=${file##*.}
        if [[ $# -eq 0 || -d ${file/#\~/$HOME} || " $* " == *" ${ending,,} "* ]]; then
            COMPREPLY+=("$file")
        fi
    done < <(compgen -f -- "$current")
    if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
        COMPREPLY=("${all[@]}")
    fi
    compopt -o filenames 2> /dev/null
}

_armature_words()
{
    local current=$1 word
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(compgen -W "$2" -- "$current")
}

_armature()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command="" i
    COMPREPLY=()
    # bash takes --up=X for three words.
    if [[ $current == = ]]; then
        current=""
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((i = 1; i < COMP_CWORD; ++i)); do
        if [[ ${COMP_WORDS[i]} != -* ]]; then
            command=${COMP_WORDS[i]}
            break
        fi
    done
    case $command in
)bash";

std::string bashNames(const std::vector<DescribedOption>& options)
{
    std::vector<std::string_view> names;
    for (const DescribedOption& option : options) {
        names.insert(names.end(), option.names.begin(), option.names.end());
    }
    return fmt::format("{}", fmt::join(names, " "));
}

/// Returns the command that offers the values of an option or argument.
std::string bashValues(const DescribedOption& option)
{
    if (option.isFile) {
        return fmt::format("_armature_files \"$current\"{}{}", option.endings.empty() ? "" : " ", fmt::join(option.endings, " "));
    }
    return option.words.empty() ? ":" : fmt::format("_armature_words \"$current\" \"{}\"", fmt::join(option.words, " "));
}

std::string bashCommand(const DescribedCommand& command)
{
    std::string text = fmt::format("    {})\n        case $previous in\n", command.name);
    for (const DescribedOption& option : command.options) {
        if (!option.value.empty()) {
            text += fmt::format("        {}) {}; return ;;\n", fmt::join(option.names, "|"), bashValues(option));
        }
    }
    text +=
        fmt::format("        esac\n        if [[ $current == -* ]]; then\n            _armature_words \"$current\" \"{}\"\n        else\n",
                    bashNames(command.options));
    // Arguments of different kinds, as of `graph`, are offered together.
    std::vector<std::string> endings;
    for (const DescribedOption& argument : command.arguments) {
        endings.insert(endings.end(), argument.endings.begin(), argument.endings.end());
    }
    const bool hasArgument = !command.arguments.empty();
    DescribedOption all = hasArgument ? command.arguments.front() : DescribedOption();
    all.endings = endings;
    return text + fmt::format("            {}\n        fi\n        ;;\n", bashValues(all));
}

}  // namespace

std::string bashCompletion(const DescribedProgram& program)
{
    std::string text = "# Completion of armature for bash, made by `armature completion bash`.\n\n";
    text += bashFunctions;
    std::vector<std::string_view> names;
    for (const DescribedCommand& command : program.commands) {
        names.push_back(command.name);
    }
    text += fmt::format("    \"\") _armature_words \"$current\" \"{} {}\" ;;\n", fmt::join(names, " "), bashNames(program.itself.options));
    for (const DescribedCommand& command : program.commands) {
        text += bashCommand(command);
    }
    return text + "    esac\n}\n\ncomplete -F _armature armature\n";
}

}  // namespace armature::tools
