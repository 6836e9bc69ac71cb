#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

/// The starting poses of a search.
namespace armature {

/// Bends an effector's path a little if it is straight and its goal is not reached: a straight chain whose goal lies on its line cannot
/// choose a direction. It always bends the same way: towards the side on which the effector leaves the line, otherwise hinges into their
/// range, otherwise about the axis of the chain's first hinge or the first joint's x (or z) axis. Frames are current before and afterwards.
/// With `withEffector`, the path only counts as straight if the effector is on the line too; methods that point joints at the goal are
/// stuck as soon as the joints are on it.
void bendIfStraight(JointTree& tree, const ChainTarget& target, bool withEffector) noexcept;

/// Straightens a chain, the pose for a goal out of reach: points each joint that leads to only one effector at the goal, upper joints
/// first. The tip turns as its goal asks. Frames are current before and afterwards. `scratch` holds one point per joint.
void straighten(JointTree& tree, const ChainTarget& target, std::span<glm::dvec3> scratch) noexcept;

/// Turns joints towards their preferred rotations, as far as their preference says.
void leanTowardsPreferred(JointTree& tree) noexcept;

/// Puts the joints half way between `start` and their current state, within limits. Frames are current afterwards.
void goHalfWayBack(JointTree& tree, std::span<const JointState> start) noexcept;

/// Sets another starting pose, always the same for the same number: 0 is the preferred pose if there is one, others are scattered over the
/// range that the limits allow. Frames are current afterwards.
void scatter(JointTree& tree, std::uint64_t number) noexcept;

}  // namespace armature
