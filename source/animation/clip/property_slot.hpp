#pragma once

#include <cstddef>
#include <cstdint>

#include <armature/animation/channel_target.hpp>

namespace armature {

/// Limit on the number of floats in one key of a curve.
inline constexpr std::size_t mostCurveComponents = 16;

/// Whether targets of `kind` are materials, cameras or lights, which a channel addresses by their index in the scene.
[[nodiscard]] constexpr bool isListed(ChannelTarget::Kind kind) noexcept
{
    return kind == ChannelTarget::Kind::Material || kind == ChannelTarget::Kind::Camera || kind == ChannelTarget::Kind::Light;
}

/// Where the numbers of a curve go: to a property of a node, or of an object in a list of the scene. A ChannelTarget::Kind::Curve moves
/// nothing: the application reads its numbers.
struct PropertySlot {
    ChannelTarget::Kind kind = ChannelTarget::Kind::Curve;
    std::uint32_t property = 0;  ///< Index in the PropertyOwner's list for that kind.
    std::size_t place = 0;       ///< Index of a material, camera or light in its list.
    std::size_t number = 0;      ///< Identifies the object, since another may get its index. If the object is gone, the slot has no effect.

    friend bool operator==(const PropertySlot&, const PropertySlot&) noexcept = default;
};

}  // namespace armature
