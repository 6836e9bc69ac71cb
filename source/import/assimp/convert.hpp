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

/// Column-major, as GLM has it.
[[nodiscard]] glm::mat4 matrixOf(const aiMatrix4x4& matrix);

[[nodiscard]] inline std::string textOf(const aiString& text)
{
    return {text.data, text.length};
}

/// The nodes of a scene, parents first, and which of them a name refers to.
class NodeTable {
public:
    /// Adds the nodes to `out`.
    NodeTable(const aiScene& scene, foreign::WorkerScene& out);

    /// Every node and its number.
    [[nodiscard]] const std::vector<const aiNode*>& nodes() const noexcept { return nodes_; }

    /// The first node of that name. Adds a note if there are several.
    [[nodiscard]] std::optional<std::size_t> find(const std::string& name);

    void note(foreign::FindingKind kind, const std::string& name);

private:
    foreign::WorkerScene& out_;
    std::vector<const aiNode*> nodes_;
    std::map<std::string, std::vector<std::size_t>, std::less<>> byName_;
    std::set<std::pair<foreign::FindingKind, std::string>> noted_;
};

/// A bone of a mesh.
struct BoneBinding {
    std::string name = {};  ///< Name of its node.
    glm::mat4 offset{1.f};  ///< The inverse of its bind.
};

/// Makes one mesh of several of Assimp's that are alike: all skinned or none, with the same number of morph targets.
class MeshBuilder {
public:
    explicit MeshBuilder(NodeTable& nodes) : nodes_(nodes) {}

    void add(const aiMesh& part, unsigned materialCount);

    [[nodiscard]] const std::vector<BoneBinding>& bones() const noexcept { return bones_; }
    /// Whether vertices without weights belong to a joint after the bones.
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

/// A picture that the model stores as plain texels, as a PNG file. Empty if its size cannot be written.
[[nodiscard]] std::vector<std::byte> pngOfTexels(const aiTexture& texture);

}  // namespace armature::worker

/// Converts Assimp's scene to ours.
namespace armature::worker {

/// Everything; for motions, which Assimp may illustrate with a skeleton, without meshes.
[[nodiscard]] foreign::WorkerScene convert(const aiScene& scene, bool isMotion);

/// Materials, in the scene's order, with the pictures that they need.
void convertMaterials(const aiScene& scene, foreign::WorkerScene& out);

/// Meshes and skins, and their nodes: the parts of a node are one mesh, as far as they are alike.
void convertMeshes(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out);

/// Animations, with times in seconds. A node with keys of one kind gets a single key of each other kind from Assimp; if that only repeats
/// the node's own value, it is left out again.
void convertAnimations(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out);

}  // namespace armature::worker
