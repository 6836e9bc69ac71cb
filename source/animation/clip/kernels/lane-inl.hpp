// For lanes that each have their own keys: positions between keys, interpolation factors, and loading of keys, for the instruction set that
// is being compiled. Included once for each (hwy/foreach_target.h).
#if defined(ARMATURE_ANIMATION_KERNELS_LANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_ANIMATION_KERNELS_LANE_INL
#undef ARMATURE_ANIMATION_KERNELS_LANE_INL
#else
#define ARMATURE_ANIMATION_KERNELS_LANE_INL
#endif

#include <cstddef>
#include <limits>

#include <hwy/highway.h>

#include "animation/clip/kernels/lane_kernels.hpp"
#include "animation/clip/kernels/sample-inl.hpp"

#if HWY_TARGET != HWY_SCALAR  // the reference versions are used instead
HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

constexpr std::size_t vectorLanes = hn::MaxLanes(Lanes());
using Vector = hn::Vec<Lanes>;
using Doubles = hn::Repartition<double, Lanes>;  // a vector of doubles has half as many lanes as one of floats
using HalfLanes = hn::Half<Lanes>;

struct DoubleLanes {
    hn::Vec<Doubles> lower;
    hn::Vec<Doubles> upper;
};

HWY_INLINE DoubleLanes widen(Vector numbers)
{
    return {hn::PromoteTo(Doubles(), hn::LowerHalf(HalfLanes(), numbers)), hn::PromoteTo(Doubles(), hn::UpperHalf(HalfLanes(), numbers))};
}

HWY_INLINE Vector narrow(const DoubleLanes& numbers)
{
    return hn::Combine(Lanes(), hn::DemoteTo(HalfLanes(), numbers.upper), hn::DemoteTo(HalfLanes(), numbers.lower));
}

// Calls `function` with the lower halves of all arguments, then with their upper halves. Returns both results.
template <class Function, class... Numbers>
HWY_INLINE DoubleLanes each(const Function& function, const Numbers&... numbers)
{
    return {function(numbers.lower...), function(numbers.upper...)};
}

// Where the time lies between each lane's two keys: see KeyPosition.
struct Positions {
    DoubleLanes fraction;
    DoubleLanes interval;
    Vector narrowed;        // the fraction, as floats
    hn::Mask<Lanes> isKey;  // lanes that take the value of their first key unchanged
};

HWY_INLINE Positions positionsOf(const LaneCursors& cursors, std::size_t lane, double seconds)
{
    const Lanes d;
    const Doubles dd;
    const auto time = hn::Set(dd, seconds);
    const DoubleLanes start = widen(hn::Load(d, cursors.start + lane));
    const DoubleLanes end = widen(hn::Load(d, cursors.end + lane));
    const DoubleLanes interval = each([](auto from, auto to) HWY_ATTR { return hn::Sub(to, from); }, start, end);
    const DoubleLanes fraction = each(
        [&](auto from, auto length) HWY_ATTR {
            const auto part = hn::Div(hn::Sub(time, from), length);
            return hn::IfThenElseZero(hn::Eq(part, part), part);  // the fraction is NaN before the first key
        },
        start, interval);
    const Vector narrowed = narrow(fraction);
    return {fraction, interval, narrowed, hn::Eq(narrowed, hn::Zero(d))};
}

// SlerpSeries::at(), in lanes.
HWY_INLINE SeriesLanes<Lanes> seriesOf(const Positions& positions)
{
    const Lanes d;
    const Doubles dd;
    const auto one = hn::Set(dd, 1.);
    const auto half = hn::Set(dd, 0.5);
    const auto distance = each([&](auto fraction) HWY_ATTR { return hn::Sub(fraction, half); }, positions.fraction);
    const auto s = each(
        [&](auto fraction) HWY_ATTR {
            const auto nearest = hn::IfThenElse(hn::Le(fraction, half), fraction, hn::Sub(one, fraction));
            return hn::Add(nearest, nearest);
        },
        positions.fraction);
    const auto rest = each([&](auto part) HWY_ATTR { return hn::Sub(one, part); }, s);

    SeriesLanes<Lanes> series;
    series.isFirstNearer = hn::Le(narrow(distance), hn::Zero(d));
    series.fraction = positions.narrowed;
    series.middle[0] = narrow(s);
    series.nearer[0] = narrow(rest);
    const auto middleSquared = hn::Mul(series.middle[0], series.middle[0]);
    const auto nearerSquared = hn::Mul(series.nearer[0], series.nearer[0]);
    for (std::size_t i = 1; i < SlerpSeries::size; ++i) {
        const auto factor = hn::Set(d, SlerpSeries::factors[i].square);
        const auto constant = hn::Set(d, SlerpSeries::factors[i].one);
        series.middle[i] = hn::Mul(series.middle[i - 1], hn::Sub(hn::Mul(middleSquared, factor), constant));
        series.nearer[i] = hn::Mul(series.nearer[i - 1], hn::Sub(hn::Mul(nearerSquared, factor), constant));
    }
    return series;
}

