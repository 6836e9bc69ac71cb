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

/// Returns the angle between two unit rotations, in [0, pi]. Small angles are accurate, too.
[[nodiscard]] inline double angleOf(const glm::dquat& from, const glm::dquat& to)
{
    const double difference = glm::length(from - to);
    const double sum = glm::length(from + to);
    return 4. * std::atan2(std::min(difference, sum), std::max(difference, sum));
}

/// Returns the arc of a turn on the sphere of quaternions: its axis times half its angle. Precondition: the turn's w is not negative.
[[nodiscard]] inline glm::dvec3 arcOf(const glm::dquat& turn)
{
    const glm::dvec3 axis(turn.x, turn.y, turn.z);
    const double sine = glm::length(axis);
    return sine > 0. ? axis * (std::atan2(sine, turn.w) / sine) : glm::dvec3(0.);
}

/// The shorter arc between two rotations. Half the angle is computed from its sine and cosine, so that small angles are accurate, too.
class RotationArc {
public:
    RotationArc(const glm::dquat& from, const glm::dquat& to)
        : from_(from)
        , to_(glm::dot(from, to) < 0. ? -to : to)
        , angle_(2. * std::atan2(glm::length(to_ - from), glm::length(to_ + from)))
        , sine_(std::sin(angle_))
    {}

    /// Returns the slerp, without normalising it.
    [[nodiscard]] glm::dquat at(double fraction) const
    {
        if (sine_ < 1e-9) {
            return from_ * (1. - fraction) + to_ * fraction;
        }
        return from_ * (std::sin((1. - fraction) * angle_) / sine_) + to_ * (std::sin(fraction * angle_) / sine_);
    }

private:
    glm::dquat from_;
    glm::dquat to_;
    double angle_;  // between the quaternions
    double sine_;
};

/// Returns the slerp along the shorter arc, without normalising it.
[[nodiscard]] inline glm::dquat slerpShortWay(const glm::dquat& from, const glm::dquat& to, double fraction)
{
    return RotationArc(from, to).at(fraction);
}

}  // namespace armature
