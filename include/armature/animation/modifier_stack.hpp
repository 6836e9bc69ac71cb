#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// The settings with which ModifierStack::add() adds a modifier.
struct ARMATURE_API ModifierOptions {
    float weight = 1.f;           ///< See ModifierStack::Modifier::setWeight().
    bool isEnabled = true;        ///< See ModifierStack::Modifier::setEnabled().
    const Bone* below = nullptr;  ///< Limits the modifier to this bone's subtree, as setMask(0) and setSubtreeMask(below, 1) do.
};

/// Runs modifiers on an animated pose, one after another: inverse kinematics, look-at, foot placement, constraints, and functions of your
/// own.
///
/// Each modifier is a function that changes a JointView, and has a weight and a mask. It sees the results of the modifiers before it. If
/// weight times mask is below 1, a joint is blended from its pose before the modifier to its pose after it: translation and scale linearly,
/// rotation by slerp along the shorter arc. A joint with mask 0 keeps its pose bit for bit, even if the modifier changes it. A modifier
/// with weight 0 is not called.
///
/// For a skeleton of a scene, call Scene::createModifierStack(); Scene::animate() then advances and applies the stack. Otherwise call
/// advance() once a frame, then apply() for each character. A Skeleton, a Pose and a member of a Crowd give the same bits.
///
/// Any number of threads may call apply() at once if the functions allow it; working memory is pooled (see docs/lifetimes.md), and no lock
/// is held while modifiers run. Call all other functions from one thread at a time, and not while apply() runs.
class ARMATURE_API ModifierStack final {
public:
    class Modifier;

    /// A modifier's function, which changes joints; `seconds` is the time given to the last advance(). It may write any joint of the view
    /// and anything else that its thread may write. It must not add or remove bones of the view, nor destroy the object to which the view
    /// refers.
    using Function = std::function<void(JointView joints, double seconds)>;

    /// A function that updates a controller; `seconds` is the time given to the last advance(). If the controller is gone, the function
    /// does nothing and returns false.
    using Updater = std::function<bool(double seconds)>;

    /// Makes a stack that the application advances and applies.
    ModifierStack();
    ~ModifierStack();
    ModifierStack(const ModifierStack&) = delete;
    ModifierStack& operator=(const ModifierStack&) = delete;

    // --- modifiers --------------------------------------------------------------------------------------------------

    /// Appends a modifier. Throws std::invalid_argument if `function` is empty, or the weight is outside [0, 1].
    Modifier& add(std::string_view name, Function function, const ModifierOptions& options = {});
    /// Appends a controller, which keeps its own target and memory: a BoneIkController, BoneLookController, FootPlacement, SpringBones,
    /// NodeConstraints or VrmCharacter. A controller works on its own bones and nodes, even if the stack is applied to others, so add it to
    /// the stack of its own skeleton; for several characters, add a function that calls its solve(). The controller may be moved or
    /// destroyed: the modifier follows a moved controller and does nothing once the controller is destroyed (see Modifier::hasGone()). A
    /// controller class of your own needs a getUpdater() as these classes have.
    template <class Controller>
    requires requires(Controller& controller) { Updater(controller.getUpdater()); }
    Modifier& add(std::string_view name, Controller& controller, const ModifierOptions& options = {})
    {
        return addUpdater(name, controller.getUpdater(), options);
    }
    /// Removes a modifier. A modifier may remove itself or others while the stack is being applied; removed modifiers are not called again.
    /// Throws std::invalid_argument if the modifier belongs to another stack.
    void remove(Modifier& modifier);
    /// Moves a modifier directly before `next`, or to the end if `next` is null. While the stack is being applied, additions and moves take
    /// effect with the next apply(). Throws std::invalid_argument if either modifier belongs to another stack.
    void moveBefore(Modifier& modifier, const Modifier* next);
    /// The modifiers in the order in which they run.
    [[nodiscard]] std::span<Modifier* const> modifiers() noexcept;
    [[nodiscard]] std::span<const Modifier* const> modifiers() const noexcept;
    /// The first modifier of that name, or null. O(modifiers).
    [[nodiscard]] Modifier* find(std::string_view name) noexcept;
    [[nodiscard]] const Modifier* find(std::string_view name) const noexcept;

    // --- frames -----------------------------------------------------------------------------------------------------

    /// Advances fades by `seconds`, and passes `seconds` to the functions until the next advance(). Throws std::invalid_argument if
    /// `seconds` is not finite.
    void advance(double seconds);
    /// Runs the modifiers on a freshly animated pose; a pose that still contains their last result would be modified twice. Throws
    /// std::invalid_argument if a mask is for a bone that `joints` lacks or has at another position, and std::logic_error, naming the
    /// modifier, if a modifier added or removed bones. If a modifier throws, the exception propagates: the modifiers before it have taken
    /// effect, its own writes stay unblended, and the modifiers after it are not called.
    void apply(JointView joints) const;

    /// The skeleton to which Scene::animate() applies the stack; null for a stack that the application applies, or once the skeleton is
    /// gone.
    [[nodiscard]] Skeleton* getSkeleton() noexcept;
    [[nodiscard]] const Skeleton* getSkeleton() const noexcept;

    /// The stack's lifetime, which ends when the stack is destroyed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class SavedState;
    friend class Scene;
    class ARMATURE_LOCAL State;

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

    /// Sets how far joints are blended from their pose before the modifier (0) to their pose after it (1). Ends a fadeTo() in progress.
    /// Throws std::invalid_argument if `weight` is outside [0, 1].
    void setWeight(float weight);
    /// The current weight, fades included.
    [[nodiscard]] float getWeight() const noexcept;
    /// Changes the weight linearly to `weight` over `seconds` of the stack's time, or at once if `seconds` is 0. Throws
    /// std::invalid_argument if the weight is outside [0, 1], or the time is negative or not finite.
    void fadeTo(float weight, double seconds);

    /// Enables or disables the modifier. A disabled modifier is not called; its fades continue.
    void setEnabled(bool enabled) noexcept;
    [[nodiscard]] bool isEnabled() const noexcept;

    /// True once the modifier has been called after its controller was destroyed; always false for a function.
    [[nodiscard]] bool hasGone() const noexcept;

    /// Sets the factor that multiplies the weight at one joint; 1 by default. Masks follow their bones when other bones are added, removed
    /// or sorted. For clones and crowds, the mask applies at the bone's position in Skeleton::bones(), or at its position as of the last
    /// advance() if the skeleton is gone. Throws std::invalid_argument if `mask` is outside [0, 1], or if this modifier already has a mask
    /// for a bone of another skeleton.
    void setMask(const Bone& bone, float mask);
    /// Sets the mask of a bone and all its descendants.
    void setSubtreeMask(const Bone& top, float mask);
    /// Sets the mask of all joints. For example, setMask(0) followed by setSubtreeMask(spine, 1) selects the upper body.
    void setMask(float mask);
    [[nodiscard]] float getMask(const Bone& bone) const noexcept;  ///< The mask in effect at that bone. O(masks).

    /// The modifier's lifetime, which ends when the modifier is removed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class ModifierStack;
    class ARMATURE_LOCAL State;

    Modifier(std::string_view name, Function function, const ModifierOptions& options);

    std::unique_ptr<State> state_;
    Lifetime lifetime_;
};

}  // namespace armature
