#pragma once

#include <armature/fwd.hpp>
#include <armature/math/space.hpp>
#include <armature/mesh/mesh.hpp>

namespace armature {

/// A copy of `mesh` with the matrix of `node` in `space` applied to its vertices: on a node without transform it looks the same. Normals
/// stay perpendicular to the surface and tangents along it, both of unit length; triangles keep their front side if the matrix mirrors;
/// morph targets are transformed too; joints and weights are copied unchanged. O(vertices).
[[nodiscard]] MeshDescription bakeTransformIntoVertices(const MeshDescription& mesh, const TransformNode& node, Space space = Space::World);

}  // namespace armature
