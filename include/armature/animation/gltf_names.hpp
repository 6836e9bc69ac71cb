#pragma once

#include <string_view>

#include <armature/animation/animation_clip.hpp>
#include <armature/base/export.hpp>
#include <armature/mesh/mesh.hpp>

namespace armature {

// The names and terms of glTF 2.0 for enumerators, used in files, messages and reports. (toString() returns the enumerators' own names.)
[[nodiscard]] ARMATURE_API std::string_view gltfName(Interpolation interpolation) noexcept;  ///< "STEP", "LINEAR", "CUBICSPLINE"
[[nodiscard]] ARMATURE_API std::string_view
gltfName(ChannelPath path) noexcept;  ///< "translation", "rotation", "scale", "weights"; "property"
[[nodiscard]] ARMATURE_API std::string_view gltfName(PrimitiveTopology topology) noexcept;  ///< "triangles", "triangle strip", ...
[[nodiscard]] ARMATURE_API std::string_view gltfName(AlphaMode mode) noexcept;              ///< "OPAQUE", "MASK", "BLEND"

}  // namespace armature
