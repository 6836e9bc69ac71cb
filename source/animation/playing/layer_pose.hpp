#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/clip_player.hpp>

#include "animation/clip/kernels/blend_kernels.hpp"
#include "animation/clip/packed_clip.hpp"
#include "animation/playing/channel_bindings.hpp"
#include "animation/playing/layer_layout.hpp"
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
    /// Changes a pose that was sampled in the playhead's round. Allocates nothing.
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
    std::vector<float> first_;  // the clip's values at the start of the range, of all channels one after the other
    std::vector<float> last_;
    std::vector<float> start_;      // the targets' values when playing started; only for AccumulateFromCurrent
    std::vector<float> reference_;  // the clip's values at the end of the range where playing started; only for AccumulateFromCurrent
};

/// How one layer's clip is sampled into poses of the mixer's targets, and its weight in each lane.
class LayerPose {
public:
    explicit LayerPose(const PackedClip& clip) : cursors_(clip.makeCursors()) {}

    /// Lays the pose out. `entries` says where the channels are in the sampled clip. Anything that the clip does not animate has the rest
    /// pose or, for differences, no difference, and has weight 0.
    void bind(const MixerTargets& targets, const MixerTargets::Places& places, std::span<const MixerChannel> channels,
              std::span<const PoseEntry> entries, SharedValues<LayerLayout>& layouts);
    /// Sets masks by node; nodes without an entry have `otherMask`.
    void setMasks(const MixerTargets& targets, const NodeMasks& masks, float otherMask);
    /// Samples the clip at the playhead's time, in the playhead's round; `offsets` may be null. `outPose` is as long as the targets' rest
    /// pose. Allocates only until `sampled`, which is scratch, is large enough.
    void sample(const PackedClip& clip, const Playhead& playhead, const RoundOffsets* offsets, AlignedVector<float>& sampled,
                std::span<float> outPose) noexcept;

    /// Returns the weights in the form of BlendLayer::laneWeights.
    [[nodiscard]] std::span<const WeightLanes> laneWeights() const noexcept
    {
        return isWhole_ ? std::span<const WeightLanes>() : std::span<const WeightLanes>(weights());
    }
    /// Returns the layer's mask at number `number` of row `row` of the targets; 0 if the clip does not animate that number.
    [[nodiscard]] float rowWeight(std::size_t row, std::size_t number) const noexcept
    {
        return number < layout_->rowCounts[row] ? rowMasks_[row] : 0.f;
    }
    /// Whether the clip animates a lane's translation or rotation.
    [[nodiscard]] bool animates(std::size_t lane) const noexcept
    {
        return layout_->animatedParts[lane][0] || layout_->animatedParts[lane][1];
    }
    /// Returns the layer's mask at a lane's translation or rotation, whichever is greater; 0 if the clip animates neither.
    [[nodiscard]] float motionWeight(std::size_t lane) const noexcept
    {
        const auto& parts = weights()[lane / laneCount].part;
        return std::max(parts[0][lane % laneCount], parts[1][lane % laneCount]);
    }

private:
    [[nodiscard]] const AlignedVector<WeightLanes>& weights() const noexcept { return isMasked_ ? weights_ : layout_->fullWeights; }

    ClipCursors cursors_;
    std::shared_ptr<const LayerLayout> layout_;
    AlignedVector<WeightLanes> weights_;  // weights with masks; empty if no mask was ever set
    std::vector<float> rowMasks_;         // in the order of the targets' rows
    bool isMasked_ = false;               // whether any mask is not 1
    bool isWhole_ = false;                // whether all weights are 1
};

}  // namespace armature
