#include "animation/clip/kernels/sample_kernels.hpp"

#include <algorithm>

#include "animation/clip/kernels/interpolation.hpp"
#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/clip/kernels/sample_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, because this header is compiled once for each instruction set.
#include <hwy/highway.h>

#include "animation/clip/kernels/sample-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::sampleHermite;
using reference::sampleHermiteRotation;
using reference::sampleLinear;
using reference::sampleSlerp;
using reference::sampleUnit;

#else

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

// Returns `series` in every lane.
template <class D>
HWY_INLINE SeriesLanes<D> broadcast(D d, const SlerpSeries& series)
{
    SeriesLanes<D> lanes;
    for (std::size_t i = 0; i < SlerpSeries::size; ++i) {
        lanes.nearer[i] = hn::Set(d, series.nearer[i]);
        lanes.middle[i] = hn::Set(d, series.middle[i]);
    }
    lanes.isFirstNearer = hn::Gt(hn::Set(d, series.isFirstNearer ? 1.f : 0.f), hn::Zero(d));
    lanes.fraction = hn::Set(d, series.fraction);
    return lanes;
}

void sampleSlerp(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out)
{
    const SlerpSeries series = SlerpSeries::at(fraction);
    forEachVector(Lanes(), 0, out.size() / 4, [&](auto d, std::size_t lane) HWY_ATTR {
        storeRotations(d, slerpLanes(d, loadRotations(d, key, lane), loadRotations(d, next, lane), broadcast(d, series)), out, lane);
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

// Stores normalised rotations. repair(lane) must store each rotation that is too short or too long to be normalised in float.
template <class D, class Repair>
HWY_INLINE void storeUnit(D d, Rotations<hn::Vec<D>> rotations, std::span<float> out, std::size_t lane, const Repair& repair)
{
    const auto bad = makeUnit(d, rotations);
    storeRotations(d, rotations, out, lane);
    forEachMarked(d, bad, lane, repair);
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
