#pragma once

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <armature/math/transform.hpp>

namespace armature {

/// Returns whether a linear map that was rounded to floats, perhaps as a product, cannot be distinguished from a singular one: its
/// determinant, relative to the product of its columns' lengths, is then noise. Non-uniform scale before or after all rotations does not
/// count, because it loses no digits; therefore the rows are tested as well, and the more favourable result counts.
[[nodiscard]] inline bool isSingular(const glm::dmat3& linear) noexcept
{
    const glm::dmat3 rows = glm::transpose(linear);
    const auto square = [](const glm::dvec3& vector) { return glm::dot(vector, vector); };
    const double columnBox = square(linear[0]) * square(linear[1]) * square(linear[2]);
    const double rowBox = square(rows[0]) * square(rows[1]) * square(rows[2]);
    constexpr double noise = 1e-6;  // a few products of matrices, each rounded to 6e-8
    const double volume = glm::determinant(linear);
    const double box = std::min(columnBox, rowBox);
    if (box > 1e-280 && box < 1e280) [[likely]] {  // avoids the square roots; outside this range, squares may overflow or underflow
        return !(volume * volume > noise * noise * box);
    }
    const auto boxOf = [](const glm::dmat3& sides) { return glm::length(sides[0]) * glm::length(sides[1]) * glm::length(sides[2]); };
    return !(std::abs(volume) > noise * std::min(boxOf(linear), boxOf(rows)));  // true for NaN
}

}  // namespace armature

/// Defines "the rotation of a matrix" for the whole library, even if the matrix shears: docs/matrices.md states it for users.
///
/// Gram-Schmidt on the columns, +Y first, then +Z, then +X: M = Q U. Q has orthogonal columns of unit length; +Y of Q points exactly where
/// +Y of M does, and +Z of Q as nearly as possible where +Z of M does. U is triangular in that order of the axes, with a positive diagonal.
///
/// Products and inverses of such U have the same form, so that setting and getting a rotation are inverse to each other. An object rotated
/// by R and scaled by D > 0 under a frame P has the matrix P R D. Let P^-1 W = R U. Then P R D = W (U^-1 D), so that W is the rotation of
/// P R D: writing R = Q(P^-1 W) yields W, whatever the object's scale, and the rotation of P R D is that of P R.
///
/// If P mirrors, Q does as well, and one axis has to be flipped to make it a rotation: +Y, as decompose() does. With F = diag(1, -1, 1),
/// W = Q(P R F) and R = Q(P^-1 W) F are inverse to each other by the same argument, since F U F is triangular like U.
namespace armature {

/// Returns the lengths of the columns of a matrix: how much it scales along each axis.
[[nodiscard]] inline glm::dvec3 columnLengths(const glm::dmat3& columns) noexcept
{
    return {glm::length(columns[0]), glm::length(columns[1]), glm::length(columns[2])};
}

/// Returns the rotation of a matrix whose columns are orthonormal.
[[nodiscard]] glm::dquat quaternionOf(const glm::dmat3& rotation) noexcept;

/// Returns the factor Q of `linear` = Q U; Q mirrors if `linear` does. Precondition: `linear` is not singular.
[[nodiscard]] glm::dmat3 orthonormalAxes(const glm::dmat3& linear) noexcept;

/// Returns orthonormalAxes() as a rotation: if `linear` mirrors, +Y is flipped first. Returns the identity if `linear` is singular (see
/// isSingular).
[[nodiscard]] glm::dquat rotationOfLinear(const glm::dmat3& linear) noexcept;

/// Returns the rotation, in the space to which `frame` maps, of an object with the local rotation `local` under `frame`. Returns `local`
/// unchanged if the frame is singular.
[[nodiscard]] glm::dquat rotationOutOf(const glm::dmat3& frame, const glm::dquat& local) noexcept;

/// The inverse of rotationOutOf(): returns the local rotation with which an object under the frame has the rotation `rotation` in the space
/// that the frame leads to. `inverseFrame` is the inverse of the frame's linear part; if it is singular or not finite, returns `rotation`
/// unchanged.
[[nodiscard]] glm::dquat rotationInto(const glm::dmat3& inverseFrame, const glm::dquat& rotation) noexcept;

/// Returns a transform with the same matrix as `parts` and a scale with the signs of `signs`. This is possible because flipping two axes
/// equals half a turn about the third, which the rotation takes over. If only one of the two scales mirrors, no such transform exists:
/// returns `parts` unchanged.
[[nodiscard]] Transform withSigns(Transform parts, const glm::vec3& signs) noexcept;

}  // namespace armature
