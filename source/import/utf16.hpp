#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace armature::importing {

/// Converts text that some exporters write in two bytes a character to UTF-8, which all readers expect. Returns nothing if the file is not
/// such text: UTF-16 begins with its byte order mark, in either byte order, or, without a mark, with `<?` as XML does. Invalid characters
/// become U+FFFD.
[[nodiscard]] std::optional<std::string> utf8OfUtf16(std::span<const std::byte> file);

}  // namespace armature::importing
