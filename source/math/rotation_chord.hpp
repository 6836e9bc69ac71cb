#pragma once

#include <algorithm>
#include <cmath>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/scalar_constants.hpp>
#include <glm/gtc/quaternion.hpp>

/// Chords between unit quaternions, which compare rotations without trigonometric functions: the chord is twice the sine of a quarter of
/// the angle between the rotations.
namespace armature {

/// Returns the squared distance between two unit quaternions, with the signs that make the distance smaller.
[[nodiscard]] inline double squaredChord(const glm::dquat& from, const glm::dquat& to) noexcept
{
    const glm::dquat difference = from - to;
    const glm::dquat sum = from + to;
    return std::min(glm::dot(difference, difference), glm::dot(sum, sum));
}

/// Returns the distance between two unit quaternions whose rotations are `angle` radians apart; angles above pi count as pi.
[[nodiscard]] inline double chordOf(double angle) noexcept
{
    return 2. * std::sin(0.25 * std::min(angle, glm::pi<double>()));
}

/// Returns the angle, in radians, between two rotations whose squaredChord() is `square`. For reports: has float's precision, for small
/// angles too.
[[nodiscard]] inline float turnOfSquaredChord(double square) noexcept
{
    return 4.f * std::asin(0.5f * std::sqrt(static_cast<float>(square)));
}

}  // namespace armature
