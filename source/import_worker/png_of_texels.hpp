#pragma once

#include <cstddef>
#include <vector>

#include <assimp/texture.h>

namespace armature::worker {

/// A picture that the model holds as plain texels, as a PNG file. Empty if it has no size that one can be written for.
[[nodiscard]] std::vector<std::byte> pngOfTexels(const aiTexture& texture);

}  // namespace armature::worker
