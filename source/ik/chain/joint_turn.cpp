#include "ik/chain/joint_turn.hpp"

#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/turns.hpp"

namespace armature {

namespace {

/// Threshold: a length below this fraction of another counts as zero.
constexpr double negligibleArm = 1e-12;

/// Limit for the number of rotations that point an arm: as long as the joint's limit holds back part of a rotation, another one follows.
constexpr int conePasses = 3;

bool pointsNowhere(const glm::dvec3& arm, const glm::dvec3& to) noexcept
{
    const double a = glm::dot(arm, arm);
    const double b = glm::dot(to, to);
    return !(a > negligibleArm * negligibleArm * b) || !(b > negligibleArm * negligibleArm * a);
}

glm::dquat turnedOnto(const glm::dquat& from, const glm::dvec3& arm, const glm::dvec3& direction) noexcept
{
    const glm::dvec3 now = glm::normalize(from * arm);
    return shortestTurn(now, direction, anyAcross(now)) * from;
}

/// Rotates a hinge to the angle at which the components of `arm` and `to` perpendicular to the axis have the same direction.
void pointHinge(JointTree& tree, std::size_t number, const glm::dvec3& arm, const glm::dvec3& to) noexcept
{
    const JointTree::Joint& joint = tree[number];
    const glm::dvec3& axis = joint.limit.axis;
    const glm::dvec3 wanted = glm::conjugate(joint.rest.rotation) * to;
    const double sine = glm::dot(axis, glm::cross(arm, wanted));
    const double cosine = glm::dot(across(arm, axis), across(wanted, axis));
    if (std::hypot(sine, cosine) <= negligibleArm * glm::length(arm) * glm::length(wanted)) {
        return;
    }
    turnHinge(tree, number, std::atan2(sine, cosine));
}

}  // namespace

void turnHinge(JointTree& tree, std::size_t number, double angle) noexcept
{
    const JointTree::Joint& joint = tree[number];
    const AngleRange& range = joint.limit.angles;
    const double now = splitTurn(joint.turn(), joint.limit.axis).twistAngle;
    const double goal = range.clamp(angle);
    // Rotates within the range, not around its outside; without a range, along the shorter arc.
    const double way = range.isWhole() ? std::remainder(goal - now, 2. * std::numbers::pi) : range.fromMiddle(goal) - range.fromMiddle(now);
    tree.setRotation(number, joint.rest.rotation * glm::angleAxis(now + joint.freedom * way, joint.limit.axis));
}

void pointArm(JointTree& tree, std::size_t number, const glm::dvec3& arm, const glm::dvec3& to, const glm::dquat& from) noexcept
{
    if (pointsNowhere(arm, to)) {
        return;
    }
    JointTree::Joint& joint = tree[number];
    if (joint.limit.kind == TurnLimit::Kind::Hinge) {
        pointHinge(tree, number, arm, to);
        return;
    }
    const glm::dquat before = joint.pose.rotation;
    const glm::dvec3 direction = glm::normalize(to);
    glm::dquat start = from;
    for (int pass = 0; pass < (joint.limit.isFree() ? 1 : conePasses); ++pass) {
        const glm::dquat wanted = turnedOnto(start, arm, direction);
        tree.setRotation(number, wanted);
        if (std::abs(glm::dot(wanted, joint.pose.rotation)) > 1. - 1e-15) {
            break;
        }
        start = joint.pose.rotation;
    }
    if (joint.freedom < 1.) {
        tree.setRotation(number, blendTurns(before, joint.pose.rotation, joint.freedom));
    }
}

void moveTowards(JointTree& tree, std::size_t number, const glm::dvec3& ownPoint, const glm::dvec3& to) noexcept
{
    const JointTree::Joint& joint = tree[number];
    if (joint.turns()) {
        pointArm(tree, number, armOf(joint, ownPoint), to - joint.pose.center, joint.pose.rotation);
    } else if (joint.slides()) {
        const glm::dvec3 left = to - joint.pose.local().point(ownPoint);
        tree.setSlide(number, joint.slide() + joint.freedom * glm::dot(left, joint.slideAxis));
    }
}

Wrist turnTip(JointTree& tree, const ChainTarget& target) noexcept
{
    const std::size_t tip = target.joint;
    if (!target.hasRotation || !tree[tip].turns()) {
        return {tip + 1, target.ownPoint, target.position};
    }
    const glm::dquat wanted = rotationInParent(tree[tip].above, target.rotation);
    tree.setRotation(tip, blendTurns(tree[tip].pose.rotation, wanted, tree[tip].freedom));
    tree.updateOne(tip);
    const glm::dvec3 arm = ChainTask::effectorPoint(tree, target) - tree.center(tip);
    // If the tip is the only joint of the chain, no other joint is left to move.
    return {tip, pointInJointAbove(tree[tip], tree[tip].pose.center), target.position - arm};
}

void turnTowardsRotation(JointTree& tree, const ChainTarget& target) noexcept
{
    for (std::size_t i = target.joint + 1; target.hasRotation && i-- > 0;) {
        const JointTree::Joint& joint = tree[i];
        if (!joint.turns()) {
            continue;
        }
        // `left` is the remaining rotation, in the axes above this joint, in which the joint's own rotation is expressed.
        const glm::dquat now = rotationInGoalSpace(tree[target.joint].above, tree[target.joint].pose.rotation);
        const glm::dquat wanted = rotationInParent(joint.above, target.rotation);
        const glm::dquat left = wanted * glm::conjugate(rotationInParent(joint.above, now));
        tree.setRotation(i, blendTurns(joint.pose.rotation, left * joint.pose.rotation, joint.freedom));
        tree.update(i);
    }
}

}  // namespace armature
