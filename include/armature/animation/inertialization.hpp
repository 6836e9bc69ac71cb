#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/skeleton/pose.hpp>

namespace armature {

/// A transition that does not evaluate the old motion: at the switch, it stores the difference between the pose on screen and the new
/// motion, and this difference then fades out over a given time (D. Bollo, "Inertialization: High-Performance Animation Transitions in
/// Gears of War", GDC 2018).
///
///     Inertialization transition(skeleton.bones().size());
///     ... when the motion changes:
///     transition.start(shownBefore, shown, motionBefore, motion, 1. / 60, 0.25);
///     ... every frame: the new motion's pose, then
///     transition.advance(seconds);
///     transition.apply(pose);
///
/// The differences of a bone's translation and scale fade along a straight line, the difference of its rotation fades about a fixed axis.
/// The fade is a fifth-degree polynomial that begins at the speed at which the difference was shrinking, and ends with zero slope. If the
/// difference was growing, that speed counts as 0, so that nothing overshoots; if the difference would cross zero, the fade is shortened.
/// So the pose does not jump, and its speed along those lines does not jump either unless the difference was growing.
///
/// A transition may be started again before the last one has ended, because start() needs only the poses on screen, not the transition that
/// produced them. See docs/lifetimes.md for moved-from objects.
class ARMATURE_API Inertialization final {
public:
    Inertialization() noexcept = default;             ///< Makes a transition for poses without bones.
    explicit Inertialization(std::size_t boneCount);  ///< Makes a transition for that many bones. Only this and copying allocate.
    Inertialization(const Inertialization&) = default;
    Inertialization& operator=(const Inertialization&) = default;
    Inertialization(Inertialization&& other) noexcept;
    Inertialization& operator=(Inertialization&& other) noexcept;
    ~Inertialization() = default;

    /// Begins to fade the difference between `shown`, the pose on screen, and `motion`, the new motion's pose at the same moment.
    /// `shownBefore` and `motionBefore` are the same poses `interval` seconds earlier. A duration of 0 fades nothing. Throws
    /// std::invalid_argument, and changes nothing, if a pose has another number of bones, the interval is not positive, the duration is
    /// negative, or a number is not finite. O(bones).
    void start(const Pose& shownBefore, const Pose& shown, const Pose& motionBefore, const Pose& motion, double interval, double duration);
    /// Ends the transition: apply() then changes nothing.
    void stop() noexcept;
    /// Advances the transition. Throws std::invalid_argument if `seconds` is negative or not finite.
    void advance(double seconds);
    /// Adds the remaining difference to the new motion's pose. Throws std::invalid_argument if the pose has another number of bones.
    /// O(bones) while active.
    void apply(Pose& pose) const;

    [[nodiscard]] bool isActive() const noexcept { return isActive_; }           ///< True from start() until the duration has passed.
    [[nodiscard]] double getElapsed() const noexcept { return elapsed_; }        ///< Seconds since start(), counted while active.
    [[nodiscard]] std::size_t boneCount() const noexcept { return boneCount_; }  ///< Number of bones of the poses.

private:
    friend class SavedState;
    friend class InertializationAccess;  // internal: source/animation/playing/inertialization_access.hpp

    void applyAt(double elapsed, Pose& pose) const noexcept;
    void listState(StateArchive& state);

    bool isActive_ = false;
    double elapsed_ = 0.;
    double duration_ = 0.;
    std::size_t boneCount_ = 0;
    std::vector<float> offsets_;  // InertiaRows::numbers for each block of bones
};

}  // namespace armature
