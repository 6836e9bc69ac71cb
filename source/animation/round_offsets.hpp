#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>

#include "animation/channel_targets.hpp"
#include "animation/packed_clip.hpp"
#include "animation/playhead.hpp"

namespace armature {

/// What LoopMode::Accumulate and AccumulateFromCurrent do to a sampled pose.
///
/// With first and last the values at the ends of the range, n the round and start where the target was: numbers become
/// value + n (last - first), from current plus start - first; rotations D^n * value, from current * inverse(first) * start, where
/// D = last * inverse(first), the short way. Backwards last stands in for first where start does.
class RoundOffsets {
public:
    /// Looks up the ends of the range and, unless playing is only resumed, where the targets are. Other modes cost nothing.
    void prepare(const AnimationClip& clip, std::span<const PoseEntry> entries, std::span<const ChannelBinding> channels,
                 const Scene* scene, const Playhead& playhead, bool isResumed);
    /// Allocates nothing.
    void apply(const Playhead& playhead, std::span<float> pose) const noexcept;
    void listState(StateArchive& state);

private:
    struct Channel {
        ChannelPath path;
        PoseEntry entry;
        std::size_t firstValue;
        std::size_t components;
    };

    std::vector<Channel> channels_;
    std::vector<float> first_;  // values of all channels, one after the other
    std::vector<float> last_;
    std::vector<float> start_;      // where the targets were; empty unless from current
    std::vector<float> reference_;  // what the clip has there
};

}  // namespace armature
