#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/scene/scene_attachment.hpp>
#include <armature/scene/scene_copy.hpp>

#include "scene/model_parts.hpp"

namespace armature {

/// Copies nodes, skeletons, mesh instances and animation groups into a scene, from another scene or the same one. Cloning a node, placing a
/// model and appending a scene all use it.
///
/// Meshes, clips and the rigs of skeletons are shared. References to copied objects become references to their copies; other references
/// stay.
class SceneCopier final : private SceneAttachment::Copies {
public:
    /// Copies of roots become children of `top`, and copies of skeletons without a host live in the space of `top`. If `top` is null,
    /// copies are placed like the originals.
    SceneCopier(Scene& to, TransformNode* top, const NameFunction& rename) : to_(&to), top_(top), rename_(rename)
    {
        made_.root_ = Handle<TransformNode>(top);
    }

    // Call these in this order, each once.

    void copyNodes(std::span<const TransformNode* const> originals);
    void copySkeletons(std::span<const Skeleton* const> originals);
    /// Sets parents, links and hosts; children keep the order of the originals.
    void connect();
    /// Starts to copy from another scene: from now on, indices into its lists are converted to indices in this scene.
    void bring(const Scene& model, SharedModelParts parts);
    /// Copies the mesh instances of copied nodes.
    void copyMeshInstances(std::span<const MeshInstance* const> originals);
    void copyAnimationGroups(std::span<const AnimationGroup* const> originals);
    /// Copies the cameras and lights of nodes, and kept file data, from another scene, all of whose nodes were copied.
    void copyFileParts(const Scene& model, bool isFirstCopy);

    void copyAttachments(const Scene& model);

    /// Returns the copy of a node or bone; null if it was not copied.
    [[nodiscard]] Node* copyOf(const Node& original) const noexcept;
    [[nodiscard]] TransformNode* copyOf(const TransformNode& original) const noexcept override;
    [[nodiscard]] AnimationGroup* copyOf(const AnimationGroup& original) const noexcept override;
    [[nodiscard]] Skeleton* copyOf(const Skeleton& original) const noexcept;
    /// The copies made so far.
    [[nodiscard]] const SceneInstance& made() const noexcept { return made_; }

private:
    [[nodiscard]] std::string nameOf(const std::string& original) const { return rename_ ? rename_(original) : original; }
    void connectBelow(const Node& original);
    void connectSkeleton(const Skeleton& original, Skeleton& copy);
    /// Returns the index in this scene of the object at index `place` in a list of the model.
    [[nodiscard]] std::size_t placeOf(ModelParts::List list, std::size_t place) const;
    [[nodiscard]] std::size_t placeOfMaterial(std::size_t material) const override { return placeOf(ModelParts::Materials, material); }
    [[nodiscard]] std::size_t placeOfImage(std::size_t image) const override { return placeOf(ModelParts::Images, image); }

    Scene* to_;
    TransformNode* top_;
    const NameFunction& rename_;
    const Scene* model_ = nullptr;  // the other scene that the originals belong to; null: the scene itself
    SharedModelParts parts_;
    std::vector<const TransformNode*> nodes_;
    std::vector<std::size_t> nodeNumbers_;  // numbers of the copied nodes: see OwningList::numberAt()
    std::vector<std::size_t> groupNumbers_;
    std::vector<const Skeleton*> skeletons_;
    std::unordered_map<const Node*, Node*> copies_;  // copies of nodes and bones, by original
    std::unordered_map<const Skeleton*, Skeleton*> skeletonCopies_;
    SceneInstance made_;
};

}  // namespace armature
