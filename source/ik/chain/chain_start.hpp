#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

/// The start poses of a search.
namespace armature {

/// Bends an effector's path a little if it is straight and its goal is not reached: if the goal of a straight chain lies on the chain's
/// line, a search finds no direction in which to bend. The choice of direction is deterministic. The chain bends towards the side on which
/// the effector lies off the line; otherwise about the axis of its first hinge, into that hinge's range; otherwise about the first joint's
/// x (or z) axis. Frames must be current before, and are current afterwards. With `withEffector`, the path only counts as straight if the
/// effector is on the line too; methods that point joints at the goal are stuck as soon as the joints are on the line.
void bendIfStraight(JointTree& tree, const ChainTarget& target, bool withEffector) noexcept;

/// Straightens a chain whose goal is out of reach: points each joint that moves no other effector at the goal, upper joints first. The tip
/// rotates to its rotation goal. Frames must be current before, and are current afterwards. `scratch` holds one point per joint.
void straighten(JointTree& tree, const ChainTarget& target, std::span<glm::dvec3> scratch) noexcept;

/// Rotates joints towards their preferred rotations, each by its preference. Frames are current afterwards.
void leanTowardsPreferred(JointTree& tree) noexcept;

/// Moves the joints half way back to `start`, within limits. Frames are current afterwards.
void goHalfWayBack(JointTree& tree, std::span<const JointState> start) noexcept;

/// Sets another start pose, which depends only on `number` and the incoming pose: 0 is the preferred pose if there is one; all others are
/// scattered over the range that the limits allow. Frames are current afterwards.
void scatter(JointTree& tree, std::uint64_t number) noexcept;

}  // namespace armature
