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
    float start[blockLanes];          ///< Seconds of the first of the two; -infinity before the first of all.
    float end[blockLanes];            ///< Seconds of the second; infinity after the last.
    std::uint32_t time[blockLanes];   ///< The place of the first one's time among those of all tracks; before the first of all its.
    std::uint32_t value[blockLanes];  ///< The same for its numbers.

    /// Before all keys; lanes that are not there stay.
    [[nodiscard]] static LaneCursors of(const ClipBlock& block, std::span<const float> times) noexcept;
};

/// What a player of a clip remembers of the last time, so that time moves on quickly.
struct ClipCursors {
    std::vector<std::size_t> batchKeys;
    AlignedVector<LaneCursors> blocks;
};

/// The numbers of a clip.
struct ClipNumbers {
    std::span<const float> times;  ///< Of all tracks.
    std::span<const float> values;
};

/// Samples all channels of `blocks` at a time. The same bits as sampleValues() gives for each of them alone.
void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose) noexcept;

namespace reference {

void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose);

}  // namespace reference

}  // namespace armature
