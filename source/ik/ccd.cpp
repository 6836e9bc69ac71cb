#include "ik/ccd.hpp"

#include "ik/joint_turn.hpp"

namespace armature {

void sweepCcd(JointTree& tree, const ChainTarget& target) noexcept
{
    if (!target.hasPosition) {
        turnTowardsRotation(tree, target);
        return;
    }
    const Wrist wrist = turnTip(tree, target);
    glm::dvec3 ownPoint = wrist.ownPoint;
    for (std::size_t i = wrist.count; i-- > 0;) {
        const JointTree::Joint& joint = tree[i];
        if (joint.isMovable()) {
            // Joints below have moved, those above have not: this joint's place is current.
            moveTowards(tree, i, ownPoint, joint.above.inverse().point(wrist.goal));
        }
        ownPoint = pointInJointAbove(joint, joint.pose.local().point(ownPoint));
    }
    tree.update();
}

}  // namespace armature
