#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/import/import_options.hpp>
#include <armature/mesh/mesh.hpp>

#include "base/json_writer.hpp"
#include "import/gltf/document.hpp"
#include "import/scene_description.hpp"

/// Read the values of accessors. Every component type is accepted everywhere; normalised integers become numbers from -1 or 0 to 1 (glTF
/// 2.0, section 3.6.2.2). `user` is the value that refers to the accessor: the place of a refusal. All throw importing::Refusal if the type
/// does not fit or the file declares more than it contains.
namespace armature::gltf {

/// Refuses at `user` unless the accessor can be read and has one of the given numbers of components. Matrices are accepted only for 16.
const Accessor& requireComponents(const Document& document, std::size_t accessor, std::initializer_list<std::size_t> allowed,
                                  const Json& user);

[[nodiscard]] std::vector<float> readFloats(Document& document, std::size_t accessor, std::size_t components, const Json& user);
/// The same, without copying floats that the file has without gaps. Document::kept() or the bytes of the file keep them alive.
[[nodiscard]] std::span<const float> floatsOf(Document& document, std::size_t accessor, std::size_t components, const Json& user);
[[nodiscard]] std::vector<glm::vec2> readVec2s(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<glm::vec3> readVec3s(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<glm::vec4> readVec4s(Document& document, std::size_t accessor, const Json& user);
/// Accepts four components, or three with an alpha of 1.
[[nodiscard]] std::vector<glm::vec4> readColors(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<glm::mat4> readMatrices(Document& document, std::size_t accessor, const Json& user);

/// Reads unsigned integers as they are.
[[nodiscard]] std::vector<std::uint32_t> readIntegers(Document& document, std::size_t accessor, std::size_t components, const Json& user);

/// Read four joints or weights of every vertex v into [v * stride, v * stride + 4) of a span that is large enough: sets lie side by side.
/// Joints above 65535 are refused.
void readJoints(Document& document, std::size_t accessor, std::span<std::uint16_t> outJoints, std::size_t stride, const Json& user);
void readWeights(Document& document, std::size_t accessor, std::span<float> outWeights, std::size_t stride, const Json& user);

/// The same for a primitive's only set. The caller charges for them.
[[nodiscard]] std::vector<std::uint16_t> readFourJoints(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<float> readFourWeights(Document& document, std::size_t accessor, const Json& user);

/// Reads an image's bytes as they are, from a buffer view, a data URI or a file beside this one. A missing picture is no reason to refuse a
/// model: the image is then empty, and a note says why.
[[nodiscard]] Image readImage(Document& document, const Json& value);

}  // namespace armature::gltf

/// Extensions that nothing here reads. They are kept as JSON text, an object with a member for each extension, and saved again.
namespace armature::gltf {

/// Maps a texture to its new number; nullopt: the texture no longer exists.
using TextureNumbers = std::function<std::optional<std::size_t>(std::size_t)>;

/// The extensions of `owner` except those `read` here; empty if there are none. An extension that refers to binary data of the file, whose
/// layout changes on saving, is left out with a note. `numberOf`: for the textures that the extensions refer to, if there may be any.
[[nodiscard]] std::string readKeptExtensions(Document& document, const Json& owner, std::span<const std::string_view> read,
                                             const TextureNumbers& numberOf = {});

/// The JSON text of `value` with textures renumbered in members `...Texture` that have an `index`. Leaves out members whose texture does
/// not exist.
[[nodiscard]] std::string withTextures(const Json& value, const TextureNumbers& numberOf);

/// Kept extensions with the given length in KHR_skeleton_bone. Without a length, removes that member, and the extension if it has nothing
/// else.
[[nodiscard]] std::string withBoneLength(const std::string& extensions, std::optional<float> length);

/// The text that was written, without the line end.
[[nodiscard]] std::string textOf(JsonWriter& json);

/// Calls `visit` with the name of each extension inside `value`, at any depth.
void forEachInnerExtension(const Json& value, const std::function<void(std::string_view)>& visit);

/// Decodes a buffer view compressed by EXT_meshopt_compression; `extension` is the extension's object in the view. Throws
/// importing::Refusal.
[[nodiscard]] std::span<const std::byte> decodeMeshopt(Document& document, const Json& extension);

/// Accessors that replace those in a primitive's JSON: their data come from its compressed mesh.
struct DracoAccessors {
    std::map<std::string, std::size_t, std::less<>> attributes;  ///< Indices into Document::accessors, by attribute name.
    std::optional<std::size_t> indices;
};

/// Decodes the mesh of a primitive compressed by KHR_draco_mesh_compression; empty if the primitive is not. Throws importing::Refusal.
[[nodiscard]] DracoAccessors decodeDraco(Document& document, const Json& primitive);

}  // namespace armature::gltf

/// Read the parts of a glTF asset, each into its part of the description. They check what only the format can tell: types, references,
/// matching counts. Rules for all formats, such as finite numbers, are checked by the functions in scene_builder.hpp.
namespace armature::gltf {

/// Refuses assets of other versions, and required extensions that this reader does not know.
void readAsset(Document& document);

void readMaterials(Document& document, importing::SceneDescription& scene);
void readCameras(Document& document, importing::SceneDescription& scene);
void readLights(Document& document, importing::SceneDescription& scene);
void readMeshes(Document& document, importing::SceneDescription& scene);

/// Reads the member `weights` of a mesh or node, resized to the number of targets; nullopt if there is none.
[[nodiscard]] std::optional<std::vector<float>> readMorphWeights(Document& document, const Json& owner, std::size_t targetCount);

/// The light at a node, if there is one.
[[nodiscard]] std::optional<std::size_t> findLight(const Document& document, const Json& node, std::size_t count);

/// Reads nodes with their meshes, cameras and lights. Needs meshes, cameras and lights.
void readNodes(Document& document, importing::SceneDescription& scene);
/// Marks the nodes outside the shown scene. Needs nodes with a checked hierarchy.
void readScenes(Document& document, importing::SceneDescription& scene);
void readSkins(Document& document, importing::SceneDescription& scene);
/// Needs nodes and meshes: the number of morph targets determines how many weights a key has.
void readAnimations(Document& document, importing::SceneDescription& scene);
/// Needs nodes.
void readJointMappings(Document& document, importing::SceneDescription& scene);
/// Reads the constraint that turns a node, if there is one. Needs the number of nodes.
void readNodeConstraint(Document& document, const Json& node, std::size_t index, importing::SceneDescription& scene);
/// Reads the data of VRM files (VRM 1.0, 0.x and animations). Needs everything else, and adds nodes to a file of VRM 0.x.
void readVrm(Document& document, importing::SceneDescription& scene);
/// Reads the type of reference pose that an animation declares itself to be, if any.
void readReferencePose(const Json& animation, std::size_t clip, importing::SceneDescription& scene);

/// Reads a whole asset. `folder` is the base of its URIs; none: loaded from memory. `isPadded`: FileBytes::padding bytes after `file` may
/// be read. Throws importing::Refusal.
[[nodiscard]] importing::SceneDescription readGltf(std::span<const std::byte> file, bool isPadded,
                                                   const std::optional<std::filesystem::path>& folder, const ImportOptions& options);

}  // namespace armature::gltf
