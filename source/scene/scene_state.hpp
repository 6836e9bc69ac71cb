#pragma once

#include <memory>
#include <string>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "scene/name_index.hpp"
#include "scene/transform_hierarchy.hpp"

namespace armature {

/// Objects with stable addresses, and a view of them for users.
template <class T, class Deleter = std::default_delete<T>>
class OwningList {
public:
    T& add(std::unique_ptr<T, Deleter> object)
    {
        owned_.push_back(std::move(object));
        view_.push_back(owned_.back().get());
        return *owned_.back();
    }

    template <class Predicate>
    void removeIf(const Predicate& isDoomed)
    {
        std::erase_if(view_, [&](const T* each) { return isDoomed(*each); });
        std::erase_if(owned_, [&](const auto& each) { return isDoomed(*each); });
    }

    /// The last one first, as locals go.
    void clear() noexcept
    {
        view_.clear();
        while (!owned_.empty()) {
            owned_.pop_back();
        }
    }

    [[nodiscard]] const std::vector<T*>& view() const noexcept { return view_; }

private:
    std::vector<std::unique_ptr<T, Deleter>> owned_;
    std::vector<T*> view_;
};

/// What a Scene consists of, and its side of the edges to skeletons.
class Scene::State final : public HierarchyOwner {
public:
    State() : hierarchy(*this) {}

    void absoluteBecameStale(std::uint32_t slot) noexcept override;
    void localChanged(std::uint32_t slot) noexcept override;
    [[nodiscard]] Affine anchorOf(std::uint32_t slot) const noexcept override;
    [[nodiscard]] glm::vec3 pivotOf(std::uint32_t slot) const noexcept override;
    [[nodiscard]] Affine frozenAbsolute(std::uint32_t slot) const noexcept override;
    [[nodiscard]] const Node* hostNode() const noexcept override { return nullptr; }
    void slotsMoved(std::span<const std::uint32_t>) const override {}
    void nameChanged() noexcept override { names.invalidate(); }

    /// Cuts what ties a node to bones and skeletons, here and elsewhere.
    static void cutEdges(TransformNode& node);
    /// Hands a child of a node that goes away to `parent`, in place where that is possible.
    static void moveUp(TransformNode& node, Node* parent);

    TransformHierarchy hierarchy;
    OwningList<TransformNode> nodes;
    OwningList<Skeleton> skeletons;
    OwningList<MeshInstance> meshInstances;
    OwningList<AnimationGroup> animationGroups;
    OwningList<AnimationMixer> animationMixers;
    std::vector<Material> materials;
    std::vector<Image> images;
    std::vector<std::string> warnings;
    mutable NameIndex names;
};

}  // namespace armature
