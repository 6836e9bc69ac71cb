#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <assimp/mesh.h>
#include <assimp/scene.h>
#include <assimp/texture.h>

#include "import/assimp/worker_scene.hpp"

namespace armature::worker {

/// Converts a matrix to GLM's column-major order.
[[nodiscard]] glm::mat4 matrixOf(const aiMatrix4x4& matrix);

[[nodiscard]] inline std::string textOf(const aiString& text)
{
    return {text.data, text.length};
}

/// The nodes of a scene, parents first. Finds nodes by name.
class NodeTable {
public:
    /// Collects the nodes of `scene` and adds them to `out`, which must outlive this object.
    NodeTable(const aiScene& scene, foreign::WorkerScene& out);

    /// All nodes. A node has the same index in the converted scene.
    [[nodiscard]] const std::vector<const aiNode*>& nodes() const noexcept { return nodes_; }

    /// Returns the index of the first node with that name; none if no node has it. Reports a finding if several nodes have the name.
    [[nodiscard]] std::optional<std::size_t> find(const std::string& name);

    void note(foreign::FindingKind kind, const std::string& name);

private:
    foreign::WorkerScene& out_;
    std::vector<const aiNode*> nodes_;
    std::map<std::string, std::vector<std::size_t>, std::less<>> byName_;
    std::set<std::pair<foreign::FindingKind, std::string>> noted_;
};

/// A bone of a mesh and its inverse bind matrix.
struct BoneBinding {
    std::string name = {};  ///< Name of the bone's node.
    glm::mat4 offset{1.f};  ///< The inverse bind matrix.
};

/// Merges several Assimp meshes into one. Either all or none of them must be skinned, and all must have the same number of morph targets.
class MeshBuilder {
public:
    explicit MeshBuilder(NodeTable& nodes) : nodes_(nodes) {}

    void add(const aiMesh& part, unsigned materialCount);

    [[nodiscard]] const std::vector<BoneBinding>& bones() const noexcept { return bones_; }
    /// Whether some vertices have no weights. They are bound to an additional joint after the bones.
    [[nodiscard]] bool hasUnboundVertices() const noexcept { return hasUnbound_; }

    [[nodiscard]] MeshDescription take();

private:
    void addTopology(const aiMesh& part, unsigned corners, PrimitiveTopology topology, unsigned materialCount);
    void addSkin(const aiMesh& part, Primitive& primitive);
    void addMorphTargets(const aiMesh& part, Primitive& primitive);
    [[nodiscard]] std::size_t slotOf(const aiBone& bone);

    NodeTable& nodes_;
    MeshDescription mesh_;
    std::vector<BoneBinding> bones_;
    bool hasUnbound_ = false;
};

/// Converts a picture that the model stores as plain texels to a PNG file. Returns an empty list if that is not possible, for example
/// because of the picture's size.
[[nodiscard]] std::vector<std::byte> pngOfTexels(const aiTexture& texture);

}  // namespace armature::worker

/// Conversion of Assimp's scene to a scene description of the library.
namespace armature::worker {

/// Converts the whole scene. With `isMotion`, leaves out meshes and materials: Assimp may add a mesh to a motion to make its skeleton
/// visible.
[[nodiscard]] foreign::WorkerScene convert(const aiScene& scene, bool isMotion);

/// Converts materials, in the scene's order, and the pictures that they use.
void convertMaterials(const aiScene& scene, foreign::WorkerScene& out);

/// Converts meshes and skins, and places them at their nodes. Merges the meshes of a node that MeshBuilder can merge.
void convertMeshes(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out);

/// Converts animations, with times in seconds from 0 on: an animation that begins before 0 is shifted to begin there. If a node has keys
/// for one path, Assimp adds a single key for each other path; such a key is left out if it only repeats the node's own value.
void convertAnimations(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out);

}  // namespace armature::worker
