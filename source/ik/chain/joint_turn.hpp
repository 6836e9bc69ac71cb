#pragma once

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

/// Moves one joint of a single chain towards a goal, within its limits. Points and directions are in the axes of the joint's parent, in
/// which a turn is a rotation whatever matrices are above.
namespace armature {

/// Returns a point of the joint's own axes relative to its centre, before rotation: rotation * arm leads from the centre to the point.
[[nodiscard]] inline glm::dvec3 armOf(const JointTree::Joint& joint, const glm::dvec3& ownPoint) noexcept
{
    return joint.pose.shape * ownPoint - joint.pose.shift;
}

/// Converts a point from the axes of a joint's parent to the own axes of the joint above it in the chain.
[[nodiscard]] inline glm::dvec3 pointInJointAbove(const JointTree::Joint& joint, const glm::dvec3& point) noexcept
{
    return joint.between.point(point);
}

/// Turns a joint so that `arm` points at `to`, a direction from its centre, as closely as the limit allows, by the shortest turn from the
/// rotation `from`. Covers the fraction joint.freedom of the way from the current rotation. Does not update frames.
void pointArm(JointTree& tree, std::size_t joint, const glm::dvec3& arm, const glm::dvec3& to, const glm::dquat& from) noexcept;

/// Turns a hinge to an angle from rest, or to the nearest end of its range; covers the fraction joint.freedom of the way.
void turnHinge(JointTree& tree, std::size_t joint, double angle) noexcept;

/// Moves a joint, by turn or slide, so that the point `ownPoint` of its own axes gets as close to `to` (parent's axes) as possible.
void moveTowards(JointTree& tree, std::size_t joint, const glm::dvec3& ownPoint, const glm::dvec3& to) noexcept;

/// The task that is left once a rotation goal has turned the tip: the point to bring to a place, and the place.
struct Wrist {
    std::size_t count = 0;    ///< The number of joints, from the root, left to do it.
    glm::dvec3 ownPoint{0.};  ///< In the own axes of the last of them.
    glm::dvec3 goal{0.};      ///< In the space of the goals.
};

/// Turns the last joint as a rotation goal asks, so that the others must bring its centre to a place; without such a goal they must bring
/// the effector to its goal. Frames are current afterwards.
[[nodiscard]] Wrist turnTip(JointTree& tree, const ChainTarget& target) noexcept;

/// Turns all joints, the last ones first, towards a rotation goal that the tip cannot reach alone. Frames are current afterwards.
void turnTowardsRotation(JointTree& tree, const ChainTarget& target) noexcept;

}  // namespace armature
