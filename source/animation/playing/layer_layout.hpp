#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "animation/clip/kernels/blend_kernels.hpp"
#include "math/aligned_vector.hpp"
#include "math/shared_values.hpp"

namespace armature {

/// How a layer's clip fits into the poses of its mixer. Equal for all mixers that play the same clips on rigs of one shape, which share it.
struct LayerLayout {
    /// Numbers that are neighbours in the sampled clip, from index `source` on, and also in the pose, from index `target` on.
    struct Run {
        std::uint32_t source;
        std::uint32_t target;
        std::uint32_t count;
        friend bool operator==(const Run&, const Run&) noexcept = default;
    };
    using Parts = std::array<bool, WeightLanes::partCount>;

    std::vector<Run> runs;
    std::vector<Parts> animatedParts;        // by lane
    std::vector<std::uint32_t> rowCounts;    // by row: how many of its numbers the clip animates
    AlignedVector<WeightLanes> fullWeights;  // the weights if all masks are 1: 1 where the clip animates a part
    bool isWhole = false;                    // whether all weights in fullWeights are 1

    [[nodiscard]] std::size_t hash() const noexcept
    {
        return hashOfNumbers(runs) * 31 + hashOfNumbers(animatedParts) * 7 + hashOfNumbers(rowCounts);
    }
    /// Compares only these members, because fullWeights and isWhole follow from them.
    friend bool operator==(const LayerLayout& a, const LayerLayout& b) noexcept
    {
        return a.runs == b.runs && a.animatedParts == b.animatedParts && a.rowCounts == b.rowCounts;
    }
};

}  // namespace armature
