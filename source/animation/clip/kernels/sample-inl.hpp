// Helpers that the vector versions of sampling share, for the instruction set that is being compiled; included once for each
// (hwy/foreach_target.h).
#if defined(ARMATURE_ANIMATION_KERNELS_SAMPLE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_ANIMATION_KERNELS_SAMPLE_INL
#undef ARMATURE_ANIMATION_KERNELS_SAMPLE_INL
#else
#define ARMATURE_ANIMATION_KERNELS_SAMPLE_INL
#endif

#include <array>
#include <cstddef>
#include <limits>

#include <hwy/highway.h>

#include "animation/clip/kernels/interpolation.hpp"

#if HWY_TARGET != HWY_SCALAR  // the reference versions are used instead
HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>;

// Calls step(d, i) for vectors that together cover the lanes from `first` to `count`: whole vectors first, then vectors of half the width,
// a quarter and so on, so that nothing past the end is accessed.
template <class D, class Step>
HWY_INLINE void forEachVector(D d, std::size_t first, std::size_t count, const Step& step)
{
    constexpr std::size_t lanes = hn::MaxLanes(D());
    for (; first + lanes <= count; first += lanes) {
        step(d, first);
    }
    if constexpr (lanes > 1) {
        if (first < count) {
            forEachVector(hn::CappedTag<float, lanes / 2>(), first, count, step);
        }
    }
}

// Calls repair(first + i) for each marked lane i of a vector.
template <class D, class Repair>
HWY_INLINE void forEachMarked(D d, hn::Mask<D> marked, std::size_t first, const Repair& repair)
{
    if (hn::AllFalse(d, marked)) {
        return;
    }
    HWY_ALIGN float marks[hn::MaxLanes(D())];
    hn::Store(hn::IfThenElseZero(marked, hn::Set(d, 1.f)), d, marks);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
        if (marks[i] != 0.f) {
            repair(first + i);
        }
    }
}

template <class D>
HWY_INLINE hn::Mask<D> isNotFinite(D d, hn::Vec<D> values)
{
    return hn::Not(hn::Le(hn::Abs(values), hn::Set(d, std::numeric_limits<float>::max())));
}

template <class V>
struct Rotations {
    V x;
    V y;
    V z;
    V w;
};

template <class V>
HWY_INLINE V dotLanes(const Rotations<V>& a, const Rotations<V>& b)
{
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Add(hn::Mul(a.z, b.z), hn::Mul(a.w, b.w)));
}

/// SlerpSeries, one per lane or the same for all lanes.
template <class D>
struct SeriesLanes {
    HWY_ATTR SeriesLanes() = default;  // an implicit constructor would be compiled without the instruction set
    hn::Vec<D> nearer[SlerpSeries::size];
    hn::Vec<D> middle[SlerpSeries::size];
    hn::Mask<D> isFirstNearer;
    hn::Vec<D> fraction;
};

template <class D>
HWY_INLINE hn::Vec<D> evaluate(D, const hn::Vec<D>* coefficients, hn::Vec<D> y)
{
    auto sum = coefficients[SlerpSeries::size - 1];
    for (std::size_t i = SlerpSeries::size - 1; i-- > 0;) {
        sum = hn::Add(hn::Mul(sum, y), coefficients[i]);
    }
    return sum;
}

template <class D>
HWY_INLINE Rotations<hn::Vec<D>> slerpLanes(D d, const Rotations<hn::Vec<D>>& a, const Rotations<hn::Vec<D>>& b,
                                            const SeriesLanes<D>& series)
{
    const auto one = hn::Set(d, 1.f);
    const auto half = hn::Set(d, 0.5f);
    const auto signedCosine = dotLanes(a, b);
    const auto cosine = hn::Min(hn::Abs(signedCosine), one);
    const auto sign = hn::CopySign(one, signedCosine);

    const auto halfCosine = hn::Sqrt(hn::Mul(hn::Add(cosine, one), half));
    const auto y = hn::Sub(halfCosine, one);
    const auto further = hn::Mul(evaluate(d, series.middle, y), hn::Div(half, halfCosine));
    const auto nearer = hn::Add(evaluate(d, series.nearer, y), further);
    const auto first = hn::IfThenElse(series.isFirstNearer, nearer, further);
    const auto second = hn::Mul(hn::IfThenElse(series.isFirstNearer, further, nearer), sign);

    const auto isStraight = hn::Gt(cosine, hn::Set(d, straightCosine));
    const auto mix = [&](auto from, auto to) HWY_ATTR {
        const auto straight = hn::Add(hn::Mul(hn::Sub(hn::Mul(to, sign), from), series.fraction), from);
        return hn::IfThenElse(isStraight, straight, hn::Add(hn::Mul(from, first), hn::Mul(to, second)));
    };
    return {mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z), mix(a.w, b.w)};
}

/// Normalises rotations. Returns the lanes whose rotations are too short or too long to be normalised in float.
template <class D>
HWY_INLINE hn::Mask<D> makeUnit(D d, Rotations<hn::Vec<D>>& rotations)
{
    const auto square = dotLanes(rotations, rotations);
    const auto factor = hn::Div(hn::Set(d, 1.f), hn::Sqrt(square));
    rotations = {hn::Mul(rotations.x, factor), hn::Mul(rotations.y, factor), hn::Mul(rotations.z, factor), hn::Mul(rotations.w, factor)};
    return hn::Not(hn::And(hn::Ge(square, hn::Set(d, smallestSplineSquare)), hn::Le(square, hn::Set(d, largestSplineSquare))));
}

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
