#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "skinning/kernels/skinning_kernels.hpp"

/// Skinning by a plan: what moves sixteen vertices is blended in lanes from the start, a joint at a time.
///
/// For every batch of sixteen vertices the plan names the joints that move any of them, ascending, with a weight for each lane, zeros
/// included. A frame multiplies them by the joints' matrices, number by number: no gathers and no transposition. Batches of many joints keep
/// the influences of each vertex instead. Nothing is fused, sums have one order and no -0, so that all instruction sets give the same bits for
/// finite palettes, whichever batches they keep as what.
namespace armature {

constexpr std::size_t planLanes = 16;

/// Moves vertices that nothing else moves: beyond every palette, so it counts as the identity.
constexpr std::uint32_t noJoint = 0xffffffffu;

struct PlannedBatch {
    std::uint32_t first = 0;  ///< Of its entries, or of its vertices' influences.
    std::uint32_t count = 0;  ///< Entries; at least one.
    std::uint32_t perVertex =
        0;  ///< Not 0: too many joints for lanes, so that vertices have this many influences each, in arrays of their own.
};

struct SkinPlanPointers {
    const PlannedBatch* batches = nullptr;
    // of each entry
    const std::uint32_t* joints = nullptr;
    const float* weights = nullptr;           ///< A lane each, aligned.
    const std::uint16_t* heaviest = nullptr;  ///< Bit v: no joint weighs more for vertex v.
    // of batches that have influences
    const std::uint16_t* ownJoints = nullptr;
    const float* ownWeights = nullptr;
};

/// Batches of more joints are quicker blended vertex by vertex: as many as a register has lanes, by measurement (docs/performance.md).
[[nodiscard]] std::size_t mostPlannedJoints() noexcept;

/// Precondition: the plan is of at least streams.count vertices. A matrix that is not finite moves only vertices that it has a weight for.
void skinPlannedLinear(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> palette) noexcept;
void skinPlannedDualQuaternions(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> stretches,
                                std::span<const DualQuaternion> motions) noexcept;

/// The same in plain C++ (see pose_kernels.hpp).
namespace reference {

[[nodiscard]] std::size_t mostPlannedJoints();
void skinPlannedLinear(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> palette);
void skinPlannedDualQuaternions(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> stretches,
                                std::span<const DualQuaternion> motions);

}  // namespace reference

}  // namespace armature
