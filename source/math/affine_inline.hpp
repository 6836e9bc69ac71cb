#pragma once

#include <cstddef>

#include <armature/math/affine.hpp>

/// The two products everything is made of, inline: public functions, lazy evaluation and scalar kernels share them, so that all paths round
/// alike. Compiled without contraction (-ffp-contract=off).
namespace armature {

/// See multiply().
[[nodiscard]] inline Affine multiplyInline(const Affine& parent, const Affine& child) noexcept
{
    Affine product;
    for (int row = 0; row < 3; ++row) {
        const glm::vec4& p = parent[row];
        for (int column = 0; column < 4; ++column) {
            const float translation = column == 3 ? p.w : 0.f;
            product[row][column] = ((p.x * child[0][column] + p.y * child[1][column]) + p.z * child[2][column]) + translation;
        }
    }
    return product;
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
    return Affine((1.f - (yy + zz)) * sx, (xy - wz) * sy, (xz + wy) * sz, part(0),  //
                  (xy + wz) * sx, (1.f - (xx + zz)) * sy, (yz - wx) * sz, part(1),  //
                  (xz - wy) * sx, (yz + wx) * sy, (1.f - (xx + yy)) * sz, part(2));
}

}  // namespace armature
