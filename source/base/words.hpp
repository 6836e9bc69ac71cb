#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>

namespace armature {

/// Returns a number with its noun: "1 bone", "2 bones". `plural` is for nouns whose plural does not just add an s.
[[nodiscard]] inline std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {})
{
    std::string text = std::to_string(count) + ' ';
    text += count == 1 || plural.empty() ? noun : plural;
    if (count != 1 && plural.empty()) {
        text += 's';
    }
    return text;
}

/// Returns "there is 1 bone", "there are 2 bones".
[[nodiscard]] inline std::string thereAre(std::size_t count, std::string_view noun, std::string_view plural = {})
{
    return (count == 1 ? "there is " : "there are ") + counted(count, noun, plural);
}

/// Returns the name of an enumerator by its position; "?" for a value that is not an enumerator, which a cast can create.
template <class Enumeration, std::size_t count>
[[nodiscard]] std::string_view nameAt(Enumeration value, const std::array<std::string_view, count>& names) noexcept
{
    const auto place = static_cast<std::size_t>(value);
    return place < count ? names[place] : "?";
}

/// Returns the name, or "(no name)" if it is empty, so that no message begins with a bare colon.
[[nodiscard]] inline std::string_view shown(std::string_view name) noexcept
{
    return name.empty() ? std::string_view("(no name)") : name;
}

/// Returns a name or path as messages show it: control characters are escaped (a NUL would end what() early), and a text of more than 240
/// bytes is shortened to its two ends, with "..." between them. Files may give a bone a name of megabytes, and a path may be thousands of
/// names long.
[[nodiscard]] std::string inMessage(std::string_view text);

/// Returns a name for the beginning of a message: the result of inMessage(), or "KIND (no name)" for an empty name.
[[nodiscard]] ARMATURE_PRIVATE_API std::string named(std::string_view kind, std::string_view name);

/// Returns a name for the inside of a message: the result of inMessage() in quotes, or (no name) without quotes for an empty name.
[[nodiscard]] ARMATURE_PRIVATE_API std::string inQuotes(std::string_view name);

/// Returns `text` as well-formed UTF-8: every invalid byte becomes U+FFFD.
[[nodiscard]] ARMATURE_PRIVATE_API std::string toValidUtf8(std::string_view text);

/// Returns `text` made fit for one line of a terminal: well-formed UTF-8, in which control characters (line ends, escape sequences) are
/// written as \n, \t or \xNN.
[[nodiscard]] ARMATURE_PRIVATE_API std::string printable(std::string_view text);

/// Returns the length in bytes of the well-formed UTF-8 character at the beginning of `text`; 0 if there is no such character.
[[nodiscard]] ARMATURE_PRIVATE_API std::size_t characterLength(std::string_view text) noexcept;

}  // namespace armature
