#pragma once

#include <armature/import/import_options.hpp>

#include "import/scene_description.hpp"

/// What must hold in a description whatever format it was read from. Each checks one part, mends with a note what is usable but imperfect,
/// and throws Refusal, placed as a JSON pointer into the description, for what is not. Afterwards the scene builder may rely on it.
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

/// Targets in range and each property once; times finite, not negative and increasing; values finite, as many as the keys need; rotations
/// of unit length but for splines.
void validateClips(SceneDescription& scene, const ImportLimits& limits);

}  // namespace armature::importing
