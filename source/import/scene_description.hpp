#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/math/transform.hpp>
#include <armature/scene/mesh.hpp>
#include <armature/scene/scene_camera.hpp>

#include "import/memory_budget.hpp"
#include "import/notes.hpp"

/// What every reader produces and the scene builder consumes: the content of a file as plain data. Everything refers to everything by
/// index; names are labels only. Indices are the file's own, so that "/nodes/3" is a place in the file.
namespace armature::importing {

/// Bytes of a node's name that readers of formats keep whose names are mere text: labels get copied a lot, and stand in messages.
constexpr std::size_t longestName = 1024;

struct NodeDescription {
    std::optional<std::size_t> parent;
    Transform transform;              ///< Not used if `matrix` is set.
    std::optional<glm::mat4> matrix;  ///< The local matrix as given.
    std::string name;
    std::string extras;      ///< JSON text.
    std::string extensions;  ///< See TransformNode::getExtensions().
    bool isShown = true;     ///< False: outside the shown scene, or hidden by the file.
    std::optional<std::size_t> camera;
    std::optional<float> boneLength;  ///< If it is a joint: see Bone::setLength(). Not negative.
};

struct SkinDescription {
    std::vector<std::size_t> joints;      ///< Nodes; joint j has palette slot j.
    std::vector<glm::mat4> inverseBinds;  ///< Empty: identities. Else one for each joint; more are ignored.
    std::optional<std::size_t> root;      ///< glTF's `skeleton`: information only.
    std::string name;
};

/// A mesh at a node, skinned or not.
struct InstanceDescription {
    std::size_t node = 0;
    std::size_t mesh = 0;
    std::optional<std::size_t> skin;
    std::vector<float> morphWeights;  ///< Empty: the mesh's own.
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
    std::vector<ClipDescription> clips;  ///< Targets are nodes by index.
    std::vector<ClipDescription> poses;  ///< Stored apart from animations, each of one key.
    Notes notes;
    std::vector<std::filesystem::path> filesNamed;  ///< Buffers and pictures beside the model.
    MemoryBudget budget;                            ///< What the file may still take.
};

}  // namespace armature::importing
