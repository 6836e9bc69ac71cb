#include "animation/kernels/sample_kernels.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "animation/kernels/interpolation.hpp"
#include "animation/kernels/sample_in_double.hpp"
#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/kernels/sample_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::sampleHermite;
using reference::sampleHermiteRotation;
using reference::sampleLinear;
using reference::sampleSlerp;
using reference::sampleUnit;

#else

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>;

// step(d, i) for all vectors of `count` lanes: whole ones, and then a half, a quarter... of one, so that nothing past the end is touched.
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

// repair(i) for the lanes of a vector that are marked.
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

template <class D>
HWY_INLINE Rotations<hn::Vec<D>> loadRotations(D d, std::span<const float> rows, std::size_t lane)
{
    const std::size_t lanes = rows.size() / 4;
    const float* first = rows.data() + lane;
    return {hn::LoadU(d, first), hn::LoadU(d, first + lanes), hn::LoadU(d, first + 2 * lanes), hn::LoadU(d, first + 3 * lanes)};
}

template <class D>
HWY_INLINE void storeRotations(D d, const Rotations<hn::Vec<D>>& rotations, std::span<float> rows, std::size_t lane)
{
    const std::size_t lanes = rows.size() / 4;
    float* first = rows.data() + lane;
    hn::StoreU(rotations.x, d, first);
    hn::StoreU(rotations.y, d, first + lanes);
    hn::StoreU(rotations.z, d, first + 2 * lanes);
    hn::StoreU(rotations.w, d, first + 3 * lanes);
}

template <class V>
HWY_INLINE V dotLanes(const Rotations<V>& a, const Rotations<V>& b)
{
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Add(hn::Mul(a.z, b.z), hn::Mul(a.w, b.w)));
}

void sampleLinear(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out)
{
    const auto narrow = static_cast<float>(fraction);
    forEachVector(Lanes(), 0, out.size(), [&](auto d, std::size_t i) HWY_ATTR {
        const auto from = hn::LoadU(d, key.data() + i);
        const auto to = hn::LoadU(d, next.data() + i);
        const auto value = hn::Add(hn::Mul(hn::Sub(to, from), hn::Set(d, narrow)), from);
        hn::StoreU(value, d, out.data() + i);
        forEachMarked(d, isNotFinite(d, value), i, [&](std::size_t j) { out[j] = linearInDouble(key[j], next[j], fraction); });
    });
}

template <class D>
HWY_INLINE hn::Vec<D> evaluate(D d, const std::array<float, SlerpSeries::size>& coefficients, hn::Vec<D> y)
{
    auto sum = hn::Set(d, coefficients[SlerpSeries::size - 1]);
    for (std::size_t i = SlerpSeries::size - 1; i-- > 0;) {
        sum = hn::Add(hn::Mul(sum, y), hn::Set(d, coefficients[i]));
    }
    return sum;
}

template <class D>
HWY_INLINE Rotations<hn::Vec<D>> slerpLanes(D d, const Rotations<hn::Vec<D>>& a, const Rotations<hn::Vec<D>>& b, const SlerpSeries& series)
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
    const auto first = series.isFirstNearer ? nearer : further;
    const auto second = hn::Mul(series.isFirstNearer ? further : nearer, sign);

    const auto isStraight = hn::Gt(cosine, hn::Set(d, straightCosine));
    const auto fraction = hn::Set(d, series.fraction);
    const auto mix = [&](auto from, auto to) HWY_ATTR {
        const auto straight = hn::Add(hn::Mul(hn::Sub(hn::Mul(to, sign), from), fraction), from);
        return hn::IfThenElse(isStraight, straight, hn::Add(hn::Mul(from, first), hn::Mul(to, second)));
    };
    return {mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z), mix(a.w, b.w)};
}

void sampleSlerp(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out)
{
    const SlerpSeries series = SlerpSeries::at(fraction);
    forEachVector(Lanes(), 0, out.size() / 4, [&](auto d, std::size_t lane) HWY_ATTR {
        storeRotations(d, slerpLanes(d, loadRotations(d, key, lane), loadRotations(d, next, lane), series), out, lane);
    });
}

