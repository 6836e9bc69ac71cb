#pragma once

#include <cstdint>
#include <span>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

#include "skinning/kernels/body_limits.hpp"

namespace armature {

/// Points in bind space that one joint moves. A point inside their convex hull moves to a point inside the convex hull of the moved points.
struct CornerBlock {
    alignas(32) float corners[3][bodyLanes];
    std::uint32_t joint;  ///< Palette slot. A joint beyond the palette counts as the identity.
};

/// Extends a box by the blocks' corners, each moved by its joint's matrix. Makes the box infinite if a matrix or a limit is not finite, or
/// if a sum might not be.
void encloseCorners(std::span<const CornerBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette,
                    Aabb& inOutBox) noexcept;

/// The same function in plain C++, with bit-identical results.
namespace reference {
void encloseCorners(std::span<const CornerBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette, Aabb& inOutBox);
}  // namespace reference

}  // namespace armature
