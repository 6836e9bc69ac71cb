#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <glm/ext/vector_float3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

namespace armature {

/// How many corners a block holds.
constexpr std::size_t cornerLanes = 8;

/// Points in bind space that one joint moves. What is between them, it moves to what is between them then.
struct CornerBlock {
    alignas(32) float corners[3][cornerLanes];
    std::uint32_t joint;  ///< Palette slot. One beyond the palette stands still.
};

/// What corners alone do not tell.
struct CornerLimits {
    /// The largest coordinates of the corners, without signs. The sums that could overflow are found by it.
    glm::vec3 farthest{0.f};
    /// How much of the largest translation to add on either side: for weights whose sum is not 1, and for rounding.
    float slack = 0.f;
};

/// Extends a box by the blocks' corners, each moved by its joint's matrix. Infinite if a matrix or a limit is not finite, or if a sum may
/// not be.
void encloseCorners(std::span<const CornerBlock> blocks, const CornerLimits& limits, std::span<const Affine> palette,
                    Aabb& inOutBox) noexcept;

/// The same in plain C++: with the same bits.
namespace reference {
void encloseCorners(std::span<const CornerBlock> blocks, const CornerLimits& limits, std::span<const Affine> palette, Aabb& inOutBox);
}  // namespace reference

}  // namespace armature
