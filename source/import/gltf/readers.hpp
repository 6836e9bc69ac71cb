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

/// Functions that read the values of accessors. Those that return floats accept every component type, and map normalised integers to [0, 1]
/// or [-1, 1] (glTF 2.0, section 3.6.2.2). Those that return integers (indices, joints) accept only unsigned integers. `user` is the JSON
/// value that refers to the accessor; refusals name its place. All functions throw importing::Refusal if the accessor's type is unsuitable
/// or the memory budget is exceeded.
namespace armature::gltf {

/// The charge for an element of one of the scene's lists, in sizes of the element. Such a list grows by doubling, and the old list and one
/// of twice its size then exist at once.
inline constexpr std::uint64_t inScene = 3;

/// The number of influences (joints with weights) of a vertex in one pair of attributes, JOINTS_n and WEIGHTS_n.
inline constexpr std::size_t influencesPerSet = 4;

/// Returns the accessor if it can be read and has one of the given numbers of components; otherwise refuses at `user`. Matrices are
/// accepted only for 16 components.
const Accessor& requireComponents(const Document& document, std::size_t accessor, std::initializer_list<std::size_t> allowed,
                                  const Json& user);

[[nodiscard]] std::vector<float> readFloats(Document& document, std::size_t accessor, std::size_t components, const Json& user);
/// Like readFloats(), but returns a view of the file's bytes if these are already aligned floats without gaps. Otherwise, Document::kept()
/// owns the floats.
[[nodiscard]] std::span<const float> floatsOf(Document& document, std::size_t accessor, std::size_t components, const Json& user);
[[nodiscard]] std::vector<glm::vec2> readVec2s(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<glm::vec3> readVec3s(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<glm::vec4> readVec4s(Document& document, std::size_t accessor, const Json& user);
/// Reads colours of four components, or of three components with alpha 1.
[[nodiscard]] std::vector<glm::vec4> readColors(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<glm::mat4> readMatrices(Document& document, std::size_t accessor, const Json& user);

/// Reads unsigned integers without normalising them.
[[nodiscard]] std::vector<std::uint32_t> readIntegers(Document& document, std::size_t accessor, std::size_t components, const Json& user);

/// Reads four joints or weights per vertex: vertex v's become elements [v * stride, v * stride + 4) of the span, so that several sets can
/// be interleaved. Precondition: the span is large enough. Refuses joint numbers above 65535. The caller must charge for the span's memory.
void readJoints(Document& document, std::size_t accessor, std::span<std::uint16_t> outJoints, std::size_t stride, const Json& user);
void readWeights(Document& document, std::size_t accessor, std::span<float> outWeights, std::size_t stride, const Json& user);

/// Reads the joints or weights of a primitive that has only one set. The caller must charge for the memory.
[[nodiscard]] std::vector<std::uint16_t> readFourJoints(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<float> readFourWeights(Document& document, std::size_t accessor, const Json& user);

/// Reads an image's bytes, still encoded, from a buffer view, a data URI or an external file. A missing picture does not make a model
/// unusable: the image is then left empty, and a note gives the reason.
[[nodiscard]] Image readImage(Document& document, const Json& value);

}  // namespace armature::gltf

/// Extensions that this library does not read. They are kept as JSON text (an object with one member per extension) and saved again.
namespace armature::gltf {

/// Maps a texture's number to its new number; nullopt if the texture no longer exists.
using TextureNumbers = std::function<std::optional<std::size_t>(std::size_t)>;

/// Returns the extensions of `owner` as JSON text, except those named in `read`; empty if there are none. Leaves out, with a note,
/// extensions that refer to binary data of the file, because the layout of such data changes on saving. `numberOf` renumbers textures that
/// the extensions refer to; leave it empty where extensions do not refer to textures.
[[nodiscard]] std::string readKeptExtensions(Document& document, const Json& owner, std::span<const std::string_view> read,
                                             const TextureNumbers& numberOf = {});

/// Returns the JSON text of `value` with textures renumbered: the `index` in each member whose name ends in "Texture". Leaves out members
/// whose texture no longer exists.
[[nodiscard]] std::string withTextures(const Json& value, const TextureNumbers& numberOf);

/// Returns the JSON text `extensions` with the given length in KHR_skeleton_bone. Without a length, removes the length, and
/// KHR_skeleton_bone if nothing else is in it. Returns a text that is not an object unchanged.
[[nodiscard]] std::string withBoneLength(const std::string& extensions, std::optional<float> length);

/// Returns the written JSON text without the trailing line end.
[[nodiscard]] std::string textOf(JsonWriter& json);

/// Calls `visit` with the name of each extension inside `value`, at any depth.
void forEachInnerExtension(const Json& value, const std::function<void(std::string_view)>& visit);

/// Decodes a buffer view compressed by EXT_meshopt_compression. `extension` is the extension's object in the view. Throws
/// importing::Refusal if it is invalid, the data cannot be decoded, or the memory budget is exceeded.
[[nodiscard]] std::span<const std::byte> decodeMeshopt(Document& document, const Json& extension);

/// The accessors to use instead of those in a compressed primitive's JSON. Their data come from the decoded mesh.
struct DracoAccessors {
    std::map<std::string, std::size_t, std::less<>> attributes;  ///< Indices into Document::accessors, by attribute name.
    std::optional<std::size_t> indices;
};

/// Decodes the mesh of a primitive compressed by KHR_draco_mesh_compression. Returns no accessors if the primitive is not compressed or the
/// file lacks its compressed data. Throws importing::Refusal if the data do not decode to the mesh that the accessors declare, or the
/// memory budget is exceeded.
[[nodiscard]] DracoAccessors decodeDraco(Document& document, const Json& primitive);

}  // namespace armature::gltf

/// Functions that read the parts of a glTF asset, each into its part of the description. They check only the rules of the format: types,
/// references, matching counts. Functions in scene_builder.hpp check the rules common to all formats, such as finite numbers.
namespace armature::gltf {

/// Refuses assets of unsupported versions, and assets that require extensions unknown to this reader.
void readAsset(Document& document);

void readMaterials(Document& document, importing::SceneDescription& scene);
void readCameras(Document& document, importing::SceneDescription& scene);
void readLights(Document& document, importing::SceneDescription& scene);
void readMeshes(Document& document, importing::SceneDescription& scene);

/// Returns the member `weights` of a mesh or node, resized to the number of targets; nullopt if there is no such member.
[[nodiscard]] std::optional<std::vector<float>> readMorphWeights(Document& document, const Json& owner, std::size_t targetCount);

/// Returns the index of the light at a node; nullopt if the node has no valid one. `count`: the number of lights in the file.
[[nodiscard]] std::optional<std::size_t> findLight(const Document& document, const Json& node, std::size_t count);

/// Reads nodes with the meshes, cameras and lights at them. Call after meshes, cameras and lights are read.
void readNodes(Document& document, importing::SceneDescription& scene);
/// Reads the name and extras of the shown scene, and marks nodes outside it as not shown. Call after the hierarchy of nodes has been
/// checked.
void readScenes(Document& document, importing::SceneDescription& scene);
void readSkins(Document& document, importing::SceneDescription& scene);
/// Reads animations. Call after nodes and meshes are read: the number of morph targets determines how many weights a key has.
void readAnimations(Document& document, importing::SceneDescription& scene);
/// Reads which nodes have which roles (KHR_character_skeleton_mapping). Call after nodes are read.
void readJointMappings(Document& document, importing::SceneDescription& scene);
/// Reads the constraint that rotates a node, if there is one. `scene.nodes` must already have its final size.
void readNodeConstraint(Document& document, const Json& node, std::size_t index, importing::SceneDescription& scene);
/// Reads the data of VRM files (VRM 1.0, VRM 0.x and VRM animations). Call after all other parts are read. Adds nodes if the file is VRM
/// 0.x.
void readVrm(Document& document, importing::SceneDescription& scene);
/// If an animation declares that it is a reference pose, reads the pose's type.
void readReferencePose(const Json& animation, std::size_t clip, importing::SceneDescription& scene);

/// Reads a whole asset. URIs are relative to `folder`; none means that the file was loaded from memory. `isPadded`: FileBytes::padding
/// bytes beyond `file` are readable. Throws importing::Refusal if the file is invalid, requires an unknown extension, or exceeds a limit.
[[nodiscard]] importing::SceneDescription readGltf(std::span<const std::byte> file, bool isPadded,
                                                   const std::optional<std::filesystem::path>& folder, const ImportOptions& options);

}  // namespace armature::gltf
