#pragma once

#include <cstddef>
#include <vector>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/mesh/mesh.hpp>

/// Solids from which the windmill is put together.
namespace windmill {

[[nodiscard]] armature::Primitive box(const glm::vec3& centre, const glm::vec3& halfSize, std::size_t material);

/// What a lathe makes of a profile: points (radius, height) from the bottom up, turned about the Y axis. Edges between them stay sharp.
[[nodiscard]] armature::Primitive turned(const std::vector<glm::vec2>& profile, std::size_t material);

/// Adds the triangles of `part`, turned about the origin. The material of `target` stays.
void append(armature::Primitive& target, const armature::Primitive& part, const glm::quat& turn = glm::quat(1.f, 0.f, 0.f, 0.f));

}  // namespace windmill
