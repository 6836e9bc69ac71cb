#pragma once

#include <armature/base/export.hpp>
#include <armature/math/affine.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// A matrix split into translation, rotation and scale, with the error of the split.
struct ARMATURE_API Decomposition {
    Transform transform = {};  ///< Translation, rotation and scale.

    /// The largest absolute element of (matrix - toAffine(transform)), relative to the largest element of the linear part: 0 if nothing was
    /// lost, about 1e-7 from rounding alone, more if the matrix is sheared or singular.
    float residual = 0.f;

    /// True if nothing beyond rounding was lost (residual below 1e-5).
    [[nodiscard]] bool isExact() const noexcept { return residual < 1e-5f; }
};

/// Splits an affine matrix. The scale holds the lengths of the columns, with y negated if the matrix mirrors. If any scale is zero, or the
/// columns lie in one plane, the rotation is the identity (as in Babylon.js's Matrix.decompose for a zero scale).
///
/// A sheared matrix cannot be split exactly. Gram-Schmidt on the columns, in the order Y, Z, X, gives its rotation. The rotation therefore
/// maps +Y, along which bones lie, exactly to the direction of column Y (to the opposite direction if the scale of y is negative), and maps
/// +Z as closely as possible to the direction of column Z. `residual` is the error. docs/matrices.md explains the rule.
[[nodiscard]] ARMATURE_API Decomposition decompose(const Affine& affine) noexcept;
/// Splits a 4x4 matrix, whose fourth row is dropped.
[[nodiscard]] ARMATURE_API Decomposition decompose(const glm::mat4& matrix) noexcept;

/// Returns the quaternion of a rotation matrix, whose columns must be orthogonal and of unit length.
[[nodiscard]] ARMATURE_API glm::quat rotationOf(const glm::mat3& rotation) noexcept;

}  // namespace armature
