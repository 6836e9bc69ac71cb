#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "document.hpp"

namespace armature::tools {

/// A line that is no command, or says something impossible. what() is for people.
class CommandError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Something that the viewer does, as a line of text: "select arm_L", "turn z 30". Keys, menus, the command box and scripts all say such
/// lines, so whatever can be done by mouse can be done by each of them.
struct ViewerCommand {
    std::string_view name;
    std::string_view parameters;  ///< "AXIS DEGREES"
    std::string_view help;
    void (*run)(ViewerDocument& document, std::string_view parameters);
};

/// All of them, in the order in which they are listed.
[[nodiscard]] std::span<const ViewerCommand> viewerCommands();

/// Does what `line` says. Throws CommandError, or what the document throws; nothing has changed then.
void runCommand(ViewerDocument& document, std::string_view line);

/// Runs a line as runCommand() does, but turns a failure into a message of the document.
void tryCommand(ViewerDocument& document, std::string_view line);

/// The word before the first blank, and the rest without blanks around it.
struct SplitLine {
    std::string_view first;
    std::string_view rest;
};
[[nodiscard]] SplitLine splitLine(std::string_view line) noexcept;

/// A finite decimal number; throws CommandError that names what it is.
[[nodiscard]] double parseNumber(std::string_view text, std::string_view what);

}  // namespace armature::tools
