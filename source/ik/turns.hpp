#pragma once

#include <algorithm>
#include <cmath>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

/// Helper functions for rotations, in double.
namespace armature {

/// Threshold: directions whose sine is below it count as parallel, and a length below this fraction of another counts as zero.
inline constexpr double parallelSine = 1e-9;

/// Returns the component of `vector` perpendicular to the unit vector `axis`.
[[nodiscard]] inline glm::dvec3 across(const glm::dvec3& vector, const glm::dvec3& axis) noexcept
{
    return vector - glm::dot(vector, axis) * axis;
}

/// Returns a unit vector perpendicular to `axis`, which must not be zero. Uses the coordinate axis that is farthest from `axis`.
[[nodiscard]] inline glm::dvec3 anyAcross(const glm::dvec3& axis) noexcept
{
    const glm::dvec3 size = glm::abs(axis);
    const glm::dvec3 other = size.x <= size.y && size.x <= size.z ? glm::dvec3(1., 0., 0.)
                             : size.y <= size.z                   ? glm::dvec3(0., 1., 0.)
                                                                  : glm::dvec3(0., 0., 1.);
    return glm::normalize(glm::cross(axis, other));
}

/// Returns the shortest rotation that takes one unit vector to another; if they are opposite, half a turn about `half`, a unit vector
/// perpendicular to `from`.
[[nodiscard]] inline glm::dquat shortestTurn(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& half) noexcept
{
    const double w = 1. + glm::dot(from, to);
    if (w < 1e-12) {
        return {0., half.x, half.y, half.z};
    }
    const glm::dvec3 axis = glm::cross(from, to);
    return glm::normalize(glm::dquat(w, axis.x, axis.y, axis.z));
}

/// Returns the rotation that takes the coordinate axes to three perpendicular unit vectors, which must be right-handed. Computes first a
/// component of the quaternion that is at least 1/2, so that the others lose no digits.
[[nodiscard]] inline glm::dquat turnOnto(const glm::dvec3& x, const glm::dvec3& y, const glm::dvec3& z) noexcept
{
    const double trace = x.x + y.y + z.z;
    // `largest` is four times the square of that component; the other arguments are four times its products with all components.
    const auto scaled = [](double largest, double w, double i, double j, double k) {
        const double scale = 0.5 / std::sqrt(largest);
        return glm::dquat(w * scale, i * scale, j * scale, k * scale);
    };
    if (trace >= 0.) {
        return scaled(1. + trace, 1. + trace, y.z - z.y, z.x - x.z, x.y - y.x);
    }
    if (x.x >= y.y && x.x >= z.z) {
        const double square = 1. + x.x - y.y - z.z;
        return scaled(square, y.z - z.y, square, x.y + y.x, z.x + x.z);
    }
    if (y.y >= z.z) {
        const double square = 1. + y.y - x.x - z.z;
        return scaled(square, z.x - x.z, x.y + y.x, square, y.z + z.y);
    }
    const double square = 1. + z.z - x.x - y.y;
    return scaled(square, x.y - y.x, z.x + x.z, y.z + z.y, square);
}

/// Returns the angle between two directions of any length, in [0, pi]; exact for small angles too. 0 if one of them is zero.
[[nodiscard]] inline double angleBetween(const glm::dvec3& a, const glm::dvec3& b) noexcept
{
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

/// Returns the angle of the rotation from one rotation to another, in [0, pi].
[[nodiscard]] inline double angleBetween(const glm::dquat& from, const glm::dquat& to) noexcept
{
    const glm::dquat turn = glm::conjugate(from) * to;
    return 2. * std::atan2(glm::length(glm::dvec3(turn.x, turn.y, turn.z)), std::abs(turn.w));
}

/// Blends from one rotation (weight 0) to another (weight 1), along the shorter arc.
[[nodiscard]] inline glm::dquat blendTurns(const glm::dquat& from, const glm::dquat& to, double weight) noexcept
{
    return weight >= 1. ? to : weight <= 0. ? from : glm::slerp(from, to, weight);
}

/// Returns the fraction of the remaining distance that is covered after `seconds`, if half of it is covered in each `halfLife`; 1 if
/// `halfLife` is 0 or `seconds` is not finite.
[[nodiscard]] inline double followedPart(double seconds, double halfLife) noexcept
{
    return halfLife > 0. && std::isfinite(seconds) ? 1. - std::exp2(-std::max(0., seconds) / halfLife) : 1.;
}

}  // namespace armature
