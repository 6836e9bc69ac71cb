// Fused multiply-add of vectors; included once for each instruction set. Instruction sets without it compute it as in fused.hpp.
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

// Returns a * b + c, rounded to odd (see fused.hpp). Precondition: a * b is exact.
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
    // Masks are -1 where they are true. If a sum is not finite, its error is NaN, and comparisons are false. The signs are compared as
    // bits: as a number, the exclusive or of two doubles may be NaN.
    const auto isInexact = hn::BitCast(integers, hn::VecFromMask(d, hn::Or(hn::Lt(error, zero), hn::Gt(error, zero))));
    const auto isTooLarge = hn::BroadcastSignBit(hn::BitCast(integers, hn::Xor(sum, error)));
    const auto truncated = hn::Add(hn::BitCast(integers, sum), hn::And(isInexact, isTooLarge));
    return hn::BitCast(d, hn::Or(truncated, hn::And(isInexact, hn::Set(integers, 1))));
}

// a * b + c, rounded once, by addToOdd() in all lanes. Not inline: it is long, and rarely called.
template <class V>
HWY_NOINLINE V multiplyAddToOdd(V a, V b, V c)
{
    const hn::DFromV<V> d;
    const hn::Half<decltype(d)> half;
    const hn::Repartition<double, decltype(d)> doubles;
    const auto lower = [&](V v) HWY_ATTR { return hn::PromoteTo(doubles, hn::LowerHalf(half, v)); };
    const auto upper = [&](V v) HWY_ATTR { return hn::PromoteTo(doubles, hn::UpperHalf(half, v)); };
    return hn::Combine(d, hn::DemoteTo(half, addToOdd(upper(a), upper(b), upper(c))),
                       hn::DemoteTo(half, addToOdd(lower(a), lower(b), lower(c))));
}

// Returns, as bit masks, where a sum in double may round to a float other than the one to which the exact sum rounds. Such a sum is not
// exact, and it is either midway between two floats or so small that floats have fewer digits.
template <class V>
HWY_INLINE V isDoubtful(V product, V addend, V sum)
{
    const hn::DFromV<V> d;
    const hn::Repartition<std::int64_t, decltype(d)> integers;
    const auto isExact = hn::And(hn::Eq(hn::Sub(sum, product), addend), hn::Eq(hn::Sub(sum, addend), product));
    const auto beyondFloat = hn::And(hn::BitCast(integers, sum), hn::Set(integers, 0x1fffffff));
    const auto isMiddle = hn::RebindMask(d, hn::Eq(beyondFloat, hn::Set(integers, 0x10000000)));
    const auto isSmall = hn::Lt(hn::Abs(sum), hn::Set(d, 0x1p-125));
    return hn::AndNot(hn::VecFromMask(d, isExact), hn::VecFromMask(d, hn::Or(isMiddle, isSmall)));
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
    const auto lowerProduct = hn::Mul(lower(a), lower(b));
    const auto upperProduct = hn::Mul(upper(a), upper(b));
    const auto lowerAddend = lower(c);
    const auto upperAddend = upper(c);
    const auto lowerSum = hn::Add(lowerProduct, lowerAddend);
    const auto upperSum = hn::Add(upperProduct, upperAddend);
    const auto doubtful = hn::Or(isDoubtful(lowerProduct, lowerAddend, lowerSum), isDoubtful(upperProduct, upperAddend, upperSum));
    if (HWY_UNLIKELY(!hn::AllFalse(doubles, hn::MaskFromVec(doubtful)))) {
        return multiplyAddToOdd(a, b, c);
    }
    return hn::Combine(d, hn::DemoteTo(half, upperSum), hn::DemoteTo(half, lowerSum));
}

#endif

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
