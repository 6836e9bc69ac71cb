#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/base/export.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/baking/bake_source.hpp"
#include "animation/clip/named_channels.hpp"
#include "animation/edits/editable_channel.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// Returns the target for a channel that moves `bone`: the node that drives the bone or, without such a node, the bone itself.
[[nodiscard]] inline ChannelTarget channelTargetOf(Bone& bone)
{
    Node* const driver = bone.getTransformNode();
    return ChannelTarget::of(driver != nullptr ? *driver : bone);
}

/// Returns copies of the channels that move no bone but that a retargeted clip keeps: curves for the application, and morph weights of
/// nodes. A player finds these nodes by name.
[[nodiscard]] std::vector<EditableChannel> channelsBesideBones(const AnimationClip& clip);

/// The times of a motion's keys and jumps, both ascending.
struct MotionTimes {
    std::vector<double> keys;
    std::vector<double> jumps;  ///< Times at which a STEP channel changes its value.
};

/// A skeleton's motion in a clip. In many files, the character travels by a node that is not a bone: motion of the host node, or of a node
/// above it, is therefore added to the skeleton's root bones. The host's current pose counts as its rest. As in a player, a channel moves a
/// node or, if it names no node, bones.
class SkeletonMotion {
public:
    ARMATURE_PRIVATE_API SkeletonMotion(const AnimationClip& clip, const Skeleton& skeleton);

    [[nodiscard]] bool movesAnything() const noexcept { return !used_.empty(); }

    /// Returns the local pose of a bone, without the host's motion.
    [[nodiscard]] Transform sample(std::size_t bone, double seconds) const { return channels_.bones[bone].sample(clip_, seconds); }
    /// Samples the local poses of all bones; those of root bones include the host's motion.
    ARMATURE_PRIVATE_API void sample(double seconds, std::span<Transform> outBones);
    [[nodiscard]] const std::vector<BoneChannels>& bones() const noexcept { return channels_.bones; }
    /// Returns the times of all channels that move a bone or the host. O(keys log keys).
    [[nodiscard]] MotionTimes times() const;

private:
    /// The host or a node above it.
    struct Step {
        const TransformNode* node = nullptr;
        BoneChannels channels = {};
        bool isMoved = false;

        /// Returns the transform from the node's axes to its parent's. A node that no channel moves keeps its matrix. Animated parts apply
        /// about the node's pivot.
        [[nodiscard]] Frame local(const AnimationClip& clip, double seconds) const;
    };

    void findHost(const Skeleton& skeleton);
    void bindHost(const Skeleton& skeleton);
    void listChannels();

    const AnimationClip& clip_;
    SkeletonChannels channels_;
    std::optional<SkeletonSampler> sampler_;  // constructed when it is first needed
    std::vector<std::size_t> roots_;
    std::vector<Step> hosts_;        // the host and its ancestors, bottom up; empty if nothing moves them
    Frame fromHost_;                 // from the world to skeleton space, as at construction
    std::vector<std::size_t> used_;  // channels that move a bone or a host, ascending
};

}  // namespace armature
