#include "ik/chain/chain_two_bone.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/chain/joint_turn.hpp"
#include "ik/limb/two_bone.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

/// Sines of smaller angles between the bones are no bend.
constexpr double noBend = 1e-3;

constexpr std::size_t mostRounds = 16;

/// The axis that solveTwoBone() calls the bend axis, for bones that point along `upper` and `lower`; zero if that is the same direction.
glm::dvec3 axisOfBend(const glm::dvec3& upper, const glm::dvec3& lower) noexcept
{
    const glm::dvec3 axis = glm::cross(lower, upper);
    const double sine = glm::length(axis);
    return sine > noBend * glm::length(lower) ? axis / sine : glm::dvec3(0.);
}

glm::dvec3 chooseBendAxis(const JointTree& tree, const TwoBoneLimb& limb) noexcept
{
    const JointTree::Joint& lower = tree[1];
    const glm::dvec3 along = upperDirection(limb);
    const glm::dvec3 bone = lower.pose.shape * limb.tip - lower.pose.shift;
    const glm::dvec3 now = axisOfBend(along, lower.incoming.rotation * bone);
    const glm::dvec3 atRest = axisOfBend(along, lower.rest.rotation * bone);
    const glm::dvec3 known = now != glm::dvec3(0.) ? now : atRest;
    if (lower.limit.kind == TurnLimit::Kind::Hinge) {
        const glm::dvec3 hinge = lower.rest.rotation * lower.limit.axis;
        const bool bendsBack = lower.limit.angles.fromMiddle(splitTurn(lower.turn(), lower.limit.axis).twistAngle) <= 0.;
        return known != glm::dvec3(0.) ? (glm::dot(known, hinge) < 0. ? -hinge : hinge) : (bendsBack ? -hinge : hinge);
    }
    if (known != glm::dvec3(0.)) {
        return known;
    }
    const glm::dvec3 x(-1., 0., 0.);
    return glm::length(across(x, along)) > 0.1 ? x : glm::dvec3(0., 0., -1.);
}

bool solveOnce(JointTree& tree, const Wrist& wrist) noexcept
{
    TwoBoneLimb limb;
    limb.upper = tree[0].pose;
    limb.lower = tree[1].pose;
    limb.tip = wrist.ownPoint;
    limb.upperReference = tree[0].incoming.rotation;
    limb.lowerReference = tree[1].incoming.rotation;
    limb.bendAxis = chooseBendAxis(tree, limb);
    limb.poleAxis = glm::cross(limb.bendAxis, upperDirection(limb));
    TwoBoneGoal goal;
    goal.target = tree[0].above.inverse().point(wrist.goal);
    const std::optional<TwoBoneSolution> solution = solveTwoBone(limb, goal);
    if (!solution) {
        return false;
    }
    const glm::dquat turns[] = {solution->upper, solution->lower};
    for (std::size_t i = 0; i < 2; ++i) {
        if (tree[i].turns()) {
            tree.setRotation(i, blendTurns(tree[i].incoming.rotation, turns[i], tree[i].freedom));
        }
    }
    tree.update();
    if (!tree[1].limit.isFree() && tree[0].isMovable()) {  // the limit may hold the tip off the line to the goal
        const glm::dvec3 own = pointInJointAbove(tree[1], tree[1].pose.local().point(wrist.ownPoint));
        moveTowards(tree, 0, own, goal.target);
        tree.update();
    }
    return true;
}

/// The point to be brought to the goal in the lower joint's own axes, if the third joint, where there is one, has no goal of its own.
Wrist withoutTip(const JointTree& tree, const ChainTarget& target) noexcept
{
    const glm::dvec3 own = tree.size() == 3 ? pointInJointAbove(tree[2], tree[2].pose.local().point(target.ownPoint)) : target.ownPoint;
    return {2, own, target.position};
}

}  // namespace

std::size_t solveTwoBoneChain(JointTree& tree, const ChainTask& task) noexcept
{
    const ChainTarget& target = task.targets().front();
    if (!target.hasPosition) {
        turnTowardsRotation(tree, target);
        return 1;
    }
    std::size_t rounds = 0;
    bool goesOn = true;
    while (goesOn && rounds < mostRounds) {
        ++rounds;
        const bool hasTip = tree.size() == 3 && target.hasRotation && tree[2].turns();
        const Wrist wrist = hasTip ? turnTip(tree, target) : withoutTip(tree, target);
        const double before = ChainTask::distance(tree, target);
        goesOn = solveOnce(tree, wrist);
        if (hasTip) {
            static_cast<void>(turnTip(tree, target));
        }
        goesOn = goesOn && hasTip && !task.isReached(tree) && (rounds == 1 || ChainTask::distance(tree, target) < 0.9 * before);
    }
    return rounds;
}

}  // namespace armature
