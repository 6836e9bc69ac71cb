#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// When a foot counts as planted, and how it is held. Lengths are in legs: multiples of the leg's length, thigh plus shin.
struct FootLockOptions {
    /// A foot is planted once the ball of the source's foot is lower than `plantHeight` above its height at rest and slower than
    /// `plantSpeed`. It is released above 1.5 times either.
    double plantHeight = 0.06;
    double plantSpeed = 0.35;      ///< In legs per second; see plantHeight.
    double releaseSeconds = 0.15;  ///< Seconds in which a released foot returns to the motion; 0: at once.
    double maxDrop = 0.1;          ///< The largest distance that the hips go down to let a planted foot stay in place.
    double maxLag = 0.25;          ///< A foot that would be held farther away from the motion than this is released.
};

/// The state of one foot after a FootLock::solve().
struct FootLockReport {
    bool isPlanted = false;   ///< True if the foot is held where it was planted.
    double offset = 0.;       ///< Distance at which the foot is held from the retargeted motion, in units of the target's world.
    double beyondReach = 0.;  ///< Distance that remains between the foot and where it should be, because the leg is too short.
};

/// Holds the planted feet of a retargeted character in place. A Retargeter copies directions, so where feet end up depends on the lengths
/// of the legs; this corrects it.
///
/// While the source's foot is planted, the ball of the target's foot (the ankle, if toes are not mapped) stays where it was when that
/// began. Two-bone inverse kinematics moves the leg, in the plane in which the motion bends it, and the foot keeps its direction. Bones are
/// only turned, but the hips may go down.
///
/// Use it after Retargeter::retarget(), every frame, with the same two views. Feet are held in the world, where hosts or
/// JointView::placedAt() put the characters: a motion that walks on the spot needs its root motion on both sides. The ground moves with the
/// host, and lengths are relative to the body, so a character may be put anywhere, turned and scaled. The memory belongs to the caller:
/// plain numbers to save, compare and hash. The same input and memory give the same bits. A FootLock refers to no retargeter or skeleton
/// after construction. It is immutable: any number of threads may solve at once, each with its own memory; for a Skeleton that they share
/// see Retargeter::retarget(). Moved from: see docs/lifetimes.md.
class FootLock final {
public:
    /// Finds the legs among the retargeter's pairs with the roles of legs and feet. Throws std::invalid_argument if an option is out of
    /// range, a skeleton has another number of bones than the retargeter's, or no leg is mapped from thigh to foot.
    FootLock(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target, const FootLockOptions& options = {});
    ~FootLock();
    FootLock(FootLock&&) noexcept;
    FootLock& operator=(FootLock&&) noexcept;

    /// Advances by `seconds` and corrects the pose of `target`. `memory` is empty at first; clear it when a motion jumps or another begins.
    /// `outFeet` receives as many reports as it has room for, left foot first. Throws std::invalid_argument if the memory has another size,
    /// the views have other numbers of joints, or `seconds` is negative or not finite. Allocates only when it first fills the memory.
    void solve(const JointView& source, JointView target, double seconds, std::vector<double>& memory,
               std::span<FootLockReport> outFeet = {}) const;

    [[nodiscard]] std::size_t legCount() const;  ///< Number of legs that are held.

private:
    class State;

    std::unique_ptr<const State> state_;
};

}  // namespace armature
