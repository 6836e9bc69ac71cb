#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "import/assimp/convert.hpp"

namespace armature::worker {

namespace {

/// The Assimp meshes of a node that are merged into one mesh.
struct Group {
    bool isSkinned = false;
    unsigned morphTargets = 0;
    std::vector<const aiMesh*> parts = {};
};

std::vector<Group> groupsOf(const aiScene& scene, const aiNode& node)
{
    std::vector<Group> groups;
    for (unsigned number = 0; number < node.mNumMeshes; ++number) {
        if (node.mMeshes[number] >= scene.mNumMeshes) {
            continue;
        }
        const aiMesh* mesh = scene.mMeshes[node.mMeshes[number]];
        const auto like = std::ranges::find_if(groups, [mesh](const Group& group) {
            return group.isSkinned == mesh->HasBones() && group.morphTargets == mesh->mNumAnimMeshes;
        });
        if (like != groups.end()) {
            like->parts.push_back(mesh);
        } else {
            groups.push_back({mesh->HasBones(), mesh->mNumAnimMeshes, {mesh}});
        }
    }
    return groups;
}

class MeshConverter {
public:
    MeshConverter(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out) : scene_(scene), nodes_(nodes), out_(out) {}

    void convert()
    {
        for (std::size_t node = 0; node < nodes_.nodes().size(); ++node) {
            for (const Group& group : groupsOf(scene_, *nodes_.nodes()[node])) {
                place(node, group);
            }
        }
    }

private:
    /// The mesh made from a group, as an index into the description, and the bones to which its vertices are bound.
    struct Built {
        std::size_t mesh = 0;
        std::vector<BoneBinding> bones = {};
        bool hasUnboundVertices = false;
    };

    void place(std::size_t node, const Group& group)
    {
        auto known = built_.find(group.parts);
        if (known == built_.end()) {
            known = built_.emplace(group.parts, build(group)).first;
        }
        const Built& built = known->second;
        if (out_.meshes[built.mesh].primitives.empty()) {
            return;
        }
        importing::InstanceDescription instance;
        instance.node = node;
        instance.mesh = built.mesh;
        if (group.isSkinned) {
            instance.skin = skinOf(node, built);
        }
        out_.scene.instances.push_back(std::move(instance));
    }

    Built build(const Group& group)
    {
        MeshBuilder builder(nodes_);
        for (const aiMesh* part : group.parts) {
            builder.add(*part, scene_.mNumMaterials);
        }
        Built built{out_.meshes.size(), builder.bones(), builder.hasUnboundVertices()};
        out_.meshes.push_back(builder.take());
        return built;
    }

    /// Returns the index of the skin for a mesh at `node`; adds the skin if none has the same joints and inverse binds.
    std::size_t skinOf(std::size_t node, const Built& built)
    {
        importing::SkinDescription skin;
        for (const BoneBinding& bone : built.bones) {
            skin.joints.push_back(nodeOf(bone));
            skin.inverseBinds.push_back(bone.offset);
        }
        if (built.hasUnboundVertices) {  // vertices without weights get the mesh's node as their joint
            skin.joints.push_back(node);
            skin.inverseBinds.emplace_back(1.f);
        }
        auto& skins = out_.scene.skins;
        const auto same = std::ranges::find_if(skins, [&skin](const importing::SkinDescription& other) {
            return other.joints == skin.joints && other.inverseBinds == skin.inverseBinds;
        });
        if (same != skins.end()) {
            return static_cast<std::size_t>(same - skins.begin());
        }
        skins.push_back(std::move(skin));
        return skins.size() - 1;
    }

    /// Returns the index of the node with the bone's name. If there is none, adds a node that stays at the bone's bind pose.
    std::size_t nodeOf(const BoneBinding& bone)
    {
        if (const auto node = nodes_.find(bone.name)) {
            return *node;
        }
        nodes_.note(foreign::FindingKind::BoneWithoutNode, bone.name);
        auto& nodes = out_.scene.nodes;
        const glm::mat4 bind = glm::determinant(bone.offset) == 0.f ? glm::mat4(1.f) : glm::inverse(bone.offset);
        for (std::size_t node = nodes_.nodes().size(); node < nodes.size(); ++node) {
            if (nodes[node].name == bone.name && nodes[node].matrix == bind) {
                return node;
            }
        }
        importing::NodeDescription node;
        node.name = bone.name;
        node.matrix = bind;
        nodes.push_back(std::move(node));
        return nodes.size() - 1;
    }

    const aiScene& scene_;
    NodeTable& nodes_;
    foreign::WorkerScene& out_;
    std::map<std::vector<const aiMesh*>, Built> built_;
};

}  // namespace

void convertMeshes(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out)
{
    MeshConverter(scene, nodes, out).convert();
}

}  // namespace armature::worker
