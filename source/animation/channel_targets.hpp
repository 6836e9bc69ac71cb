#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// The node or bone that a channel names in a scene: by index, by name where the index does not exist; null if neither does.
[[nodiscard]] Node* findTarget(Scene& scene, const ChannelTarget& target);

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
