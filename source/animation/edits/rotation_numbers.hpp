#pragma once

#include <cmath>
#include <span>

#include <glm/ext/quaternion_double.hpp>

/// Rotations among the numbers of a channel, x y z w, in double.
namespace armature {

[[nodiscard]] inline glm::dquat rotationOf(std::span<const double> numbers)
{
    return {numbers[3], numbers[0], numbers[1], numbers[2]};
}

inline void storeRotation(const glm::dquat& rotation, std::span<double> outNumbers)
{
    outNumbers[0] = rotation.x;
    outNumbers[1] = rotation.y;
    outNumbers[2] = rotation.z;
    outNumbers[3] = rotation.w;
}

/// Half the angle is measured by its sine and cosine, so that small angles keep their digits. The result has the lengths of the two,
/// mixed.
[[nodiscard]] inline glm::dquat slerpShortWay(const glm::dquat& from, const glm::dquat& to, double fraction)
{
    const glm::dquat near = glm::dot(from, to) < 0. ? -to : to;
    const double half = std::atan2(glm::length(near - from), glm::length(near + from));  // of the angle between the quaternions
    const double sine = std::sin(2. * half);
    if (sine < 1e-9) {
        return from * (1. - fraction) + near * fraction;
    }
    return from * (std::sin((1. - fraction) * 2. * half) / sine) + near * (std::sin(fraction * 2. * half) / sine);
}

}  // namespace armature
