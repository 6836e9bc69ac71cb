#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/baking/bake_source.hpp"
#include "animation/clip/named_channels.hpp"
#include "animation/edits/editable_channel.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// The target of a channel that moves this bone: the node that drives it, or the bone itself.
[[nodiscard]] inline ChannelTarget channelTargetOf(Bone& bone)
{
    Node* const driver = bone.getTransformNode();
    return ChannelTarget::of(driver != nullptr ? *driver : bone);
}

/// The channels of a clip that move no bone and that a retargeted clip keeps: curves for the application, and morph weights of nodes, which
/// are found by name wherever the clip plays.
[[nodiscard]] std::vector<EditableChannel> channelsBesideBones(const AnimationClip& clip);

/// The times of a motion's keys and jumps, both ascending.
struct MotionTimes {
    std::vector<double> keys;
    std::vector<double> jumps;  ///< Where a STEP channel changes its value.
};

/// A skeleton's motion in a clip. Motion of its host, or of a node above that, moves the skeleton's roots: files often let a character
/// travel in a node that is no bone. The host's present pose counts as its rest. A channel moves the same target as in a player: a node, or
/// else bones.
class SkeletonMotion {
public:
    SkeletonMotion(const AnimationClip& clip, const Skeleton& skeleton);

    [[nodiscard]] bool movesAnything() const noexcept { return !used_.empty(); }

    /// The local pose of a bone, without its host's motion.
    [[nodiscard]] Transform sample(std::size_t bone, double seconds) const { return channels_.bones[bone].sample(clip_, seconds); }
    /// Samples all bones.
    void sample(double seconds, std::vector<Transform>& outBones) const;
    [[nodiscard]] const std::vector<BoneChannels>& bones() const noexcept { return channels_.bones; }
    /// The times of all channels that move a bone or the host. O(keys log keys).
    [[nodiscard]] MotionTimes times() const;

private:
    /// The host or a node above it.
    struct Step {
        const TransformNode* node = nullptr;
        BoneChannels channels = {};
        bool isMoved = false;

        /// The frame from the node's axes to its parent's. A node that no channel moves keeps its matrix; animated parts apply about the
        /// pivot.
        [[nodiscard]] Frame local(const AnimationClip& clip, double seconds) const;
    };

    void findHost(const Skeleton& skeleton);
    void bindHost(const Skeleton& skeleton);
    void listChannels();

    const AnimationClip& clip_;
    SkeletonChannels channels_;
    std::vector<std::size_t> roots_;
    std::vector<Step> hosts_;        // the host and its ancestors, bottom up; empty if nothing moves them
    Frame fromHost_;                 // from the world to skeleton space, before anything has moved
    std::vector<std::size_t> used_;  // channels that move something, ascending
};

}  // namespace armature
