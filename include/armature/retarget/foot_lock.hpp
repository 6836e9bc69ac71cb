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
    /// `plantSpeed`, in legs per second, and is released above 1.5 times either.
    double plantHeight = 0.06;
    double plantSpeed = 0.35;      ///< See plantHeight.
    double releaseSeconds = 0.15;  ///< How long a released foot takes to follow the motion again; 0: at once.
    double maxDrop = 0.1;          ///< How far the hips may go down to let a planted foot stay where it is.
    double maxLag = 0.25;          ///< A foot that would be held farther away from the motion than this is released.
};

/// How a foot stands, after a FootLock::solve().
struct FootLockReport {
    bool isPlanted = false;   ///< Held where it was planted.
    double offset = 0.;       ///< How far it is held away from the retargeted motion, in units of the target's world.
    double beyondReach = 0.;  ///< How far it still is from where it should be, because the leg is too short.
};

/// Holds planted feet of a retargeted character: what a Retargeter cannot know is how long its legs are while they bend.
///
/// While the source's foot is planted, the ball of the target's foot (the ankle, if toes are not mapped) stays where it was when that
/// began; two-bone inverse kinematics moves the leg, in the plane in which the motion bends it, and the foot keeps its direction. Bones are
/// only turned, the hips may go down.
///
/// Use it after Retargeter::retarget(), every frame, with its two views. Feet stay in the world, where hosts or JointView::placedAt() put
/// the characters: a motion that walks on the spot needs its root motion on both sides. The ground goes with the host, and lengths are
/// those of the body, so that a character may be put anywhere, turned and scaled. What it remembers is the caller's: plain numbers to save,
/// compare and hash. The same input and memory give the same bits. Refers to no retargeter or skeleton afterwards. Immutable: any number of
/// threads may solve at once, each with its own memory; for a Skeleton that they share see Retargeter::retarget(). A moved-from FootLock
/// may be assigned to or destroyed; anything else throws std::invalid_argument.
class FootLock final {
public:
    /// The legs are those of the retargeter's pairs with the roles of legs and feet. Throws std::invalid_argument if an option is out of
    /// range, the skeleton has another number of bones than the retargeter's target, or no leg is mapped from thigh to foot.
    FootLock(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target, const FootLockOptions& options = {});
    ~FootLock();
    FootLock(FootLock&&) noexcept;
    FootLock& operator=(FootLock&&) noexcept;

    /// Moves on by `seconds`. `memory` is empty at first; clear it when a motion jumps or another begins. Throws std::invalid_argument if
    /// it is of another size, the views have other numbers of joints, or `seconds` is negative or not finite. `outFeet` receives as many
    /// reports as it has room for, left first. Does not allocate but for the memory's first numbers.
    void solve(const JointView& source, JointView target, double seconds, std::vector<double>& memory,
               std::span<FootLockReport> outFeet = {}) const;

    [[nodiscard]] std::size_t legCount() const;  ///< How many legs are held.

private:
    class State;

    std::unique_ptr<const State> state_;
};

}  // namespace armature
