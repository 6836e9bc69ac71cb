#pragma once

#include <armature/math/affine.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// A matrix split into translation, rotation and scale, and what the split lost.
struct Decomposition {
    Transform transform;

    /// Largest absolute element of (matrix - toAffine(transform)), relative to the largest element of the linear part: 0 when nothing was
    /// lost, about 1e-7 for rounding, more where the matrix is sheared or singular.
    float residual = 0.f;

    /// True if nothing beyond rounding was lost (residual below 1e-5).
    [[nodiscard]] bool isExact() const noexcept { return residual < 1e-5f; }
};

/// Splits an affine matrix. The scale is the lengths of the columns, the y scale negated where the matrix mirrors; if any scale is zero the
/// rotation is the identity (Babylon.js's Matrix.decompose does the same). A sheared matrix has no such parts: the nearest rotation
/// is not searched for, the columns are divided by their lengths and read as a rotation, and `residual` says how far off that is.
[[nodiscard]] Decomposition decompose(const Affine& affine) noexcept;
[[nodiscard]] Decomposition decompose(const glm::mat4& matrix) noexcept;

/// The rotation of a matrix whose columns are orthogonal and of unit length.
[[nodiscard]] glm::quat rotationOf(const glm::mat3& rotation) noexcept;

}  // namespace armature
