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

/// Validation of descriptions, whatever the file's format. Each function checks one part: it repairs imperfect but usable content and adds
/// a note, and throws Refusal for the rest, with a JSON pointer into the description. The scene builder may then rely on that part.
namespace armature::importing {

/// Checks nodes: parents are in range and without cycles, depth is within the limit, transforms are finite, rotations have unit length,
/// matrices are affine.
void validateNodes(SceneDescription& scene, const ImportLimits& limits);

/// Checks skins: joints are in range and not too many, inverse binds are finite and affine.
void validateSkins(SceneDescription& scene, const ImportLimits& limits);

/// Makes mesh `index` of the file. Gives directions unit length, makes appearance data finite, makes weights non-negative with a sum of 1,
/// and drops primitives without vertices. Refuses the same content as Mesh::create.
[[nodiscard]] std::shared_ptr<const Mesh> makeMesh(MeshDescription mesh, std::size_t index, Notes& notes);

/// Checks instances: meshes, nodes and skins are in range; the joint indices of a mesh are valid in every skin that the mesh is used with.
void validateInstances(SceneDescription& scene);

/// Checks materials: factors are finite, images are in range.
void validateMaterials(SceneDescription& scene);

/// Checks clips: targets are in range and no property is moved twice; times are finite, not negative and increasing; values are finite and
/// match the number of keys. Normalises rotations, except in splines. Ignores time tracks that no channel uses: clips are built without
/// them.
void validateClips(SceneDescription& scene, const ImportLimits& limits);

/// Makes the weights of every vertex non-negative with a sum of 1, and sets influences without weight to joint 0. Adds one note per mesh if
/// a change exceeds rounding. Weights that are not finite stay. `place` names the mesh in the note. Returns whether all weights are known
/// to meet the rules of Mesh::create.
bool mendSkinWeights(MeshDescription& mesh, std::string_view place, Notes& notes);

/// Builds the scene from a validated description, whose data are moved into the scene.
[[nodiscard]] std::unique_ptr<Scene> buildScene(SceneDescription description, const ImportOptions& options);

/// Builds only the clips of a validated description, for any scene or skeleton whose nodes have the same names. Moves the clips' data out
/// of the description.
[[nodiscard]] std::vector<std::shared_ptr<const AnimationClip>> buildClips(SceneDescription description);

}  // namespace armature::importing
