#include "animation/channel_targets.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

Bone* findBone(Skeleton& skeleton, const ChannelTarget& target)
{
    const auto bones = skeleton.bones();
    return target.index < bones.size() ? bones[target.index] : target.name.empty() ? nullptr : skeleton.findBone(target.name);
}

// What a channel moves, seen from a skeleton that may be in a scene.
Node* findDestination(Scene* scene, Skeleton& skeleton, const ChannelTarget& target)
{
    if (scene != nullptr) {
        Node* const node = findTarget(*scene, target);
        return node != nullptr ? destinationOf(*node) : nullptr;
    }
    const bool isOurs = target.kind == ChannelTarget::Kind::Bone && target.skeleton == 0;
    return isOurs ? findBone(skeleton, target) : nullptr;
}

std::optional<std::size_t>& partOf(BoneChannels& bone, ChannelPath path)
{
    return path == ChannelPath::Translation ? bone.translation : path == ChannelPath::Rotation ? bone.rotation : bone.scale;
}

}  // namespace

Node* findTarget(Scene& scene, const ChannelTarget& target)
{
    if (target.kind == ChannelTarget::Kind::Node) {
        const auto nodes = scene.nodes();
        return target.index < nodes.size() ? nodes[target.index] : target.name.empty() ? nullptr : scene.findTransformNode(target.name);
    }
    const auto skeletons = scene.skeletons();
    return target.skeleton < skeletons.size() ? findBone(*skeletons[target.skeleton], target) : nullptr;
}

Bone* findDrivenBone(Scene& scene, const TransformNode& node)
{
    for (const Skeleton* skeleton : scene.skeletons()) {
        if (Bone* const bone = skeleton->findBoneFromLinkedTransformNode(node)) {
            return bone;
        }
    }
    return nullptr;
}

Node* findTargetIn(Scene& scene, Skeleton& skeleton, const ChannelTarget& target)
{
    Node* const named = findTarget(scene, target);
    if (named == nullptr) {
        return target.kind == ChannelTarget::Kind::Bone ? findBone(skeleton, target) : nullptr;
    }
    const Bone* const bone = named->isBone() ? named->asBone() : findDrivenBone(scene, *named->asTransformNode());
    if (bone == nullptr || &bone->getSkeleton() == &skeleton) {
        return bone != nullptr ? named : nullptr;
    }
    const auto bones = bone->getSkeleton().bones();
    const auto place = static_cast<std::size_t>(std::ranges::find(bones, bone) - bones.begin());
    Bone* const counterpart = place < skeleton.bones().size() ? skeleton.bones()[place] : nullptr;
    if (counterpart != nullptr && counterpart->getTransformNode() != nullptr) {
        return counterpart->getTransformNode();
    }
    return counterpart;
}

Node* destinationOf(Node& node) noexcept
{
    Bone* const bone = node.asBone();
    if (bone == nullptr || bone->getTransformNode() == nullptr) {
        return &node;
    }
    return bone->getLinkMode() == LinkMode::ForwardWrites ? bone->getTransformNode() : nullptr;
}

Transform BoneChannels::sample(const AnimationClip& clip, double seconds) const
{
    Transform parts = rest;
    std::array<float, 4> value{};
    if (translation) {
        clip.sample(*translation, seconds, value);
        parts.translation = {value[0], value[1], value[2]};
    }
    if (rotation) {
        clip.sample(*rotation, seconds, value);
        parts.rotation = glm::quat(value[3], value[0], value[1], value[2]);
    }
    if (scale) {
        clip.sample(*scale, seconds, value);
        parts.scale = {value[0], value[1], value[2]};
    }
    return parts;
}

std::vector<BoneChannels> findBoneChannels(const AnimationClip& clip, const Skeleton& skeleton)
{
    const auto& state = SkeletonAccess::state(skeleton);
    std::vector<BoneChannels> result(state.bones.size());
    std::unordered_multimap<const Node*, std::size_t> bonesByDriver;
    for (std::size_t i = 0; i < state.bones.size(); ++i) {
        const Bone& bone = *state.bones[i];
        result[i].rest = SkeletonAccess::rest(bone).toParts();
        bonesByDriver.emplace(bone.getTransformNode() != nullptr ? static_cast<const Node*>(bone.getTransformNode()) : &bone, i);
    }
    const auto channels = clip.channels();
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
        if (channels[channel].path == ChannelPath::Weights || state.bones.empty()) {
            continue;
        }
        const Node* const destination = findDestination(state.scene, state.bones.front()->getSkeleton(), channels[channel].target);
        const auto [first, last] = bonesByDriver.equal_range(destination);
        for (auto bone = first; bone != last; ++bone) {
            partOf(result[bone->second], channels[channel].path) = channel;
        }
    }
    return result;
}

}  // namespace armature
