#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace armature::importing {

/// Text that some exporters write in two bytes a character, as all readers take it: UTF-8. Nothing if the file is not such text: it begins
/// with the mark of UTF-16, in either order of bytes, or, without one, with `<` as XML does. What is no character becomes U+FFFD.
[[nodiscard]] std::optional<std::string> utf8OfUtf16(std::span<const std::byte> file);

}  // namespace armature::importing
