#include "manual.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <armature/version.hpp>

#include "help_text.hpp"

namespace armature::tools {

namespace {

constexpr std::string_view dateOfManual = "2026-11-28";  ///< When the sections below were last changed.

constexpr std::string_view manualDescription =
    "armature works on rigged models from the command line: it views, renders, inspects, converts and compares them, and prints their "
    "matrices. It reads glTF 2.0, VRM, FBX, BVH and, if armature-import-worker is installed, other formats.";

constexpr std::string_view manualStatus = R"(.SH EXIT STATUS
.TP
.B 0
Success, or the reader of a pipe closed it.
.TP
.B 1
A file cannot be read or written, or nothing can be drawn; for
.B diff
also: the models differ.
.TP
.B 2
Wrong usage: unknown options, numbers out of range, an animation that the file lacks.
.TP
.B 130
The program was interrupted.
.SH ENVIRONMENT
.TP
.B NO_COLOR
If it has a value, nothing is coloured, as with
.BR \-\-no\-color .
.TP
.B TERM
If it is missing or
.BR dumb ,
nothing is coloured, and no progress is shown.
.SH SEE ALSO
.BR ffmpeg (1),
which films in MP4 need.
)";

/// Returns a text for roff: hyphens as they are typed, and no letter that begins a request.
std::string roffText(std::string_view text)
{
    std::string escaped;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if ((i == 0 || text[i - 1] == '\n') && (letter == '.' || letter == '\'')) {
            escaped += "\\&";
        }
        switch (letter) {
        case '\\': escaped += "\\e"; break;
        case '-': escaped += "\\-"; break;
        case '~': escaped += "\\(ti"; break;
        case '^': escaped += "\\(ha"; break;
        case '`': escaped += "\\(ga"; break;
        case '\'': escaped += "\\(aq"; break;
        case '"': escaped += "\\(dq"; break;
        default: escaped += letter;
        }
    }
    return escaped;
}

/// Returns a text in lines of at most 80 columns, which roff joins again.
std::string roffLines(std::string_view text)
{
    constexpr std::size_t columns = 72;  // fewer, because what follows the last word is not counted
    std::string lines;
    std::size_t column = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
        const std::string escaped = roffText(text.substr(begin, end - begin));
        if (column > 0) {
            const bool isFull = column + escaped.size() > columns;
            lines += isFull ? '\n' : ' ';
            column = isFull ? 0 : column + 1;
        }
        lines += column == 0 || !escaped.starts_with("\\&") ? escaped : escaped.substr(2);
        column += escaped.size();
        begin = end + 1;
    }
    return lines;
}

std::string roffBold(std::string_view text)
{
    return fmt::format("\\fB{}\\fR", roffText(text));
}

/// Returns a placeholder in italics; a list of values in bold, as they are typed.
std::string roffValue(const DescribedOption& option)
{
    return option.words.empty() ? fmt::format("\\fI{}\\fR", roffText(option.value)) : roffBold(option.value);
}

void appendManualOption(std::string& text, const DescribedOption& option)
{
    std::string names;
    for (const std::string& name : option.names) {
        names += (names.empty() ? "" : ", ") + roffBold(name);
    }
    if (!option.value.empty()) {
        names += (names.empty() ? "" : " ") + roffValue(option) + (option.isRepeated ? " ..." : "");
    }
    text += fmt::format(".TP\n{}\n{}", names, roffLines(option.description));
    text += option.isRequired && !option.names.empty() ? " (required)\n" : "\n";
}

void appendManualExamples(std::string& text, std::string_view command)
{
    text += ".PP\nExamples:\n";
    for (const Example& example : examplesOf(command)) {
        text += fmt::format(".TP\n{}\n{}\n", roffBold(example.line), roffLines(example.purpose));
    }
}

std::string synopsisOf(const DescribedCommand& command)
{
    std::string text = roffBold("armature " + command.name);
    for (const DescribedOption& argument : command.arguments) {
        const std::string value = roffValue(argument) + (argument.isRepeated ? " ..." : "");
        text += argument.isRequired ? ' ' + value : fmt::format(" [{}]", value);
    }
    for (const DescribedOption& option : command.options) {
        if (option.isRequired) {
            text += fmt::format(" {} {}", roffBold(option.names.front()), roffValue(option));
        }
    }
    return text + " [\\fIoptions\\fR]";
}

void appendManualCommand(std::string& text, const DescribedCommand& command)
{
    text += fmt::format(".SS {}\n{}\n.PP\n{}.\n", command.name, synopsisOf(command), roffLines(command.description));
    for (const DescribedOption& argument : command.arguments) {
        appendManualOption(text, argument);
    }
    for (const DescribedOption& option : command.options) {
        if (option.names.back() != "--help" && option.names.back() != "--no-color") {  // of all commands: see OPTIONS
            appendManualOption(text, option);
        }
    }
    if (!command.notes.empty()) {
        text += fmt::format(".PP\n{}\n", roffLines(command.notes));
    }
    appendManualExamples(text, command.name);
}

}  // namespace

std::string manualPage(const DescribedProgram& program)
{
    std::string text = fmt::format(".TH ARMATURE 1 {} \"armature {}\" \"User Commands\"\n", dateOfManual, ARMATURE_VERSION_STRING);
    text += ".SH NAME\narmature \\- look at, draw, convert and compare rigged models\n.SH SYNOPSIS\n";
    text += roffBold("armature") + " \\fIcommand\\fR [\\fIargument\\fR ...]\n.SH DESCRIPTION\n" + roffLines(manualDescription) + '\n';
    appendManualExamples(text, program.itself.name);
    text += ".SH OPTIONS\n";
    for (const DescribedOption& option : program.itself.options) {
        appendManualOption(text, option);
    }
    text += fmt::format(".PP\nAll commands take {} and {}, too.\n", roffBold("--help"), roffBold("--no-color"));
    text += ".PP\nA file name that begins with a dash comes after " + roffBold("--") + ".\n.SH COMMANDS\n";
    for (const DescribedCommand& command : program.commands) {
        appendManualCommand(text, command);
    }
    return text.append(manualStatus);
}

}  // namespace armature::tools
