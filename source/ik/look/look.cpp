#include "ik/look/look.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "ik/turns.hpp"

namespace armature {

namespace {

/// Below this, two directions count as one.
constexpr double parallel = 1e-9;

/// x to the right, y up, z forward; no value if the two are parallel.
std::optional<glm::dmat3> frameOf(const glm::dvec3& forward, const glm::dvec3& up) noexcept
{
    const glm::dvec3 right = glm::cross(up, forward);
    const double squaredForward = glm::dot(forward, forward);
    const double squaredRight = glm::dot(right, right);
    if (!(squaredRight > parallel * parallel * squaredForward * glm::dot(up, up))) {  // squares: no root to wait for
        return std::nullopt;
    }
    const glm::dvec3 z = forward / std::sqrt(squaredForward);
    const glm::dvec3 x = right / std::sqrt(squaredRight);
    return glm::dmat3(x, glm::cross(z, x), z);
}

}  // namespace

std::optional<LimitedDirection> limitDirection(const glm::dvec3& direction, const glm::dvec3& up, const glm::dvec3& ahead,
                                               const AngleRange& yaw, const AngleRange& pitch, const glm::dvec3& before) noexcept
{
    LimitedDirection limited{direction};
    if (yaw.isWhole() && pitch.isWhole()) {
        return limited;
    }
    const glm::dvec3 upright = glm::normalize(up);
    const glm::dvec3 side = glm::cross(upright, ahead);
    const double width = glm::length(side);
    const double length = glm::length(direction);
    if (!(width > parallel * glm::length(ahead)) || !(length > 0.)) {
        return std::nullopt;
    }
    const glm::dvec3 right = side / width;
    const glm::dvec3 level = glm::cross(right, upright);
    const double across = glm::dot(direction, right);
    const double along = glm::dot(direction, level);
    const bool isOverhead = std::hypot(across, along) <= parallel * length;
    const double oldYaw = isOverhead ? std::atan2(glm::dot(before, right), glm::dot(before, level)) : std::atan2(across, along);
    const double oldPitch = std::atan2(glm::dot(direction, upright), std::hypot(across, along));
    const double newYaw = yaw.clamp(oldYaw);
    const double newPitch = pitch.clamp(oldPitch);
    limited.limitsYaw = newYaw != oldYaw;
    limited.limitsPitch = newPitch != oldPitch;
    if (limited.limitsYaw || limited.limitsPitch) {
        limited.direction = std::cos(newPitch) * (std::sin(newYaw) * right + std::cos(newYaw) * level) + std::sin(newPitch) * upright;
    }
    return limited;
}

std::optional<glm::dquat> turnToLookingFrame(const glm::dmat3& shape, const LookAxes& axes, const glm::dquat& adjust) noexcept
{
    const std::optional<glm::dmat3> own = frameOf(shape * axes.forward, shape * axes.up);
    if (!own) {
        return std::nullopt;
    }
    return glm::normalize(adjust * glm::conjugate(glm::quat_cast(*own)));
}

std::optional<glm::dquat> lookRotation(const glm::dquat& toFrame, const glm::dvec3& direction, const glm::dvec3& up) noexcept
{
    const std::optional<glm::dmat3> wanted = frameOf(direction, up);
    if (!wanted) {
        return std::nullopt;
    }
    return glm::quat_cast(*wanted) * toFrame;
}

}  // namespace armature
