#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <armature/import/import_options.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/scene/scene.hpp>

#include "import/notes.hpp"
#include "import/scene_description.hpp"

/// Rules for a description whatever its format. Each function checks one part, fixes with a note what is usable but imperfect, and throws
/// Refusal, with a JSON pointer into the description, for the rest. Afterwards the scene builder may rely on it.
namespace armature::importing {

/// Parents in range, no cycles, depth within the limit; transforms finite, rotations of unit length, matrices affine.
void validateNodes(SceneDescription& scene, const ImportLimits& limits);

/// Joints in range and not too many, inverse binds finite and affine.
void validateSkins(SceneDescription& scene, const ImportLimits& limits);

/// The mesh with that index in the file: directions of unit length, looks finite, weights non-negative with a sum of 1; primitives without
/// vertices dropped. Refuses what Mesh::create does.
[[nodiscard]] std::shared_ptr<const Mesh> makeMesh(MeshDescription mesh, std::size_t index, Notes& notes);

/// Meshes, nodes and skins in range; joint indices of a mesh within every skin it is used with.
void validateInstances(SceneDescription& scene);

/// Finite factors, images in range.
void validateMaterials(SceneDescription& scene);

/// Targets in range and each property once; times finite, not negative and increasing; values finite and as many as the keys need;
/// rotations normalised, except in splines. Time tracks that no channel uses are not looked at: clips are built without them.
void validateClips(SceneDescription& scene, const ImportLimits& limits);

/// Makes the weights of every vertex non-negative with a sum of 1, and sets influences without weight to joint 0. One note per mesh reports
/// anything beyond rounding. Vertices with a weight that is not finite keep it. `place` is the mesh. Returns whether all weights are known
/// to be as Mesh::create wants them.
bool mendSkinWeights(MeshDescription& mesh, std::string_view place, Notes& notes);

/// Makes the scene that a validated description describes, using only public means. Takes the description's data.
[[nodiscard]] std::unique_ptr<Scene> buildScene(SceneDescription description, const ImportOptions& options);

/// Builds only the clips of a validated description, for anything with the names of its nodes. Takes their data.
[[nodiscard]] std::vector<std::shared_ptr<const AnimationClip>> buildClips(SceneDescription description);

}  // namespace armature::importing
