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

/// Returns the matrix in column-major order, as GLM stores it.
[[nodiscard]] glm::mat4 matrixOf(const aiMatrix4x4& matrix);

[[nodiscard]] inline std::string textOf(const aiString& text)
{
    return {text.data, text.length};
}

/// The nodes of a scene, parents first, and the look-up of nodes by name.
class NodeTable {
public:
    /// Adds the nodes to `out`.
    NodeTable(const aiScene& scene, foreign::WorkerScene& out);

    /// All nodes; a node's position is its number.
    [[nodiscard]] const std::vector<const aiNode*>& nodes() const noexcept { return nodes_; }

    /// The first node of that name. Adds a note if several have it.
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
    std::string name = {};  ///< Name of the bone's node.
    glm::mat4 offset{1.f};  ///< The inverse bind matrix.
};

/// Makes one mesh from several similar ones of Assimp's: all skinned or none, with the same number of morph targets.
class MeshBuilder {
public:
    explicit MeshBuilder(NodeTable& nodes) : nodes_(nodes) {}

    void add(const aiMesh& part, unsigned materialCount);

    [[nodiscard]] const std::vector<BoneBinding>& bones() const noexcept { return bones_; }
    /// Whether vertices without weights belong to an additional joint after the bones.
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

/// Converts a picture that the model stores as plain texels to a PNG file. Empty if a PNG of its size cannot be written.
[[nodiscard]] std::vector<std::byte> pngOfTexels(const aiTexture& texture);

}  // namespace armature::worker

/// Converts Assimp's scene to the library's.
namespace armature::worker {

/// Converts everything; for motions, which Assimp may illustrate with a skeleton, without meshes.
[[nodiscard]] foreign::WorkerScene convert(const aiScene& scene, bool isMotion);

/// Converts materials, in the scene's order, with the pictures that they need.
void convertMaterials(const aiScene& scene, foreign::WorkerScene& out);

/// Converts meshes and skins, and places them at their nodes: similar parts of a node become one mesh.
void convertMeshes(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out);

/// Converts animations, with times in seconds. If a node has keys of one kind, Assimp adds a single key of each other kind; keys that only
/// repeat the node's own value are left out again.
void convertAnimations(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out);

}  // namespace armature::worker
