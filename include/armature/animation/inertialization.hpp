#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/skeleton/pose.hpp>

namespace armature {

/// A transition without evaluating what is left behind: at the switch, the difference between the pose that was shown and the new motion is
/// kept, and fades within a given time (D. Bollo, "Inertialization: High-Performance Animation Transitions in Gears of War", GDC 2018).
///
///     Inertialization transition(skeleton.bones().size());
///     ... when the motion changes:
///     transition.start(shownBefore, shown, motionBefore, motion, 1. / 60, 0.25);
///     ... every frame: the new motion's pose, then
///     transition.advance(seconds);
///     transition.apply(pose);
///
/// Each bone's translation and scale fade along the line of their difference, its rotation about the axis of the difference, by a
/// polynomial of the fifth degree that begins with the speed at which the difference shrank, and ends level. A speed at which it grew
/// counts as 0, so that nothing swings out, and the time is shortened where the difference would otherwise cross zero. So what is shown
/// does not jump, and along those lines its speed does not, either, unless it grew.
///
/// May be started again while it runs: what was shown is what counts, not where it came from. A moved-from Inertialization is one for no
/// bones.
class Inertialization final {
public:
    Inertialization() noexcept = default;             ///< For no bones.
    explicit Inertialization(std::size_t boneCount);  ///< For poses of that many bones. The only function that allocates.
    Inertialization(const Inertialization&) = default;
    Inertialization& operator=(const Inertialization&) = default;
    Inertialization(Inertialization&& other) noexcept;
    Inertialization& operator=(Inertialization&& other) noexcept;
    ~Inertialization() = default;

    /// Begins to fade the difference between `shown`, the pose on the screen, and `motion`, the new motion's at the same moment.
    /// `...Before` are the same `interval` seconds earlier. A duration of 0 fades nothing. Throws std::invalid_argument, and changes
    /// nothing, if a pose has another number of bones, the interval is not positive, the duration is negative, or one of them is not
    /// finite. O(bones).
    void start(const Pose& shownBefore, const Pose& shown, const Pose& motionBefore, const Pose& motion, double interval, double duration);
    /// Ends it: apply() changes nothing.
    void stop() noexcept;
    /// Lets `seconds` pass. Throws std::invalid_argument if that is negative or not finite.
    void advance(double seconds);
    /// Adds what is left of the difference to the new motion's pose. Throws std::invalid_argument if the pose has another number of bones.
    /// O(bones) while active.
    void apply(Pose& pose) const;

    [[nodiscard]] bool isActive() const noexcept { return isActive_; }           ///< From start() until the duration has passed.
    [[nodiscard]] double getElapsed() const noexcept { return elapsed_; }        ///< Seconds since start().
    [[nodiscard]] std::size_t boneCount() const noexcept { return boneCount_; }  ///< Of the poses.

private:
    friend class SavedState;
    friend class InertializationAccess;  // internal: source/animation/inertialization_access.hpp

    void applyAt(double elapsed, Pose& pose) const noexcept;
    void listState(StateArchive& state);

    bool isActive_ = false;
    double elapsed_ = 0.;
    double duration_ = 0.;
    std::size_t boneCount_ = 0;
    std::vector<float> offsets_;  // in blocks: InertiaRows
};

}  // namespace armature
