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

/// Checks nodes: their number and depth are within the limits, parents are in range and without cycles, transforms are finite, and no
/// rotation has length 0. Replaces the fourth row of matrices that are not affine. Adds a note for rotations whose length is not 1; they
/// stay, and the scene's nodes normalise them.
void validateNodes(SceneDescription& scene, const ImportLimits& limits);

/// Checks skins: each has at least one joint and at most the limit, joints are in range, and inverse binds are finite and enough for all
/// joints. Replaces the fourth row of inverse binds that are not affine.
void validateSkins(SceneDescription& scene, const ImportLimits& limits);

/// Makes mesh `index` of the file. Gives directions unit length, makes appearance data finite, calls mendSkinWeights(), and drops
/// primitives without vertices. Refuses the same content as Mesh::create.
[[nodiscard]] std::shared_ptr<const Mesh> makeMesh(MeshDescription mesh, std::size_t index, Notes& notes);

/// Checks instances: meshes, nodes and skins are in range; morph weights are finite; the joint indices of a mesh are valid in every skin
/// that the mesh is used with. Removes the skin of an instance whose mesh has no joints.
void validateInstances(SceneDescription& scene);

/// Checks materials: factors are finite, images are in range.
void validateMaterials(SceneDescription& scene);

/// Checks clips: targets are in range; times are finite, not negative and increasing; values are finite and match the number of keys; all
/// clips together have at most ImportLimits::keys times and values. If several channels of a clip move the same property, keeps the first.
/// Normalises rotations, except in splines. Ignores time tracks that no channel uses: clips are built without them. Packs the keys of each
/// clip.
void validateClips(SceneDescription& scene, const ImportLimits& limits);

/// Makes the weights of every vertex non-negative with a sum of 1, and sets influences without weight to joint 0. Weights whose sum is 0 or
/// not finite are not scaled. Adds up to three notes: for negative weights, for sums more than 0.001 away from 1, and for vertices without
/// weight. `place` names the mesh in the notes. Returns whether all weights are known to meet the rules of Mesh::create.
bool mendSkinWeights(MeshDescription& mesh, std::string_view place, Notes& notes);

/// Builds the scene from a validated description, whose data are moved into the scene.
[[nodiscard]] std::unique_ptr<Scene> buildScene(SceneDescription description, const ImportOptions& options);

/// Builds only the clips of a validated description, for any scene or skeleton whose nodes have the same names. Moves the clips' data out
/// of the description.
[[nodiscard]] std::vector<std::shared_ptr<const AnimationClip>> buildClips(SceneDescription description);

}  // namespace armature::importing
