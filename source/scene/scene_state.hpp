#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "scene/name_index.hpp"
#include "scene/removals.hpp"
#include "scene/scene_access.hpp"
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
        numbers_.push_back(numberCount_++);
        return *owned_.back();
    }

    /// Calls visit(object) for each, those that come meanwhile too. It may remove any of them, the one that it was called with as well.
    template <class Visitor>
    void visitAll(const Visitor& visit)
    {
        Walk walk(*this);
        while (walk.next < view_.size()) {
            visit(*view_[walk.next++]);
        }
    }

    template <class Predicate>
    void removeIf(const Predicate& isDoomed)
    {
        for (Walk* walk = innermost_; walk != nullptr; walk = walk->outer) {
            const auto passed = view_.begin() + static_cast<std::ptrdiff_t>(walk->next);
            walk->next -= static_cast<std::size_t>(std::count_if(view_.begin(), passed, [&](const T* each) { return isDoomed(*each); }));
        }
        std::vector<std::unique_ptr<T, Deleter>> doomed;  // and they go when the lists are whole
        auto left = static_cast<std::size_t>(std::ranges::find_if(view_, [&](const T* each) { return isDoomed(*each); }) - view_.begin());
        for (std::size_t place = left; place < view_.size(); ++place) {
            if (isDoomed(*view_[place])) {
                doomed.push_back(std::move(owned_[place]));
                continue;
            }
            view_[left] = view_[place];
            owned_[left] = std::move(owned_[place]);
            numbers_[left++] = numbers_[place];
        }
        view_.resize(left);
        owned_.resize(left);
        numbers_.resize(left);
    }

    /// The last one first, as locals go.
    void clear() noexcept
    {
        view_.clear();
        numbers_.clear();
        while (!owned_.empty()) {
            owned_.pop_back();
        }
    }

    [[nodiscard]] const std::vector<T*>& view() const noexcept { return view_; }
    /// What was added as number so and so, counted from 0; those that have gone keep theirs.
    [[nodiscard]] std::size_t numberAt(std::size_t place) const { return numbers_[place]; }
    [[nodiscard]] std::size_t numberCount() const noexcept { return numberCount_; }

private:
    /// One that is under way; what it calls may begin another.
    struct Walk {
        explicit Walk(OwningList& walked) : list(walked), outer(walked.innermost_) { list.innermost_ = this; }
        ~Walk() { list.innermost_ = outer; }
        Walk(const Walk&) = delete;
        Walk& operator=(const Walk&) = delete;

        OwningList& list;
        Walk* outer;
        std::size_t next = 0;
    };

    std::vector<std::unique_ptr<T, Deleter>> owned_;
    std::vector<T*> view_;
    std::vector<std::size_t> numbers_;
    std::size_t numberCount_ = 0;
    Walk* innermost_ = nullptr;
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

    /// Takes over an instance of a mesh, and lists it at its node.
    MeshInstance& place(std::unique_ptr<MeshInstance> instance);
    /// Where materials, images, cameras and lights of another scene are here: placing it again adds none.
    struct Adopted {
        Handle<const Scene> model;
        std::vector<std::size_t> images;
        std::shared_ptr<FileNumbers> numbers;  ///< Of materials, cameras and lights.
        bool isNew = true;                     ///< Nothing of it was copied yet.

        [[nodiscard]] std::size_t countOfListed() const noexcept
        {
            return numbers->of(NumberedThing::Material).size() + numbers->of(NumberedThing::Camera).size()
                   + numbers->of(NumberedThing::Light).size();
        }
    };
    /// The numbers here of what a scene that is copied from has; adds what is not here yet.
    [[nodiscard]] Adopted& adopt(const Scene& model);

    /// Tells observers that `node` goes, and cuts it out.
    void remove(TransformNode& node, Removal removal);

    Removals removals;
    TransformHierarchy hierarchy;
    OwningList<TransformNode> nodes;
    OwningList<Skeleton> skeletons;
    OwningList<MeshInstance> meshInstances;
    OwningList<AnimationGroup> animationGroups;
    OwningList<AnimationMixer> animationMixers;
    std::vector<Material> materials;
    std::vector<Image> images;
    std::vector<SharedFileNumbers> materialNumbers;  ///< Of the materials' extensions; beyond its end null: the scene's own.
    std::vector<SceneCamera> cameras;
    std::vector<SceneLight> lights;
    std::vector<JointMapping> jointMappings;
    std::vector<ReferencePose> referencePoses;
    std::unordered_map<const AnimationGroup*, SceneAccess::Kept> kept;  ///< Of groups that have any.
    std::vector<Adopted> adopted;
    std::vector<SharedFileNumbers> roots;  ///< Of scenes that were copied to this one, as far as they had extensions.
    std::vector<std::string> warnings;
    std::vector<std::string> sourceFiles;
    std::string name;
    std::string metadata;
    std::string extensions;
    mutable NameIndex names;

private:
    /// Skeletons whose host has moved and which have not passed that on yet, linked by Skeleton::State::nextMoved.
    Skeleton::State* firstMoved_ = nullptr;
    bool passesOn_ = false;
};

}  // namespace armature
