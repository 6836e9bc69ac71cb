#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace armature::importing {

/// Bytes of a text from a file that a message shows.
constexpr std::size_t longestQuote = 60;

/// `text` in quotes, fit for one line of a message: control characters and what is not UTF-8 escaped, cut after 60 bytes. For values: where
/// inQuotes() shows a name that a reader knows, this keeps every byte legible, may be empty, and never grows with the file.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace armature::importing
