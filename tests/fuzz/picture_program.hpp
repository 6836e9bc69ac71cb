#pragma once

#include <cstddef>
#include <span>

namespace armature::test {

/// Decodes a picture under limits. Throws Contradiction if pixels are missing, exceed the limits or differ from one decoding to the next,
/// or if the reason why there are none is not a sound message.
void decodePicture(std::span<const std::byte> file);

}  // namespace armature::test
