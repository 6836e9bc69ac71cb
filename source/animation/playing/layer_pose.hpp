#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/clip_player.hpp>

#include "animation/clip/kernels/blend_kernels.hpp"
#include "animation/clip/packed_clip.hpp"
#include "animation/playing/channel_bindings.hpp"
#include "animation/playing/mixer_targets.hpp"
#include "animation/playing/playhead.hpp"

namespace armature {

/// The changes that LoopMode::Accumulate and AccumulateFromCurrent make to a sampled pose.
///
/// Let first and last be the values at the ends of the range, n the round, and start the target's value when playing started. Numbers
/// become value + n (last - first); with AccumulateFromCurrent, start - first is added. Rotations become D^n * value, where D is the turn
/// last * inverse(first) along the shorter arc; with AccumulateFromCurrent, this is multiplied from the right by inverse(first) * start.
/// When playing backwards, last replaces first in the terms that contain start.
class RoundOffsets {
public:
    /// Looks up the ends of the range and, unless playing is only resumed, the targets' current values. Precondition: the mode accumulates.
    void prepare(const AnimationClip& clip, std::span<const PoseEntry> entries, const ChannelBindings& channels,
                 const AnimationTargets* scene, const Playhead& playhead, bool isResumed);
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
    std::vector<float> start_;      // the targets' values when playing started; only for AccumulateFromCurrent
    std::vector<float> reference_;  // the clip's values where playing started
};

/// The pose of one layer of a mixer in the layout of the mixer's targets, and its weight in each lane.
class LayerPose {
public:
    explicit LayerPose(const PackedClip& clip) : cursors_(clip.makeCursors()), sampled_(clip.poseSize(), 0.f) {}

    /// Lays the pose out. `entries` says where the channels are in the sampled clip. Anything that the clip does not animate has the rest
    /// pose or, for differences, no difference, and has weight 0.
    void bind(const MixerTargets& targets, std::span<const MixerChannel> channels, std::span<const PoseEntry> entries, bool isAdditive);
    /// Sets masks by node; nodes without an entry have `otherMask`.
    void setMasks(const MixerTargets& targets, const NodeMasks& masks, float otherMask);
    /// Samples the clip at the playhead's time, in the playhead's round; `offsets` may be null. Does not allocate.
    void sample(const PackedClip& clip, const Playhead& playhead, const RoundOffsets* offsets) noexcept;

    [[nodiscard]] BlendLayer layer(std::size_t transformBlocks, float weight) const noexcept;
    /// Returns the layer's mask at number `number` of row `row` of the targets; 0 if the clip does not animate that number.
    [[nodiscard]] float rowWeight(std::size_t row, std::size_t number) const noexcept
    {
        return number < rows_[row].count ? rows_[row].mask : 0.f;
    }
    /// Whether the clip animates a lane's translation or rotation.
    [[nodiscard]] bool animates(std::size_t lane) const noexcept { return animatedParts_[lane][0] || animatedParts_[lane][1]; }
    /// Returns the layer's mask at a lane's translation or rotation, whichever is greater; 0 if the clip animates neither.
    [[nodiscard]] float motionWeight(std::size_t lane) const noexcept
    {
        const auto& parts = weights_[lane / laneCount].part;
        return std::max(parts[0][lane % laneCount], parts[1][lane % laneCount]);
    }
    [[nodiscard]] std::span<float> floats() noexcept { return floatsOf(blocks_); }

private:
    /// Numbers that are neighbours in the sampled clip and also in the pose.
    struct Run {
        std::size_t source;
        std::size_t target;
        std::size_t count;
    };

    struct Row {
        std::size_t count = 0;  // numbers that the clip animates
        float mask = 1.f;
    };

    void makeRuns(const MixerTargets& targets, std::span<const MixerChannel> channels, std::span<const PoseEntry> entries);

    ClipCursors cursors_;
    AlignedVector<float> sampled_;
    std::vector<Run> runs_;
    AlignedVector<TransformLanes> blocks_;
    std::vector<std::array<bool, WeightLanes::partCount>> animatedParts_;  // by lane
    AlignedVector<WeightLanes> weights_;
    bool isWhole_ = false;   // whether all weights are 1
    std::vector<Row> rows_;  // in the order of the targets' rows
};

}  // namespace armature
