#pragma once

#include <cstdint>
#include <span>

#include <glm/ext/vector_float3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

#include "skinning/kernels/body_limits.hpp"

namespace armature {

/// One box per lane, in bind space and with axes of its own, which one joint moves. Unused lanes repeat another lane.
struct BoxBlock {
    alignas(32) float center[3][bodyLanes];
    alignas(32) float edges[3][3][bodyLanes];  ///< Half of each edge, as a vector: [edge][component].
    std::uint32_t joints[bodyLanes];           ///< Palette slots. A joint beyond the palette counts as the identity.
};

/// The extent of all boxes after their joints have moved them.
struct MovedBoxes {
    Aabb reach;
    glm::vec3 translation{0.f};  ///< The largest absolute translation on each axis.
    bool isFinite = true;
};

/// Extends a box by the blocks' boxes, each moved by its joint's matrix. Makes the box infinite if a matrix or a limit is not finite, or if
/// a sum might not be. Preconditions: each box is at least 2^-20 times as wide, along the axes of bind space, as its farthest
/// coordinates, and has room for rounding; limits.rounding is 0.
void encloseBoxes(std::span<const BoxBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette, Aabb& inOutBox) noexcept;

/// The same functions in plain C++, with bit-identical results.
namespace reference {
[[nodiscard]] MovedBoxes moveBoxes(std::span<const BoxBlock> blocks, std::span<const Affine> palette);
void encloseBoxes(std::span<const BoxBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette, Aabb& inOutBox) noexcept;
}  // namespace reference

}  // namespace armature
