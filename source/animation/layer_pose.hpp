#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "animation/kernels/blend_kernels.hpp"
#include "animation/mixer_targets.hpp"
#include "animation/packed_clip.hpp"
#include "animation/round_offsets.hpp"

namespace armature {

/// The pose of one layer of a mixer in the layout of the mixer's targets, and what it counts for in each lane.
class LayerPose {
public:
    explicit LayerPose(const PackedClip& clip) : cursors_(clip.makeCursors()), sampled_(clip.poseSize(), 0.f) {}

    /// Lays the pose out. `entries` is where the channels are in what the clip samples. What the clip does not animate is at rest, or for
    /// differences nothing, and counts for nothing.
    void bind(const MixerTargets& targets, std::span<const MixerChannel> channels, std::span<const PoseEntry> entries, bool isAdditive);
    /// Masks by node; those that are not in there have `otherMask`.
    void setMasks(const MixerTargets& targets, const NodeMasks& masks, float otherMask);
    /// Samples the clip where the playhead is, in its round. Allocates nothing.
    void sample(const PackedClip& clip, const Playhead& playhead, const RoundOffsets& offsets) noexcept;

    [[nodiscard]] BlendLayer layer(std::size_t transformBlocks, float weight) const noexcept;
    /// What the layer counts for at a number of one of the targets' morphs.
    [[nodiscard]] float morphWeight(std::size_t morph, std::size_t number) const noexcept
    {
        return number < morphs_[morph].count ? morphs_[morph].mask : 0.f;
    }
    [[nodiscard]] std::span<float> floats() noexcept { return floatsOf(blocks_); }

private:
    /// Neighbours in what the clip samples that are neighbours in the pose.
    struct Run {
        std::size_t source;
        std::size_t target;
        std::size_t count;
    };

    struct Morph {
        std::size_t count = 0;  // of numbers that the clip animates
        float mask = 1.f;
    };

    void makeRuns(const MixerTargets& targets, std::span<const MixerChannel> channels, std::span<const PoseEntry> entries);

    ClipCursors cursors_;
    AlignedVector<float> sampled_;
    std::vector<Run> runs_;
    AlignedVector<TransformLanes> blocks_;
    std::vector<std::array<bool, WeightLanes::partCount>> animatedParts_;  // by lane
    AlignedVector<WeightLanes> weights_;
    bool isWhole_ = false;       // all weights are 1
    std::vector<Morph> morphs_;  // as the targets have them
};

}  // namespace armature
