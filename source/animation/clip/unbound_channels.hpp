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

    std::string description = {};         ///< For example `the skeleton "hero"`.
    std::vector<std::string> names = {};  ///< The names of all its nodes and bones that have a name.
};

/// Whether a clip was made for another rig than the one that was searched: the clip has channels, but none of their targets was found. A
/// target that cannot be moved as its channel requires counts as found, an ambiguous or removed one does not.
[[nodiscard]] bool findsNothing(std::span<const AnimationChannel> channels, std::span<const UnboundChannel> unbound) noexcept;

/// Throws std::invalid_argument. The message names the clip, the rig that was searched, and up to three missing targets, with the most
/// similar names in the rig.
[[noreturn]] void refuseForeignClip(std::string_view clip, std::span<const UnboundChannel> unbound, const SearchedRig& rig);

/// Returns one warning about those channels of a clip that move nothing; no warning if all channels move something.
[[nodiscard]] std::vector<std::string> warningsOf(std::string_view clip, std::span<const UnboundChannel> unbound, const SearchedRig& rig);

}  // namespace armature
