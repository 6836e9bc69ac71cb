#include "animation/playing/mixer_targets.hpp"

#include <algorithm>

#include <armature/animation/animation_targets.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/clip_layout.hpp"
#include "animation/clip/property_owner.hpp"
#include "node/transform_hierarchy.hpp"
#include "node/transform_lanes.hpp"
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
    rowPlaces_.clear();
    rows_.clear();
    parts_.clear();
}

void MixerTargets::add(std::span<const MixerChannel> channels)
{
    for (const MixerChannel& channel : channels) {
        if (!channel.isBound()) {
            continue;
        }
        if (isRow(channel.path)) {
            const auto [place, isNew] = rowPlaces_.try_emplace(RowKey(channel), rows_.size());
            if (isNew) {
                rows_.push_back({Handle<Node>(channel.node), channel.property, std::string(channel.curve), 0, 0});
            }
            Row& row = rows_[place->second];
            row.count = std::max(row.count, channel.components);
        } else {
            const auto [place, isNew] = lanes_.try_emplace(channel.node, nodes_.size());
            if (isNew) {
                nodes_.emplace_back(channel.node);
                parts_.emplace_back();
            }
            parts_[place->second][partOf(channel.path)] = true;
        }
    }
}

void MixerTargets::finish()
{
    std::size_t end = transformBlocks() * blockFloats;
    for (Row& row : rows_) {
        row.first = end;
        end += row.count;
    }
    rest_.assign((end + blockFloats - 1) / blockFloats, TransformLanes{});
    for (std::size_t lane = 0; lane < transformBlocks() * laneCount; ++lane) {
        storeLane(lane < nodes_.size() ? restOf(*nodes_[lane].get()) : Transform{}, lane % laneCount, rest_[lane / laneCount]);
    }
    for (const Row& row : rows_) {
        restRow(row, floatsOf(rest_).subspan(row.first, row.count));
    }
}

PoseEntry MixerTargets::entryOf(const MixerChannel& channel) const noexcept
{
    if (isRow(channel.path)) {
        return {rows_[rowOf(channel)].first, 1};
    }
    const std::size_t lane = laneOf(*channel.node);
    return {lane / laneCount * blockFloats + firstComponent(channel.path) * laneCount + lane % laneCount, laneCount};
}

PoseWriter MixerTargets::makeWriter() const
{
    std::vector<PoseWriter::Part> parts;
    for (std::size_t lane = 0; lane < nodes_.size(); ++lane) {
        for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Rotation, ChannelPath::Scale}) {
            if (parts_[lane][partOf(path)]) {
                const std::size_t components = path == ChannelPath::Rotation ? 4 : 3;
                Node* const node = nodes_[lane].get();
                parts.push_back({node, path, components, entryOf({.node = node, .path = path})});
            }
        }
    }
    for (const Row& row : rows_) {
        if (!row.property) {
            parts.push_back({row.node.get(), ChannelPath::Weights, row.count, {row.first, 1}});
        }
    }
    return {scene_, parts};
}

PropertyWriter MixerTargets::makePropertyWriter() const
{
    std::vector<PropertyWriter::Part> parts;
    for (const Row& row : rows_) {
        if (row.property) {
            parts.push_back({*row.property, row.node, row.first, row.count});
        }
    }
    return {scene_, parts};
}

Transform MixerTargets::restOf(Node& node)
{
    if (const Bone* bone = node.asBone()) {
        return restOfBone(*bone);
    }
    AnimationTargets* const scene = scene_.get();
    if (const Bone* bone = scene != nullptr ? findDrivenBone(*scene, *node.asTransformNode()) : nullptr) {
        return restOfBone(*bone);
    }
    if (nodeRests_.find(node) == nullptr) {
        nodeRests_.set(node, node.getTransform());
    }
    return *nodeRests_.find(node);
}

void MixerTargets::restRow(const Row& row, std::span<float> outNumbers) const noexcept
{
    if (!row.property) {
        restMorphWeights(*row.node.get(), outNumbers);
    } else if (const AnimationTargets* const scene = scene_.get(); scene != nullptr && row.property->kind != ChannelTarget::Kind::Curve) {
        readProperty(scene->getProperties(), *row.property, row.node.get(), outNumbers);
    }
}

void MixerTargets::restMorphWeights(const Node& node, std::span<float> outWeights) const noexcept
{
    const AnimationTargets* const scene = scene_.get();
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
