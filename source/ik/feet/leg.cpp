#include "ik/feet/leg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "ik/limb/two_bone.hpp"
#include "ik/turns.hpp"
#include "math/rotation_chord.hpp"
#include "math/rotation_rule.hpp"
#include "skeleton/joint_access.hpp"

namespace armature {

namespace {

/// Threshold of the bend, in radians. An almost straight leg has no plane of its own: the further the bend falls below the threshold, the
/// more the knee's direction defines the bending plane.
constexpr double nearlyStraight = 0.02;

/// Returns the axis about which the knee bends, in the upper bone's own axes, from its current bend.
glm::dvec3 kneeAxis(const PosedLeg& leg, const glm::dvec3& kneeDirection) noexcept
{
    const glm::dvec3 upper = glm::normalize(leg.lower.center);
    const glm::dvec3 lower = glm::normalize(leg.lower.rotation * (leg.lower.shape * leg.foot.center - leg.lower.shift));
    const glm::dvec3 bent = glm::cross(lower, upper);  // scaled by the sine of the bend
    const double missing = std::max(0., nearlyStraight - glm::length(bent));
    if (missing == 0.) {
        return glm::normalize(bent);
    }
    const glm::dvec3 pointing = across(kneeDirection, upper);
    const double length = glm::length(pointing);
    const glm::dvec3 straight = length > 1e-6 ? glm::cross(upper, pointing / length) : anyAcross(upper);
    const glm::dvec3 axis = bent + missing * straight;
    return glm::length(axis) > 1e-9 ? glm::normalize(axis) : straight;
}

/// Returns the foot's local rotation that meets the goal in the leg's new pose.
glm::dquat footRotation(const PosedLeg& solved, const LegGoal& goal) noexcept
{
    const glm::dquat before = rotationOutOf(goal.before.linear, solved.foot.rotation);
    return rotationInto(glm::inverse(solved.lowerFrame.linear), goal.footTurn * before);
}

}  // namespace

PosedLeg PosedLeg::read(const JointView& joints, const LegJoints& leg) noexcept
{
    PosedLeg posed;
    posed.upper = JointAccess::read(joints, leg.upper);
    posed.lower = JointAccess::read(joints, leg.lower);
    posed.foot = JointAccess::read(joints, leg.foot);
    posed.above = JointAccess::above(joints, leg.upper);
    posed.findPlaces();
    return posed;
}

void PosedLeg::findPlaces() noexcept
{
    const Frame upperFrame = above * upper.local();
    lowerFrame = upperFrame * lower.local();
    hip = above.point(upper.center);
    knee = upperFrame.point(lower.center);
    ankle = lowerFrame.point(foot.center);
}

bool PosedLeg::write(JointView joints, const LegJoints& leg) const
{
    if (!JointAccess::isWritable(joints, leg.upper, upper) || !JointAccess::isWritable(joints, leg.lower, lower)
        || !JointAccess::isWritable(joints, leg.foot, foot)) {
        return false;
    }
    JointAccess::write(joints, leg.upper, upper);
    JointAccess::write(joints, leg.lower, lower);
    JointAccess::write(joints, leg.foot, foot);
    return true;
}

LegSolution solveLeg(PosedLeg& leg, const LegGoal& goal, const Frame& toWorld) noexcept
{
    LegSolution solution;
    if (!leg.above.isInvertible()) {
        return solution;
    }
    TwoBoneLimb limb;
    limb.upper = leg.upper;
    limb.lower = leg.lower;
    limb.tip = leg.foot.center;
    limb.upperReference = leg.upper.rotation;  // the limb takes the shortest rotation and bend from the current pose
    limb.lowerReference = leg.lower.rotation;
    limb.bendAxis = kneeAxis(leg, goal.kneeDirection);
    const TwoBoneGoal limbGoal{.target = leg.above.inverse().point(goal.ankle)};
    const std::optional<TwoBoneSolution> found = TwoBoneShape::solveOnce(limb, limbGoal);
    if (!found) {
        return solution;
    }
    const std::array before{leg.upper.rotation, leg.lower.rotation, leg.foot.rotation};
    leg.upper.rotation = found->upper;
    leg.lower.rotation = found->lower;
    leg.findPlaces();
    leg.foot.rotation = footRotation(leg, goal);

    const glm::dvec3 toTarget = limbGoal.target - leg.upper.center;
    const double length = glm::length(toTarget);
    const double scale = length > 0. ? glm::length(toWorld.vector(leg.above.vector(toTarget / length))) : 0.;
    solution.distance = glm::length(toWorld.vector(leg.ankle - goal.ankle));
    solution.beyondReach = found->beyondReach * scale;
    solution.jointChange =
        turnOfSquaredChord(std::max({squaredChord(before[0], leg.upper.rotation), squaredChord(before[1], leg.lower.rotation),
                                     squaredChord(before[2], leg.foot.rotation)}));
    solution.isSolved = true;
    return solution;
}

}  // namespace armature