// HermiteWeights::at(), in lanes.
struct WeightLanes {
    Vector value;
    Vector outTangent;
    Vector nextValue;
    Vector nextInTangent;
};

HWY_INLINE WeightLanes weightsOf(const Positions& positions)
{
    const Doubles dd;
    const auto one = hn::Set(dd, 1.);
    const auto two = hn::Set(dd, 2.);
    const auto three = hn::Set(dd, 3.);
    const auto largest = hn::Set(dd, static_cast<double>(std::numeric_limits<float>::max()));
    const auto least = hn::Neg(largest);
    const auto weight = [&](const auto& function) HWY_ATTR {
        return narrow(each(
            [&](auto fraction, auto interval) HWY_ATTR {
                const auto squared = hn::Mul(fraction, fraction);
                const auto exact = function(fraction, squared, hn::Mul(squared, fraction), interval);
                return hn::Min(hn::Max(exact, least), largest);
            },
            positions.fraction, positions.interval));
    };
    return {
        weight([&](auto, auto squared, auto cubed, auto)
                   HWY_ATTR { return hn::Add(hn::Sub(hn::Mul(two, cubed), hn::Mul(three, squared)), one); }),
        weight([&](auto fraction, auto squared, auto cubed, auto interval)
                   HWY_ATTR { return hn::Mul(interval, hn::Add(hn::Sub(cubed, hn::Mul(two, squared)), fraction)); }),
        weight([&](auto, auto squared, auto cubed, auto) HWY_ATTR { return hn::Sub(hn::Mul(three, squared), hn::Mul(two, cubed)); }),
        weight([&](auto, auto squared, auto cubed, auto interval) HWY_ATTR { return hn::Mul(interval, hn::Sub(cubed, squared)); }),
    };
}

// --- keys -----------------------------------------------------------------------------------------------------------

// The first keys of the lanes of a vector: `places` holds their indices in `values`.
struct Keys {
    const float* values;
    const std::uint32_t* places;

    [[nodiscard]] const float* of(std::size_t lane) const { return values + places[lane]; }
};

// Loads four neighbouring numbers each for lane `lane`, the fourth lane after it, and so on. A lane's four numbers begin `offset` floats
// after its place.
template <class D>
HWY_INLINE hn::Vec<D> loadQuads(D d, const Keys& keys, std::size_t lane, std::size_t offset)
{
    if constexpr (hn::MaxLanes(D()) <= 4) {
        return hn::LoadU(d, keys.of(lane) + offset);
    } else {
        const hn::Half<D> dh;
        return hn::Combine(d, loadQuads(dh, keys, lane + hn::MaxLanes(D()) / 2, offset), loadQuads(dh, keys, lane, offset));
    }
}

// Loads four numbers of each lane, beginning `offset` floats after the lane's place, and transposes them: x holds the first number of all
// lanes, and so on. For translations and scales, w is not used.
HWY_INLINE Rotations<Vector> loadKeys(const Keys& keys, std::size_t offset)
{
    const Lanes d;
    const auto first = loadQuads(d, keys, 0, offset);
    const auto second = loadQuads(d, keys, 1, offset);
    const auto third = loadQuads(d, keys, 2, offset);
    const auto fourth = loadQuads(d, keys, 3, offset);
    const auto evenLower = hn::InterleaveLower(d, first, third);
    const auto oddLower = hn::InterleaveLower(d, second, fourth);
    const auto evenUpper = hn::InterleaveUpper(d, first, third);
    const auto oddUpper = hn::InterleaveUpper(d, second, fourth);
    return {hn::InterleaveLower(d, evenLower, oddLower), hn::InterleaveUpper(d, evenLower, oddLower),
            hn::InterleaveLower(d, evenUpper, oddUpper), hn::InterleaveUpper(d, evenUpper, oddUpper)};
}

// Calls `function` with the x of all arguments, then with their y, z and w. Returns the four results.
template <class Function, class... Keys>
HWY_INLINE Rotations<Vector> eachRow(const Function& function, const Keys&... keys)
{
    return {function(keys.x...), function(keys.y...), function(keys.z...), function(keys.w...)};
}

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
