#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/math/transform.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "animation/clip/clip_layout.hpp"
#include "animation/clip/packed_clip.hpp"
#include "import/memory_budget.hpp"
#include "import/notes.hpp"
#include "node/file_numbers.hpp"
#include "scene/scene_kept_animation.hpp"

/// The content of a file as plain data, which every reader produces and the scene builder consumes. Everything is referenced by index;
/// names are only labels. For glTF, the indices are the file's own, so "/nodes/3" is also a place in the file.
namespace armature::importing {

/// Limit for the bytes of a name in formats where names are mere labels: names are copied often and appear in messages.
constexpr std::size_t longestName = 1024;

struct NodeDescription {
    std::optional<std::size_t> parent;
    Transform transform;              ///< Ignored if `matrix` is set.
    std::optional<glm::mat4> matrix;  ///< The local matrix, if the file gives one.
    std::string name;
    std::string extras;         ///< JSON text.
    std::string extensions;     ///< See TransformNode::getExtensions().
    bool isShown = true;        ///< False if the node is outside the shown scene or the file hides it.
    SharedFileNumbers numbers;  ///< The number map that the node's extensions use, needed for writing.
    std::optional<std::size_t> camera;
    std::optional<std::size_t> light;
    std::optional<float> boneLength;  ///< Length of the node's bone if the node is a joint: see Bone::setLength(). Not negative.
    bool isJoint = false;             ///< Whether the file calls the node a bone; a skin need not use it.
};

struct SkinDescription {
    std::vector<std::size_t> joints;      ///< Node indices. The list index of a joint is its palette slot.
    std::vector<glm::mat4> inverseBinds;  ///< Empty: identity matrices. Otherwise one per joint; surplus matrices are ignored.
    std::optional<std::size_t> root;      ///< glTF's `skeleton`, for information only.
    std::string name;
    bool isBody = false;  ///< Whether addBodySkin() made this skin, instead of the file.
};

/// A mesh placed at a node, skinned or not.
struct InstanceDescription {
    std::size_t node = 0;
    std::size_t mesh = 0;
    std::optional<std::size_t> skin;
    std::vector<float> morphWeights;  ///< Empty: the mesh's own weights.
};

/// An animation's content that its clip does not hold.
struct KeptClip {
    std::shared_ptr<const KeptAnimation> animation;  ///< Null if there is no such content.
    SharedFileNumbers numbers;
};

/// A JointMapping that refers to nodes by index.
struct JointMappingDescription {
    std::string vocabulary;
    std::vector<std::pair<std::string, std::size_t>> roles;
};

/// A VrmModel or VrmAnimation. The model's own list of nodes is empty; `nodes` holds the node numbers of the file instead.
template <class Model>
struct VrmDescription {
    Model model;
    std::vector<std::size_t> nodes;
};

/// A ReferencePose that refers to its clip by index.
struct PoseDescription {
    std::string type;
    std::size_t clip = 0;
};

/// The numbers that nodes, materials and other parts of the scene get in the written file.
struct WrittenNumbers {
    FileNumbers own;
    std::vector<SharedFileNumbers> meshes;     ///< For each mesh, the number map that its extensions use.
    std::vector<SharedFileNumbers> materials;  ///< For each material, the number map that its extensions use.
    std::vector<SharedFileNumbers> roots;      ///< See SceneAccess::rootsOf().
};

struct SceneDescription {
    std::string name;
    std::string extras;      ///< JSON text.
    std::string extensions;  ///< See Scene::getExtensions().
    std::vector<NodeDescription> nodes;
    std::vector<SkinDescription> skins;
    std::vector<std::shared_ptr<const Mesh>> meshes;
    std::vector<InstanceDescription> instances;  ///< In node order.
    std::vector<Material> materials;
    std::vector<Image> images;
    std::vector<SceneCamera> cameras;
    std::vector<SceneLight> lights;
    std::vector<ClipDescription> clips;  ///< Targets are given as node, material, camera or light indices.
    /// The keys of each clip. A reader that leaves keys in the file fills this; its clips then have no time tracks and no values. Otherwise
    /// this is empty until validateClips() lists the keys. validateClips() stores mended rotations in the clip, and `keys` then refers to
    /// them. Therefore move clips and keys together: the keys of a copied clip still refer to the original.
    std::vector<ClipKeys> keys;
    /// The packed keys of each clip. validateClips() makes them: it packs each clip while the keys that it has just checked are in the
    /// cache.
    std::vector<std::unique_ptr<const PackedClip>> packed;
    std::shared_ptr<const void> keysOwner;  ///< Owns the numbers that `keys` refers to, unless they are in the file's bytes.
    std::vector<ClipDescription> poses;     ///< Poses that the file stores apart from animations, as clips with one key per channel.
    std::vector<KeptClip> kept;             ///< For each clip, its content beyond its channels; an empty list if no clip has such content.
    std::vector<JointMappingDescription> jointMappings;
    std::vector<PoseDescription> referencePoses;
    std::vector<VrmConstraint> constraints;  ///< Collected while nodes are read. Node references are the file's node numbers.
    std::optional<VrmDescription<VrmModel>> vrm;
    std::optional<VrmDescription<VrmAnimation>> vrmAnimation;
    std::optional<WrittenNumbers> written;  ///< Set only while a scene is being written.
    Notes notes;
    std::vector<std::filesystem::path> filesNamed;                ///< The other files that the model uses: buffers, pictures, materials.
    std::map<std::filesystem::path, std::size_t> picturesBeside;  ///< The image index of each picture file.
    MemoryBudget budget;                                          ///< The memory that the import of this file may still use.
};

}  // namespace armature::importing
