#pragma once

#include <span>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Takes out twist that a search has brought in and no goal needs: each joint that may is brought to the turn that leads from its incoming
/// rotation to where it points now the shortest way, and the joint below turns back by as much. Where that would not keep the effector in
/// place, nothing changes. Frames are current before and afterwards. For single chains. `scratch`: one for each joint.
void takeOutTwist(JointTree& tree, const ChainTask& task, std::span<JointState> scratch) noexcept;

}  // namespace armature
