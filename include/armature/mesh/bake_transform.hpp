#pragma once

#include <armature/fwd.hpp>
#include <armature/math/space.hpp>
#include <armature/mesh/mesh.hpp>

namespace armature {

/// Returns a copy of `mesh` with the matrix of `node` in `space` applied to its vertices: it looks the same on a node without a transform.
/// Normals stay perpendicular to the surface and tangents along it, both of unit length; triangles keep their front side if the matrix
/// mirrors; morph targets are transformed too; joints and weights are copied unchanged. O(vertices).
[[nodiscard]] MeshDescription bakeTransformIntoVertices(const MeshDescription& mesh, const TransformNode& node, Space space = Space::World);

}  // namespace armature
