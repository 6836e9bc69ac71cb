#pragma once

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/matrix_float3x4.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// An affine map as three rows of four floats, 48 bytes; the fourth row is (0 0 0 1) and is not stored. `m[r]` is row r of the map, which
/// GLM calls column r of the mat3x4. The bytes are laid out as a `mat3x4` in std140, which a shader applies as `vec4(position, 1) * m`.
using Affine = glm::mat3x4;

/// The identity map.
[[nodiscard]] inline Affine identityAffine() noexcept
{
    return Affine(1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f);
}

/// The top three rows of `matrix`; its fourth row is dropped.
[[nodiscard]] ARMATURE_API Affine toAffine(const glm::mat4& matrix) noexcept;
/// The map translate * rotate * scale. The rotation must be of unit length.
[[nodiscard]] ARMATURE_API Affine toAffine(const Transform& transform) noexcept;
/// The top three rows of `matrix`, each number rounded to float.
[[nodiscard]] ARMATURE_API Affine toAffine(const glm::dmat4& matrix) noexcept;

/// The map as a 4x4 matrix, with the fourth row (0 0 0 1).
[[nodiscard]] ARMATURE_API glm::mat4 toMat4(const Affine& affine) noexcept;
/// The map as a 4x4 matrix of doubles.
[[nodiscard]] ARMATURE_API glm::dmat4 toDmat4(const Affine& affine) noexcept;

/// Returns parent * child, which applies `child` first. Each element is ((p0*c0 + p1*c1) + p2*c2), plus p3 in the last column. Fused
/// multiply-add is never used, so that all instruction sets give the same bits.
[[nodiscard]] ARMATURE_API Affine multiply(const Affine& parent, const Affine& child) noexcept;

/// Returns the image of `point` under the map.
[[nodiscard]] ARMATURE_API glm::vec3 transformPoint(const Affine& affine, const glm::vec3& point) noexcept;
/// Returns the image of `vector` under the map's linear part; the translation is not applied.
[[nodiscard]] ARMATURE_API glm::vec3 transformVector(const Affine& affine, const glm::vec3& vector) noexcept;
/// Returns the map's translation, which is the image of the origin.
[[nodiscard]] ARMATURE_API glm::vec3 translationOf(const Affine& affine) noexcept;

/// The linear part as a 3x3 matrix.
[[nodiscard]] ARMATURE_API glm::mat3 linearPart(const Affine& affine) noexcept;

/// The determinant of the linear part, computed in double; negative if the map mirrors.
[[nodiscard]] ARMATURE_API double determinant(const Affine& affine) noexcept;

/// True if every element is finite and the linear part is invertible to float precision: the magnitude of its determinant is above 1e-6
/// times the product of its column lengths or the product of its row lengths, whichever is smaller. A smaller determinant may be only the
/// rounding error of a singular matrix.
[[nodiscard]] ARMATURE_API bool isInvertible(const Affine& affine) noexcept;

/// The inverse, computed in double and rounded once. Precondition: isInvertible(affine).
[[nodiscard]] ARMATURE_API Affine inverse(const Affine& affine) noexcept;

/// True if every element is finite.
[[nodiscard]] ARMATURE_API bool isFinite(const Affine& affine) noexcept;

/// True if the fourth row of `matrix` is (0 0 0 1) and every element is finite, so that toAffine() loses nothing.
[[nodiscard]] ARMATURE_API bool isAffine(const glm::mat4& matrix) noexcept;

}  // namespace armature
