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

/// Everything that the random calls of useAtRandom() created and can use.
class World {
public:
    explicit World(std::span<const std::byte> input);
    ~World();

    // --- existing objects, chosen by the input; null if there is none ------------------------------------------------

    Scene* scene() { return scenes[data.below(scenes.size())].get(); }
    std::vector<Skeleton*> skeletons();
    std::vector<TransformNode*> nodes();
    std::vector<Bone*> bones();
    Skeleton* skeleton() { return choose(skeletons()); }
    TransformNode* node() { return choose(nodes()); }
    Bone* bone() { return choose(bones()); }
    Node* nodeOrBone();
    /// `tip` or a bone up to four levels above it; now and then any bone.
    Bone& above(Bone& tip);
    /// Mostly null.
    const TransformNode* relative() { return data.rarely(56) ? node() : nullptr; }

    template <class List>
    auto choose(const List& list) -> typename List::value_type
    {
        return list.empty() ? typename List::value_type() : list[data.below(list.size())];
    }

    /// Runs another operation from inside a callback, a few levels deep at most.
    void runNested();

    /// Throws Contradiction unless all matrices match those computed from the local ones and all lists agree with each other.
    void check();
    /// A hash of everything that a refused call must leave unchanged.
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
    int depth = 0;           ///< Nesting of calls from inside callbacks.
    std::size_t events = 0;  ///< Callbacks so far.

private:
    using Known = std::unordered_map<const Node*, Affine>;

    /// Each is computed from the pose alone, without the library's cached results.
    Affine worldOf(const Node& node, Known& worlds, Known& absolutes);
    Affine absoluteOf(const Bone& bone, Known& absolutes);
    void checkNode(const TransformNode& node, Known& worlds, Known& absolutes);
    void checkSkeleton(Skeleton& skeleton, Known& worlds, Known& absolutes);
};

/// A call with random arguments.
struct Operation {
    void (*run)(World& world);
    bool keepsPromise = true;  ///< A refused call must change nothing. False where it is several calls, or where callbacks act.
};

[[nodiscard]] std::span<const Operation> structureOperations();
[[nodiscard]] std::span<const Operation> nodeOperations();
[[nodiscard]] std::span<const Operation> boneOperations();
[[nodiscard]] std::span<const Operation> animationOperations();
[[nodiscard]] std::span<const Operation> crowdOperations();
[[nodiscard]] std::span<const Operation> ikOperations();
[[nodiscard]] std::span<const Operation> chainOperations();

/// Any of these operations: one of a list chosen at random, structureOperations() twice as likely as each other list.
[[nodiscard]] const Operation& chooseOperation(World& world);

}  // namespace armature::test
