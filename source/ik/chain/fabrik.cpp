#include "ik/chain/fabrik.hpp"

#include <glm/geometric.hpp>

#include "ik/chain/joint_turn.hpp"

namespace armature {

Fabrik::Fabrik(std::size_t joints)
{
    turning_.resize(joints);  // resized to the largest size needed (not reserved), so that copies have the memory too
    points_.resize(joints + 1);
    own_.resize(joints);
}

void Fabrik::gather(const JointTree& tree, std::size_t count, const glm::dvec3& end) noexcept
{
    turning_.clear();
    points_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        if (tree[i].turns()) {
            turning_.push_back(i);
            points_.push_back(tree.center(i));
        }
    }
    points_.push_back(end);
}

/// Places points from the goal back towards the root, and keeps the length of every segment.
void Fabrik::reachBack(const glm::dvec3& goal) noexcept
{
    glm::dvec3 previous = points_.back();  // the previous position of the later point
    points_.back() = goal;
    for (std::size_t i = points_.size() - 1; i-- > 0;) {
        const glm::dvec3 point = points_[i];
        const glm::dvec3 piece = point - previous;
        const glm::dvec3 way = point - points_[i + 1];
        const double distance = glm::length(way);
        points_[i] = points_[i + 1] + (distance > 0. ? way * (glm::length(piece) / distance) : piece);
        previous = point;
    }
}

void Fabrik::reachForth(JointTree& tree, std::size_t count, const glm::dvec3& endOwnPoint) noexcept
{
    // `next` is the next point of the chain, in the current joint's own axes; rotating the joint does not change it there.
    glm::dvec3 next = endOwnPoint;
    for (std::size_t i = count; i-- > 0;) {
        own_[i] = next;
        const JointTree::Joint& joint = tree[i];
        next = pointInJointAbove(joint, joint.turns() ? joint.pose.center : joint.pose.local().point(next));
    }
    std::size_t target = 0;
    for (std::size_t i = 0; i < count; ++i) {
        tree.updateOne(i);
        const JointTree::Joint& joint = tree[i];
        if (!joint.isMovable()) {
            continue;
        }
        target += joint.turns() ? 1u : 0u;
        const glm::dvec3 to = joint.above.inverse().point(points_[target]);
        if (joint.turns()) {
            pointArm(tree, i, armOf(joint, own_[i]), to - joint.pose.center, joint.incoming.rotation);
        } else {
            moveTowards(tree, i, own_[i], to);
        }
        tree.updateOne(i);
    }
    tree.update(count);
}

void Fabrik::iterate(JointTree& tree, const ChainTarget& target) noexcept
{
    if (!target.hasPosition) {
        turnTowardsRotation(tree, target);
        return;
    }
    const Wrist wrist = turnTip(tree, target);
    if (wrist.count > 0) {
        gather(tree, wrist.count, tree[wrist.count - 1].frame.point(wrist.ownPoint));
        reachBack(wrist.goal);
        reachForth(tree, wrist.count, wrist.ownPoint);
    }
}

}  // namespace armature
