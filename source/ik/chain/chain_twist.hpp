#pragma once

#include <span>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Removes twist that a search has added but no goal needs: each joint that may rotate gets the shortest rotation from its incoming one to
/// its current direction, and the next joint rotates back by the same amount. Changes nothing if the effector would move. Frames must be
/// current before, and are current afterwards. For single chains. `scratch` holds one state per joint.
void takeOutTwist(JointTree& tree, const ChainTask& task, std::span<JointState> scratch) noexcept;

}  // namespace armature
