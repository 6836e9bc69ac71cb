#include "animation/edits/kernels/arc_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/edits/kernels/arc_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, because this header is compiled once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using ArcTag = hn::CappedTag<double, arcLanes>;
using ArcLanes = hn::Vec<ArcTag>;

struct TurnLanes {
    // The compiler's own constructor would not be compiled for this instruction set.
    HWY_INLINE TurnLanes() {}

    ArcLanes part[4];
};

HWY_INLINE TurnLanes loadTurns(const TurnRows& turns, std::size_t index)
{
    TurnLanes result;
    for (std::size_t i = 0; i < 4; ++i) {
        result.part[i] = hn::LoadU(ArcTag(), turns.first + i * turns.stride + index);
    }
    return result;
}

HWY_INLINE ArcLanes dotOf(const TurnLanes& a, const TurnLanes& b)
{
    return hn::Add(hn::Add(hn::Mul(a.part[0], b.part[0]), hn::Mul(a.part[1], b.part[1])),
                   hn::Add(hn::Mul(a.part[2], b.part[2]), hn::Mul(a.part[3], b.part[3])));
}

// Returns the sine of angles from 0 to a quarter turn, with an error below 1e-13: a power series, its even and its odd terms side by side.
HWY_INLINE ArcLanes sineOf(ArcLanes angle)
{
    static constexpr double factors[] = {
        1., -1. / 6, 1. / 120, -1. / 5040, 1. / 362880, -1. / 39916800, 1. / 6227020800., -1. / 1307674368000., 1. / 355687428096000.};
    const ArcTag d;
    const auto square = hn::Mul(angle, angle);
    const auto fourth = hn::Mul(square, square);
    auto even = hn::Set(d, factors[8]);
    auto odd = hn::Set(d, factors[7]);
    for (std::size_t i = 7; i-- > 1;) {
        auto& sum = i % 2 == 0 ? even : odd;
        sum = hn::Add(hn::Mul(sum, fourth), hn::Set(d, factors[i]));
    }
    even = hn::Add(hn::Mul(even, fourth), hn::Set(d, factors[0]));
    return hn::Mul(angle, hn::Add(even, hn::Mul(odd, square)));
}

// Returns the squared distances between rotations, each with the sign that makes it smaller.
HWY_INLINE ArcLanes squaredChords(const TurnLanes& a, const TurnLanes& b)
{
    TurnLanes difference, sum;
    for (std::size_t i = 0; i < 4; ++i) {
        difference.part[i] = hn::Sub(a.part[i], b.part[i]);
        sum.part[i] = hn::Add(a.part[i], b.part[i]);
    }
    return hn::Min(dotOf(difference, difference), dotOf(sum, sum));
}

FarthestPoint farthestFromArc(const TimedArc& arc, const double* times, const TurnRows& turns, std::size_t first, std::size_t end)
{
    constexpr double straight = 1e-9;  // limit on the angle's sine: below it, an arc is as good as a line
    const ArcTag d;
    const auto one = hn::Set(d, 1.);
    const auto angle = hn::Set(d, arc.angle);
    const bool isStraight = arc.sine < straight;
    const auto perSine = hn::Set(d, 1. / arc.sine);
    const auto perLength = hn::Set(d, 1. / arc.length);
    auto farthest = hn::Set(d, -1.);
    auto place = hn::Zero(d);
    for (std::size_t index = first; index < end; index += hn::Lanes(d)) {
        const auto fraction = hn::Mul(hn::Sub(hn::LoadU(d, times + index), hn::Set(d, arc.begin)), perLength);
        const auto rest = hn::Sub(one, fraction);
        const auto weight = [&](ArcLanes part) HWY_ATTR { return isStraight ? part : hn::Mul(sineOf(hn::Mul(part, angle)), perSine); };
        const auto ofFrom = weight(rest);
        const auto ofTo = weight(fraction);
        TurnLanes curve;
        for (std::size_t i = 0; i < 4; ++i) {
            curve.part[i] = hn::Add(hn::Mul(hn::Set(d, arc.from[i]), ofFrom), hn::Mul(hn::Set(d, arc.to[i]), ofTo));
        }
        const auto distance = squaredChords(curve, loadTurns(turns, index));
        const auto isFarther = hn::And(hn::Gt(distance, farthest), hn::FirstN(d, end - index));
        farthest = hn::IfThenElse(isFarther, distance, farthest);
        place = hn::IfThenElse(isFarther, hn::Set(d, static_cast<double>(index)), place);
    }
    FarthestPoint result;
    alignas(64) double distances[arcLanes];
    alignas(64) double places[arcLanes];
    hn::Store(farthest, d, distances);
    hn::Store(place, d, places);
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
        const std::size_t index = static_cast<std::size_t>(places[lane]) + lane;
        if (distances[lane] > result.square || (distances[lane] == result.square && index < result.index)) {
            result = {distances[lane], index};
        }
    }
    return result;
}

// Returns the rotations halfway between two that are at most a quarter turn of the sphere apart.
HWY_INLINE TurnLanes middleOf(const TurnLanes& a, const TurnLanes& b)
{
    TurnLanes middle;
    for (std::size_t i = 0; i < 4; ++i) {
        middle.part[i] = hn::Add(a.part[i], b.part[i]);
    }
    const auto perLength = hn::Div(hn::Set(ArcTag(), 1.), hn::Sqrt(dotOf(middle, middle)));
    for (ArcLanes& number : middle.part) {
        number = hn::Mul(number, perLength);
    }
    return middle;
}

void quarterTurns(const TurnRows& turns, std::size_t count, double* outTurns)
{
    const ArcTag d;
    for (std::size_t index = 0; index < count; index += hn::Lanes(d)) {
        const TurnLanes from = loadTurns(turns, index);
        TurnLanes to = loadTurns(turns, index + 1);
        const auto isOpposite = hn::Lt(dotOf(from, to), hn::Zero(d));
        for (ArcLanes& number : to.part) {
            number = hn::IfThenElse(isOpposite, hn::Neg(number), number);
        }
        const TurnLanes middle = middleOf(from, to);
        const TurnLanes quarters[] = {middleOf(from, middle), middle, middleOf(middle, to)};
        double* out = outTurns + index;
        for (const TurnLanes& turn : quarters) {
            for (const ArcLanes& number : turn.part) {
                hn::StoreU(number, d, out);
                out += turns.stride;
            }
        }
    }
}

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(farthestFromArc);
HWY_EXPORT(quarterTurns);

FarthestPoint farthestFromArc(const TimedArc& arc, const double* times, const TurnRows& turns, std::size_t first, std::size_t end) noexcept
{
    return ARMATURE_DISPATCH(farthestFromArc)(arc, times, turns, first, end);
}

void TimedArc::close() noexcept
{
    double sum = 0.;
    double difference = 0.;
    for (std::size_t i = 0; i < 4; ++i) {
        sum += (from[i] + to[i]) * (from[i] + to[i]);
        difference += (from[i] - to[i]) * (from[i] - to[i]);
    }
    if (sum < difference) {
        std::ranges::transform(to, to, std::negate<>{});
        std::swap(sum, difference);
    }
    angle = 2. * std::asin(0.5 * std::sqrt(difference));  // accurate for small angles, too
    sine = 0.5 * std::sqrt(difference * sum);
}

void quarterTurns(const TurnRows& turns, std::size_t count, double* outTurns) noexcept
{
    ARMATURE_DISPATCH(quarterTurns)(turns, count, outTurns);
}

}  // namespace armature
#endif
