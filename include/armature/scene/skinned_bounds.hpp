#pragma once

#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>

namespace armature {

/// Appends the current world-space position of each vertex of an instance: morphed, skinned, placed. O(vertices).
ARMATURE_API void appendPosedPositions(const MeshInstance& instance, std::vector<glm::vec3>& outPositions);

/// Does the same for all instances in a scene whose nodes are enabled.
ARMATURE_API void appendPosedPositions(const Scene& scene, std::vector<glm::vec3>& outPositions);

/// Returns the smallest world-space box that encloses every vertex of an instance in its current pose, morph targets and skinning included.
/// The box is empty if the mesh has no vertices. O(vertices), because all of them are skinned.
[[nodiscard]] ARMATURE_API Aabb computeBounds(const MeshInstance& instance);

/// Returns the box around all instances in a scene whose nodes are enabled, as a renderer would draw them.
[[nodiscard]] ARMATURE_API Aabb computeBounds(const Scene& scene);

}  // namespace armature
