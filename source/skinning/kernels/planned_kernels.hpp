#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "skinning/kernels/skinning_kernels.hpp"

/// Skinning by a plan: the matrices of sixteen vertices are blended in lanes from the start, one joint at a time.
///
/// For every batch of sixteen vertices, the plan lists the joints that move any of them, ascending, with a weight for each lane, zeros
/// included. In each frame, the kernels multiply these weights by the elements of the joints' matrices, one by one, without gathers or
/// transposition. Batches with many joints keep the influences of each vertex instead. Sums have a fixed order, so that all instruction
/// sets give the same bits for finite palettes, however batches are stored.
namespace armature {

constexpr std::size_t planLanes = 16;

/// The joint index of vertices that no joint moves. It is beyond every palette, so it counts as the identity.
constexpr std::uint32_t noJoint = 0xffffffffu;

struct PlannedBatch {
    std::uint32_t first = 0;      ///< Index of the batch's first entry or, if perVertex is not 0, of its first influence.
    std::uint32_t count = 0;      ///< Number of entries; at least one if perVertex is 0.
    std::uint32_t perVertex = 0;  ///< If not 0: too many joints for lanes, so each vertex has this many influences, in separate arrays.
};

struct SkinPlanPointers {
    const PlannedBatch* batches = nullptr;
    // Data of all entries, in sequence.
    const std::uint32_t* joints = nullptr;
    const float* weights = nullptr;           ///< One weight per lane, aligned.
    const std::uint16_t* heaviest = nullptr;  ///< Bit v is set if this entry's joint is the heaviest of vertex v.
    // Influences of the batches whose `perVertex` is not 0.
    const std::uint16_t* ownJoints = nullptr;
    const float* ownWeights = nullptr;
    std::size_t ownCount = 0;
    std::uint16_t highestOwnJoint = 0;
};

/// Returns the most joints that a batch in lanes may have. Batches with more joints are blended faster vertex by vertex, as measured
/// (benchmarks/README.md). The limit is the number of lanes of a register; with eight lanes, it is higher.
[[nodiscard]] std::size_t mostPlannedJoints() noexcept;

/// Both skin vertices by a plan. Precondition: the plan is for at least streams.count vertices. A matrix that is not finite affects only
/// vertices that give it a weight.
void skinPlannedLinear(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> palette) noexcept;
void skinPlannedDualQuaternions(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> stretches,
                                std::span<const DualQuaternion> motions) noexcept;

/// The same functions in plain C++ (see pose_kernels.hpp).
namespace reference {

[[nodiscard]] std::size_t mostPlannedJoints();
void skinPlannedLinear(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> palette);
void skinPlannedDualQuaternions(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> stretches,
                                std::span<const DualQuaternion> motions);

}  // namespace reference

}  // namespace armature
