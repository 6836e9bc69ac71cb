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

/// Rules for a description, whatever its format. Each function checks one part: it repairs what is usable but imperfect and adds a note,
/// and throws Refusal, with a JSON pointer into the description, for the rest. The scene builder may then rely on that part.
namespace armature::importing {

/// Parents in range, without cycles, depth within the limit; transforms finite, rotations of unit length, matrices affine.
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
/// rotations normalised, except in splines. Ignores time tracks that no channel uses: clips are built without them.
void validateClips(SceneDescription& scene, const ImportLimits& limits);

/// Makes the weights of every vertex non-negative with a sum of 1, and sets influences without weight to joint 0. One note per mesh reports
/// anything beyond rounding. Weights that are not finite are kept. `place` is the mesh, for the note. Returns whether all weights are known
/// to meet the rules of Mesh::create.
bool mendSkinWeights(MeshDescription& mesh, std::string_view place, Notes& notes);

/// Builds the scene that a validated description describes. Takes the description's data.
[[nodiscard]] std::unique_ptr<Scene> buildScene(SceneDescription description, const ImportOptions& options);

/// Builds only the clips of a validated description, for anything that has nodes with the same names. Takes their data.
[[nodiscard]] std::vector<std::shared_ptr<const AnimationClip>> buildClips(SceneDescription description);

}  // namespace armature::importing
