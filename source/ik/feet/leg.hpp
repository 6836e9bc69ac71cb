#pragma once

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/ik/ik_report.hpp>

#include "ik/pose_frames.hpp"
#include "ik/posed_joint.hpp"

namespace armature {

struct LegBones {
    Bone* upper = nullptr;
    Bone* lower = nullptr;
    Bone* foot = nullptr;
};

/// A leg as it is posed now, in skeleton space where nothing else is said.
struct PosedLeg {
    PosedJoint upper;
    PosedJoint lower;
    PosedJoint foot;
    Frame above;  ///< From the axes of the upper bone's parent.

    glm::dvec3 hip{0.};
    glm::dvec3 knee{0.};
    glm::dvec3 ankle{0.};  ///< The point about which the foot turns.

    [[nodiscard]] static PosedLeg read(const LegBones& bones) noexcept;
    /// From a pose; `frames` are the foot's.
    [[nodiscard]] static PosedLeg read(const PoseFrames& frames, const Pose& pose) noexcept;
    /// The rotations, into what it was read from. False, and nothing is written, where a number does not fit a float.
    [[nodiscard]] bool write(const LegBones& bones) const;
    [[nodiscard]] bool write(const PoseFrames& frames, Pose& pose) const noexcept;

    /// From a foot's own axes.
    [[nodiscard]] Frame footFrame() const noexcept { return above * upper.local() * lower.local() * foot.local(); }
    /// From the axes in which the foot turns.
    [[nodiscard]] Frame lowerFrame() const noexcept { return above * upper.local() * lower.local(); }
    /// Computes the three points anew.
    void findPlaces() noexcept;
};

/// Where an ankle is to be.
struct LegGoal {
    glm::dvec3 ankle{0.};                 ///< Skeleton space.
    glm::dvec3 kneeDirection{0.};         ///< Where the knee points if the leg is straight: in the upper bone's own axes; zero: anywhere.
    glm::dquat footTurn{1., 0., 0., 0.};  ///< From the rotation that the foot had in skeleton space before to the wanted one.
    Frame before;                         ///< PosedLeg::lowerFrame() from then.
};

struct LegSolution {
    double distance = 0.;     ///< From the ankle to its goal, seen through `toWorld`.
    double beyondReach = 0.;  ///< As IkReport's, likewise.
    double jointChange = 0.;
    bool isSolved = false;  ///< False: something above is singular or a bone has no length; the leg is as it was.
};

/// Bends the leg in the plane in which it is posed and turns it the shortest way until the ankle is at its goal. The foot gets its
/// rotation. `toWorld` is from skeleton space.
LegSolution solveLeg(PosedLeg& leg, const LegGoal& goal, const Frame& toWorld) noexcept;

}  // namespace armature
