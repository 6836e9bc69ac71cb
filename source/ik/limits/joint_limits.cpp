#include <armature/ik/joint_limits.hpp>

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/limits/turn_limit.hpp"

namespace armature {

namespace {

/// Tolerance in radians: a rotation that exceeds a limit by less counts as within it, because floats are no more precise.
constexpr double limitTolerance = 1e-6;

glm::dquat requireUnitTurn(const glm::quat& turn)
{
    const double length = glm::length(glm::dquat(turn));
    if (!(length > 1e-30) || !std::isfinite(length)) {
        throw std::invalid_argument(fmt::format("a turn ({}, {}, {}, {}) has no direction", turn.x, turn.y, turn.z, turn.w));
    }
    return glm::dquat(turn) / length;
}

}  // namespace

SwingTwist splitSwingTwist(const glm::quat& turn, const glm::vec3& axis) noexcept
{
    const TurnParts parts = splitTurn(glm::normalize(glm::dquat(turn)), glm::dvec3(axis));
    return {glm::quat(parts.swing), glm::quat(parts.twist), static_cast<float>(parts.twistAngle)};
}

LimitedTurn limitTurn(const JointLimit& limit, const glm::quat& turn)
{
    const TurnLimit checked = TurnLimit::of(limit);
    const glm::dquat unit = requireUnitTurn(turn);
    if (checked.violation(unit) <= limitTolerance) {
        return {turn, false};
    }
    return {glm::quat(checked.apply(unit)), true};
}

float limitViolation(const JointLimit& limit, const glm::quat& turn)
{
    return static_cast<float>(TurnLimit::of(limit).violation(requireUnitTurn(turn)));
}

}  // namespace armature
