#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

namespace armature {

/// How many boxes a block holds.
constexpr std::size_t boxLanes = 16;

/// Boxes of sixteen joints in bind space, one in each lane. Each is a centre and three half edges, perpendicular to each other.
struct JointBoxBlock {
    alignas(64) float center[3][boxLanes];
    alignas(64) float edges[3][3][boxLanes];  ///< Edge, then component.
    /// How much of the joint's translation to add on either side: for weights whose sum is not 1, and for rounding.
    alignas(64) float slack[boxLanes];
    std::uint32_t joints[boxLanes];  ///< Palette slots. One beyond the palette stands still.

    /// False: a box is moved by the matrix a share of the way from another joint's to its own.
    bool isWhole = true;
    std::uint32_t from[boxLanes];
    alignas(64) float shares[boxLanes];
    /// By how much the matrices' rounding may move a point of the box, for each number of a row.
    alignas(64) float rounding[3][boxLanes];
};

/// Extends a box by the blocks' boxes, each moved by its joint's matrix. Infinite if a matrix is not finite.
void encloseBoxes(std::span<const JointBoxBlock> blocks, std::span<const Affine> palette, Aabb& inOutBox) noexcept;

/// The same in plain C++: with the same bits.
namespace reference {
void encloseBoxes(std::span<const JointBoxBlock> blocks, std::span<const Affine> palette, Aabb& inOutBox);
}  // namespace reference

}  // namespace armature
