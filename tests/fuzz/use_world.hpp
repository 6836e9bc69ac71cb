#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include <armature/armature.hpp>
#include <armature/text.hpp>

#include "byte_source.hpp"

namespace armature::test {

/// All that the random calls of useAtRandom() have made and call on.
class World {
public:
    explicit World(std::span<const std::byte> input);
    ~World();

    // --- what there is, chosen by the input; null if there is none ---------------------------------------------------

    Scene* scene() { return scenes[data.below(scenes.size())].get(); }
    std::vector<Skeleton*> skeletons();
    std::vector<TransformNode*> nodes();
    std::vector<Bone*> bones();
    Skeleton* skeleton() { return choose(skeletons()); }
    TransformNode* node() { return choose(nodes()); }
    Bone* bone() { return choose(bones()); }
    Node* nodeOrBone();
    /// A bone some levels above `tip`; now and then any.
    Bone& above(Bone& tip);
    /// Mostly null.
    const TransformNode* relative() { return data.rarely(56) ? node() : nullptr; }

    template <class List>
    auto choose(const List& list) -> typename List::value_type
    {
        return list.empty() ? typename List::value_type() : list[data.below(list.size())];
    }

    /// Another operation from inside a call-back, a few levels deep at most.
    void runNested();

    /// All matrices are those that the local ones give, all lists agree with each other. Throws Contradiction.
    void check();
    /// Of everything that a refused call must leave as it was.
    [[nodiscard]] std::uint64_t hash();

    ByteSource data;
    std::vector<std::unique_ptr<Scene>> scenes;
    std::vector<std::unique_ptr<Skeleton>> loose;
    std::vector<std::unique_ptr<BoneIkController>> limbs;
    std::vector<std::unique_ptr<BoneLookController>> looks;
    std::vector<std::unique_ptr<FootPlacement>> feet;
    std::vector<std::unique_ptr<SpringBones>> springs;
    std::vector<std::unique_ptr<AimChain>> aims;
    std::vector<std::unique_ptr<SplineChain>> splines;
    struct Group {
        std::unique_ptr<Crowd> crowd;
        std::vector<CrowdInstance> members;
    };
    std::vector<Group> crowds;
    std::vector<std::shared_ptr<const BakedClip>> baked;
    std::vector<std::shared_ptr<const AnimationClip>> clips;
    std::vector<Subscription> subscriptions;
    std::vector<SkeletonSnapshot> snapshots;
    std::vector<Pose> poses;
    int depth = 0;           ///< Of calls from inside call-backs.
    std::size_t events = 0;  ///< Call-backs so far.

private:
    using Known = std::unordered_map<const Node*, Affine>;

    /// Of the pose alone, without what the library has computed already.
    Affine worldOf(const Node& node, Known& worlds, Known& absolutes);
    Affine absoluteOf(const Bone& bone, Known& absolutes);
    void checkNode(const TransformNode& node, Known& worlds, Known& absolutes);
    void checkSkeleton(Skeleton& skeleton, Known& worlds, Known& absolutes);
};

/// A call with random arguments.
struct Operation {
    void (*run)(World& world);
    bool keepsPromise = true;  ///< If it is refused nothing may have changed. Not where it is several calls, or call-backs act.
};

[[nodiscard]] std::span<const Operation> structureOperations();
[[nodiscard]] std::span<const Operation> nodeOperations();
[[nodiscard]] std::span<const Operation> boneOperations();
[[nodiscard]] std::span<const Operation> animationOperations();
[[nodiscard]] std::span<const Operation> crowdOperations();
[[nodiscard]] std::span<const Operation> ikOperations();
[[nodiscard]] std::span<const Operation> chainOperations();

/// Any of them, weighted as they are here.
[[nodiscard]] const Operation& chooseOperation(World& world);

}  // namespace armature::test
