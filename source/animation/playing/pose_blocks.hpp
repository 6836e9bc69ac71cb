#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "math/aligned_vector.hpp"
#include "math/shared_values.hpp"
#include "node/kernels/pose_kernels.hpp"

namespace armature {

/// A pose of any layout, in whole blocks.
using PoseBlocks = AlignedVector<TransformLanes>;

inline constexpr std::size_t blockFloats = TransformLanes::componentCount * laneCount;

/// Returns all numbers of a pose as one sequence of floats.
[[nodiscard]] inline std::span<float> floatsOf(PoseBlocks& pose) noexcept
{
    return {pose.empty() ? nullptr : &pose[0].component[0][0], pose.size() * blockFloats};
}
[[nodiscard]] inline std::span<const float> floatsOf(const PoseBlocks& pose) noexcept
{
    return {pose.empty() ? nullptr : &pose[0].component[0][0], pose.size() * blockFloats};
}

/// Enlarges a borrowed pose to at least `blocks` blocks. It never becomes smaller, so that players of different sizes can take turns.
inline void growTo(PoseBlocks& pose, std::size_t blocks)
{
    if (pose.size() < blocks) {
        pose.resize(blocks);
    }
}

/// The rest pose of everything that a mixer moves.
struct RestPose {
    PoseBlocks blocks;

    [[nodiscard]] std::size_t hash() const noexcept { return hashOfNumbers(floatsOf(blocks)); }
    /// Compares bits: 0 and -0 differ, as they do in saved states.
    friend bool operator==(const RestPose& a, const RestPose& b) noexcept
    {
        return a.blocks.size() == b.blocks.size()
               && (a.blocks.empty() || std::memcmp(a.blocks.data(), b.blocks.data(), a.blocks.size() * sizeof(TransformLanes)) == 0);
    }
};

}  // namespace armature
