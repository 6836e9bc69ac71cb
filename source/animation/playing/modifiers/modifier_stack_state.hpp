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

/// Working arrays, by joint, for blending a modifier's result with the pose before it.
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
    std::shared_ptr<const std::atomic<bool>> hasGone;  // whether the controller is gone; null: the modifier is a function
    Handle<const Updatable> controller;                // the modifier's controller, if the controller has a memory
    const char* memoryOf = nullptr;                    // name of the controller's class, for messages
    JointMasks masks;

private:
    void requireCount(JointView joints, std::size_t before) const;
    void runBlended(JointView& joints, double seconds, ModifierWork& work) const;
};

/// The internals of a stack.
///
/// Additions, moves and removals make a new list: a loop over the old list keeps it, and its modifiers, alive.
class ModifierStack::State {
public:
    using List = std::vector<std::shared_ptr<Modifier>>;

    /// A joint of the stack's own skeleton that the stack has changed.
    struct Change {
        Handle<Bone> bone;
        LocalPose before;
        LocalPose after;
    };

    [[nodiscard]] std::size_t placeOf(const Modifier& modifier) const;
    void replace(List changed);

    void apply(JointView joints) const;
    /// For the stack of a skeleton in a scene: takeBack() is called before the skeleton's animation, applyToSkeleton() after it, so that a
    /// pose that is not animated is not modified twice. Joints that still have the pose that the stack gave them return to their pose from
    /// before; poses written elsewhere meanwhile stay.
    void takeBack() noexcept;
    void applyToSkeleton();
    /// Takes back the changes of a stack that is being removed. If a later stack has changed a joint further, the later stack from now on
    /// takes back this stack's part along with its own. O(bones of all stacks).
    void leave(std::span<ModifierStack* const> later);
    void list(StateArchive& state);

    std::shared_ptr<const List> modifiers = std::make_shared<const List>();
    std::vector<Modifier*> view;
    double step = 0.;
    bool isOwned = true;  // false once one of its own modifiers has destroyed the stack
    Handle<Skeleton> skeleton;

private:
    /// The changes of a stack that is being removed, by the joint's index in the skeleton; null: no change, or a later stack has taken it
    /// over.
    using ChangesByJoint = std::vector<const Change*>;

    void inherit(ChangesByJoint& left);
    void recordChanges(const ModifierWork& work);
    void listChanges(StateArchive& state);

    std::vector<Change> changes_;
    ModifierWork* running_ = nullptr;  // the poses before applyToSkeleton(), while it runs; otherwise null
    mutable WorkPool<ModifierWork> pool_{ModifierWork{}};
};

}  // namespace armature
