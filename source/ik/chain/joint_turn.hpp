#pragma once

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

/// How one joint of a single chain is moved towards a goal, whatever its limits. Points and directions are in its parent's axes, in which a
/// turn is a rotation whatever matrices are above.
namespace armature {

/// A point of the joint's own axes relative to its center, without its rotation: rotation * arm leads from the center to the point.
[[nodiscard]] inline glm::dvec3 armOf(const JointTree::Joint& joint, const glm::dvec3& ownPoint) noexcept
{
    return joint.pose.shape * ownPoint - joint.pose.shift;
}

/// A point of a joint's parent axes in the own axes of the joint above it in the chain.
[[nodiscard]] inline glm::dvec3 pointInJointAbove(const JointTree::Joint& joint, const glm::dvec3& point) noexcept
{
    return joint.between.point(point);
}

/// Turns a joint so that `arm` points at `to`, a direction from its center, as closely as the limit allows: the shortest way from the
/// rotation `from`. Goes joint.freedom of the way from the current rotation. Does not update frames.
void pointArm(JointTree& tree, std::size_t joint, const glm::dvec3& arm, const glm::dvec3& to, const glm::dquat& from) noexcept;

/// Turns a hinge to an angle from rest, or to the nearest end of its range; as far of the way as joint.freedom says.
void turnHinge(JointTree& tree, std::size_t joint, double angle) noexcept;

/// Moves a joint, by turn or slide, so that the point `ownPoint` of its own axes gets as close to `to` (parent's axes) as possible.
void moveTowards(JointTree& tree, std::size_t joint, const glm::dvec3& ownPoint, const glm::dvec3& to) noexcept;

/// The task of the joints above a tip with a rotation goal: the point that they must bring to a place, and the place.
struct Wrist {
    std::size_t count = 0;    ///< How many joints are left for it, from the root.
    glm::dvec3 ownPoint{0.};  ///< In the own axes of the last of them.
    glm::dvec3 goal{0.};      ///< In the space of the goals.
};

/// Turns the last joint as a rotation goal asks, so that the others must bring its center to its place; without such a goal they must bring
/// the effector to its. Frames are current afterwards.
[[nodiscard]] Wrist turnTip(JointTree& tree, const ChainTarget& target) noexcept;

/// Turns all joints, the last ones first, towards a rotation goal that the tip cannot reach alone. Frames are current afterwards.
void turnTowardsRotation(JointTree& tree, const ChainTarget& target) noexcept;

}  // namespace armature
