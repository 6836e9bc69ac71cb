#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/ik_memory.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// When a foot counts as planted, and how a planted foot is held. Lengths are multiples of the leg's length (thigh plus shin).
struct ARMATURE_API FootLockOptions {
    /// A foot becomes planted when the ball of the source's foot is less than `plantHeight` above its height at rest and slower than
    /// `plantSpeed`. The foot is released above 1.5 times either limit.
    double plantHeight = 0.06;
    double plantSpeed = 0.35;      ///< Leg lengths per second; see plantHeight.
    double releaseSeconds = 0.15;  ///< Seconds that a released foot takes to return to the motion; 0: at once.
    double maxDrop = 0.1;          ///< Greatest distance by which the hips are lowered for planted feet.
    double maxLag = 0.25;          ///< Greatest distance of a held foot from the motion; beyond it the foot is released.
};

/// The state of one foot after a FootLock::solve().
struct ARMATURE_API FootLockReport {
    bool isPlanted = false;   ///< True if the foot is held in place.
    double offset = 0.;       ///< Distance of the foot from the retargeted motion, in units of the target's world.
    double beyondReach = 0.;  ///< Distance by which the foot misses its held place because the leg is too short.
};

/// Holds the planted feet of a retargeted character in place. A Retargeter copies directions of bones, so the positions of the feet depend
/// on the lengths of the legs; a FootLock corrects them.
///
/// While a foot of the source is planted, the ball of the target's foot (the ankle if toes are not mapped) stays over the point of the
/// ground where the contact began; its height follows the source's foot. Two-bone inverse kinematics moves the leg in the plane in which
/// the motion bends the leg, and the foot keeps its direction. Only rotations change, except that the hips may be lowered.
///
/// Call solve() every frame after Retargeter::retarget(), with the same two views. Feet are held in the world, in which hosts or
/// JointView::placedAt() place the characters, so a motion that walks on the spot needs its root motion on both characters. The ground
/// moves with the host, and lengths are relative to the body, so a character may be placed, turned and scaled at will. The memory belongs
/// to the caller. The same input and memory give the same bits. A FootLock refers to no retargeter or skeleton after construction. It is
/// immutable: any number of threads may call solve() at once, each with its own memory; for a Skeleton shared between threads see
/// Retargeter::retarget(). See docs/lifetimes.md for moved-from objects.
class ARMATURE_API FootLock final {
public:
    /// Finds the legs by the roles of the retargeter's pairs. Throws std::invalid_argument if an option is out of range, a skeleton's
    /// number of bones differs from the retargeter's, or no leg is mapped from thigh to foot, each bone the parent of the next.
    FootLock(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target, const FootLockOptions& options = {});
    ~FootLock();
    FootLock(FootLock&&) noexcept;
    FootLock& operator=(FootLock&&) noexcept;

    /// Advances by `seconds` and corrects the pose of `target`. Clear `memory` when the motion jumps or another motion begins. Writes as
    /// many reports as fit into `outFeet`, left foot first. Throws std::invalid_argument if the memory has the wrong size, the views have
    /// the wrong numbers of joints, or `seconds` is negative or not finite.
    void solve(const JointView& source, JointView target, double seconds, IkMemory& memory, std::span<FootLockReport> outFeet = {}) const;

    [[nodiscard]] std::size_t legCount() const;  ///< Number of legs that are held.

private:
    class ARMATURE_LOCAL State;

    std::unique_ptr<const State> state_;
};

}  // namespace armature
