#pragma once

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

/// The colours that all pictures of the demos have in common, those of `armature render --ground` and `armature view`. They are linear.
namespace demos {

inline constexpr glm::vec4 backdrop{0.16f, 0.18f, 0.21f, 1.f};  ///< Behind everything, with alpha.
inline constexpr glm::vec3 floorColor{0.3f, 0.31f, 0.33f};      ///< The floor, which fades into the backdrop.

}  // namespace demos
