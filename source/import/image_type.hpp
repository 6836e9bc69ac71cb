#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace armature::importing {

/// The media type of a picture, "image/png" or the like, by its first bytes; empty if they are of no kind that we know.
[[nodiscard]] std::string_view imageTypeOf(std::span<const std::byte> bytes);

}  // namespace armature::importing
