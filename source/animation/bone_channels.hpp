#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// A bone and the channels of a clip that move it.
struct BoneChannels {
    std::optional<std::size_t> translation;
    std::optional<std::size_t> rotation;
    std::optional<std::size_t> scale;
    Transform rest;  ///< Without shear.

    /// The local pose at a time: what AnimationClip::sample gives, and rest where there is no channel.
    [[nodiscard]] Transform sample(const AnimationClip& clip, double seconds) const;
};

/// What a clip moves of one skeleton.
struct SkeletonChannels {
    std::vector<BoneChannels> bones;  ///< In the order of Skeleton::bones().
    std::vector<UnboundChannel> unbound;
};

[[nodiscard]] SkeletonChannels findSkeletonChannels(const AnimationClip& clip, const Skeleton& skeleton);

}  // namespace armature
