#pragma once

#include <cstddef>
#include <vector>

#include <armature/fwd.hpp>

namespace armature::tools {

/// A slot of a skeleton's palette, and its use.
struct PaletteSlot {
    std::size_t slot = 0;
    const Bone* bone = nullptr;  ///< Null if no bone has the slot.
    std::size_t vertices = 0;    ///< Number of vertices of the skeleton's meshes that the slot moves, however little.
};

/// Returns all slots, in order. O(vertices * influences).
[[nodiscard]] std::vector<PaletteSlot> paletteUseOf(const Scene& scene, const Skeleton& skeleton);

}  // namespace armature::tools
