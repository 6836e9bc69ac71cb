// Moves a vertex once its matrix is known, for one lane or for vectors of lanes; included once for each instruction set
// (hwy/foreach_target.h). V is float or a vector of the set that is being compiled.
//
// Sums of products are fused, with the same bits on every instruction set. Cross products are not fused, so that the cross product of a
// vector with itself is exactly 0: a flattened surface then has no normal, rather than one made of rounding errors.
#if defined(ARMATURE_SKINNING_KERNELS_SKIN_MATH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_SKINNING_KERNELS_SKIN_MATH_INL
#undef ARMATURE_SKINNING_KERNELS_SKIN_MATH_INL
#else
#define ARMATURE_SKINNING_KERNELS_SKIN_MATH_INL
#endif

#include <cmath>

#include <hwy/highway.h>

#include "skinning/kernels/fused-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

template <class V>
struct Vector3 {
    V x;
    V y;
    V z;
};

template <class V>
struct Matrix3x4 {
    V m[3][4];
};

template <class V>
struct Quaternion {
    V x;
    V y;
    V z;
    V w;
};

template <class V>
HWY_INLINE Vector3<V> transformPoint(const Matrix3x4<V>& a, const Vector3<V>& p)
{
    const auto row = [&](const V(&m)[4]) HWY_ATTR { return multiplyAdd(m[0], p.x, multiplyAdd(m[1], p.y, multiplyAdd(m[2], p.z, m[3]))); };
    return {row(a.m[0]), row(a.m[1]), row(a.m[2])};
}

template <class V>
HWY_INLINE Vector3<V> transformVector(const Matrix3x4<V>& a, const Vector3<V>& v)
{
    const auto row = [&](const V(&m)[4]) HWY_ATTR { return multiplyAdd(m[0], v.x, multiplyAdd(m[1], v.y, m[2] * v.z)); };
    return {row(a.m[0]), row(a.m[1]), row(a.m[2])};
}

template <class V>
HWY_INLINE Vector3<V> crossProduct(const Vector3<V>& a, const Vector3<V>& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class V>
HWY_INLINE V dotProduct(const Vector3<V>& a, const Vector3<V>& b)
{
    return multiplyAdd(a.x, b.x, multiplyAdd(a.y, b.y, a.z * b.z));
}

template <class V>
HWY_INLINE Vector3<V> scaled(const Vector3<V>& a, V factor)
{
    return {a.x * factor, a.y * factor, a.z * factor};
}

/// The cofactors of a matrix's linear part, which turn normals; the determinant's sign says whether the matrix mirrors.
template <class V>
struct Cofactors {
    HWY_INLINE explicit Cofactors(const Matrix3x4<V>& a)
        : row0{a.m[0][0], a.m[0][1], a.m[0][2]}
        , row1{a.m[1][0], a.m[1][1], a.m[1][2]}
        , row2{a.m[2][0], a.m[2][1], a.m[2][2]}
        , first(crossProduct(row1, row2))
        , determinant(dotProduct(row0, first))
    {}

    /// Returns the cofactors times a normal: the normal's new direction, which must still be normalised, and reversed if the matrix
    /// mirrors.
    HWY_INLINE Vector3<V> turn(const Vector3<V>& normal) const
    {
        return {dotProduct(first, normal), dotProduct(crossProduct(row2, row0), normal), dotProduct(crossProduct(row0, row1), normal)};
    }

    Vector3<V> row0;
    Vector3<V> row1;
    Vector3<V> row2;
    Vector3<V> first;
    V determinant;
};

template <class V>
HWY_INLINE V dotProduct(const Quaternion<V>& a, const Quaternion<V>& b)
{
    return multiplyAdd(a.x, b.x, a.y * b.y) + multiplyAdd(a.z, b.z, a.w * b.w);
}

/// Returns v + 2 (r x (r x v + w v)) for a unit quaternion (r, w).
template <class V>
HWY_INLINE Vector3<V> rotate(const Quaternion<V>& q, const Vector3<V>& v)
{
    const Vector3<V> r{q.x, q.y, q.z};
    const Vector3<V> once = crossProduct(r, v);
    const Vector3<V> twice =
        crossProduct(r, Vector3<V>{multiplyAdd(q.w, v.x, once.x), multiplyAdd(q.w, v.y, once.y), multiplyAdd(q.w, v.z, once.z)});
    return {v.x + (twice.x + twice.x), v.y + (twice.y + twice.y), v.z + (twice.z + twice.z)};
}

/// Returns the translation of a dual quaternion whose real part is normalised: the vector part of 2 dual * conjugate(real).
template <class V>
HWY_INLINE Vector3<V> translationOf(const Quaternion<V>& real, const Quaternion<V>& dual)
{
    const Vector3<V> turned = crossProduct(Vector3<V>{real.x, real.y, real.z}, Vector3<V>{dual.x, dual.y, dual.z});
    const auto component = [&](V r, V d, V c) HWY_ATTR {
        const V half = multiplyAdd(real.w, d, c - dual.w * r);
        return half + half;
    };
    return {component(real.x, dual.x, turned.x), component(real.y, dual.y, turned.y), component(real.z, dual.z, turned.z)};
}

/// A rigid motion applied after the matrix; linear skinning has none.
template <class V>
struct NoMotion {
    HWY_INLINE Vector3<V> movePoint(const Vector3<V>& p) const { return p; }
    HWY_INLINE Vector3<V> turn(const Vector3<V>& v) const { return v; }
};

template <class V>
struct RigidMotion {
    HWY_INLINE Vector3<V> movePoint(const Vector3<V>& p) const
    {
        const Vector3<V> turned = rotate(rotation, p);
        return {turned.x + translation.x, turned.y + translation.y, turned.z + translation.z};
    }
    HWY_INLINE Vector3<V> turn(const Vector3<V>& v) const { return rotate(rotation, v); }

    Quaternion<V> rotation;  // of unit length
    Vector3<V> translation;
};

/// Returns the motion of a sum of dual quaternions; `factor` is 1 / the length of the real part.
template <class V>
HWY_INLINE RigidMotion<V> motionOf(const Quaternion<V>& real, const Quaternion<V>& dual, V factor)
{
    const Quaternion<V> rotation{real.x * factor, real.y * factor, real.z * factor, real.w * factor};
    const Quaternion<V> rest{dual.x * factor, dual.y * factor, dual.z * factor, dual.w * factor};
    return {rotation, translationOf(rotation, rest)};
}

/// Limits for squared lengths: dividing by a value between them loses no digits.
inline constexpr float smallestSquare = 1e-30f;
inline constexpr float largestSquare = 1e30f;

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
