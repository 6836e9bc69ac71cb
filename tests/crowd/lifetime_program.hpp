#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/modifier_stack.hpp>
#include <armature/handle.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/random.hpp>

namespace armature::test {

/// Two scenes and a standalone skeleton, all kinds of users that refer to their nodes, bones, skeletons and clips, and random steps that
/// remove anything and then use everything. Nothing is compared: sanitizers report uses of removed objects.
class LifetimeProgram {
public:
    explicit LifetimeProgram(std::uint64_t seed);
    ~LifetimeProgram();

    void step();
    /// The number of removals so far.
    [[nodiscard]] std::size_t removedCount() const noexcept { return removed_; }
    /// The number of times that a user was used after the removal of an object that it refers to.
    [[nodiscard]] std::size_t usesAfterRemoval() const noexcept { return usesAfterRemoval_; }

private:
    /// An object that refers to objects of the scenes.
    struct User {
        std::vector<Handle<const Node>> nodes;
        std::function<void()> use;
    };

    [[nodiscard]] Scene& anyScene();
    [[nodiscard]] Skeleton* anySkeleton();
    [[nodiscard]] Bone* anyBone();
    [[nodiscard]] TransformNode* anyNode();
    /// A bone with a parent and a grandparent, or null.
    [[nodiscard]] Bone* anyFoot();

    void fill(Scene& scene);
    void fill(Skeleton& skeleton);
    void addUser();
    void addController();
    void addChain();
    void addPlayer();
    void addObserver();
    void addKeeper();
    void addSwinging();
    void addModifiers();
    void addGraph();
    void addCharacter();
    void addRetargeting();
    void addFinder();
    void addCopy();
    /// Adds the controller to a new stack of the scene that owns the bone's skeleton.
    template <class Controller>
    void addToStack(const Bone& bone, const std::shared_ptr<std::unique_ptr<Controller>>& controller);
    void change();
    void remove();
    void removeVrm(Scene& scene);
    void removeModifiers(Scene& scene);
    void removeInEvent();
    void removeInDisposal(Node& node);
    void useAll();

    Random random_;
    std::vector<std::unique_ptr<Scene>> scenes_;
    std::unique_ptr<Skeleton> loose_;
    std::vector<User> users_;
    std::size_t removed_ = 0;
    std::size_t usesAfterRemoval_ = 0;
    bool isInEvent_ = false;
};

/// A random element; null if the list is empty.
template <class List>
auto pick(Random& random, const List& list) -> typename std::remove_cvref_t<decltype(list[0])>
{
    return list.empty() ? nullptr : random.pick(list);
}

template <class Controller>
void LifetimeProgram::addToStack(const Bone& bone, const std::shared_ptr<std::unique_ptr<Controller>>& controller)
{
    for (const auto& scene : scenes_) {
        for (Skeleton* const skeleton : scene->skeletons()) {
            if (skeleton == &bone.getSkeleton()) {
                scene->createModifierStack(*skeleton).add("controller", **controller);
                return;
            }
        }
    }
}

}  // namespace armature::test
