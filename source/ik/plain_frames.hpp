#pragma once

#include "ik/plain_turns.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// An affine map of plain doubles (see plain_turns.hpp): the columns of its linear part, and its origin.
struct PlainFrame {
    PlainVector x{1., 0., 0.};
    PlainVector y{0., 1., 0.};
    PlainVector z{0., 0., 1.};
    PlainVector origin;

    PlainFrame() noexcept = default;
    explicit PlainFrame(const Frame& frame) noexcept : x(frame.linear[0]), y(frame.linear[1]), z(frame.linear[2]), origin(frame.origin) {}
    explicit PlainFrame(const Affine& affine) noexcept
        : x(affine[0].x, affine[1].x, affine[2].x)
        , y(affine[0].y, affine[1].y, affine[2].y)
        , z(affine[0].z, affine[1].z, affine[2].z)
        , origin(affine[0].w, affine[1].w, affine[2].w)
    {}
    [[nodiscard]] Frame toGlm() const noexcept { return {{x.toGlm(), y.toGlm(), z.toGlm()}, origin.toGlm()}; }

    [[nodiscard, gnu::always_inline]] PlainVector vector(const PlainVector& v) const noexcept { return v.x * x + v.y * y + v.z * z; }
    [[nodiscard, gnu::always_inline]] PlainVector point(const PlainVector& p) const noexcept { return vector(p) + origin; }
    /// Maps a vector by the transposed linear part, which takes normals of planes back.
    [[nodiscard, gnu::always_inline]] PlainVector normalBack(const PlainVector& v) const noexcept
    {
        return {inner(x, v), inner(y, v), inner(z, v)};
    }
    /// Maps a vector by the inverse of the linear part, which must not be singular.
    [[nodiscard, gnu::always_inline]] PlainVector vectorBack(const PlainVector& v) const noexcept
    {
        const PlainVector across = cross(y, z);
        return (1. / inner(x, across)) * PlainVector(inner(across, v), inner(cross(z, x), v), inner(cross(x, y), v));
    }

    /// Each has the bits of Frame's function of the same name. invert() returns false, and leaves the inverse as it is, if the map is not
    /// invertible.
    [[nodiscard, gnu::always_inline]] double determinant() const noexcept
    {
        return x.x * (y.y * z.z - z.y * y.z) - y.x * (x.y * z.z - z.y * x.z) + z.x * (x.y * y.z - y.y * x.z);
    }
    [[nodiscard, gnu::always_inline]] bool invert(PlainFrame& outInverse) const noexcept
    {
        const double volume = determinant();
        // Columns of moderate length, as nearly always, that are far from one plane: no need to look at the rows as well.
        const double box = squared(x) * squared(y) * squared(z);
        const bool isSurelyInvertible = box > 1e-200 && box < 1e200 && volume * volume > 1e-10 * box;
        if (!isSurelyInvertible && !toGlm().isInvertible()) [[unlikely]] {
            return false;
        }
        const double per = 1. / volume;
        outInverse.x = {per * (y.y * z.z - z.y * y.z), -per * (x.y * z.z - z.y * x.z), per * (x.y * y.z - y.y * x.z)};
        outInverse.y = {-per * (y.x * z.z - z.x * y.z), per * (x.x * z.z - z.x * x.z), -per * (x.x * y.z - y.x * x.z)};
        outInverse.z = {per * (y.x * z.y - z.x * y.y), -per * (x.x * z.y - z.x * x.y), per * (x.x * y.y - y.x * x.y)};
        outInverse.origin = -outInverse.vector(origin);
        return true;
    }

    /// Whether the linear part only rotates and scales, the same in all directions, up to the rounding of floats.
    [[nodiscard]] bool isEven() const noexcept
    {
        constexpr double rounding = 1e-11;  // squared
        const double size = squared(x);
        const PlainVector off(inner(x, y), inner(y, z), inner(z, x));
        const double ofY = squared(y) - size;
        const double ofZ = squared(z) - size;
        return size > 1e-30 && ofY * ofY + ofZ * ofZ + 2. * squared(off) <= rounding * size * size && inner(cross(x, y), z) > 0.;
    }
};

[[gnu::always_inline]] inline PlainFrame operator*(const PlainFrame& parent, const PlainFrame& child) noexcept
{
    PlainFrame product;
    product.x = parent.vector(child.x);
    product.y = parent.vector(child.y);
    product.z = parent.vector(child.z);
    product.origin = parent.point(child.origin);
    return product;
}

}  // namespace armature
