#pragma once

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

/// Moves one joint of a single chain towards a goal, within its limits. Points and directions are in the axes of the joint's parent: there,
/// a turn is a pure rotation, whatever matrices are above.
namespace armature {

/// Returns the arm to a point of the joint's own axes: the vector from the joint's centre to the point, before rotation.
/// rotation * arm is this vector in the parent's axes.
[[nodiscard]] inline glm::dvec3 armOf(const JointTree::Joint& joint, const glm::dvec3& ownPoint) noexcept
{
    return joint.pose.shape * ownPoint - joint.pose.shift;
}

/// Converts a point from the axes of a joint's parent bone to the own axes of the joint above it in the chain.
[[nodiscard]] inline glm::dvec3 pointInJointAbove(const JointTree::Joint& joint, const glm::dvec3& point) noexcept
{
    return joint.between.point(point);
}

/// Turns a joint so that `arm` points in the direction `to` (from the joint's centre), as closely as the limit allows, by the shortest turn
/// from the rotation `from`. Covers the fraction joint.freedom of the way from the current rotation. Does not update frames.
void pointArm(JointTree& tree, std::size_t joint, const glm::dvec3& arm, const glm::dvec3& to, const glm::dquat& from) noexcept;

/// Turns a hinge to an angle from rest, or to the nearest end of its range; covers the fraction joint.freedom of the way. Does not update
/// frames.
void turnHinge(JointTree& tree, std::size_t joint, double angle) noexcept;

/// Turns or slides a joint so that the point `ownPoint` of its own axes gets as close to `to` (in the parent's axes) as possible. Does not
/// update frames.
void moveTowards(JointTree& tree, std::size_t joint, const glm::dvec3& ownPoint, const glm::dvec3& to) noexcept;

/// The task that remains for the other joints once a rotation goal has turned the tip: bring a point to a goal.
struct Wrist {
    std::size_t count = 0;    ///< The number of joints that remain for the task, counted from the root.
    glm::dvec3 ownPoint{0.};  ///< The point, in the own axes of the last of these joints.
    glm::dvec3 goal{0.};      ///< Where the point must go, in goal space.
};

/// Turns the last joint to its rotation goal; the other joints must then bring this joint's centre to the returned goal. Without such a
/// rotation goal, they must bring the effector to its position goal. Frames are current afterwards.
[[nodiscard]] Wrist turnTip(JointTree& tree, const ChainTarget& target) noexcept;

/// Turns all joints, the last ones first, towards a rotation goal that the tip cannot reach alone. Frames are current afterwards.
void turnTowardsRotation(JointTree& tree, const ChainTarget& target) noexcept;

}  // namespace armature