struct Weights {
    explicit Weights(const KeyPosition& position)
    {
        const HermiteWeights exact = HermiteWeights::at(position.fraction, position.interval);
        value = toFloat(exact.value);
        outTangent = toFloat(exact.outTangent);
        nextValue = toFloat(exact.nextValue);
        nextInTangent = toFloat(exact.nextInTangent);
    }

    template <class D>
    HWY_INLINE hn::Vec<D> interpolate(D d, const HermiteKeys& keys, std::size_t i) const
    {
        const auto weighted = [&](std::span<const float> numbers, float weight)
                                  HWY_ATTR { return hn::Mul(hn::LoadU(d, numbers.data() + i), hn::Set(d, weight)); };
        return hn::Add(hn::Add(weighted(keys.value, value), weighted(keys.outTangent, outTangent)),
                       hn::Add(weighted(keys.nextValue, nextValue), weighted(keys.nextInTangent, nextInTangent)));
    }

    float value;
    float outTangent;
    float nextValue;
    float nextInTangent;
};

void sampleHermite(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out)
{
    const Weights weights(position);
    forEachVector(Lanes(), 0, out.size(), [&](auto d, std::size_t i) HWY_ATTR {
        const auto value = weights.interpolate(d, keys, i);
        hn::StoreU(value, d, out.data() + i);
        forEachMarked(d, isNotFinite(d, value), i, [&](std::size_t j) { out[j] = hermiteInDouble(keys, position, j); });
    });
}

// Stores rotations at unit length; repair(lane) has to store those whose length does not allow that.
template <class D, class Repair>
HWY_INLINE void storeUnit(D d, const Rotations<hn::Vec<D>>& rotations, std::span<float> out, std::size_t lane, const Repair& repair)
{
    const auto square = dotLanes(rotations, rotations);
    const auto factor = hn::Div(hn::Set(d, 1.f), hn::Sqrt(square));
    storeRotations(d,
                   {hn::Mul(rotations.x, factor), hn::Mul(rotations.y, factor), hn::Mul(rotations.z, factor), hn::Mul(rotations.w, factor)},
                   out, lane);
    const auto isFine = hn::And(hn::Ge(square, hn::Set(d, smallestSquare)), hn::Le(square, hn::Set(d, largestSquare)));
    forEachMarked(d, hn::Not(isFine), lane, repair);
}

void sampleHermiteRotation(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out)
{
    const std::size_t lanes = out.size() / 4;
    const Weights weights(position);
    forEachVector(Lanes(), 0, lanes, [&](auto d, std::size_t lane) HWY_ATTR {
        const auto row = [&](std::size_t component) HWY_ATTR { return weights.interpolate(d, keys, component * lanes + lane); };
        storeUnit(d, {row(0), row(1), row(2), row(3)}, out, lane,
                  [&](std::size_t bad) { hermiteRotationInDouble(keys, position, bad, out); });
    });
}

void sampleUnit(std::span<const float> rotations, std::span<float> out)
{
    forEachVector(Lanes(), 0, out.size() / 4, [&](auto d, std::size_t lane) HWY_ATTR {
        storeUnit(d, loadRotations(d, rotations, lane), out, lane, [&](std::size_t bad) { unitInDouble(rotations, bad, out); });
    });
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(sampleHermite);
HWY_EXPORT(sampleHermiteRotation);
HWY_EXPORT(sampleLinear);
HWY_EXPORT(sampleSlerp);
HWY_EXPORT(sampleUnit);

void sampleKey(std::span<const float> key, std::span<float> out) noexcept
{
    std::copy_n(key.begin(), out.size(), out.begin());
}

void sampleLinear(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out) noexcept
{
    ARMATURE_DISPATCH(sampleLinear)(key, next, fraction, out);
}

void sampleSlerp(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out) noexcept
{
    ARMATURE_DISPATCH(sampleSlerp)(key, next, fraction, out);
}

void sampleHermite(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out) noexcept
{
    ARMATURE_DISPATCH(sampleHermite)(keys, position, out);
}

void sampleHermiteRotation(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out) noexcept
{
    ARMATURE_DISPATCH(sampleHermiteRotation)(keys, position, out);
}

void sampleUnit(std::span<const float> rotations, std::span<float> out) noexcept
{
    ARMATURE_DISPATCH(sampleUnit)(rotations, out);
}

}  // namespace armature
#endif
