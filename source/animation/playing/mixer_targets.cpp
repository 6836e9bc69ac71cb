#include "animation/playing/mixer_targets.hpp"

#include <algorithm>

#include <armature/animation/animation_targets.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/clip_layout.hpp"
#include "animation/clip/property_owner.hpp"
#include "animation/playing/player_memory.hpp"
#include "node/transform_hierarchy.hpp"
#include "node/transform_lanes.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

Transform restOfBone(const Bone& bone)
{
    return SkeletonAccess::rest(bone).toParts();
}

/// Returns where the translation, rotation or scale of a lane is in floatsOf() a pose.
PoseEntry entryAt(std::size_t lane, ChannelPath path) noexcept
{
    const std::size_t component = path == ChannelPath::Translation ? 0 : path == ChannelPath::Rotation ? 3 : 7;
    return {lane / laneCount * blockFloats + component * laneCount + lane % laneCount, laneCount};
}

}  // namespace

MixerTargets::Places::Places(const MixerTargets& targets)
{
    lanes_.reserve(targets.nodes_.size());
    for (std::size_t lane = 0; lane < targets.nodes_.size(); ++lane) {
        if (const Node* const node = targets.nodes_[lane].get()) {
            lanes_.emplace(node, lane);
        }
    }
    for (std::size_t i = 0; i < targets.rows_.size(); ++i) {
        const Row& row = targets.rows_[i];
        rows_.emplace(RowKey({.node = row.node.get(), .property = row.property, .curve = row.curve}), i);
    }
}

MixerTargets::MixerTargets(const Handle<AnimationTargets>& scene, std::shared_ptr<PlayerMemory> memory)
    : scene_(scene), memory_(std::move(memory)), rest_(memory_->rests.share({}))
{}

void MixerTargets::clear() noexcept
{
    nodes_.clear();
    rows_.clear();
    parts_.clear();
}

void MixerTargets::add(std::span<const MixerChannel> channels, Places& places)
{
    for (const MixerChannel& channel : channels) {
        if (!channel.isBound()) {
            continue;
        }
        if (isRow(channel.path)) {
            const auto [place, isNew] = places.rows_.try_emplace(Places::RowKey(channel), rows_.size());
            if (isNew) {
                rows_.push_back({Handle<Node>(channel.node), channel.property, std::string(channel.curve), 0, 0});
            }
            Row& row = rows_[place->second];
            row.count = std::max(row.count, channel.components);
        } else {
            const auto [place, isNew] = places.lanes_.try_emplace(channel.node, nodes_.size());
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
    nodes_.shrink_to_fit();
    parts_.shrink_to_fit();
    std::size_t end = transformBlocks() * blockFloats;
    for (Row& row : rows_) {
        row.first = end;
        end += row.count;
    }
    RestPose rest;
    rest.blocks.assign((end + blockFloats - 1) / blockFloats, TransformLanes{});
    for (std::size_t lane = 0; lane < transformBlocks() * laneCount; ++lane) {
        storeLane(lane < nodes_.size() ? restOf(*nodes_[lane].get()) : Transform{}, lane % laneCount, rest.blocks[lane / laneCount]);
    }
    for (const Row& row : rows_) {
        restRow(row, floatsOf(rest.blocks).subspan(row.first, row.count));
    }
    rest_ = memory_->rests.share(std::move(rest));
}

std::optional<std::size_t> MixerTargets::findLane(const Node& node) const noexcept
{
    const auto found = std::ranges::find(nodes_, &node, [](const Handle<Node>& each) { return each.get(); });
    return found != nodes_.end() ? std::optional(static_cast<std::size_t>(found - nodes_.begin())) : std::nullopt;
}

PoseEntry MixerTargets::entryOf(const MixerChannel& channel, const Places& places) const
{
    return isRow(channel.path) ? PoseEntry{rows_[places.rowOf(channel)].first, 1} : entryAt(places.laneOf(*channel.node), channel.path);
}

PoseWriter MixerTargets::makeWriter() const
{
    std::vector<PoseWriter::Part> parts;
    for (std::size_t lane = 0; lane < nodes_.size(); ++lane) {
        for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Rotation, ChannelPath::Scale}) {
            if (parts_[lane][partOf(path)]) {
                const std::size_t components = path == ChannelPath::Rotation ? 4 : 3;
                Node* const node = nodes_[lane].get();
                parts.push_back({node, path, components, entryAt(lane, path)});
            }
        }
    }
    for (const Row& row : rows_) {
        if (!row.property) {
            parts.push_back({row.node.get(), ChannelPath::Weights, row.count, {row.first, 1}});
        }
    }
    return {scene_, memory_, parts};
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
