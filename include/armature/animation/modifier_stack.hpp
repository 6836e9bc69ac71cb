#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// How a modifier takes part in its ModifierStack.
struct ModifierOptions {
    float weight = 1.f;           ///< See ModifierStack::Modifier::setWeight().
    bool isEnabled = true;        ///< See ModifierStack::Modifier::setEnabled().
    const Bone* below = nullptr;  ///< Modifies only this bone and all below it: setMask(0), then setSubtreeMask(bone, 1). Null: all.
};

/// Changes a pose after animation has made it: inverse kinematics, looks, feet, constraints, and functions of your own, in order.
///
/// Each modifier is a function of a JointView, with a weight and a mask, and sees what the ones before it did. Where weight times mask is
/// below 1, a joint is blended from its pose before the modifier to its pose after it: translation and scale linearly, rotation by slerp
/// the short way. A joint with mask 0 keeps its pose bit for bit, whatever the modifier did. At weight 0 a modifier is not called.
///
/// For a skeleton of a scene, call Scene::createModifierStack(); Scene::animate() then does the rest. Otherwise call advance() once a
/// frame, then apply() for each character: a Skeleton, a Pose or a member of a Crowd, with the same bits.
///
/// Any number of threads may call apply() at once if the functions allow it; working memory is pooled (see docs/lifetimes.md), and no lock
/// is held while modifiers run. Everything else belongs to one thread at a time, and not while others apply.
class ModifierStack final {
public:
    class Modifier;

    /// Changes joints; `seconds` is the time since the last call. It may write any joint of the view and whatever else its thread may
    /// write, but may neither add nor remove bones of the view, nor destroy what it refers to.
    using Function = std::function<void(JointView joints, double seconds)>;

    /// Updates a controller; `seconds` is the time since the last call. Returns false, and does nothing, if the controller is gone.
    using Updater = std::function<bool(double seconds)>;

    /// Makes a stack that the application applies.
    ModifierStack();
    ~ModifierStack();
    ModifierStack(const ModifierStack&) = delete;
    ModifierStack& operator=(const ModifierStack&) = delete;

    // --- modifiers --------------------------------------------------------------------------------------------------

    /// Appends a modifier. Throws std::invalid_argument if there is no function, or the weight is outside [0, 1].
    Modifier& add(std::string_view name, Function function, const ModifierOptions& options = {});
    /// Appends a controller, with its target and its memory: a BoneIkController, BoneLookController, FootPlacement, SpringBones,
    /// NodeConstraints or VrmCharacter. It works on its own bones and nodes, whatever the stack is applied to, so use it on the stack of
    /// its skeleton; for several characters, call its solve() in a function. The controller may be moved and destroyed: the modifier
    /// follows it, and does nothing once it is gone (see Modifier::hasGone()). A controller of your own needs a getUpdater() as these have.
    template <class Controller>
    requires requires(Controller& controller) { Updater(controller.getUpdater()); }
    Modifier& add(std::string_view name, Controller& controller, const ModifierOptions& options = {})
    {
        return addUpdater(name, controller.getUpdater(), options);
    }
    /// Removes a modifier; one that removes itself or others while the stack is applied is safe: they are not called again. Throws
    /// std::invalid_argument if it belongs to another stack.
    void remove(Modifier& modifier);
    /// Moves a modifier to right before `next`, or to the end if that is null. While the stack is being applied, additions and moves take
    /// effect with the next apply(). Throws std::invalid_argument if one of the two belongs to another stack.
    void moveBefore(Modifier& modifier, const Modifier* next);
    /// The modifiers in the order in which they run.
    [[nodiscard]] std::span<Modifier* const> modifiers() noexcept;
    [[nodiscard]] std::span<const Modifier* const> modifiers() const noexcept;
    /// The first modifier of that name, or null. O(modifiers).
    [[nodiscard]] Modifier* find(std::string_view name) noexcept;
    [[nodiscard]] const Modifier* find(std::string_view name) const noexcept;

    // --- frames -----------------------------------------------------------------------------------------------------

    /// Advances fades by `seconds`, and passes `seconds` to the functions until the next advance(). Throws std::invalid_argument if not
    /// finite.
    void advance(double seconds);
    /// Runs the modifiers on a pose that was just animated; a pose that still contains their last result would be modified twice. Throws
    /// std::invalid_argument if masks are of bones that the joints lack or have at another position, and std::logic_error that names the
    /// modifier if it added or removed bones. An exception of a modifier propagates: the modifiers before it have had their effect, what it
    /// has written itself stays, unblended, and those after it are not called.
    void apply(JointView joints) const;

    /// The skeleton to which Scene::animate() applies the stack; null for a stack that the application applies, or once the skeleton is
    /// gone.
    [[nodiscard]] Skeleton* getSkeleton() noexcept;
    [[nodiscard]] const Skeleton* getSkeleton() const noexcept;

    /// Ends with the stack: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class SavedState;
    friend class Scene;
    class State;

    explicit ModifierStack(Skeleton& skeleton);
    Modifier& addUpdater(std::string_view name, Updater updater, const ModifierOptions& options);
    void listState(StateArchive& state);

    std::shared_ptr<State> state_;  // shared with apply(): a modifier may remove the stack
    Lifetime lifetime_;
};

/// One modifier of a ModifierStack. Created and owned by the stack.
class ModifierStack::Modifier final {
public:
    ~Modifier();
    Modifier(const Modifier&) = delete;
    Modifier& operator=(const Modifier&) = delete;

    /// The name given to ModifierStack::add(). Names need not be unique.
    [[nodiscard]] const std::string& getName() const noexcept;

    /// Sets how far joints are blended from their pose before the modifier (0) to their pose after it (1). Ends fadeTo(). Throws
    /// std::invalid_argument outside [0, 1].
    void setWeight(float weight);
    /// The weight now, fades included.
    [[nodiscard]] float getWeight() const noexcept;
    /// Changes the weight linearly to `weight` within `seconds` of the stack's time; at once for 0. Throws std::invalid_argument if the
    /// weight is outside [0, 1], or the time negative or not finite.
    void fadeTo(float weight, double seconds);

    /// Enables the modifier or disables it. A disabled modifier is not called; its fades continue.
    void setEnabled(bool enabled) noexcept;
    [[nodiscard]] bool isEnabled() const noexcept;

    /// True once the modifier was called after its controller was destroyed; always false for a function.
    [[nodiscard]] bool hasGone() const noexcept;

    /// Multiplies the weight at one joint; 1 by default. Masks follow their bones when others are added, removed or sorted. Clones and
    /// crowds use the bone's position in Skeleton::bones(), as of the last advance() if the skeleton is gone. Throws std::invalid_argument
    /// outside [0, 1], or if another mask is of a bone in another skeleton.
    void setMask(const Bone& bone, float mask);
    /// Sets the mask of a bone and of all below it.
    void setSubtreeMask(const Bone& top, float mask);
    /// Sets the mask of all joints: setMask(0), then setSubtreeMask(spine, 1) leaves the upper body.
    void setMask(float mask);
    [[nodiscard]] float getMask(const Bone& bone) const noexcept;  ///< The mask in effect at that bone. O(masks).

    /// Ends when the modifier is removed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class ModifierStack;
    class State;

    Modifier(std::string_view name, Function function, const ModifierOptions& options);

    std::unique_ptr<State> state_;
    Lifetime lifetime_;
};

}  // namespace armature
