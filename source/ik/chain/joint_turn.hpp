#pragma once

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

/// How one joint of a single chain is moved towards a goal, whatever it may do. Points and directions are in its parent's axes, in which a
/// turn is a rotation whatever matrices lie above.
namespace armature {

/// A point of the joint's own axes seen from its center, without its rotation: rotation * arm leads from the center to the point.
[[nodiscard]] inline glm::dvec3 armOf(const JointTree::Joint& joint, const glm::dvec3& ownPoint) noexcept
{
    return joint.pose.shape * ownPoint - joint.pose.shift;
}

/// A point of a joint's parent axes in the own axes of the joint above it in the chain.
[[nodiscard]] inline glm::dvec3 pointInJointAbove(const JointTree::Joint& joint, const glm::dvec3& point) noexcept
{
    return joint.between.point(point);
}

/// Turns a joint so that `arm` points at `to`, a direction from its center, as nearly as the limit allows: from the rotation `from` the
/// shortest way. Goes joint.freedom of the way from where the joint is. Frames are left as they are.
void pointArm(JointTree& tree, std::size_t joint, const glm::dvec3& arm, const glm::dvec3& to, const glm::dquat& from) noexcept;

/// Turns a hinge to an angle from rest, or to the end of its range next to that; as far of the way as joint.freedom says.
void turnHinge(JointTree& tree, std::size_t joint, double angle) noexcept;

/// Moves a joint, turn or slide, so that the point `ownPoint` of its own axes comes as near to `to` (parent's axes) as it can.
void moveTowards(JointTree& tree, std::size_t joint, const glm::dvec3& ownPoint, const glm::dvec3& to) noexcept;

/// What the joints of a chain above a tip with a rotation goal have to bring where.
struct Wrist {
    std::size_t count = 0;    ///< How many joints are left for it, from the root.
    glm::dvec3 ownPoint{0.};  ///< In the own axes of the last of them.
    glm::dvec3 goal{0.};      ///< In the space of the goals.
};

/// Turns the last joint as a rotation goal wants it, so that the others have to bring its center to its place; without such a goal they
/// have to bring the effector to its. Frames are current afterwards.
[[nodiscard]] Wrist turnTip(JointTree& tree, const ChainTarget& target) noexcept;

/// For a rotation goal that the tip cannot turn to alone: all joints help, the last ones first. Frames are current afterwards.
void turnTowardsRotation(JointTree& tree, const ChainTarget& target) noexcept;

}  // namespace armature
