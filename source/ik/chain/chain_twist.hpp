#pragma once

#include <span>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Removes twist that a search has added but no goal needs: each joint that may turn gets the shortest turn from its incoming rotation to
/// its current direction, and the next joint turns back by the same amount. If that would move the effector, nothing changes. Frames must
/// be current before, and are current afterwards. For single chains. `scratch` holds one state per joint.
void takeOutTwist(JointTree& tree, const ChainTask& task, std::span<JointState> scratch) noexcept;

}  // namespace armature
