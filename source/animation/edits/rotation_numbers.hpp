#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include <glm/ext/quaternion_double.hpp>

/// Rotations as a channel's numbers (x, y, z, w), in double.
namespace armature {

[[nodiscard]] inline glm::dquat rotationOf(std::span<const double> numbers)
{
    return {numbers[3], numbers[0], numbers[1], numbers[2]};
}

[[nodiscard]] inline glm::dquat rotationOf(std::span<const float> numbers)
{
    return {static_cast<double>(numbers[3]), static_cast<double>(numbers[0]), static_cast<double>(numbers[1]),
            static_cast<double>(numbers[2])};
}

inline void storeRotation(const glm::dquat& rotation, std::span<double> outNumbers)
{
    outNumbers[0] = rotation.x;
    outNumbers[1] = rotation.y;
    outNumbers[2] = rotation.z;
    outNumbers[3] = rotation.w;
}

inline void storeRotation(const glm::dquat& rotation, std::span<float> outNumbers)
{
    outNumbers[0] = static_cast<float>(rotation.x);
    outNumbers[1] = static_cast<float>(rotation.y);
    outNumbers[2] = static_cast<float>(rotation.z);
    outNumbers[3] = static_cast<float>(rotation.w);
}

/// Returns the angle between two unit rotations, in [0, pi]. Small angles keep their digits.
[[nodiscard]] inline double angleOf(const glm::dquat& from, const glm::dquat& to)
{
    const double difference = glm::length(from - to);
    const double sum = glm::length(from + to);
    return 4. * std::atan2(std::min(difference, sum), std::max(difference, sum));
}

/// Returns the arc of a turn on the sphere of quaternions: its axis times half its angle. The turn's w is not negative.
[[nodiscard]] inline glm::dvec3 arcOf(const glm::dquat& turn)
{
    const glm::dvec3 axis(turn.x, turn.y, turn.z);
    const double sine = glm::length(axis);
    return sine > 0. ? axis * (std::atan2(sine, turn.w) / sine) : glm::dvec3(0.);
}

/// Returns the slerp along the shorter arc. Half the angle is computed from its sine and cosine, so that small angles keep their digits.
/// The length of the result is a mix of the two lengths.
[[nodiscard]] inline glm::dquat slerpShortWay(const glm::dquat& from, const glm::dquat& to, double fraction)
{
    const glm::dquat near = glm::dot(from, to) < 0. ? -to : to;
    const double half = std::atan2(glm::length(near - from), glm::length(near + from));  // half the angle between the quaternions
    const double sine = std::sin(2. * half);
    if (sine < 1e-9) {
        return from * (1. - fraction) + near * fraction;
    }
    return from * (std::sin((1. - fraction) * 2. * half) / sine) + near * (std::sin(fraction * 2. * half) / sine);
}

}  // namespace armature
