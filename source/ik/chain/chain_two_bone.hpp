#pragma once

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// The two upper joints of a chain of two or three by solveTwoBone(), the third as a rotation goal wants it. They bend in the plane in
/// which they are bent in the incoming pose, or else at rest, or else as bendIfStraight() bends a straight chain. Limits are applied after.
/// Frames are current before and afterwards. Returns how many times it was done: once, unless uneven scale moves the third joint's goal.
std::size_t solveTwoBoneChain(JointTree& tree, const ChainTask& task) noexcept;

}  // namespace armature
