#include "import/assimp/convert.hpp"

namespace armature::worker {

glm::mat4 matrixOf(const aiMatrix4x4& matrix)
{
    glm::mat4 out(1.f);
    for (unsigned row = 0; row < 4; ++row) {
        for (unsigned column = 0; column < 4; ++column) {
            out[static_cast<glm::length_t>(column)][static_cast<glm::length_t>(row)] = matrix[row][column];
        }
    }
    return out;
}

NodeTable::NodeTable(const aiScene& scene, foreign::WorkerScene& out) : out_(out)
{
    struct Pending {
        const aiNode* node;
        std::optional<std::size_t> parent;
    };
    std::vector<Pending> pending;
    if (scene.mRootNode != nullptr) {
        pending.push_back({scene.mRootNode, std::nullopt});
    }
    while (!pending.empty()) {
        const Pending next = pending.back();
        pending.pop_back();
        const std::size_t index = nodes_.size();
        nodes_.push_back(next.node);
        importing::NodeDescription description;
        description.parent = next.parent;
        description.matrix = matrixOf(next.node->mTransformation);
        description.name = textOf(next.node->mName);
        byName_[description.name].push_back(index);
        out.scene.nodes.push_back(std::move(description));
        for (unsigned child = next.node->mNumChildren; child-- > 0;) {
            if (next.node->mChildren[child] != nullptr) {  // Assimp's importer of .raw leaves null children
                pending.push_back({next.node->mChildren[child], index});
            }
        }
    }
}

std::optional<std::size_t> NodeTable::find(const std::string& name)
{
    const auto found = byName_.find(name);
    if (found == byName_.end()) {
        return std::nullopt;
    }
    if (found->second.size() > 1) {
        note(foreign::FindingKind::AmbiguousName, name);
    }
    return found->second.front();
}

void NodeTable::note(foreign::FindingKind kind, const std::string& name)
{
    if (noted_.emplace(kind, name).second) {
        out_.findings.push_back({kind, name});
    }
}

foreign::WorkerScene convert(const aiScene& scene, bool isMotion)
{
    foreign::WorkerScene out;
    out.scene.name = textOf(scene.mName);
    NodeTable nodes(scene, out);
    if (!isMotion) {
        convertMaterials(scene, out);
        convertMeshes(scene, nodes, out);
    }
    convertAnimations(scene, nodes, out);
    return out;
}

}  // namespace armature::worker
