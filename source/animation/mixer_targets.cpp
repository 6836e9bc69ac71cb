#include "animation/mixer_targets.hpp"

#include <algorithm>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/channel_targets.hpp"
#include "scene/transform_hierarchy.hpp"
#include "scene/transform_lanes.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

constexpr std::size_t blockFloats = TransformLanes::componentCount * laneCount;

Transform restOfBone(const Bone& bone)
{
    return SkeletonAccess::rest(bone).toParts();
}

std::size_t firstComponent(ChannelPath path) noexcept
{
    return path == ChannelPath::Translation ? 0 : path == ChannelPath::Rotation ? 3 : 7;
}

}  // namespace

void MixerTargets::clear() noexcept
{
    nodes_.clear();
    lanes_.clear();
    morphPlaces_.clear();
    morphs_.clear();
    channels_.clear();
}

void MixerTargets::add(std::span<const MixerChannel> channels)
{
    for (const MixerChannel& channel : channels) {
        if (channel.node == nullptr) {
            continue;
        }
        if (lanes_.try_emplace(channel.node, nodes_.size()).second) {
            nodes_.emplace_back(channel.node);
        }
        if (channel.path == ChannelPath::Weights) {
            const auto [place, isNew] = morphPlaces_.try_emplace(channel.node, morphs_.size());
            if (isNew) {
                morphs_.push_back({Handle<Node>(channel.node), 0, 0});
            }
            Morph& morph = morphs_[place->second];
            morph.count = std::max(morph.count, channel.components);
        }
        channels_.push_back(channel);
    }
}

void MixerTargets::finish()
{
    const std::size_t firstMorph = transformBlocks() * blockFloats;
    std::size_t end = firstMorph;
    for (Morph& morph : morphs_) {
        morph.first = end;
        end += morph.count;
    }
    rest_.assign((end + blockFloats - 1) / blockFloats, TransformLanes{});
    for (std::size_t lane = 0; lane < transformBlocks() * laneCount; ++lane) {
        storeLane(lane < nodes_.size() ? restOf(*nodes_[lane].get()) : Transform{}, lane % laneCount, rest_[lane / laneCount]);
    }
    for (const Morph& morph : morphs_) {
        restMorphWeights(*morph.node.get(), floatsOf(rest_).subspan(morph.first, morph.count));
    }
}

PoseEntry MixerTargets::entryOf(const MixerChannel& channel) const noexcept
{
    if (channel.path == ChannelPath::Weights) {
        return {morphs_[morphPlace(*channel.node)].first, 1};
    }
    const std::size_t lane = laneOf(*channel.node);
    return {lane / laneCount * blockFloats + firstComponent(channel.path) * laneCount + lane % laneCount, laneCount};
}

PoseWriter MixerTargets::makeWriter() const
{
    std::vector<PoseWriter::Part> parts;
    for (const MixerChannel& channel : channels_) {
        if (channel.path != ChannelPath::Weights) {
            parts.push_back({Handle<Node>(channel.node), channel.path, channel.components, entryOf(channel)});
        }
    }
    for (const Morph& morph : morphs_) {
        parts.push_back({morph.node, ChannelPath::Weights, morph.count, {morph.first, 1}});
    }
    return {scene_, parts};
}

Transform MixerTargets::restOf(Node& node)
{
    if (const Bone* bone = node.asBone()) {
        return restOfBone(*bone);
    }
    Scene* const scene = scene_.get();
    if (const Bone* bone = scene != nullptr ? findDrivenBone(*scene, *node.asTransformNode()) : nullptr) {
        return restOfBone(*bone);
    }
    if (nodeRests_.find(node) == nullptr) {
        nodeRests_.set(node, node.getTransform());
    }
    return *nodeRests_.find(node);
}

void MixerTargets::restMorphWeights(const Node& node, std::span<float> outWeights) const noexcept
{
    const Scene* const scene = scene_.get();
    if (scene == nullptr) {
        return;
    }
    for (const MeshInstance* instance : scene->meshInstances()) {
        if (&instance->getNode() == &node) {
            const auto& weights = instance->getMesh()->getMorphWeights();
            std::copy_n(weights.begin(), std::min(weights.size(), outWeights.size()), outWeights.begin());
            return;
        }
    }
}

}  // namespace armature
