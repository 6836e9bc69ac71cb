#include "animation/playing/layer_pose.hpp"

#include <algorithm>
#include <utility>

#include "animation/clip/clip_layout.hpp"
#include "node/transform_lanes.hpp"

namespace armature {

void LayerPose::bind(const MixerTargets& targets, std::span<const MixerChannel> channels, std::span<const PoseEntry> entries,
                     bool isAdditive)
{
    blocks_ = targets.rest();
    if (isAdditive) {
        std::ranges::fill(floats(), 0.f);
        for (std::size_t lane = 0; lane < targets.transformBlocks() * laneCount; ++lane) {
            storeLane({}, lane % laneCount, blocks_[lane / laneCount]);
        }
    }
    animatedParts_.assign(targets.laneTotal(), {});
    rows_.assign(targets.rows().size(), {});
    for (const MixerChannel& channel : channels) {
        if (!channel.isBound()) {
            continue;
        }
        if (isRow(channel.path)) {
            rows_[targets.rowOf(channel)].count = channel.components;
        } else {
            animatedParts_[targets.laneOf(*channel.node)][partOf(channel.path)] = true;
        }
    }
    makeRuns(targets, channels, entries);
}

void LayerPose::makeRuns(const MixerTargets& targets, std::span<const MixerChannel> channels, std::span<const PoseEntry> entries)
{
    std::vector<std::pair<std::size_t, std::size_t>> moves;  // pairs of target and source
    for (std::size_t i = 0; i < channels.size(); ++i) {
        if (channels[i].isBound()) {
            const PoseEntry target = targets.entryOf(channels[i]);
            for (std::size_t component = 0; component < channels[i].components; ++component) {
                moves.emplace_back(target.first + component * target.step, entries[i].first + component * entries[i].step);
            }
        }
    }
    std::ranges::sort(moves);
    runs_.clear();
    for (const auto& [target, source] : moves) {
        const bool goesOn =
            !runs_.empty() && runs_.back().target + runs_.back().count == target && runs_.back().source + runs_.back().count == source;
        if (goesOn) {
            ++runs_.back().count;
        } else {
            runs_.push_back({source, target, 1});
        }
    }
}

void LayerPose::setMasks(const MixerTargets& targets, const NodeMasks& masks, float otherMask)
{
    const auto maskOf = [&](const Node* node) { return node != nullptr ? masks.at(*node, otherMask) : otherMask; };
    weights_.assign(targets.transformBlocks(), {});
    isWhole_ = true;
    for (std::size_t lane = 0; lane < targets.laneTotal(); ++lane) {
        const float mask = maskOf(targets.nodeAt(lane));
        for (std::size_t part = 0; part < WeightLanes::partCount; ++part) {
            const float weight = animatedParts_[lane][part] ? mask : 0.f;
            weights_[lane / laneCount].part[part][lane % laneCount] = weight;
            isWhole_ = isWhole_ && weight == 1.f;
        }
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        rows_[i].mask = maskOf(targets.rows()[i].node.get());
    }
}

void LayerPose::sample(const PackedClip& clip, const Playhead& playhead, const RoundOffsets* offsets) noexcept
{
    clip.sample(playhead.time, cursors_, sampled_);
    if (offsets != nullptr) {
        offsets->apply(playhead, sampled_);
    }
    const std::span<float> pose = floats();
    for (const auto& [source, target, count] : runs_) {
        std::copy_n(sampled_.begin() + static_cast<std::ptrdiff_t>(source), count, pose.begin() + static_cast<std::ptrdiff_t>(target));
    }
}

BlendLayer LayerPose::layer(std::size_t transformBlocks, float weight) const noexcept
{
    return {std::span(blocks_).first(transformBlocks), weight,
            isWhole_ ? std::span<const WeightLanes>() : std::span<const WeightLanes>(weights_)};
}

}  // namespace armature
