#pragma once

#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>

namespace armature {

/// Appends the current world-space position of each vertex of an instance: morphed, skinned, placed. O(vertices).
void appendPosedPositions(const MeshInstance& instance, std::vector<glm::vec3>& outPositions);

/// Appends the positions for all instances in a scene whose nodes are enabled.
void appendPosedPositions(const Scene& scene, std::vector<glm::vec3>& outPositions);

/// The smallest world-space box that encloses every vertex of an instance as it is posed now, morph targets and skinning included. Empty if
/// the mesh has no vertices. O(vertices): it skins all of them.
[[nodiscard]] Aabb computeBounds(const MeshInstance& instance);

/// The box of all instances in a scene whose nodes are enabled, as a renderer would draw them.
[[nodiscard]] Aabb computeBounds(const Scene& scene);

}  // namespace armature
