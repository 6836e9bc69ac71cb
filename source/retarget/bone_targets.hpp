#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/bake_source.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// What a channel that moves this bone names: the node that drives it, or itself.
[[nodiscard]] inline ChannelTarget channelTargetOf(Bone& bone)
{
    Node* const driver = bone.getTransformNode();
    return ChannelTarget::of(driver != nullptr ? *driver : bone);
}

/// A skeleton's motion in a clip. What moves its host, or a node above, moves the skeleton's roots: files often let a character travel in a
/// node that is no bone. The host is at rest where it is now.
class SkeletonMotion {
public:
    SkeletonMotion(const AnimationClip& clip, const Skeleton& skeleton);

    /// The local pose of a bone, without its host's motion.
    [[nodiscard]] Transform sample(std::size_t bone, double seconds) const { return channels_.bones[bone].sample(clip_, seconds); }
    /// Of all bones.
    void sample(double seconds, std::vector<Transform>& outBones) const;
    [[nodiscard]] const std::vector<BoneChannels>& bones() const noexcept { return channels_.bones; }
    /// Appends the key times of what moves the host.
    void appendHostTimes(std::vector<double>& times) const;

private:
    void findHost(const TransformNode& node);

    const AnimationClip& clip_;
    SkeletonChannels channels_;
    std::vector<std::size_t> roots_;
    std::vector<BoneChannels> hosts_;  // the host and what is above it, bottom up; empty: nothing moves them
    Frame fromHost_;                   // from the world to skeleton space, before anything has moved
};

}  // namespace armature
