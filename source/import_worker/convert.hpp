#pragma once

#include <assimp/scene.h>

#include "import/foreign/worker_scene.hpp"
#include "import_worker/node_table.hpp"

/// From Assimp's scene to ours.
namespace armature::worker {

/// All of it; of motion, for which Assimp may draw a skeleton, no meshes.
[[nodiscard]] foreign::WorkerScene convert(const aiScene& scene, bool isMotion);

/// Materials, in the scene's order, with the pictures that they need.
void convertMaterials(const aiScene& scene, foreign::WorkerScene& out);

/// Meshes and skins, and the nodes that have them: the parts of a node are one mesh, as far as they are alike.
void convertMeshes(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out);

/// Animations, with times in seconds. Assimp gives a node that has keys of one kind a single one of each other kind; where it only says what
/// the node is anyway, it is left out again.
void convertAnimations(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out);

}  // namespace armature::worker
