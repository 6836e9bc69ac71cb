#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/animation/animation_clip.hpp>

#include "animation/clip/channel_targets.hpp"

/// Channels that move nothing, and what to say of them.
namespace armature {

/// The channels that move nothing, including those whose target was removed since they were bound.
[[nodiscard]] std::vector<UnboundChannel> listUnbound(std::span<const AnimationChannel> channels, std::span<const ChannelBinding> bindings);

/// Where a clip's targets are looked for, as messages say it.
struct SearchedRig {
    [[nodiscard]] static SearchedRig of(const AnimationTargets& scene);
    [[nodiscard]] static SearchedRig of(const Skeleton& skeleton);

    std::string description = {};         ///< `the skeleton "hero"`
    std::vector<std::string> names = {};  ///< Names of everything there that has one.
};

/// Whether a clip was made for another rig: it has channels, and none of their targets is there. A target that cannot be moved as a
/// channel says is there.
[[nodiscard]] bool findsNothing(std::span<const AnimationChannel> channels, std::span<const UnboundChannel> unbound) noexcept;

/// Throws std::invalid_argument that names the clip, where its targets were looked for, and the names that are most like theirs.
[[noreturn]] void refuseForeignClip(std::string_view clip, std::span<const UnboundChannel> unbound, const SearchedRig& rig);

/// Empty, or one text about a clip some of whose channels move nothing.
[[nodiscard]] std::vector<std::string> warningsOf(std::string_view clip, std::span<const UnboundChannel> unbound, const SearchedRig& rig);

}  // namespace armature
