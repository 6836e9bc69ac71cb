#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include "command_line.hpp"
#include "commands.hpp"
#include "described_program.hpp"
#include "terminal.hpp"

namespace armature::tools {

/// Returns a CLI11 check of an argument's text, which runs before the text is converted. `parse` must throw UsageError if the text is not a
/// valid value. (CLI11's own Range accepts "nan" and "0x10", and does not name the limit for a text that is not a number at all.)
template <class Parse>
CLI::Validator checkedBy(Parse parse)
{
    return CLI::Validator(
        [parse](const std::string& text) {
            try {
                static_cast<void>(parse(text));
                return std::string();
            } catch (const UsageError& error) {
                return std::string(error.what());
            }
        },
        "");
}

[[nodiscard]] CLI::Validator wholeUpTo(std::size_t largest);
[[nodiscard]] CLI::Validator aboveZero();

/// Returns a transformation of an argument's text: it must be one of `words`, in upper or lower case, and becomes that word. Otherwise the
/// message suggests the closest word. listedWords() finds the list again.
[[nodiscard]] CLI::Validator oneOf(std::vector<std::string> words);

/// Returns the words that oneOf() allows for an argument; none if it takes other values.
[[nodiscard]] std::vector<std::string> listedWords(CLI::Option& argument);

/// Adds an option whose value is one of `words`; `take` gets the word.
template <class Take>
CLI::Option* addChoice(CLI::App& command, const std::string& name, const std::vector<std::string>& words, Take take,
                       const std::string& description)
{
    return command.add_option_function<std::string>(name, take, description)
        ->transform(oneOf(words))
        ->type_name(CLI::detail::join(words, "|"));
}

/// Adds an option. `parse` returns the value for `target` from the option's text, or throws UsageError.
template <class Target, class Parse>
CLI::Option* addParsed(CLI::App& command, const std::string& name, Target& target, Parse parse, const std::string& description)
{
    return command
        .add_option_function<std::string>(
            name, [&target, parse](const std::string& text) { target = parse(text); }, description)
        ->check(checkedBy(parse));
}

/// Adds --size. `needed`: an option that must be given together with --size; null if there is none.
template <class Size>
void addSize(CLI::App& command, Size& size, const std::string& description, CLI::Option* needed = nullptr)
{
    CLI::Option* option = addParsed(command, "--size", size, parsePictureSize, description)->type_name("WxH");
    if (needed != nullptr) {
        option->needs(needed);
    }
}

/// Adds --animation and --time. requireClip() throws UsageError for a time without a clip.
void addPoseChoice(CLI::App& command, PoseChoice& pose);
void requireClip(const PoseChoice& pose);

/// Adds --fbx-reader and --allow.
void addReading(CLI::App& command, ImportOptions& reading);

/// Adds --quiet to a command that writes files.
void addQuiet(CLI::App& command, bool& isQuiet);

/// Adds --rate, --max-error and --max-degrees.
void addBakeChoice(CLI::App& command, BakeChoice& choice);

/// Adds a command that reads one model: with the argument FILE, and the options of addReading().
[[nodiscard]] CLI::App* addCommand(CLI::App& program, const std::string& name, const std::string& description, std::string& file,
                                   ImportOptions& reading);

/// If the command line names `command`, sets `request` to run(options) once the whole line is parsed. `complete` gets the options first:
/// it may change them, or throw UsageError, and returns the name of the model that the request is about.
template <class Options, class Run, class Complete>
void onGiven(CLI::App& command, Request& request, std::shared_ptr<Options> options, Run run, Complete complete)
{
    command.final_callback([&request, options, run, complete] {
        request.file = std::invoke(complete, *options);
        request.run = [options, run] {
            if constexpr (std::is_void_v<decltype(run(*options))>) {
                run(*options);
                return 0;
            } else {
                return run(*options);
            }
        };
    });
}

// Each of these functions adds a subcommand, which fills in the request if the command line names it.
void addView(CLI::App& program, Request& request);
void addRender(CLI::App& program, Request& request);
void addInspect(CLI::App& program, Request& request);
void addPose(CLI::App& program, Request& request);
void addClips(CLI::App& program, Request& request);
void addCut(CLI::App& program, Request& request);
void addPlot(CLI::App& program, Request& request);
void addGraph(CLI::App& program, Request& request);
void addMap(CLI::App& program, Request& request);
void addRetarget(CLI::App& program, Request& request);
void addBake(CLI::App& program, Request& request);
void addCook(CLI::App& program, Request& request);
void addConvert(CLI::App& program, Request& request);
void addDiff(CLI::App& program, Request& request);

/// Adds the subcommands that describe the others, which must have been added before: help, completion and manual.
void addDescriptions(CLI::App& program, Request& request);

/// Returns the description of a program from the CLI11 object that parses its command line. Placeholders say what a value is: "OUT.png" is
/// a file of this ending, "OUT" and an option's "FILE" are files of any, and an argument called FILE is a model.
[[nodiscard]] DescribedProgram describeProgram(CLI::App& program);

/// Returns a request that prints `text`.
[[nodiscard]] Request printing(std::string text);

}  // namespace armature::tools
