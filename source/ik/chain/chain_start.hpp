#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

/// Where a search begins.
namespace armature {

/// A chain that is straight and whose goal lies on its line can go neither way. If an effector's path is so, and its goal is not where it
/// is, bends it a little, the same way every time: as the effector leaves the line, else hinges into their range, else about the axis of
/// the chain's first hinge or the first joint's x (or z) axis. Frames are current before and afterwards.
/// `withEffector`: the effector has to be on the line too; methods that point joints at the goal are stuck as soon as the joints are.
void bendIfStraight(JointTree& tree, const ChainTarget& target, bool withEffector) noexcept;

/// Turns the joints that lead to one effector alone, the upper ones first, so that what hangs on each points at the goal: straight, the
/// pose for a goal out of reach. The tip turns as its goal wants. Frames are current before and afterwards. `scratch`: one for each joint.
void straighten(JointTree& tree, const ChainTarget& target, std::span<glm::dvec3> scratch) noexcept;

/// Turns joints towards where they like to be, as far as their preference says.
void leanTowardsPreferred(JointTree& tree) noexcept;

/// Puts the joints half way between `start` and where they are, as limits allow. Frames are current afterwards.
void goHalfWayBack(JointTree& tree, std::span<const JointState> start) noexcept;

/// Sets another starting pose, the same for the same number: 0 is the preferred pose if there is one, others are scattered over what the
/// limits allow. Frames are current afterwards.
void scatter(JointTree& tree, std::uint64_t number) noexcept;

}  // namespace armature
