#pragma once

#include <string_view>

#include <armature/animation/animation_clip.hpp>
#include <armature/mesh/mesh.hpp>

namespace armature {

// The names and terms of glTF 2.0 for enumerators, used in files, messages and reports. (toString() returns the enumerators' own names.)
[[nodiscard]] std::string_view gltfName(Interpolation interpolation) noexcept;  ///< "STEP", "LINEAR", "CUBICSPLINE"
[[nodiscard]] std::string_view gltfName(ChannelPath path) noexcept;  ///< "translation", "rotation", "scale", "weights"; "property"
[[nodiscard]] std::string_view gltfName(PrimitiveTopology topology) noexcept;  ///< "triangles", "triangle strip", ...
[[nodiscard]] std::string_view gltfName(AlphaMode mode) noexcept;              ///< "OPAQUE", "MASK", "BLEND"

}  // namespace armature
