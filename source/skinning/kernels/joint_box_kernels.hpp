#pragma once

#include <cstdint>
#include <span>

#include <glm/ext/vector_float3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

#include "skinning/kernels/body_limits.hpp"

namespace armature {

/// A box of each of some joints, in bind space and in axes of its own. Lanes that are not needed repeat another.
struct BoxBlock {
    alignas(32) float center[3][bodyLanes];
    alignas(32) float edges[3][3][bodyLanes];  ///< Halves of them, as vectors: [edge][component].
    std::uint32_t joints[bodyLanes];           ///< Palette slots. One beyond the palette stands still.
};

/// The places of boxes when their joints have moved them.
struct MovedBoxes {
    Aabb reach;
    glm::vec3 translation{0.f};  ///< The largest, without signs.
    bool isFinite = true;
};

/// Extends a box by the blocks' boxes, each moved by its joint's matrix. Infinite if a matrix or a limit is not finite, or if a sum may not
/// be. Each box must be at least 2^-20 times as wide, along the axes of bind space, as its farthest coordinates.
void encloseBoxes(std::span<const BoxBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette, Aabb& inOutBox) noexcept;

/// The same in plain C++: with the same bits.
namespace reference {
[[nodiscard]] MovedBoxes moveBoxes(std::span<const BoxBlock> blocks, std::span<const Affine> palette);
void encloseBoxes(std::span<const BoxBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette, Aabb& inOutBox) noexcept;
}  // namespace reference

}  // namespace armature
