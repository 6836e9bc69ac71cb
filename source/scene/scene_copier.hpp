#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/scene/scene_copy.hpp>

namespace armature {

/// Copies nodes, skeletons, mesh instances and animation groups into a scene, from another or the same: what cloning a node, placing a
/// model and appending a scene have in common.
///
/// Meshes, clips and the rigs of skeletons are shared. What refers to something that is copied refers to its copy; what refers to something
/// else goes on referring to that.
class SceneCopier {
public:
    /// Copies of roots hang on `top`, copies of skeletons without host live in its space; null: as the originals.
    SceneCopier(Scene& to, TransformNode* top, const NameFunction& rename) : to_(&to), top_(top), rename_(rename)
    {
        made_.root_ = Handle<TransformNode>(top);
    }

    // In this order, each once.

    void copyNodes(std::span<const TransformNode* const> originals);
    void copySkeletons(std::span<const Skeleton* const> originals);
    /// Gives them parents, links and hosts; children in the order of the originals.
    void connect();
    /// Of nodes that were copied. `materials`: the new numbers of materials, by the old ones; empty: they stay.
    void copyMeshInstances(std::span<const MeshInstance* const> originals, std::span<const std::size_t> materials);
    /// Of nodes that were copied. `numbers`: the new numbers of cameras, by the old ones.
    void copyCameras(std::span<const std::size_t> numbers);
    void copyAnimationGroups(std::span<const AnimationGroup* const> originals);

    /// The copy of a node or bone; null if it was not copied.
    [[nodiscard]] Node* copyOf(const Node& original) const noexcept;
    [[nodiscard]] TransformNode* copyOf(const TransformNode& original) const noexcept;
    [[nodiscard]] Skeleton* copyOf(const Skeleton& original) const noexcept;
    /// All that was made.
    [[nodiscard]] const SceneInstance& made() const noexcept { return made_; }

private:
    [[nodiscard]] std::string nameOf(const std::string& original) const { return rename_ ? rename_(original) : original; }
    void connectBelow(const Node& original);
    void connectSkeleton(const Skeleton& original, Skeleton& copy);

    Scene* to_;
    TransformNode* top_;
    const NameFunction& rename_;
    std::vector<const TransformNode*> nodes_;
    std::vector<const Skeleton*> skeletons_;
    std::unordered_map<const Node*, Node*> copies_;  // of nodes and bones
    std::unordered_map<const Skeleton*, Skeleton*> skeletonCopies_;
    SceneInstance made_;
};

}  // namespace armature
