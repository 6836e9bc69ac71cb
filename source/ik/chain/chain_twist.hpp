#pragma once

#include <optional>
#include <span>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Removes twist that a search has added but no goal needs: each joint that may rotate gets the shortest rotation from its incoming one to
/// its current direction, and the next joint rotates back by the same amount. Changes nothing if the effector would move. Frames must be
/// current before, and are current afterwards. For single chains. `scratch` holds one state per joint.
void takeOutTwist(JointTree& tree, const ChainTask& task, std::span<JointState> scratch) noexcept;

/// Returns the rotation that points `arm` where `now` points it, by the shortest rotation from `incoming`. Returns `incoming` if the arm
/// has no length. If the arm has turned by nearly half a turn, where twist is unstable, keeps part of the twist.
[[nodiscard]] glm::dquat withoutTwist(const glm::dquat& now, const glm::dquat& incoming, const glm::dvec3& arm) noexcept;

/// Returns the rotation about the line to the effector that takes the first joint of a limb of two joints from `now` to where the shortest
/// rotation of the line takes the incoming limb. `line` leads from the joint to the effector, as `incomingLine` did in the incoming pose.
/// No value if a line is too short.
[[nodiscard]] std::optional<glm::dquat> turnWithoutSwivel(const glm::dquat& now, const glm::dquat& incoming, const glm::dvec3& line,
                                                          const glm::dvec3& incomingLine) noexcept;

}  // namespace armature
