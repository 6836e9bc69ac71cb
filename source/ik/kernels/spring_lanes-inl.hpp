// Vectors, rotations and solids in lanes of double, for the instruction set being compiled. hwy/foreach_target.h includes this file once
// for each instruction set.
#if defined(ARMATURE_IK_KERNELS_SPRING_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_IK_KERNELS_SPRING_LANES_INL
#undef ARMATURE_IK_KERNELS_SPRING_LANES_INL
#else
#define ARMATURE_IK_KERNELS_SPRING_LANES_INL
#endif

#include <hwy/highway.h>

#include "ik/kernels/spring_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct Vec3 {
    hn::Vec<D> x, y, z;
};

template <class D>
struct Turn {
    hn::Vec<D> x, y, z, w;
};

template <class D>
HWY_INLINE Vec3<D> add(const Vec3<D>& a, const Vec3<D>& b)
{
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

template <class D>
HWY_INLINE Vec3<D> subtract(const Vec3<D>& a, const Vec3<D>& b)
{
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

template <class D>
HWY_INLINE Vec3<D> scaled(const Vec3<D>& a, hn::Vec<D> factor)
{
    return {hn::Mul(a.x, factor), hn::Mul(a.y, factor), hn::Mul(a.z, factor)};
}

template <class D>
HWY_INLINE hn::Vec<D> dot(const Vec3<D>& a, const Vec3<D>& b)
{
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

template <class D>
HWY_INLINE Vec3<D> cross(const Vec3<D>& a, const Vec3<D>& b)
{
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

template <class D>
HWY_INLINE hn::Vec<D> lengthOf(const Vec3<D>& a)
{
    return hn::Sqrt(dot(a, a));
}

template <class D, class M>
HWY_INLINE Vec3<D> select(M isFirst, const Vec3<D>& a, const Vec3<D>& b)
{
    return {hn::IfThenElse(isFirst, a.x, b.x), hn::IfThenElse(isFirst, a.y, b.y), hn::IfThenElse(isFirst, a.z, b.z)};
}

template <class D, class M>
HWY_INLINE Turn<D> select(M isFirst, const Turn<D>& a, const Turn<D>& b)
{
    return {hn::IfThenElse(isFirst, a.x, b.x), hn::IfThenElse(isFirst, a.y, b.y), hn::IfThenElse(isFirst, a.z, b.z),
            hn::IfThenElse(isFirst, a.w, b.w)};
}

template <class D>
HWY_INLINE Vec3<D> mapped(const Vec3<D> (&columns)[3], const Vec3<D>& v)
{
    return add(add(scaled(columns[0], v.x), scaled(columns[1], v.y)), scaled(columns[2], v.z));
}

/// Returns a vector in the direction of `wanted` whose squared length is `square`; if `wanted` is zero, in the direction of
/// `otherwise`, whose length is 1 / `perOtherwise`. One root of a quotient replaces two roots.
template <class D>
HWY_INLINE Vec3<D> ofLength(D d, hn::Vec<D> square, const Vec3<D>& wanted, const Vec3<D>& otherwise, hn::Vec<D> perOtherwise)
{
    const auto now = dot(wanted, wanted);
    const auto hasDirection = hn::Gt(now, hn::Zero(d));
    const Vec3<D> found = scaled(wanted, hn::Sqrt(hn::Div(square, now)));
    return hn::AllTrue(d, hasDirection) ? found : select(hasDirection, found, scaled(otherwise, hn::Mul(perOtherwise, hn::Sqrt(square))));
}

// --- rotations ------------------------------------------------------------------------------------------------------

template <class D>
HWY_INLINE Turn<D> multiply(const Turn<D>& a, const Turn<D>& b)
{
    return {hn::Sub(hn::Add(hn::Add(hn::Mul(a.w, b.x), hn::Mul(a.x, b.w)), hn::Mul(a.y, b.z)), hn::Mul(a.z, b.y)),
            hn::Sub(hn::Add(hn::Add(hn::Mul(a.w, b.y), hn::Mul(a.y, b.w)), hn::Mul(a.z, b.x)), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Add(hn::Add(hn::Mul(a.w, b.z), hn::Mul(a.z, b.w)), hn::Mul(a.x, b.y)), hn::Mul(a.y, b.x)),
            hn::Sub(hn::Sub(hn::Sub(hn::Mul(a.w, b.w), hn::Mul(a.x, b.x)), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z))};
}

/// Returns the vector rotated by the unit quaternion q: v + 2 (w (q x v) + q x (q x v)).
template <class D>
HWY_INLINE Vec3<D> turned(D d, const Turn<D>& q, const Vec3<D>& v)
{
    const Vec3<D> axis{q.x, q.y, q.z};
    const Vec3<D> once = cross(axis, v);
    return add(v, scaled(add(scaled(once, q.w), cross(axis, once)), hn::Set(d, 2.)));
}

template <class D>
HWY_INLINE hn::Vec<D> squareOf(const Turn<D>& q)
{
    return hn::Add(hn::Add(hn::Mul(q.x, q.x), hn::Mul(q.y, q.y)), hn::Add(hn::Mul(q.z, q.z), hn::Mul(q.w, q.w)));
}

/// Returns a multiple of the rotation that consists of `rest` and the shortest rotation from `restArm`, which is turned(rest, arm), to the
/// direction of `to`. If these directions are opposite, the shortest rotation is half a turn about the axis that three-vrm uses. Returns
/// `rest` alone if a length is zero or too large for a double. One root of the product of the squared lengths replaces two roots and all
/// divisions.
template <class D>
HWY_INLINE Turn<D> turnedTo(D d, const Turn<D>& rest, const Vec3<D>& arm, const Vec3<D>& restArm, const Vec3<D>& to)
{
    const auto zero = hn::Zero(d);
    const auto lengths = hn::Sqrt(hn::Mul(dot(restArm, restArm), dot(to, to)));
    const auto w = hn::Add(lengths, dot(restArm, to));
    const auto isSound = hn::And(hn::Gt(lengths, zero), hn::Lt(lengths, hn::Set(d, 1e300)));
    const auto isShort = hn::And(isSound, hn::Ge(w, hn::Mul(hn::Set(d, 1e-8), lengths)));
    const Vec3<D> axis = cross(restArm, to);
    const Turn<D> turn = multiply(Turn<D>{axis.x, axis.y, axis.z, w}, rest);
    if (hn::AllTrue(d, isShort)) {
        return turn;
    }
    const auto isAlongX = hn::Gt(hn::Abs(arm.x), hn::Abs(arm.z));
    const Turn<D> half{hn::IfThenElseZero(isAlongX, hn::Sub(zero, arm.y)), hn::IfThenElse(isAlongX, arm.x, hn::Sub(zero, arm.z)),
                       hn::IfThenZeroElse(isAlongX, arm.y), zero};
    return select(isShort, turn, select(isSound, multiply(rest, half), rest));
}

/// Returns a vector, not of unit length, whose direction a linear map takes to the direction of `to`. Uses the map's cofactors, so that no
/// division is needed and a singular map works too.
template <class D>
HWY_INLINE Vec3<D> directionBack(D d, const Vec3<D> (&columns)[3], const Vec3<D>& to)
{
    const Vec3<D> rows[3] = {cross(columns[1], columns[2]), cross(columns[2], columns[0]), cross(columns[0], columns[1])};
    const auto one = hn::Set(d, 1.);
    const auto sign = hn::IfThenElse(hn::Lt(dot(columns[0], rows[0]), hn::Zero(d)), hn::Sub(hn::Zero(d), one), one);
    return {hn::Mul(sign, dot(rows[0], to)), hn::Mul(sign, dot(rows[1], to)), hn::Mul(sign, dot(rows[2], to))};
}

template <class D>
struct Columns {
    Vec3<D> of[3];
};

/// Returns the columns of the rotation's matrix. `perSquare` is 2 divided by the quaternion's squared length.
template <class D>
HWY_INLINE Columns<D> matrixOf(D d, const Turn<D>& q, hn::Vec<D> perSquare)
{
    const auto one = hn::Set(d, 1.);
    const auto xx = hn::Mul(q.x, q.x);
    const auto yy = hn::Mul(q.y, q.y);
    const auto zz = hn::Mul(q.z, q.z);
    const auto xz = hn::Mul(q.x, q.z);
    const auto xy = hn::Mul(q.x, q.y);
    const auto yz = hn::Mul(q.y, q.z);
    const auto wx = hn::Mul(q.w, q.x);
    const auto wy = hn::Mul(q.w, q.y);
    const auto wz = hn::Mul(q.w, q.z);
    const auto side = [&](hn::Vec<D> sum) { return hn::Mul(perSquare, sum); };
    const auto diagonal = [&](hn::Vec<D> sum) { return hn::Sub(one, hn::Mul(perSquare, sum)); };
    return {{{diagonal(hn::Add(yy, zz)), side(hn::Add(xy, wz)), side(hn::Sub(xz, wy))},
             {side(hn::Sub(xy, wz)), diagonal(hn::Add(xx, zz)), side(hn::Add(yz, wx))},
             {side(hn::Add(xz, wy)), side(hn::Sub(yz, wx)), diagonal(hn::Add(xx, yy))}}};
}

// --- memory and solids ----------------------------------------------------------------------------------------------

/// Each of the following functions reads or writes rows of numbers in memory. `step` is the distance between rows.
template <class D>
HWY_INLINE Vec3<D> loadVector(D d, const double* first, std::size_t step = springLanes)
{
    return {hn::LoadU(d, first), hn::LoadU(d, first + step), hn::LoadU(d, first + 2 * step)};
}

template <class D>
HWY_INLINE Vec3<D> loadVector(D d, const float* first)
{
    const hn::Rebind<float, D> floats;
    const auto row = [&](std::size_t number) { return hn::PromoteTo(d, hn::LoadU(floats, first + number * springLanes)); };
    return {row(0), row(1), row(2)};
}

template <class D>
HWY_INLINE void storeVector(D d, const Vec3<D>& vector, double* first, std::size_t step = springLanes)
{
    hn::StoreU(vector.x, d, first);
    hn::StoreU(vector.y, d, first + step);
    hn::StoreU(vector.z, d, first + 2 * step);
}

template <class D>
HWY_INLINE Turn<D> loadTurn(D d, const double* first, std::size_t step = springLanes)
{
    const Vec3<D> axis = loadVector(d, first, step);
    return {axis.x, axis.y, axis.z, hn::LoadU(d, first + 3 * step)};
}

template <class D>
HWY_INLINE void storeTurn(D d, const Turn<D>& turn, double* first, std::size_t step = springLanes)
{
    storeVector(d, Vec3<D>{turn.x, turn.y, turn.z}, first, step);
    hn::StoreU(turn.w, d, first + 3 * step);
}

template <class D>
HWY_INLINE Vec3<D> broadcast(D d, const glm::dvec3& v)
{
    return {hn::Set(d, v.x), hn::Set(d, v.y), hn::Set(d, v.z)};
}

/// Frames in lanes: point -> columns * point + origin.
template <class D>
struct LaneFrame {
    Vec3<D> columns[3];
    Vec3<D> origin;

    [[nodiscard]] HWY_INLINE Vec3<D> point(const Vec3<D>& p) const { return add(mapped(columns, p), origin); }
};

template <class D>
HWY_INLINE LaneFrame<D> loadFrame(D d, const SpringFrames& frames, std::size_t lane)
{
    return {{loadVector(d, frames.numbers[0] + lane), loadVector(d, frames.numbers[3] + lane), loadVector(d, frames.numbers[6] + lane)},
            loadVector(d, frames.numbers[SpringFrames::origin] + lane)};
}

template <class D>
HWY_INLINE LaneFrame<D> broadcast(D d, const Frame& frame)
{
    return {{broadcast(d, frame.linear[0]), broadcast(d, frame.linear[1]), broadcast(d, frame.linear[2])}, broadcast(d, frame.origin)};
}

/// How a solid moves tails: by `by` where `isPushed` is set; elsewhere, `by` has no meaning.
template <class D>
struct Push {
    Vec3<D> by;
    hn::Mask<D> isPushed;
    bool isAny;
};

/// Returns how tails of the given radii move out of contact with the solid, if they `canTouch` it. At the very centre of a sphere or
/// capsule, where no direction is better than another, a tail is not pushed. If no tail is pushed, this takes no root and no division.
template <class D>
HWY_INLINE Push<D> pushOf(D d, const PlacedSolid& solid, const Vec3<D>& tail, hn::Vec<D> hitRadius, hn::Mask<D> canTouch)
{
    const auto zero = hn::Zero(d);
    const Vec3<D> line = broadcast(d, solid.line);
    Vec3<D> out = subtract(tail, broadcast(d, solid.offset));
    if (solid.shape == SpringColliderShape::Plane) {
        const auto depth = hn::Sub(hitRadius, dot(out, line));
        const auto isPushed = hn::And(canTouch, hn::Gt(depth, zero));
        return {scaled(line, depth), isPushed, !hn::AllFalse(d, isPushed)};
    }
    if (solid.shape == SpringColliderShape::Capsule) {
        const auto part = dot(broadcast(d, solid.perLine), out);
        out = subtract(out, scaled(line, hn::Min(hn::Max(part, zero), hn::Set(d, 1.))));
    }
    const auto radius = hn::Set(d, solid.radius);
    const auto reach = solid.isInside ? hn::Sub(radius, hitRadius) : hn::Add(radius, hitRadius);
    const auto reachSquare = hn::Mul(reach, reach);
    const auto square = dot(out, out);
    // A tail that is thicker than the solid has a reach below zero: it has no room inside.
    const auto isHit = solid.isInside ? hn::Or(hn::Gt(square, reachSquare), hn::Lt(reach, zero)) : hn::Lt(square, reachSquare);
    const auto isPushed = hn::And(canTouch, hn::And(isHit, hn::Gt(square, zero)));
    if (hn::AllFalse(d, isPushed)) {
        return {out, isPushed, false};
    }
    const auto distance = hn::Sqrt(square);
    return {scaled(out, hn::Div(hn::Sub(reach, distance), distance)), isPushed, true};
}

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
