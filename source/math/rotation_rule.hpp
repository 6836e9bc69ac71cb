#pragma once

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/transform.hpp>

/// What "the rotation of a matrix" is, everywhere in the library, also where the matrix shears: docs/matrices.md states it for users.
///
/// Gram-Schmidt on the columns, +Y first, then +Z, then +X: M = Q U. Q has orthogonal columns of unit length; +Y of Q points exactly where
/// +Y of M does, +Z as far as that allows where +Z of M does. U is triangular in that order of the axes, its diagonal positive.
///
/// Such U are closed under products and inverses, which is what makes setting and getting inverse to each other. A thing turned by R and
/// scaled by D > 0 under a frame P has the matrix P R D. Let P^-1 W = R U. Then P R D = W (U^-1 D), so that W is the rotation of P R D:
/// writing R = Q(P^-1 W) makes W come out, whatever scale the thing has, and the rotation of P R D is that of P R.
///
/// Where P mirrors, Q does as well, and one axis has to be turned around to make it a rotation: +Y, as decompose() does. With
/// F = diag(1, -1, 1), W = Q(P R F) and R = Q(P^-1 W) F are inverse to each other by the same argument, since F U F is triangular like U.
namespace armature {

/// The rotation of a matrix whose columns are orthogonal and of unit length.
[[nodiscard]] glm::dquat quaternionOf(const glm::dmat3& rotation) noexcept;

/// Q of `linear` = Q U. Mirrors if `linear` does. Precondition: not singular.
[[nodiscard]] glm::dmat3 orthonormalAxes(const glm::dmat3& linear) noexcept;

/// The same as a rotation: where `linear` mirrors, +Y is turned around first. The identity where it is singular (see isSingular).
[[nodiscard]] glm::dquat rotationOfLinear(const glm::dmat3& linear) noexcept;

/// How something turned by `local` under `frame` is turned in the space to which the frame leads. `local` itself where the frame is singular.
[[nodiscard]] glm::dquat rotationOutOf(const glm::dmat3& frame, const glm::dquat& local) noexcept;

/// The inverse of that: what to turn something by under a frame, for it to be turned by `rotation` in the space to which the frame leads.
/// `inverseFrame` is the inverse of the frame's linear part; where that is singular or not finite, `rotation` itself.
[[nodiscard]] glm::dquat rotationInto(const glm::dmat3& inverseFrame, const glm::dquat& rotation) noexcept;

/// The same matrix in other parts. A matrix does not tell which of its axes mirroring scales turn around: two of them are half a turn about
/// the third. Of all ways to say it this is the one whose scale has the signs of `signs`; where these cannot be (the one mirrors, the other
/// does not), `parts` as they are.
[[nodiscard]] Transform withSigns(Transform parts, const glm::vec3& signs) noexcept;

}  // namespace armature
