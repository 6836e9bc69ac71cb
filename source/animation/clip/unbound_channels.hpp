#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/animation/animation_clip.hpp>

#include "animation/clip/channel_targets.hpp"

/// Lists channels that move nothing, and makes the messages about them.
namespace armature {

/// Lists the channels that move nothing, including those whose target was removed since they were bound.
[[nodiscard]] std::vector<UnboundChannel> listUnbound(std::span<const AnimationChannel> channels, std::span<const ChannelBinding> bindings);

/// Where a clip's targets are looked for, as messages describe it.
struct SearchedRig {
    [[nodiscard]] static SearchedRig of(const AnimationTargets& scene);
    [[nodiscard]] static SearchedRig of(const Skeleton& skeleton);

    std::string description = {};         ///< `the skeleton "hero"`
    std::vector<std::string> names = {};  ///< Names of all nodes and bones there that have one.
};

/// Whether a clip was made for another rig: it has channels, and none of their targets is there. A target that is there, but cannot be
/// moved as its channel says, counts as there.
[[nodiscard]] bool findsNothing(std::span<const AnimationChannel> channels, std::span<const UnboundChannel> unbound) noexcept;

/// Throws std::invalid_argument that names the clip, where its targets were looked for, and the names that are most like theirs.
[[noreturn]] void refuseForeignClip(std::string_view clip, std::span<const UnboundChannel> unbound, const SearchedRig& rig);

/// Returns one warning about a clip some of whose channels move nothing, or none if all channels move something.
[[nodiscard]] std::vector<std::string> warningsOf(std::string_view clip, std::span<const UnboundChannel> unbound, const SearchedRig& rig);

}  // namespace armature
