#pragma once

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/space.hpp>
#include <armature/mesh/mesh.hpp>

namespace armature {

/// Returns a copy of `mesh` with the matrix of `node` in `space` applied to its vertices: on a node without a transform, the copy looks as
/// `mesh` does on `node`. Normals stay perpendicular to the surface, tangents stay parallel to it, and both have unit length. Triangles
/// keep their front side even if the matrix mirrors. Morph targets are transformed too; joints and weights are copied unchanged.
/// O(vertices).
[[nodiscard]] ARMATURE_API MeshDescription bakeTransformIntoVertices(const MeshDescription& mesh, const TransformNode& node,
                                                                     Space space = Space::World);

}  // namespace armature
