#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <assimp/mesh.h>

#include "import_worker/node_table.hpp"

namespace armature::worker {

/// A bone of a mesh.
struct BoneBinding {
    std::string name = {};  ///< Of its node.
    glm::mat4 offset{1.f};  ///< The inverse of its bind.
};

/// Makes one mesh of several of Assimp's, which are alike: all skinned or none, with as many morph targets.
class MeshBuilder {
public:
    explicit MeshBuilder(NodeTable& nodes) : nodes_(nodes) {}

    void add(const aiMesh& part, unsigned materialCount);

    [[nodiscard]] const std::vector<BoneBinding>& bones() const noexcept { return bones_; }
    /// Whether vertices without weights hang on a joint after the bones.
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

}  // namespace armature::worker
