#pragma once

#include <cmath>
#include <optional>
#include <span>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"
#include "ik/plain_turns.hpp"

namespace armature {

/// Removes twist that a search has added but no goal needs: each joint that may rotate gets the shortest rotation from its incoming one to
/// its current direction, and the next joint rotates back by the same amount. Changes nothing if that would move the effector away from
/// its goals. Frames must be current before, and are current afterwards. For single chains. `scratch` holds one state per joint.
void takeOutTwist(JointTree& tree, const ChainTask& task, std::span<JointState> scratch) noexcept;

/// Does the work of withoutTwist() for an arm that has turned by more than a third of a turn. `before` is the unit vector along which
/// `incoming` points the arm. Near half a turn, twist is unstable, and part of it is kept.
[[nodiscard]] glm::dquat withLessTwist(const glm::dquat& now, const glm::dquat& incoming, const glm::dvec3& before) noexcept;

/// Returns the rotation that points `arm` where `now` points it, by the shortest rotation from `incoming`. Returns `incoming` if the arm
/// has no length.
[[nodiscard, gnu::always_inline]] inline PlainTurn withoutTwist(const PlainTurn& now, const PlainTurn& incoming,
                                                                const PlainVector& arm) noexcept
{
    const double size = squared(arm);
    if (!(size > 0.)) {
        return incoming;
    }
    const PlainVector direction = (1. / std::sqrt(size)) * arm;
    const PlainVector before = incoming * direction;
    const PlainVector after = now * direction;
    const double w = 1. + inner(before, after);
    if (w < 0.501) {
        return PlainTurn(withLessTwist(now.toGlm(), incoming.toGlm(), before.toGlm()));
    }
    const PlainVector axis = cross(before, after);
    return (1. / std::sqrt(2. * w)) * (PlainTurn(w, axis.x, axis.y, axis.z) * incoming);
}

/// Returns the rotation about the line to the effector that takes the first joint of a limb of two joints from `now` to where the shortest
/// rotation of the line takes the incoming limb. `line` leads from the joint to the effector, as `incomingLine` did in the incoming pose.
/// No value if a line is too short.
[[nodiscard]] std::optional<glm::dquat> turnWithoutSwivel(const glm::dquat& now, const glm::dquat& incoming, const glm::dvec3& line,
                                                          const glm::dvec3& incomingLine) noexcept;

}  // namespace armature
