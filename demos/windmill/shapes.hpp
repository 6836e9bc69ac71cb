#pragma once

#include <cstddef>
#include <vector>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/mesh/mesh.hpp>

/// The solids that make up the windmill.
namespace windmill {

[[nodiscard]] armature::Primitive box(const glm::vec3& centre, const glm::vec3& halfSize, std::size_t material);

/// Makes a solid of revolution from a profile: points (radius, height) from the bottom up, turned about the Y axis. Edges between segments
/// stay sharp.
[[nodiscard]] armature::Primitive turned(const std::vector<glm::vec2>& profile, std::size_t material);

/// Appends the triangles of `part`, rotated about the origin by `turn`. `target` keeps its material.
void append(armature::Primitive& target, const armature::Primitive& part, const glm::quat& turn = glm::quat(1.f, 0.f, 0.f, 0.f));

}  // namespace windmill
