#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// The node or bone that a channel names in a scene: by index, by name where the index does not exist; null if neither does.
[[nodiscard]] Node* findTarget(Scene& scene, const ChannelTarget& target);

/// The bone of `skeleton` that stands where the bone stands in its skeleton which the channel names, or which the node that it names
/// drives; the node that drives it, if there is one; null: there is no such bone.
[[nodiscard]] Node* findTargetIn(Scene& scene, Skeleton& skeleton, const ChannelTarget& target);

/// A bone that `node` drives, or null. O(skeletons).
[[nodiscard]] Bone* findDrivenBone(Scene& scene, const TransformNode& node);

/// What a write to `node` changes: the node itself, or what drives a linked bone; null where the link lets nothing through.
[[nodiscard]] Node* destinationOf(Node& node) noexcept;

/// A bone and the channels of a clip that move it.
struct BoneChannels {
    std::optional<std::size_t> translation;
    std::optional<std::size_t> rotation;
    std::optional<std::size_t> scale;
    Transform rest;  ///< Without shear.

    /// The local pose at a time: what AnimationClip::sample gives, and rest where there is no channel.
    [[nodiscard]] Transform sample(const AnimationClip& clip, double seconds) const;
};

/// In the order of Skeleton::bones(). A skeleton without scene takes the channels of bones of skeleton 0.
[[nodiscard]] std::vector<BoneChannels> findBoneChannels(const AnimationClip& clip, const Skeleton& skeleton);

}  // namespace armature
