#pragma once

#include <string>
#include <string_view>

namespace armature::tools {

enum class Stream { Output, Error };

/// The meaning of a piece of text, which decides its colour on a terminal.
enum class Tone { Heading, Error, Warning, Note, Good, Bad };

/// Returns whether a stream is a terminal that understands control sequences: one whose TERM is set, and not "dumb".
[[nodiscard]] bool isTerminal(Stream stream) noexcept;

/// Returns whether text on a stream is coloured: if isTerminal(), unless the environment variable NO_COLOR has a value (no-color.org).
[[nodiscard]] bool hasColors(Stream stream) noexcept;

/// Returns `text` in the colour of its tone if text on the stream is coloured, otherwise unchanged.
[[nodiscard]] std::string toned(Stream stream, Tone tone, std::string_view text);

/// Returns a message with its first word in colour, if that is "error:", "warning:" or "note:".
[[nodiscard]] std::string tonedMessage(Stream stream, const std::string& message);

/// If the arguments contain --no-color, sets NO_COLOR for this process and those that it starts. Looks for the option before the command
/// line is parsed, because a message about a wrong command line obeys it, too.
void obeyNoColor(int argumentCount, const char* const* arguments) noexcept;

}  // namespace armature::tools
