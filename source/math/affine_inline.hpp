#pragma once

#include <cstddef>
#include <cstring>

#include <armature/math/affine.hpp>

/// The products everything is made of, inline: public functions, lazy evaluation and the reference kernels share them, so that all paths
/// round alike. Compiled without contraction (-ffp-contract=off).
namespace armature {

/// Four floats that GCC and Clang keep in one register on every processor.
using RowVector = float __attribute__((vector_size(16)));

[[nodiscard]] inline RowVector loadRow(const glm::vec4& row) noexcept
{
    RowVector vector;
    std::memcpy(&vector, &row, sizeof vector);
    return vector;
}

inline void storeRow(RowVector vector, glm::vec4& outRow) noexcept
{
    std::memcpy(&outRow, &vector, sizeof vector);
}

/// See multiply(). `outProduct` may be `child`, but not `parent`.
inline void multiplyInto(const Affine& parent, const Affine& child, Affine& outProduct) noexcept
{
    const RowVector child0 = loadRow(child[0]);
    const RowVector child1 = loadRow(child[1]);
    const RowVector child2 = loadRow(child[2]);
    for (int i = 0; i < 3; ++i) {
        const RowVector p = loadRow(parent[i]);
        RowVector row = (p[0] * child0 + p[1] * child1) + p[2] * child2;
        row[3] += p[3];
        storeRow(row, outProduct[i]);
    }
}

[[nodiscard]] inline Affine multiplyInline(const Affine& parent, const Affine& child) noexcept
{
    Affine product;
    multiplyInto(parent, child, product);
    return product;
}

/// See toMat4().
[[nodiscard]] inline glm::mat4 toMat4Inline(const Affine& a) noexcept
{
    const RowVector x = loadRow(a[0]);
    const RowVector y = loadRow(a[1]);
    const RowVector z = loadRow(a[2]);
    const RowVector w = {0.f, 0.f, 0.f, 1.f};
    const RowVector xyLower = __builtin_shufflevector(x, y, 0, 4, 1, 5);
    const RowVector xyUpper = __builtin_shufflevector(x, y, 2, 6, 3, 7);
    const RowVector zwLower = __builtin_shufflevector(z, w, 0, 4, 1, 5);
    const RowVector zwUpper = __builtin_shufflevector(z, w, 2, 6, 3, 7);
    glm::mat4 matrix;
    storeRow(__builtin_shufflevector(xyLower, zwLower, 0, 1, 4, 5), matrix[0]);
    storeRow(__builtin_shufflevector(xyLower, zwLower, 2, 3, 6, 7), matrix[1]);
    storeRow(__builtin_shufflevector(xyUpper, zwUpper, 0, 1, 4, 5), matrix[2]);
    storeRow(__builtin_shufflevector(xyUpper, zwUpper, 2, 3, 6, 7), matrix[3]);
    return matrix;
}

/// translate * rotate * scale from ten numbers: translation xyz, rotation xyzw (unit length), scale xyz; `part(i)` reads the i-th.
template <class Part>
[[nodiscard]] inline Affine composeInline(const Part& part) noexcept
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
    // Whole rows, not numbers: a load of what was just stored in pieces waits until all of them have reached the cache.
    Affine matrix;
    storeRow(RowVector{(1.f - (yy + zz)) * sx, (xy - wz) * sy, (xz + wy) * sz, part(0)}, matrix[0]);
    storeRow(RowVector{(xy + wz) * sx, (1.f - (xx + zz)) * sy, (yz - wx) * sz, part(1)}, matrix[1]);
    storeRow(RowVector{(xz - wy) * sx, (yz + wx) * sy, (1.f - (xx + yy)) * sz, part(2)}, matrix[2]);
    return matrix;
}

}  // namespace armature
