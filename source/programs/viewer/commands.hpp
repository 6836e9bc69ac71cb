#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "document.hpp"

namespace armature::tools {

/// Thrown if a line is not a command, or if the command is impossible. what() is written for users.
class CommandError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// An action of the viewer, as a line of text: "select arm_L", "turn z 30". Keys, menus, the command box and scripts all use such lines, so
/// each of them can do everything that the mouse can.
struct ViewerCommand {
    std::string_view name;
    std::string_view parameters;  ///< For example, "AXIS DEGREES".
    std::string_view help;
    void (*run)(ViewerDocument& document, std::string_view parameters);
};

/// Commands that belong together, under the heading that the help gives them.
struct CommandGroup {
    std::string_view heading;
    std::span<const ViewerCommand> commands;
};

/// All groups, in the order in which they are listed.
[[nodiscard]] std::span<const CommandGroup> viewerCommandGroups();
/// The commands of all groups.
[[nodiscard]] std::span<const ViewerCommand> viewerCommands();

/// Executes a line. If it throws CommandError, or an exception of the document, nothing has changed.
void runCommand(ViewerDocument& document, std::string_view line);

/// Does the same as runCommand(), but turns a failure into a message of the document.
void tryCommand(ViewerDocument& document, std::string_view line);

/// A line split into the word before the first blank, and the rest without blanks around it.
struct SplitLine {
    std::string_view first;
    std::string_view rest;
};
[[nodiscard]] SplitLine splitLine(std::string_view line) noexcept;

/// Parses a finite decimal number. Throws CommandError if the text is not one; the message says that `what` is a decimal number.
[[nodiscard]] double parseNumber(std::string_view text, std::string_view what);

}  // namespace armature::tools
