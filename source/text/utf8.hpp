#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace armature {

/// `text` as well-formed UTF-8: every byte that belongs to no character becomes U+FFFD.
[[nodiscard]] std::string toValidUtf8(std::string_view text);

/// `text` fit for one line of a terminal: well-formed UTF-8, control characters (line ends, escape sequences) as \n, \t or \xNN.
[[nodiscard]] std::string printable(std::string_view text);

/// Length in bytes of the well-formed UTF-8 character at the beginning of `text`; 0 if there is none.
[[nodiscard]] std::size_t characterLength(std::string_view text) noexcept;

}  // namespace armature
