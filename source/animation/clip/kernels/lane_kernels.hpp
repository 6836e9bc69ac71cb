#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "animation/clip/clip_layout.hpp"
#include "math/aligned_vector.hpp"

/// Sampling of channels that do not share their key times. Each channel is a lane with its own two keys and its own fraction.
namespace armature {

/// The two keys between which each lane of a block was last sampled. They make sampling fast and do not change its results.
struct alignas(64) LaneCursors {
    float start[blockLanes];  ///< Time of the first key in seconds; -infinity before the lane's first key.
    float end[blockLanes];    ///< Time of the second key in seconds; infinity after the lane's last key.
    /// Index of the first key in the times of all tracks. At times before the lane's first key, the index of that key.
    std::uint32_t time[blockLanes];
    std::uint32_t value[blockLanes];  ///< Index of the first key's numbers in the values.

    /// Returns cursors before all keys; unused lanes stay there.
    [[nodiscard]] static LaneCursors of(const ClipBlock& block, std::span<const float> times) noexcept;
};

/// The keys at which a player last sampled a clip, so that sampling a slightly later time is fast.
struct ClipCursors {
    std::vector<std::size_t> batchKeys;
    AlignedVector<LaneCursors> blocks;
};

/// The key times and values of a clip.
struct ClipNumbers {
    std::span<const float> times;  ///< Times of all tracks.
    std::span<const float> values;
};

/// Samples all channels of `blocks` together. Gives the same bits as sampleValues() for each channel alone.
void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose) noexcept;

namespace reference {

void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose);

}  // namespace reference

}  // namespace armature
