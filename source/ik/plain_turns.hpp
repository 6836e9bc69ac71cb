#pragma once

#include <algorithm>
#include <cmath>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/gtc/quaternion.hpp>

/// Vectors and rotations of plain doubles, for inner loops. GLM's types consist of unions, which compilers keep in memory: if a value is
/// stored component by component and then copied as a whole, the copy must wait until the components have reached the cache.
namespace armature {

struct PlainVector {
    double x = 0.;
    double y = 0.;
    double z = 0.;

    PlainVector() noexcept = default;
    PlainVector(double ofX, double ofY, double ofZ) noexcept : x(ofX), y(ofY), z(ofZ) {}
    explicit PlainVector(const glm::dvec3& v) noexcept : x(v.x), y(v.y), z(v.z) {}
    [[nodiscard]] glm::dvec3 toGlm() const noexcept { return {x, y, z}; }

    PlainVector& operator+=(const PlainVector& v) noexcept { return *this = {x + v.x, y + v.y, z + v.z}; }
    /// Whether all components are equal. One comparison in place of three: a difference is 0 only between equal numbers.
    [[nodiscard, gnu::always_inline]] friend bool operator==(const PlainVector& a, const PlainVector& b) noexcept
    {
        return std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.z - b.z) == 0.;
    }
};

/// A rotation: a quaternion of unit length.
struct PlainTurn {
    double w = 1.;
    double x = 0.;
    double y = 0.;
    double z = 0.;

    PlainTurn() noexcept = default;
    PlainTurn(double ofW, double ofX, double ofY, double ofZ) noexcept : w(ofW), x(ofX), y(ofY), z(ofZ) {}
    explicit PlainTurn(const glm::dquat& q) noexcept : w(q.w), x(q.x), y(q.y), z(q.z) {}
    [[nodiscard]] glm::dquat toGlm() const noexcept { return {w, x, y, z}; }

    friend bool operator==(const PlainTurn&, const PlainTurn&) noexcept = default;
};

[[gnu::always_inline]] inline PlainVector operator+(const PlainVector& a, const PlainVector& b) noexcept
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

[[gnu::always_inline]] inline PlainVector operator-(const PlainVector& a, const PlainVector& b) noexcept
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

[[gnu::always_inline]] inline PlainVector operator-(const PlainVector& v) noexcept
{
    return {-v.x, -v.y, -v.z};
}

[[gnu::always_inline]] inline PlainVector operator*(double factor, const PlainVector& v) noexcept
{
    return {factor * v.x, factor * v.y, factor * v.z};
}

[[gnu::always_inline]] inline double inner(const PlainVector& a, const PlainVector& b) noexcept
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

[[gnu::always_inline]] inline PlainVector cross(const PlainVector& a, const PlainVector& b) noexcept
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

[[gnu::always_inline]] inline double squared(const PlainVector& v) noexcept
{
    return inner(v, v);
}

[[gnu::always_inline]] inline double length(const PlainVector& v) noexcept
{
    return std::sqrt(inner(v, v));
}

[[gnu::always_inline]] inline PlainTurn operator*(double factor, const PlainTurn& q) noexcept
{
    return {factor * q.w, factor * q.x, factor * q.y, factor * q.z};
}

/// Returns the rotation `b` followed by `a`.
[[gnu::always_inline]] inline PlainTurn operator*(const PlainTurn& a, const PlainTurn& b) noexcept
{
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z, a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x};
}

[[gnu::always_inline]] inline PlainVector operator*(const PlainTurn& turn, const PlainVector& vector) noexcept
{
    const PlainVector axis(turn.x, turn.y, turn.z);
    const PlainVector twice = 2. * cross(axis, vector);
    return vector + turn.w * twice + cross(axis, twice);
}

[[gnu::always_inline]] inline PlainTurn back(const PlainTurn& turn) noexcept
{
    return {turn.w, -turn.x, -turn.y, -turn.z};
}

[[gnu::always_inline]] inline double inner(const PlainTurn& a, const PlainTurn& b) noexcept
{
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Returns the squared distance between two rotations, with the signs that make the distance smaller: see math/rotation_chord.hpp.
[[gnu::always_inline]] inline double squaredChord(const PlainTurn& from, const PlainTurn& to) noexcept
{
    const PlainTurn difference(from.w - to.w, from.x - to.x, from.y - to.y, from.z - to.z);
    const PlainTurn sum(from.w + to.w, from.x + to.x, from.y + to.y, from.z + to.z);
    return std::min(inner(difference, difference), inner(sum, sum));
}

/// Normalises a rotation. Products and rounded rotations are so close to unit length that a series is as accurate as a square root and a
/// division.
[[gnu::always_inline]] inline PlainTurn normalized(const PlainTurn& turn) noexcept
{
    const double excess = inner(turn, turn) - 1.;
    return (std::abs(excess) < 1e-5 ? 1. + excess * (0.375 * excess - 0.5) : 1. / std::sqrt(inner(turn, turn))) * turn;
}

/// Returns a rotation about the vector by nearly its length: exact to the second order, and of unit length without a square root.
[[gnu::always_inline]] inline PlainTurn turnBy(const PlainVector& vector) noexcept
{
    const PlainVector quarter = 0.25 * vector;
    const double square = squared(quarter);
    const double part = 1. / (1. + square);
    return {(1. - square) * part, 2. * part * quarter.x, 2. * part * quarter.y, 2. * part * quarter.z};
}

}  // namespace armature
