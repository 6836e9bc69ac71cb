#pragma once

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

/// Functions that move one joint of a single chain towards a goal, within its limits. Points and directions are in the axes of the joint's
/// parent: there, the joint's motion is a pure rotation, even if matrices above scale or shear.
namespace armature {

/// Returns the vector from the joint's centre to a point of the joint's own axes, before rotation. rotation * arm is this vector in the
/// parent's axes.
[[nodiscard]] inline glm::dvec3 armOf(const JointTree::Joint& joint, const glm::dvec3& ownPoint) noexcept
{
    return joint.pose.shape * ownPoint - joint.pose.shift;
}

/// Converts a point from the axes of a joint's parent bone to the own axes of the joint above it in the chain.
[[nodiscard]] inline glm::dvec3 pointInJointAbove(const JointTree::Joint& joint, const glm::dvec3& point) noexcept
{
    return joint.between.point(point);
}

/// Rotates a joint so that `arm` points in the direction `to` (from the joint's centre), as closely as the limit allows, by the shortest
/// rotation from `from`. Covers the fraction joint.freedom of the angle from the current rotation. Does not update frames.
void pointArm(JointTree& tree, std::size_t joint, const glm::dvec3& arm, const glm::dvec3& to, const glm::dquat& from) noexcept;

/// Rotates a hinge to an angle from rest, or to the nearest end of its range. Covers the fraction joint.freedom of the difference. Does not
/// update frames.
void turnHinge(JointTree& tree, std::size_t joint, double angle) noexcept;

/// Rotates or slides a joint so that the point `ownPoint` of its own axes gets as close to `to` (in the parent's axes) as possible. Does
/// not update frames.
void moveTowards(JointTree& tree, std::size_t joint, const glm::dvec3& ownPoint, const glm::dvec3& to) noexcept;

/// The goal that remains for the other joints once the tip has its rotation: to bring a point to a position.
struct Wrist {
    std::size_t count = 0;    ///< The number of joints that may move, counted from the root.
    glm::dvec3 ownPoint{0.};  ///< The point, in the own axes of the last of these joints.
    glm::dvec3 goal{0.};      ///< The position to which the point must be brought, in goal space.
};

/// If there is a rotation goal and the last joint rotates, rotates it towards this goal; the other joints must then bring its centre to the
/// returned goal. Otherwise, all joints must bring the effector to its position goal. Frames are current afterwards.
[[nodiscard]] Wrist turnTip(JointTree& tree, const ChainTarget& target) noexcept;

/// Rotates all joints, the last ones first, towards a rotation goal that the tip cannot reach alone. Frames are current afterwards.
void turnTowardsRotation(JointTree& tree, const ChainTarget& target) noexcept;

}  // namespace armature
