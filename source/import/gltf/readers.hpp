#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include <armature/import/import_options.hpp>

#include "import/gltf/document.hpp"
#include "import/scene_description.hpp"

/// The parts of a glTF asset, each read into its part of the description. They check what only the format can tell: types, references,
/// counts that belong together. What must hold for any format, finite numbers for one, the validator checks (validate.hpp).
namespace armature::gltf {

/// Refuses assets of another version, and required extensions that this reader does not know.
void readAsset(Document& document);

void readMaterials(Document& document, importing::SceneDescription& scene);
void readCameras(Document& document, importing::SceneDescription& scene);
void readLights(Document& document, importing::SceneDescription& scene);
void readMeshes(Document& document, importing::SceneDescription& scene);

/// The member `weights` of a mesh or node, made as many as there are targets; nullopt if there is none.
[[nodiscard]] std::optional<std::vector<float>> readMorphWeights(Document& document, const Json& owner, std::size_t targetCount);

/// The light at a node, if there is one.
[[nodiscard]] std::optional<std::size_t> findLight(const Document& document, const Json& node, std::size_t count);

/// Nodes, the meshes, cameras and lights at them, and which of them the shown scene holds. Needs meshes, cameras and lights.
void readNodes(Document& document, importing::SceneDescription& scene);
/// Marks the nodes outside the shown scene. Needs nodes whose hierarchy is checked.
void readScenes(Document& document, importing::SceneDescription& scene);
void readSkins(Document& document, importing::SceneDescription& scene);
/// Needs nodes and meshes: the number of morph targets decides how many weights a key has.
void readAnimations(Document& document, importing::SceneDescription& scene);
/// Needs nodes.
void readJointMappings(Document& document, importing::SceneDescription& scene);
/// What an animation says that it is, if it is a pose.
void readReferencePose(const Json& animation, std::size_t clip, importing::SceneDescription& scene);

/// Reads a whole asset. `folder` is where its URIs are relative to; none: loaded from memory. `isPadded`: FileBytes::padding bytes after
/// `file` may be read. Throws importing::Refusal.
[[nodiscard]] importing::SceneDescription readGltf(std::span<const std::byte> file, bool isPadded,
                                                   const std::optional<std::filesystem::path>& folder, const ImportOptions& options);

}  // namespace armature::gltf
