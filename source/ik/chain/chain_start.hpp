#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

/// Where a search begins.
namespace armature {

/// A straight chain whose goal lies on its line cannot choose a direction. If an effector's path is straight, and its goal is not reached,
/// bends it a little, always the same way: towards the side on which the effector leaves the line, otherwise hinges into their range,
/// otherwise about the axis of the chain's first hinge or the first joint's x (or z) axis. Frames are current before and afterwards.
/// `withEffector`: the effector must be on the line too; methods that point joints at the goal are stuck as soon as the joints are.
void bendIfStraight(JointTree& tree, const ChainTarget& target, bool withEffector) noexcept;

/// Points each joint that leads to only one effector at the goal, upper ones first: a straight chain, the pose for a goal out of reach. The
/// tip turns as its goal asks. Frames are current before and afterwards. `scratch`: one per joint.
void straighten(JointTree& tree, const ChainTarget& target, std::span<glm::dvec3> scratch) noexcept;

/// Turns joints towards their preferred rotations, as far as their preference says.
void leanTowardsPreferred(JointTree& tree) noexcept;

/// Puts the joints half way between `start` and where they are, within limits. Frames are current afterwards.
void goHalfWayBack(JointTree& tree, std::span<const JointState> start) noexcept;

/// Sets another starting pose, always the same for one number: 0 is the preferred pose if there is one, others are scattered over what the
/// limits allow. Frames are current afterwards.
void scatter(JointTree& tree, std::uint64_t number) noexcept;

}  // namespace armature
