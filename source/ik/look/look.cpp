#include "ik/look/look.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "ik/turns.hpp"
#include "math/root_pair.hpp"

namespace armature {

namespace {

/// Returns the rotation that takes x to the right, y up and z forward; no value if up and forward are parallel.
inline std::optional<glm::dquat> turnToLook(const glm::dvec3& forward, const glm::dvec3& up) noexcept
{
    const glm::dvec3 right = glm::cross(up, forward);
    const double squaredForward = glm::dot(forward, forward);
    const double squaredRight = glm::dot(right, right);
    if (!(squaredRight > parallelSine * parallelSine * squaredForward * glm::dot(up, up))) {  // compares squares, to avoid a root
        return std::nullopt;
    }
    const DoublePair perLength = reciprocals(squareRoots(squaredForward, squaredRight));
    const glm::dvec3 z = forward * perLength[0];
    const glm::dvec3 x = right * perLength[1];
    return turnOnto(x, glm::cross(z, x), z);
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
    if (!(width > parallelSine * glm::length(ahead)) || !(length > 0.)) {
        return std::nullopt;
    }
    const glm::dvec3 right = side / width;
    const glm::dvec3 level = glm::cross(right, upright);
    const double across = glm::dot(direction, right);
    const double along = glm::dot(direction, level);
    const bool isOverhead = std::hypot(across, along) <= parallelSine * length;
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
    const std::optional<glm::dquat> own = turnToLook(shape * axes.forward, shape * axes.up);
    return own ? std::optional(adjust * glm::conjugate(*own)) : std::nullopt;
}

std::optional<glm::dquat> lookRotation(const glm::dquat& toFrame, const glm::dvec3& direction, const glm::dvec3& up) noexcept
{
    const std::optional<glm::dquat> wanted = turnToLook(direction, up);
    return wanted ? std::optional(*wanted * toFrame) : std::nullopt;
}

}  // namespace armature
