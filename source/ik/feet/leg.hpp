#pragma once

#include <cstddef>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/ik/ik_report.hpp>
#include <armature/skeleton/joint_view.hpp>

#include "skeleton/posed_joint.hpp"

namespace armature {

/// The three joints of a leg, by their indices in a view.
struct LegJoints {
    std::size_t upper = 0;
    std::size_t lower = 0;
    std::size_t foot = 0;
};

/// The current pose of a leg, in skeleton space unless stated otherwise.
struct PosedLeg {
    PosedJoint upper;
    PosedJoint lower;
    PosedJoint foot;
    Frame above;  ///< From the axes of the upper bone's parent to skeleton space.

    Frame lowerFrame;  ///< From the lower bone's own axes, in which the foot rotates, to skeleton space.
    glm::dvec3 hip{0.};
    glm::dvec3 knee{0.};
    glm::dvec3 ankle{0.};  ///< The point about which the foot rotates.

    [[nodiscard]] static PosedLeg read(const JointView& joints, const LegJoints& leg) noexcept;
    /// Writes the rotations. Returns false, and writes nothing, if a number does not fit a float.
    [[nodiscard]] bool write(JointView joints, const LegJoints& leg) const;

    /// Returns the frame from the foot's own axes to skeleton space.
    [[nodiscard]] Frame footFrame() const noexcept { return lowerFrame * foot.local(); }
    /// Recomputes lowerFrame, hip, knee and ankle.
    void findPlaces() noexcept;
};

/// The goal of a leg: a position for the ankle and a rotation for the foot.
struct LegGoal {
    glm::dvec3 ankle{0.};                 ///< The ankle's goal, in skeleton space.
    glm::dvec3 kneeDirection{0.};         ///< The direction in which the knee points if the leg is straight, in the upper bone's own axes;
                                          ///< zero: any.
    glm::dquat footTurn{1., 0., 0., 0.};  ///< From the foot's previous rotation in skeleton space to the wanted one.
    Frame before;                         ///< PosedLeg::lowerFrame at that previous rotation.
};

struct LegSolution {
    double distance = 0.;     ///< Distance from the ankle to its goal, mapped by `toWorld`.
    double beyondReach = 0.;  ///< How far the goal lies out of the leg's reach (see IkReport), mapped by `toWorld`.
    float jointChange = 0.f;
    bool isSolved = false;  ///< False if a matrix above is singular or a bone has no length; the leg is then unchanged.
};

/// Bends the leg in its current plane and rotates it by the shortest rotation until the ankle is at its goal. The foot gets the rotation of
/// the goal. `toWorld` maps skeleton space to the world.
LegSolution solveLeg(PosedLeg& leg, const LegGoal& goal, const Frame& toWorld) noexcept;

}  // namespace armature
