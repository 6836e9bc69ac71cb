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
#include "import/memory_budget.hpp"
#include "import/notes.hpp"
#include "node/file_numbers.hpp"
#include "scene/scene_kept_animation.hpp"

/// The data that every reader produces and the scene builder consumes: the content of a file as plain data. Everything refers to everything
/// else by index; names are only labels. Indices are the file's own, so that "/nodes/3" is a place in the file.
namespace armature::importing {

/// The most bytes of a node's name that readers keep if names are mere text: labels are copied a lot, and appear in messages.
constexpr std::size_t longestName = 1024;

struct NodeDescription {
    std::optional<std::size_t> parent;
    Transform transform;              ///< Not used if `matrix` is set.
    std::optional<glm::mat4> matrix;  ///< The local matrix as given.
    std::string name;
    std::string extras;         ///< JSON text.
    std::string extensions;     ///< See TransformNode::getExtensions().
    bool isShown = true;        ///< False: outside the shown scene, or hidden by the file.
    SharedFileNumbers numbers;  ///< The map of the numbers that the extensions use, for writing.
    std::optional<std::size_t> camera;
    std::optional<std::size_t> light;
    std::optional<float> boneLength;  ///< If it is a joint: see Bone::setLength(). Not negative.
    bool isJoint = false;             ///< The file calls it a bone, whether or not a skin uses it.
};

struct SkinDescription {
    std::vector<std::size_t> joints;      ///< Nodes; joint j has palette slot j.
    std::vector<glm::mat4> inverseBinds;  ///< Empty: identities. Otherwise one for each joint; more are ignored.
    std::optional<std::size_t> root;      ///< glTF's `skeleton`: information only.
    std::string name;
    bool isBody = false;  ///< Not from the file: see addBodySkin().
};

/// A mesh at a node, skinned or not.
struct InstanceDescription {
    std::size_t node = 0;
    std::size_t mesh = 0;
    std::optional<std::size_t> skin;
    std::vector<float> morphWeights;  ///< Empty: the mesh's own.
};

/// An animation's content beyond its clip.
struct KeptClip {
    std::shared_ptr<const KeptAnimation> animation;  ///< Null: nothing.
    SharedFileNumbers numbers;
};

/// See JointMapping. Each role comes with its node.
struct JointMappingDescription {
    std::string vocabulary;
    std::vector<std::pair<std::string, std::size_t>> roles;
};

/// See VrmModel and VrmAnimation. The model's own list of nodes is empty; `nodes` has their numbers in the file instead.
template <class Model>
struct VrmDescription {
    Model model;
    std::vector<std::size_t> nodes;
};

/// See ReferencePose.
struct PoseDescription {
    std::string type;
    std::size_t clip = 0;
};

/// The numbers that things get in the written file.
struct WrittenNumbers {
    FileNumbers own;
    std::vector<SharedFileNumbers> meshes;     ///< For each mesh, the map of the numbers that its extensions use.
    std::vector<SharedFileNumbers> materials;  ///< The same for materials.
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
    std::vector<ClipDescription> clips;  ///< Targets are nodes by index.
    /// The keys of each clip, if a reader leaves them in the file: the clips then have no time tracks and no values. Otherwise empty until
    /// validateClips() lists them. validateClips() stores the rotations it mends in the clip, and `keys` then refers to those: move clips
    /// and keys together, because the keys of a copied clip still refer to the original.
    std::vector<ClipKeys> keys;
    std::shared_ptr<const void> keysOwner;  ///< Keeps the numbers of the keys alive, unless the bytes being read do.
    std::vector<ClipDescription> poses;     ///< Poses stored apart from animations, with one key each.
    std::vector<KeptClip> kept;             ///< The kept content of each clip; or empty.
    std::vector<JointMappingDescription> jointMappings;
    std::vector<PoseDescription> referencePoses;
    std::vector<VrmConstraint> constraints;  ///< Collected while nodes are read; they use the file's node numbers.
    std::optional<VrmDescription<VrmModel>> vrm;
    std::optional<VrmDescription<VrmAnimation>> vrmAnimation;
    std::optional<WrittenNumbers> written;  ///< Only for a scene that is being written.
    Notes notes;
    std::vector<std::filesystem::path> filesNamed;                ///< Buffers and pictures beside the model.
    std::map<std::filesystem::path, std::size_t> picturesBeside;  ///< The image index of each picture file.
    MemoryBudget budget;                                          ///< The memory that the file may still use.
};

}  // namespace armature::importing
