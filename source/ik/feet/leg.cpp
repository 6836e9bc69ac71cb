#include "ik/feet/leg.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/pose.hpp>

#include "ik/limb/two_bone.hpp"
#include "ik/turns.hpp"
#include "math/rotation_rule.hpp"

namespace armature {

namespace {

/// Below this bend, in radians, where the knee points says more and more about the plane in which the leg bends: a leg that is all but
/// straight has none of its own.
constexpr double nearlyStraight = 0.02;

/// The axis about which the knee bends, in the upper bone's own axes: that of the bend it has.
glm::dvec3 bendAxisOf(const PosedLeg& leg, const glm::dvec3& kneeDirection) noexcept
{
    const glm::dvec3 upper = glm::normalize(leg.lower.center);
    const glm::dvec3 lower = glm::normalize(leg.lower.rotation * (leg.lower.shape * leg.foot.center - leg.lower.shift));
    const glm::dvec3 bent = glm::cross(lower, upper);  // as long as the sine of the bend
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

/// The foot's rotation under the leg's new pose.
glm::dquat footRotation(const PosedLeg& solved, const LegGoal& goal) noexcept
{
    const glm::dquat before = rotationOutOf(goal.before.linear, solved.foot.rotation);
    return rotationInto(glm::inverse(solved.lowerFrame().linear), goal.footTurn * before);
}

}  // namespace

PosedLeg PosedLeg::read(const LegBones& bones) noexcept
{
    PosedLeg leg;
    leg.upper = PosedJoint::read(*bones.upper);
    leg.lower = PosedJoint::read(*bones.lower);
    leg.foot = PosedJoint::read(*bones.foot);
    if (const Bone* parent = bones.upper->getParentBone()) {
        leg.above = Frame::of(parent->getAbsoluteMatrix());
    }
    leg.findPlaces();
    return leg;
}

PosedLeg PosedLeg::read(const PoseFrames& frames, const Pose& pose) noexcept
{
    PosedLeg leg;
    leg.foot = PosedJoint::of(pose.bones[frames.boneAt(0)]);
    leg.lower = PosedJoint::of(pose.bones[frames.boneAt(1)]);
    leg.upper = PosedJoint::of(pose.bones[frames.boneAt(2)]);
    leg.above = frames.absoluteAbove(2, pose);
    leg.findPlaces();
    return leg;
}

void PosedLeg::findPlaces() noexcept
{
    const Frame upperFrame = above * upper.local();
    hip = above.point(upper.center);
    knee = upperFrame.point(lower.center);
    ankle = (upperFrame * lower.local()).point(foot.center);
}

bool PosedLeg::write(const LegBones& bones) const
{
    if (!upper.isWritableTo(*bones.upper) || !lower.isWritableTo(*bones.lower) || !foot.isWritableTo(*bones.foot)) {
        return false;
    }
    upper.write(*bones.upper);
    lower.write(*bones.lower);
    foot.write(*bones.foot);
    return true;
}

bool PosedLeg::write(const PoseFrames& frames, Pose& pose) const noexcept
{
    if (!upper.isWritable() || !lower.isWritable() || !foot.isWritable()) {
        return false;
    }
    foot.write(pose.bones[frames.boneAt(0)]);
    lower.write(pose.bones[frames.boneAt(1)]);
    upper.write(pose.bones[frames.boneAt(2)]);
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
    limb.upperReference = leg.upper.rotation;  // turns and bends the shortest way from the pose that is there
    limb.lowerReference = leg.lower.rotation;
    limb.bendAxis = bendAxisOf(leg, goal.kneeDirection);
    const TwoBoneGoal limbGoal{.target = leg.above.inverse().point(goal.ankle)};
    const std::optional<TwoBoneSolution> found = solveTwoBone(limb, limbGoal);
    if (!found) {
        return solution;
    }
    const PosedLeg before = leg;
    leg.upper.rotation = found->upper;
    leg.lower.rotation = found->lower;
    leg.foot.rotation = footRotation(leg, goal);
    leg.findPlaces();

    const glm::dvec3 toTarget = limbGoal.target - leg.upper.center;
    const double length = glm::length(toTarget);
    const double scale = length > 0. ? glm::length(toWorld.vector(leg.above.vector(toTarget / length))) : 0.;
    solution.distance = glm::length(toWorld.vector(leg.ankle - goal.ankle));
    solution.beyondReach = found->beyondReach * scale;
    solution.jointChange =
        std::max({angleBetween(before.upper.rotation, leg.upper.rotation), angleBetween(before.lower.rotation, leg.lower.rotation),
                  angleBetween(before.foot.rotation, leg.foot.rotation)});
    solution.isSolved = true;
    return solution;
}

}  // namespace armature
