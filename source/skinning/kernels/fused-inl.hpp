// Products that are fused with a sum, in vectors; included once for each instruction set. Where instructions for it are missing, it is
// computed as in fused.hpp.
#if defined(ARMATURE_SKINNING_KERNELS_FUSED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_SKINNING_KERNELS_FUSED_INL
#undef ARMATURE_SKINNING_KERNELS_FUSED_INL
#else
#define ARMATURE_SKINNING_KERNELS_FUSED_INL
#endif

#include <hwy/highway.h>

#include "skinning/kernels/fused.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using armature::multiplyAdd;

#if HWY_TARGET != HWY_SCALAR

#if HWY_NATIVE_FMA

/// a * b + c, rounded once.
template <class V>
HWY_INLINE V multiplyAdd(V a, V b, V c)
{
    return hn::MulAdd(a, b, c);
}

#else

// a * b + c for exact products, rounded to odd.
template <class V>
HWY_INLINE V addToOdd(V a, V b, V c)
{
    const hn::DFromV<V> d;
    const hn::Repartition<std::int64_t, decltype(d)> integers;
    const V product = hn::Mul(a, b);
    const V sum = hn::Add(product, c);
    const V back = hn::Sub(sum, product);
    const V error = hn::Add(hn::Sub(product, hn::Sub(sum, back)), hn::Sub(c, back));
    const V zero = hn::Zero(d);
    // Masks are -1 where they are true. Comparisons with NaN, the error of a sum that is not finite, are false. The signs are compared as
    // bits: as a number, the exclusive or of two doubles may be NaN.
    const auto isInexact = hn::BitCast(integers, hn::VecFromMask(d, hn::Or(hn::Lt(error, zero), hn::Gt(error, zero))));
    const auto isTooLarge = hn::BroadcastSignBit(hn::BitCast(integers, hn::Xor(sum, error)));
    const auto truncated = hn::Add(hn::BitCast(integers, sum), hn::And(isInexact, isTooLarge));
    return hn::BitCast(d, hn::Or(truncated, hn::And(isInexact, hn::Set(integers, 1))));
}

/// a * b + c, rounded once. Not inline: it is long, and kernels call it in hundreds of places.
template <class V>
HWY_NOINLINE V multiplyAdd(V a, V b, V c)
{
    const hn::DFromV<V> d;
    const hn::Half<decltype(d)> half;
    const hn::Repartition<double, decltype(d)> doubles;
    const auto lower = [&](V v) HWY_ATTR { return hn::PromoteTo(doubles, hn::LowerHalf(half, v)); };
    const auto upper = [&](V v) HWY_ATTR { return hn::PromoteTo(doubles, hn::UpperHalf(half, v)); };
    return hn::Combine(d, hn::DemoteTo(half, addToOdd(upper(a), upper(b), upper(c))),
                       hn::DemoteTo(half, addToOdd(lower(a), lower(b), lower(c))));
}

#endif

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
