#include "ik/chain/chain_twist.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/chain/joint_turn.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

/// The most that removing twist may add to the distance from the goals, in lengths of the chain and radians. It allows for rounding errors,
/// but not for the errors of non-uniform scale.
constexpr double lostByTurningBack = 1e-7;

/// Threshold: a line shorter than this fraction of another has no reliable direction.
constexpr double noLine = 1e-6;

/// Returns the fraction of a joint's twist to remove, given the cosine of half its swing angle. All of the twist is removed, unless the
/// swing is close to half a turn, where twist is unstable.
double knownTwist(double halfCosine) noexcept
{
    return glm::smoothstep(0.2, 0.5, halfCosine);
}

glm::dquat untwisted(const JointTree::Joint& joint, const glm::dvec3& arm) noexcept
{
    return withoutTwist(PlainTurn(joint.pose.rotation), PlainTurn(joint.incoming.rotation), PlainVector(arm)).toGlm();
}

bool mayTurnBack(const JointTree::Joint& joint) noexcept
{
    return joint.turns() && joint.freedom >= 1. && !joint.preferred;
}

bool setIfAllowed(JointTree::Joint& joint, const glm::dquat& rotation) noexcept
{
    const bool isAllowed = joint.limit.isFree() || joint.limit.violation(glm::conjugate(joint.rest.rotation) * rotation) < 1e-9;
    joint.pose.rotation = isAllowed ? rotation : joint.pose.rotation;
    return isAllowed;
}

/// Removes a joint's twist. The next joint rotates back by the same amount, so that everything below stays in place.
void passTwistOn(JointTree& tree, std::size_t number) noexcept
{
    JointTree::Joint& joint = tree[number];
    JointTree::Joint& below = tree[number + 1];
    if (!mayTurnBack(joint) || !mayTurnBack(below)) {
        return;
    }
    const glm::dquat before = joint.pose.rotation;
    const Frame place = joint.pose.local() * below.between;
    if (!setIfAllowed(joint, untwisted(joint, armOf(joint, pointInJointAbove(below, below.pose.center))))) {
        return;
    }
    const Frame newPlace = joint.pose.local() * below.between;
    if (!setIfAllowed(below, rotationInParent(newPlace, rotationInGoalSpace(place, below.pose.rotation)))) {
        joint.pose.rotation = before;
    }
}

/// Rotates a limb about the line to the effector, so that the effector stays in place. A limb is a chain in which two joints rotate, the
/// lower one a hinge. Apart from the bend in its plane, the limb ends up where the shortest rotation takes the incoming limb. Does nothing
/// for other chains, which pass twist on from joint to joint.
void takeOutSwivel(JointTree& tree, const ChainTarget& target) noexcept
{
    const auto isHinge = [&](std::size_t joint) { return tree[joint].limit.kind == TurnLimit::Kind::Hinge; };
    const auto turns = [&](std::size_t joint) { return tree[joint].turns(); };
    const auto first = std::find_if(target.path.begin(), target.path.end(), turns);
    if (std::count_if(target.path.begin(), target.path.end(), turns) != 2 || !std::any_of(first + 1, target.path.end(), isHinge)
        || !mayTurnBack(tree[*first]) || target.hasRotation) {
        return;
    }
    JointTree::Joint& joint = tree[*first];
    const glm::dvec3 line = joint.above.inverse().point(ChainTask::effectorPoint(tree, target)) - joint.pose.center;
    const auto turn = turnWithoutSwivel(joint.pose.rotation, joint.incoming.rotation, line, target.incomingLine);
    if (turn && setIfAllowed(joint, glm::normalize(*turn * joint.pose.rotation))) {
        tree.update(*first);
    }
}

}  // namespace

glm::dquat withLessTwist(const glm::dquat& now, const glm::dquat& incoming, const glm::dvec3& before) noexcept
{
    const TurnParts parts = splitTurn(now * glm::conjugate(incoming), before);
    const double left = parts.twistAngle * (1. - knownTwist(std::abs(parts.swing.w)));
    return glm::normalize(parts.swing * glm::angleAxis(left, before) * incoming);
}

std::optional<glm::dquat> turnWithoutSwivel(const glm::dquat& now, const glm::dquat& incoming, const glm::dvec3& line,
                                            const glm::dvec3& incomingLine) noexcept
{
    const double length = glm::length(line);
    const double before = glm::length(incomingLine);
    if (!(length > noLine * before) || !(before > noLine * length)) {
        return std::nullopt;
    }
    const glm::dvec3 axis = line / length;
    const glm::dvec3 from = incomingLine / before;
    const glm::dquat bend = now * glm::conjugate(incoming) * glm::conjugate(shortestTurn(from, axis, anyAcross(from)));
    const double along = glm::dot(axis, glm::dvec3(bend.x, bend.y, bend.z));
    const double known = knownTwist(std::hypot(bend.w, along));
    return glm::angleAxis(-2. * known * std::atan2(bend.w < 0. ? -along : along, std::abs(bend.w)), axis);
}

void takeOutTwist(JointTree& tree, const ChainTask& task, std::span<JointState> scratch) noexcept
{
    const ChainTarget& target = task.targets().front();
    const ChainCost before = task.cost(tree);
    tree.get(scratch);
    takeOutSwivel(tree, target);
    for (std::size_t i = 0; i <= target.joint; ++i) {
        if (i < target.joint) {
            passTwistOn(tree, i);
        } else if (!target.hasRotation && mayTurnBack(tree[i])) {
            setIfAllowed(tree[i], untwisted(tree[i], armOf(tree[i], target.ownPoint)));
        }
    }
    tree.update();
    if (task.cost(tree).sum() > before.sum() * (1. + 1e-6) + lostByTurningBack * lostByTurningBack) {
        tree.set(scratch);
    }
}

}  // namespace armature
