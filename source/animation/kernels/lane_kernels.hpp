#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "animation/clip_layout.hpp"
#include "math/aligned_vector.hpp"

/// Sampling of channels that do not share their key times: a lane for each, with its own two keys and its own fraction.
namespace armature {

/// Between which two keys the lanes of a block were when they were sampled last. Makes sampling quick, and changes no result.
struct alignas(64) LaneCursors {
    float start[blockLanes];        ///< Seconds of `key`; -infinity before the first.
    float end[blockLanes];          ///< Seconds of the next key; infinity after the last.
    std::uint32_t key[blockLanes];  ///< Before the first 0.

    /// Lanes that are there have been nowhere; the others are where nothing is to be done.
    [[nodiscard]] static LaneCursors of(const ClipBlock& block) noexcept;
};

/// What a player of a clip remembers of the last time, so that time moves on quickly.
struct ClipCursors {
    std::vector<std::size_t> batchKeys;
    AlignedVector<LaneCursors> blocks;
};

/// The numbers of a clip.
struct ClipNumbers {
    std::span<const float> times;             ///< Of all tracks.
    std::span<const std::size_t> firstTimes;  ///< By track, and the end.
    std::span<const float> values;

    [[nodiscard]] std::span<const float> timesOf(std::size_t track) const noexcept
    {
        return times.subspan(firstTimes[track], firstTimes[track + 1] - firstTimes[track]);
    }
};

/// Samples all channels of `blocks` at a time. The same bits as sampleValues() gives for each of them alone.
void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose) noexcept;

namespace reference {

void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose);

}  // namespace reference

}  // namespace armature
