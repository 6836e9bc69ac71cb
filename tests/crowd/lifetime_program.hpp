#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/handle.hpp>
#include <armature/scene/scene.hpp>

#include <support/random.hpp>

namespace armature::test {

/// Two scenes and a skeleton of its own, all kinds of users that refer to their nodes, bones, skeletons and clips, and random steps that
/// remove anything and then use everything. There is nothing to compare: sanitizers say whether something was used that had gone.
class LifetimeProgram {
public:
    explicit LifetimeProgram(std::uint64_t seed);
    ~LifetimeProgram();

    void step();
    /// Objects that have gone so far.
    [[nodiscard]] std::size_t removedCount() const noexcept { return removed_; }
    /// Users that were used after something that they refer to had gone.
    [[nodiscard]] std::size_t usesAfterRemoval() const noexcept { return usesAfterRemoval_; }

private:
    /// Something that refers to objects of the scenes.
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
    void change();
    void remove();
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

}  // namespace armature::test
