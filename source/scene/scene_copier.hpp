#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/scene/scene_copy.hpp>

#include "node/file_numbers.hpp"

namespace armature {

/// Copies nodes, skeletons, mesh instances and animation groups into a scene, from another or the same: the common part of cloning a node,
/// placing a model and appending a scene.
///
/// Meshes, clips and the rigs of skeletons are shared. References to copied things become references to their copies; other references
/// stay.
class SceneCopier {
public:
    /// Copies of roots become children of `top`, copies of skeletons without a host live in its space; null: as the originals.
    SceneCopier(Scene& to, TransformNode* top, const NameFunction& rename) : to_(&to), top_(top), rename_(rename)
    {
        made_.root_ = Handle<TransformNode>(top);
    }

    // Call these in this order, each once.

    void copyNodes(std::span<const TransformNode* const> originals);
    void copySkeletons(std::span<const Skeleton* const> originals);
    /// Sets parents, links and hosts; children in the order of the originals.
    void connect();
    /// For copied nodes. `numbers`: of materials, cameras and lights; null: unchanged.
    void copyMeshInstances(std::span<const MeshInstance* const> originals, const SharedFileNumbers& numbers);
    /// `numbers`: of materials, cameras and lights.
    void copyAnimationGroups(std::span<const AnimationGroup* const> originals, const FileNumbers& numbers);
    /// From another scene that was copied as a whole: the cameras and lights of its nodes, and kept file data.
    void copyFileParts(const Scene& model, const SharedFileNumbers& numbers, bool isFirstCopy);

    /// VRM models and animations, with `numbers` of materials and images here.
    void copyVrm(const Scene& model, const SharedFileNumbers& numbers, const std::vector<std::size_t>& images);

    /// The copy of a node or bone; null if it was not copied.
    [[nodiscard]] Node* copyOf(const Node& original) const noexcept;
    [[nodiscard]] TransformNode* copyOf(const TransformNode& original) const noexcept;
    [[nodiscard]] Skeleton* copyOf(const Skeleton& original) const noexcept;
    /// Everything that was made.
    [[nodiscard]] const SceneInstance& made() const noexcept { return made_; }

private:
    [[nodiscard]] std::string nameOf(const std::string& original) const { return rename_ ? rename_(original) : original; }
    void connectBelow(const Node& original);
    void connectSkeleton(const Skeleton& original, Skeleton& copy);
    void copyCharacter(const Scene& model);

    Scene* to_;
    TransformNode* top_;
    const NameFunction& rename_;
    std::vector<const TransformNode*> nodes_;
    std::vector<std::size_t> nodeNumbers_;  // of the copies
    std::vector<std::size_t> groupNumbers_;
    std::vector<const Skeleton*> skeletons_;
    std::unordered_map<const Node*, Node*> copies_;  // of nodes and bones
    std::unordered_map<const Skeleton*, Skeleton*> skeletonCopies_;
    SceneInstance made_;
};

}  // namespace armature
