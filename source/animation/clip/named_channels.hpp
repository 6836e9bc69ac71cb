#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <armature/animation/animation_clip.hpp>

namespace armature {

/// Whether a channel plays something besides the pose of bones: a curve for the application, or morph weights.
[[nodiscard]] inline bool isBesideBones(const AnimationChannel& channel) noexcept
{
    return channel.target.kind == ChannelTarget::Kind::Curve || channel.path == ChannelPath::Weights;
}

template <class IsThat>
[[nodiscard]] std::optional<std::size_t> findChannel(const AnimationClip* clip, const IsThat& isThat)
{
    for (std::size_t place = 0; clip != nullptr && place < clip->channels().size(); ++place) {
        if (isThat(clip->channels()[place])) {
            return place;
        }
    }
    return std::nullopt;
}

/// Returns the index of the clip's application curve named `name`, if it has one. `clip` may be null.
[[nodiscard]] inline std::optional<std::size_t> findCurve(const AnimationClip* clip, std::string_view name)
{
    return findChannel(clip, [&](const AnimationChannel& channel) {
        return channel.target.kind == ChannelTarget::Kind::Curve && channel.target.name == name;
    });
}

/// Returns the index of the clip's channel that moves the morph weights of the meshes of the node named `node`, if it has one. `clip` may
/// be null.
[[nodiscard]] inline std::optional<std::size_t> findWeights(const AnimationClip* clip, std::string_view node)
{
    return findChannel(
        clip, [&](const AnimationChannel& channel) { return channel.path == ChannelPath::Weights && channel.target.name == node; });
}

}  // namespace armature
