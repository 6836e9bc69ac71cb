#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace armature::importing {

/// Converts UTF-16 text, which some exporters write, to UTF-8, which all readers expect. Returns nothing if the file is not UTF-16. UTF-16
/// is recognised by its byte order mark, in either byte order, or, without a mark, by `<?`, with which XML begins. Invalid characters
/// become U+FFFD.
[[nodiscard]] std::optional<std::string> utf8OfUtf16(std::span<const std::byte> file);

}  // namespace armature::importing
