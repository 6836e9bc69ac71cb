#pragma once

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Makes one sweep of cyclic coordinate descent over a single chain: moves each joint once, from the tip to the root, so that the effector
/// comes as near to its goal as this joint alone can bring it. Frames must be current before, and are current afterwards. O(joints).
void sweepCcd(JointTree& tree, const ChainTarget& target) noexcept;

}  // namespace armature
