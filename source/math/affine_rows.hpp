#pragma once

#include <cstddef>
#include <cstdint>

#include <armature/math/affine.hpp>

/// Basic products of affine matrices, defined inline. Public functions, lazy evaluation and the reference kernels share them, so that all
/// code paths round identically. Compiled without FMA contraction (-ffp-contract=off).
namespace armature {

/// Four floats that GCC and Clang keep in one register on every processor.
using RowVector = float __attribute__((vector_size(16)));

/// A RowVector in memory, at the address of any four floats. This is a typedef because Clang ignores the alignment of a `using` alias, and
/// would then load as if the address were a multiple of 16.
typedef float StoredRow __attribute__((vector_size(16), aligned(4), may_alias));  // NOLINT(modernize-use-using)

[[nodiscard]] inline RowVector loadRow(const glm::vec4& row) noexcept
{
    return *reinterpret_cast<const StoredRow*>(&row);
}

inline void storeRow(RowVector vector, glm::vec4& outRow) noexcept
{
    *reinterpret_cast<StoredRow*>(&outRow) = vector;
}

/// An affine matrix in registers. In a chain of products, each result stays in registers, and need not be reloaded while its store is still
/// under way.
struct AffineRows {
    RowVector x;
    RowVector y;
    RowVector z;
};

[[nodiscard]] inline AffineRows loadRows(const Affine& affine) noexcept
{
    return {loadRow(affine[0]), loadRow(affine[1]), loadRow(affine[2])};
}

inline void storeRows(const AffineRows& rows, Affine& outAffine) noexcept
{
    storeRow(rows.x, outAffine[0]);
    storeRow(rows.y, outAffine[1]);
    storeRow(rows.z, outAffine[2]);
}

[[nodiscard]] inline Affine toAffineInline(const AffineRows& rows) noexcept
{
    Affine affine;
    storeRows(rows, affine);
    return affine;
}

[[nodiscard]] inline RowVector multiplyRow(RowVector row, const AffineRows& child) noexcept
{
    // The translation is in the last lane, and -0 in the others: adding -0 changes no number, whereas adding +0 would change -0.
    using Bits = std::uint32_t __attribute__((vector_size(16)));
    constexpr Bits translationBits = {0, 0, 0, ~0u};
    constexpr Bits negativeZeros = {1u << 31, 1u << 31, 1u << 31, 0};
    const auto translation = reinterpret_cast<RowVector>((reinterpret_cast<Bits>(row) & translationBits) | negativeZeros);
    const RowVector x = __builtin_shufflevector(row, row, 0, 0, 0, 0);
    const RowVector y = __builtin_shufflevector(row, row, 1, 1, 1, 1);
    const RowVector z = __builtin_shufflevector(row, row, 2, 2, 2, 2);
    return ((x * child.x + y * child.y) + z * child.z) + translation;
}

/// Returns the product of two matrices, with the same bits as multiply().
[[nodiscard]] inline AffineRows multiplyRows(const AffineRows& parent, const AffineRows& child) noexcept
{
    return {multiplyRow(parent.x, child), multiplyRow(parent.y, child), multiplyRow(parent.z, child)};
}

[[nodiscard]] inline Affine multiplyInline(const Affine& parent, const Affine& child) noexcept
{
    return toAffineInline(multiplyRows(loadRows(parent), loadRows(child)));
}

/// Returns the columns, with (0, 0, 0, 1) as fourth row: see toMat4().
[[nodiscard]] inline glm::mat4 toMat4Inline(const AffineRows& rows) noexcept
{
    const RowVector w = {0.f, 0.f, 0.f, 1.f};
    const RowVector xyLower = __builtin_shufflevector(rows.x, rows.y, 0, 4, 1, 5);
    const RowVector xyUpper = __builtin_shufflevector(rows.x, rows.y, 2, 6, 3, 7);
    const RowVector zwLower = __builtin_shufflevector(rows.z, w, 0, 4, 1, 5);
    const RowVector zwUpper = __builtin_shufflevector(rows.z, w, 2, 6, 3, 7);
    glm::mat4 matrix;
    storeRow(__builtin_shufflevector(xyLower, zwLower, 0, 1, 4, 5), matrix[0]);
    storeRow(__builtin_shufflevector(xyLower, zwLower, 2, 3, 6, 7), matrix[1]);
    storeRow(__builtin_shufflevector(xyUpper, zwUpper, 0, 1, 4, 5), matrix[2]);
    storeRow(__builtin_shufflevector(xyUpper, zwUpper, 2, 3, 6, 7), matrix[3]);
    return matrix;
}

[[nodiscard]] inline glm::mat4 toMat4Inline(const Affine& affine) noexcept
{
    return toMat4Inline(loadRows(affine));
}

/// Composes translate * rotate * scale from ten numbers: translation xyz, rotation xyzw (unit length), scale xyz. `part(i)` reads number i.
template <class Part>
[[nodiscard]] inline AffineRows composeRows(const Part& part) noexcept
{
    const float x = part(3);
    const float y = part(4);
    const float z = part(5);
    const float w = part(6);
    const float x2 = x + x;
    const float y2 = y + y;
    const float z2 = z + z;
    const float xx = x * x2;
    const float xy = x * y2;
    const float xz = x * z2;
    const float yy = y * y2;
    const float yz = y * z2;
    const float zz = z * z2;
    const float wx = w * x2;
    const float wy = w * y2;
    const float wz = w * z2;
    const float sx = part(7);
    const float sy = part(8);
    const float sz = part(9);
    return {RowVector{(1.f - (yy + zz)) * sx, (xy - wz) * sy, (xz + wy) * sz, part(0)},
            RowVector{(xy + wz) * sx, (1.f - (xx + zz)) * sy, (yz - wx) * sz, part(1)},
            RowVector{(xz - wy) * sx, (yz + wx) * sy, (1.f - (xx + yy)) * sz, part(2)}};
}

[[nodiscard]] inline AffineRows composeRows(const Transform& transform) noexcept
{
    const glm::vec3& t = transform.translation;
    const glm::quat& q = transform.rotation;
    const glm::vec3& s = transform.scale;
    const float parts[] = {t.x, t.y, t.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z};
    return composeRows([&](std::size_t component) { return parts[component]; });
}

template <class Part>
[[nodiscard]] inline Affine composeInline(const Part& part) noexcept
{
    return toAffineInline(composeRows(part));
}

}  // namespace armature
