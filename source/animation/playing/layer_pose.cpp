#include "animation/playing/layer_pose.hpp"

#include <algorithm>
#include <utility>

#include "animation/clip/clip_layout.hpp"

namespace armature {

namespace {

std::vector<LayerLayout::Run> runsOf(const MixerTargets& targets, const MixerTargets::Places& places,
                                     std::span<const MixerChannel> channels, std::span<const PoseEntry> entries)
{
    std::vector<std::pair<std::size_t, std::size_t>> moves;  // target (index in the pose), source (in the clip)
    for (std::size_t i = 0; i < channels.size(); ++i) {
        if (channels[i].isBound()) {
            const PoseEntry target = targets.entryOf(channels[i], places);
            for (std::size_t component = 0; component < channels[i].components; ++component) {
                moves.emplace_back(target.first + component * target.step, entries[i].first + component * entries[i].step);
            }
        }
    }
    std::ranges::sort(moves);
    std::vector<LayerLayout::Run> runs;
    for (const auto& [target, source] : moves) {
        if (!runs.empty() && runs.back().target + runs.back().count == target && runs.back().source + runs.back().count == source) {
            ++runs.back().count;
        } else {
            runs.push_back({static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(target), 1});
        }
    }
    return runs;
}

/// Writes the weight of each animated part, maskOf(lane), and 0 for other parts. Returns whether all weights are 1.
template <class MaskOf>
bool writeWeights(std::span<const LayerLayout::Parts> animatedParts, const MaskOf& maskOf, std::span<WeightLanes> outWeights)
{
    bool isWhole = true;
    for (std::size_t lane = 0; lane < animatedParts.size(); ++lane) {
        const float mask = maskOf(lane);
        for (std::size_t part = 0; part < WeightLanes::partCount; ++part) {
            const float weight = animatedParts[lane][part] ? mask : 0.f;
            outWeights[lane / laneCount].part[part][lane % laneCount] = weight;
            isWhole = isWhole && weight == 1.f;
        }
    }
    return isWhole;
}

}  // namespace

void LayerPose::bind(const MixerTargets& targets, const MixerTargets::Places& places, std::span<const MixerChannel> channels,
                     std::span<const PoseEntry> entries, SharedValues<LayerLayout>& layouts)
{
    LayerLayout layout;
    layout.animatedParts.assign(targets.laneTotal(), {});
    layout.rowCounts.assign(targets.rows().size(), 0);
    for (const MixerChannel& channel : channels) {
        if (!channel.isBound()) {
            continue;
        }
        if (isRow(channel.path)) {
            layout.rowCounts[places.rowOf(channel)] = static_cast<std::uint32_t>(channel.components);
        } else {
            layout.animatedParts[places.laneOf(*channel.node)][partOf(channel.path)] = true;
        }
    }
    layout.runs = runsOf(targets, places, channels, entries);
    layout.fullWeights.assign(targets.transformBlocks(), {});
    layout.isWhole = writeWeights(
        layout.animatedParts, [](std::size_t) { return 1.f; }, layout.fullWeights);
    layout_ = layouts.share(std::move(layout));
}

void LayerPose::setMasks(const MixerTargets& targets, const NodeMasks& masks, float otherMask)
{
    const auto maskOf = [&](const Node* node) { return node != nullptr ? masks.at(*node, otherMask) : otherMask; };
    isMasked_ = otherMask != 1.f || !masks.empty();
    isWhole_ = layout_->isWhole;
    if (isMasked_) {
        weights_.assign(targets.transformBlocks(), {});
        isWhole_ = writeWeights(
            layout_->animatedParts, [&](std::size_t lane) { return maskOf(targets.nodeAt(lane)); }, weights_);
    }
    rowMasks_.resize(targets.rows().size());
    for (std::size_t i = 0; i < rowMasks_.size(); ++i) {
        rowMasks_[i] = maskOf(targets.rows()[i].node.get());
    }
}

void LayerPose::sample(const PackedClip& clip, const Playhead& playhead, const RoundOffsets* offsets, AlignedVector<float>& sampled,
                       std::span<float> outPose) noexcept
{
    if (sampled.size() < clip.poseSize()) {
        sampled.resize(clip.poseSize());
    }
    const std::span<float> numbers = std::span(sampled).first(clip.poseSize());
    clip.sample(playhead.time, cursors_, numbers);
    if (offsets != nullptr) {
        offsets->apply(playhead, numbers);
    }
    for (const auto& [source, target, count] : layout_->runs) {
        std::copy_n(numbers.begin() + source, count, outPose.begin() + target);
    }
}

}  // namespace armature
