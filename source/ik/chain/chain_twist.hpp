#pragma once

#include <span>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Takes out twist that a search has added and no goal needs: each joint that may turn gets the shortest turn from its incoming rotation to
/// where it now points, and the next joint turns back by as much. If that would move the effector, nothing changes. Frames are current
/// before and afterwards. For single chains. `scratch` holds one state per joint.
void takeOutTwist(JointTree& tree, const ChainTask& task, std::span<JointState> scratch) noexcept;

}  // namespace armature
