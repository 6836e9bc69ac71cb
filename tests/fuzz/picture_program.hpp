#pragma once

#include <cstddef>
#include <span>

namespace armature::test {

/// Decodes a picture under limits. Throws Contradiction if the pixels are not all there, not within the limits or not the same each time,
/// or if the reason why there are none is not a whole one.
void decodePicture(std::span<const std::byte> file);

}  // namespace armature::test
