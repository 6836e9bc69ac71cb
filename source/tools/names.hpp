#pragma once

#include <string_view>

#include <armature/animation/animation_clip.hpp>
#include <armature/scene/mesh.hpp>

namespace armature::tools {

// The words of glTF 2.0 for enumerators, as reports print them.
[[nodiscard]] std::string_view nameOf(Interpolation interpolation) noexcept;  ///< "STEP", "LINEAR", "CUBICSPLINE"
[[nodiscard]] std::string_view nameOf(ChannelPath path) noexcept;             ///< "translation", "rotation", "scale", "weights"
[[nodiscard]] std::string_view nameOf(PrimitiveTopology topology) noexcept;   ///< "triangles", "triangle strip", ...
[[nodiscard]] std::string_view nameOf(AlphaMode mode) noexcept;               ///< "OPAQUE", "MASK", "BLEND"

/// How many keys a channel has.
[[nodiscard]] std::size_t keyCount(const AnimationClip& clip, const AnimationChannel& channel);

/// How many triangles a primitive draws; 0 for points and lines.
[[nodiscard]] std::size_t triangleCount(const Primitive& primitive) noexcept;

}  // namespace armature::tools
