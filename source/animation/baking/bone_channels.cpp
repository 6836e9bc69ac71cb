#include "animation/baking/bake_source.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>

#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/clip_layout.hpp"
#include "animation/clip/clip_validation.hpp"
#include "animation/clip/unbound_channels.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

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

SkeletonSampler::SkeletonSampler(const AnimationClip& clip, std::span<const BoneChannels> bones)
    : clip_(ClipAccess::packed(clip)), cursors_(clip_.makeCursors()), pose_(clip_.poseSize())
{
    bones_.reserve(bones.size());
    for (std::size_t bone = 0; bone < bones.size(); ++bone) {
        bones_.push_back(bones[bone].rest);
        const auto add = [&](const std::optional<std::size_t>& channel, ChannelPath path) {
            if (channel) {
                parts_.push_back({bone, path, clip_.poseEntries()[*channel]});
            }
        };
        add(bones[bone].translation, ChannelPath::Translation);
        add(bones[bone].rotation, ChannelPath::Rotation);
        add(bones[bone].scale, ChannelPath::Scale);
    }
}

std::span<const Transform> SkeletonSampler::sample(double seconds)
{
    clip_.sample(seconds, cursors_, pose_);
    for (const Part& part : parts_) {
        Transform& bone = bones_[part.bone];
        const auto number = [&](std::size_t component) { return pose_[part.entry.first + component * part.entry.step]; };
        if (part.path == ChannelPath::Rotation) {
            bone.rotation = glm::quat(number(3), number(0), number(1), number(2));
        } else {
            (part.path == ChannelPath::Translation ? bone.translation : bone.scale) = {number(0), number(1), number(2)};
        }
    }
    return bones_;
}

void SkeletonSampler::sample(double seconds, std::size_t lane, std::span<LocalMoments> outBones)
{
    clip_.sample(seconds, cursors_, pose_);
    for (const Part& part : parts_) {
        const bool isRotation = part.path == ChannelPath::Rotation;
        const std::size_t first = isRotation                              ? LocalMoments::rotation
                                  : part.path == ChannelPath::Translation ? LocalMoments::translation
                                                                          : LocalMoments::scale;
        for (std::size_t i = 0; i < (isRotation ? 4U : 3U); ++i) {
            outBones[part.bone].numbers[first + i][lane] = static_cast<double>(pose_[part.entry.first + i * part.entry.step]);
        }
    }
}

SkeletonChannels findSkeletonChannels(const AnimationClip& clip, const Skeleton& skeleton)
{
    const auto& state = SkeletonAccess::state(skeleton);
    SkeletonChannels result;
    result.bones.resize(state.bones.size());
    std::unordered_multimap<const Node*, std::size_t> bonesByDriver;
    for (std::size_t i = 0; i < state.bones.size(); ++i) {
        const Bone& bone = *state.bones[i];
        result.bones[i].rest = SkeletonAccess::rest(bone).toParts();
        bonesByDriver.emplace(bone.getTransformNode() != nullptr ? static_cast<const Node*>(bone.getTransformNode()) : &bone, i);
    }
    const auto channels = clip.channels();
    std::vector<ChannelBinding> bindings(channels.size());
    if (!state.bones.empty()) {
        TargetFinder finder(state.bones.front()->getSkeleton());
        bindings = finder.findAll(channels);
    }
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
        if (bindings[channel].isBound() && isRow(channels[channel].path)) {
            bindings[channel] = {{}, UnboundReason::Unsuitable};
            continue;
        }
        Node* const target = bindings[channel].node.get();
        if (target == nullptr) {
            continue;
        }
        const auto [first, last] = bonesByDriver.equal_range(destinationOf(*target));
        for (auto bone = first; bone != last; ++bone) {
            result.bones[bone->second].part(channels[channel].path) = channel;
        }
    }
    result.unbound = listUnbound(channels, bindings);
    return result;
}

void requireTargets(const AnimationClip& clip, std::span<const UnboundChannel> unbound, const Skeleton& skeleton)
{
    const auto channels = clip.channels();
    const auto movesBone = [&](std::size_t channel) { return !isRow(channels[channel].path); };  // weights and properties need no bone
    std::size_t count = 0;
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
        count += movesBone(channel) ? 1u : 0u;
    }
    std::vector<UnboundChannel> missing;
    std::ranges::copy_if(unbound, std::back_inserter(missing), [&](const UnboundChannel& each) { return movesBone(each.channel); });
    if (count > 0 && missing.size() == count) {
        refuseForeignClip(clip.getName(), missing, SearchedRig::of(skeleton));
    }
}

}  // namespace armature
