#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "animation/clip/clip_layout.hpp"
#include "math/aligned_vector.hpp"

/// Sampling of channels that do not share their key times: one lane each, with its own two keys and its own fraction.
namespace armature {

/// The two keys that each lane of a block was between when last sampled. Makes sampling fast, and does not change its results.
struct alignas(64) LaneCursors {
    float start[blockLanes];          ///< Time of the first of the two in seconds; -infinity before the very first.
    float end[blockLanes];            ///< Time of the second in seconds; infinity after the last.
    std::uint32_t time[blockLanes];   ///< The place of the first one's time among those of all tracks; before the first of all its.
    std::uint32_t value[blockLanes];  ///< The same for its numbers.

    /// Cursors before all keys; lanes that do not exist stay there.
    [[nodiscard]] static LaneCursors of(const ClipBlock& block, std::span<const float> times) noexcept;
};

/// What a player of a clip remembers of the last time, so that moving on is fast.
struct ClipCursors {
    std::vector<std::size_t> batchKeys;
    AlignedVector<LaneCursors> blocks;
};

/// The numbers of a clip.
struct ClipNumbers {
    std::span<const float> times;  ///< Times of all tracks.
    std::span<const float> values;
};

/// Samples all channels of `blocks` together. Gives the same bits as sampleValues() for each of them alone.
void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose) noexcept;

namespace reference {

void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose);

}  // namespace reference

}  // namespace armature
