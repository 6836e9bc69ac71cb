#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/modifier_stack.hpp>

#include "animation/playing/modifiers/joint_masks.hpp"
#include "animation/playing/ramp.hpp"
#include "math/work_pool.hpp"
#include "node/transform_hierarchy.hpp"
#include "node/updater.hpp"

namespace armature {

/// What a modifier needs to blend what it did with what was before: working arrays by joint.
struct ModifierWork {
    std::vector<LocalPose> before;
    std::vector<float> weights;

    void capture(const JointView& joints);
};

/// The internals of a modifier.
class ModifierStack::Modifier::State {
public:
    State(std::string_view givenName, Function given, const ModifierOptions& options);

    [[nodiscard]] std::string label() const;
    void requireFraction(const char* what, float value) const;
    void run(JointView joints, double seconds, WorkPool<ModifierWork>& pool) const;
    /// `own`: the stack's skeleton; may be null.
    void list(StateArchive& state, const Skeleton* own);

    std::string name;
    Function function;
    Ramp weight;
    bool isEnabled;
    bool isRemoved = false;
    std::shared_ptr<const std::atomic<bool>> hasGone;  // of its controller; null: it is a function
    Handle<const Updatable> controller;                // if it remembers something
    const char* memoryOf = nullptr;                    // its class
    JointMasks masks;

private:
    void requireCount(JointView joints, std::size_t before) const;
    void runBlended(JointView& joints, double seconds, ModifierWork& work) const;
};

/// The internals of a stack.
///
/// Additions, moves and removals make a new list: whoever walks along the old one keeps it, and its modifiers, alive.
class ModifierStack::State {
public:
    using List = std::vector<std::shared_ptr<Modifier>>;

    /// A joint that the stack has changed, of its own skeleton.
    struct Change {
        Handle<Bone> bone;
        LocalPose before;
        LocalPose after;
    };

    [[nodiscard]] std::size_t placeOf(const Modifier& modifier) const;
    void replace(List changed);

    void apply(JointView joints) const;
    /// For the stack of a skeleton in a scene, before and after its animation. A pose that is not animated is thus not modified twice:
    /// joints that still are as the stack left them return to what they were, and what was written elsewhere meanwhile stays.
    void takeBack() noexcept;
    void applyToSkeleton();
    /// The stack goes. Where a later one has changed a joint further, that one takes back this one's part along with its own from now on.
    /// O(bones of all stacks).
    void leave(std::span<ModifierStack* const> later);
    void list(StateArchive& state);

    std::shared_ptr<const List> modifiers = std::make_shared<const List>();
    std::vector<Modifier*> view;
    double step = 0.;
    bool isOwned = true;  // false once the stack is gone, by one of its own modifiers
    Handle<Skeleton> skeleton;

private:
    /// What a stack that goes has changed, by the joint's place in the skeleton; null: nothing, or a later stack has taken it over.
    using ChangesByJoint = std::vector<const Change*>;

    void inherit(ChangesByJoint& left);
    void recordChanges(const ModifierWork& work);
    void listChanges(StateArchive& state);

    std::vector<Change> changes_;
    ModifierWork* running_ = nullptr;  // while applyToSkeleton() runs: the skeleton before
    mutable WorkPool<ModifierWork> pool_{ModifierWork{}};
};

}  // namespace armature
