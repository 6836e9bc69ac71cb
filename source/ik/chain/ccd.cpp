#include "ik/chain/ccd.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "ik/chain/joint_turn.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

/// A rotation goal is represented by points beside the effector: one on each of its axes, at this fraction of the chain's length.
constexpr double besides = 0.3;

/// The largest rotation, in radians, by which moveTowardsGoals() rotates a joint other than a hinge.
constexpr double farthestTurn = 1.;

/// The effector and the points beside it, in the current joint's own axes, and the goals of these points.
struct FrameGoal {
    std::array<glm::dvec3, 4> ownPoints;
    std::array<glm::dvec3, 4> goals;  // in goal space
};

FrameGoal frameGoalOf(const JointTree& tree, const ChainTarget& target) noexcept
{
    const JointTree::Joint& tip = tree[target.joint];
    PosedJoint wanted = tip.pose;
    wanted.rotation = rotationInParent(tip.above, target.rotation);
    const glm::dmat3 axes = tip.above.linear * wanted.local().linear;
    FrameGoal goal;
    goal.ownPoints[0] = target.ownPoint;
    goal.goals[0] = target.position;
    for (glm::length_t i = 0; i < 3; ++i) {
        const double length = glm::length(axes[i]);
        const double unit = length > 0. ? besides * target.length / length : 0.;
        glm::dvec3 own(0.);
        own[i] = unit;
        goal.ownPoints[static_cast<std::size_t>(i) + 1] = target.ownPoint + own;
        goal.goals[static_cast<std::size_t>(i) + 1] = target.position + unit * axes[i];
    }
    return goal;
}

/// Rotates or slides a joint to bring the points nearer to their goals, by least squares. Hinges and slides move to the optimum; other
/// joints take a Gauss-Newton step.
void moveTowardsGoals(JointTree& tree, std::size_t number, const FrameGoal& frame) noexcept
{
    const JointTree::Joint& joint = tree[number];
    const Frame back = joint.above.inverse();
    const Frame local = joint.pose.local();
    const glm::dvec3 axis = joint.slides() ? joint.slideAxis : joint.rest.rotation * joint.limit.axis;
    glm::dvec3 shift(0.);
    glm::dvec3 moment(0.);
    double cosine = 0.;
    glm::dmat3 inertia(1e-12);
    for (std::size_t i = 0; i < frame.goals.size(); ++i) {
        const glm::dvec3 arm = local.point(frame.ownPoints[i]) - joint.pose.center;
        const glm::dvec3 to = back.point(frame.goals[i]) - joint.pose.center;
        shift += 0.25 * (to - arm);
        moment += glm::cross(arm, to);
        cosine += glm::dot(across(arm, axis), across(to, axis));
        inertia += glm::dmat3(glm::dot(arm, arm)) - glm::outerProduct(arm, arm);
    }
    if (joint.slides()) {
        tree.setSlide(number, joint.slide() + joint.freedom * glm::dot(shift, axis));
    } else if (joint.limit.kind == TurnLimit::Kind::Hinge) {
        turnHinge(tree, number, splitTurn(joint.turn(), joint.limit.axis).twistAngle + std::atan2(glm::dot(axis, moment), cosine));
    } else if (joint.turns()) {
        const glm::dvec3 turn = glm::inverse(inertia) * moment;
        const double angle = glm::length(turn);
        if (angle > 0. && std::isfinite(angle)) {
            const glm::dquat step = glm::angleAxis(joint.freedom * std::min(angle, farthestTurn), turn / angle);
            tree.setRotation(number, step * joint.pose.rotation);
        }
    }
}

/// Makes a sweep in which all joints work towards both goals, position and rotation. Needed if the tip does not rotate or has a limit, so
/// that it may not meet its rotation goal alone.
void sweepForFrame(JointTree& tree, const ChainTarget& target) noexcept
{
    FrameGoal frame = frameGoalOf(tree, target);
    for (std::size_t i = target.joint + 1; i-- > 0;) {
        const JointTree::Joint& joint = tree[i];
        if (joint.isMovable()) {
            moveTowardsGoals(tree, i, frame);
        }
        for (glm::dvec3& point : frame.ownPoints) {
            point = pointInJointAbove(joint, joint.pose.local().point(point));
        }
    }
    tree.update();
}

}  // namespace

void sweepCcd(JointTree& tree, const ChainTarget& target) noexcept
{
    if (!target.hasPosition) {
        turnTowardsRotation(tree, target);
        return;
    }
    const JointTree::Joint& tip = tree[target.joint];
    if (target.hasRotation && (!tip.turns() || !tip.limit.isFree())) {
        sweepForFrame(tree, target);
        return;
    }
    const Wrist wrist = turnTip(tree, target);
    glm::dvec3 ownPoint = wrist.ownPoint;
    for (std::size_t i = wrist.count; i-- > 0;) {
        const JointTree::Joint& joint = tree[i];
        if (joint.isMovable()) {
            // Joints below have already moved and joints above have not, so this joint's frame is still current.
            moveTowards(tree, i, ownPoint, joint.above.inverse().point(wrist.goal));
        }
        ownPoint = pointInJointAbove(joint, joint.pose.local().point(ownPoint));
    }
    tree.update();
}

}  // namespace armature
