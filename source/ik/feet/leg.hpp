#pragma once

#include <cstddef>

#include <armature/ik/ik_report.hpp>
#include <armature/skeleton/joint_view.hpp>

#include "ik/plain_frames.hpp"
#include "ik/plain_joint.hpp"
#include "ik/plain_turns.hpp"

namespace armature {

/// The three joints of a leg, by their indices in a view.
struct LegJoints {
    std::size_t upper = 0;
    std::size_t lower = 0;
    std::size_t foot = 0;
};

/// The current pose of a leg. Unless stated otherwise, everything is in the axes of the upper bone's parent.
struct PosedLeg {
    PlainJoint upper;
    PlainJoint lower;
    PlainJoint foot;
    PlainFrame above;  ///< From the axes of the upper bone's parent to skeleton space.
    PlainVector knee;
    PlainVector ankle;  ///< The point about which the foot rotates.

    /// `aboveUpper` is the frame above the upper bone: see JointAccess::above().
    void readFrom(const JointView& joints, const LegJoints& leg, const PlainFrame& aboveUpper) noexcept;
    void readFrom(const JointView& joints, const LegJoints& leg) noexcept;
    /// Writes the rotations. Returns false, and writes nothing, if a number does not fit a float.
    [[nodiscard]] bool write(JointView joints, const LegJoints& leg) const;

    /// Each returns a point in skeleton space.
    [[nodiscard]] PlainVector hipInSkeleton() const noexcept { return above.point(upper.center); }
    [[nodiscard]] PlainVector ankleInSkeleton() const noexcept { return above.point(ankle); }
    /// Maps a point of the foot's own axes.
    [[nodiscard]] PlainVector ofFoot(const PlainVector& point) const noexcept { return upper.point(lower.point(foot.point(point))); }
    /// Returns the frame from the lower bone's own axes, in which the foot rotates, to skeleton space.
    [[nodiscard]] Frame lowerFrame() const noexcept { return above.toGlm() * upper.posed().local() * lower.posed().local(); }
    /// Recomputes knee and ankle.
    void findPlaces() noexcept
    {
        knee = upper.point(lower.center);
        ankle = upper.point(lower.point(foot.center));
    }
};

/// The goal of an ankle and its foot, in skeleton space unless stated otherwise.
struct LegGoal {
    const PosedLeg* animated = nullptr;  ///< The pose that gives the foot its rotation.
    PlainVector ankle;
    PlainVector kneeDirection;  ///< The direction in which the knee points if the leg is straight, in the upper bone's own axes; zero: any.
    /// The foot rotates by the shortest rotation from the direction of `from` to the direction of `to`. Both may have any length.
    PlainVector from{0., 1., 0.};
    PlainVector to{0., 1., 0.};
};

struct LegSolution {
    double distance = 0.;     ///< Distance from the ankle to its goal, mapped by `toWorld`.
    double beyondReach = 0.;  ///< How far the goal lies out of the leg's reach (see IkReport), mapped by `toWorld`.
    float jointChange = 0.f;
    bool isSolved = false;  ///< False if a matrix above is singular or a bone has no length; the leg is then unchanged.
};

/// Bends the leg in its current plane and rotates it by the shortest rotation until the ankle is at its goal. The foot gets the rotation of
/// the goal. `toWorld` maps skeleton space to the world.
LegSolution solveLeg(PosedLeg& leg, const LegGoal& goal, const PlainFrame& toWorld) noexcept;

}  // namespace armature
