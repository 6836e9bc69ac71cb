#pragma once

#include <vector>

#include <glm/ext/vector_float3.hpp>

#include "import/scene_description.hpp"

namespace armature::gltf {

/// Where 16-bit positions from 0 to 1 lie: point = origin + size * position. Of one size in all directions, so that normals stay right.
struct PositionGrid {
    glm::vec3 origin{0.f};
    float size = 1.f;

    /// Nothing to undo: the positions were on such a grid.
    [[nodiscard]] bool isPlain() const noexcept { return origin == glm::vec3(0.f) && size == 1.f; }
};

/// The grid of each mesh of a scene whose positions become integers, and undoes them (KHR_mesh_quantization, "Encoding Quantized Data"): where
/// a mesh is skinned in the inverse binds of the skin, else in a node below its own, to which the mesh and its clips move. Meshes that share
/// a skin share a grid.
[[nodiscard]] std::vector<PositionGrid> makePositionGrids(importing::SceneDescription& scene);

}  // namespace armature::gltf
