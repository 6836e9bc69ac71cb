#pragma once

#include <cstddef>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/ik/ik_report.hpp>
#include <armature/skeleton/joint_view.hpp>

#include "skeleton/posed_joint.hpp"

namespace armature {

/// The three joints of a leg, by their numbers in a view.
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
    Frame above;  ///< From the axes of the upper bone's parent.

    glm::dvec3 hip{0.};
    glm::dvec3 knee{0.};
    glm::dvec3 ankle{0.};  ///< The point about which the foot turns.

    [[nodiscard]] static PosedLeg read(const JointView& joints, const LegJoints& leg) noexcept;
    /// Writes the rotations. Returns false, and writes nothing, if a number does not fit a float.
    [[nodiscard]] bool write(JointView joints, const LegJoints& leg) const;

    /// The frame from the foot's own axes.
    [[nodiscard]] Frame footFrame() const noexcept { return above * upper.local() * lower.local() * foot.local(); }
    /// The frame from the axes in which the foot turns.
    [[nodiscard]] Frame lowerFrame() const noexcept { return above * upper.local() * lower.local(); }
    /// Recomputes the three points.
    void findPlaces() noexcept;
};

/// The goal of an ankle.
struct LegGoal {
    glm::dvec3 ankle{0.};                 ///< Skeleton space.
    glm::dvec3 kneeDirection{0.};         ///< The knee's direction if the leg is straight, in the upper bone's own axes; zero: any.
    glm::dquat footTurn{1., 0., 0., 0.};  ///< From the foot's previous rotation in skeleton space to the wanted one.
    Frame before;                         ///< PosedLeg::lowerFrame() at that previous rotation.
};

struct LegSolution {
    double distance = 0.;     ///< From the ankle to its goal, measured through `toWorld`.
    double beyondReach = 0.;  ///< How far the goal lies beyond the leg's reach (see IkReport), measured through `toWorld`.
    double jointChange = 0.;
    bool isSolved = false;  ///< False if a matrix above is singular or a bone has no length; the leg is then unchanged.
};

/// Bends the leg in its current plane and turns it the shortest way until the ankle is at its goal. The foot gets its goal's rotation.
/// `toWorld` leads from skeleton space to the world.
LegSolution solveLeg(PosedLeg& leg, const LegGoal& goal, const Frame& toWorld) noexcept;

}  // namespace armature
