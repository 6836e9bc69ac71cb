#include "scene/kernels/pose_kernels.hpp"

#include "math/affine_inline.hpp"

namespace armature {

void composeLocal(std::span<const TransformLanes> lanes, std::span<Affine> outLocal) noexcept
{
    for (std::size_t block = 0; block < lanes.size(); ++block) {
        const TransformLanes& source = lanes[block];
        for (std::size_t lane = 0; lane < laneCount; ++lane) {
            outLocal[block * laneCount + lane] = composeInline([&](std::size_t component) { return source.component[component][lane]; });
        }
    }
}

void localToAbsolute(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute, std::size_t first,
                     std::size_t last) noexcept
{
    for (std::size_t slot = first; slot < last; ++slot) {
        absolute[slot] = parent[slot] == noSlot ? local[slot] : multiplyInline(absolute[parent[slot]], local[slot]);
    }
}

}  // namespace armature
