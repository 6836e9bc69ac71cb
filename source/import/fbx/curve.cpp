#include "import/fbx/curve.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace armature::fbx {

namespace {

/// Tolerance in seconds within which times are the same: FBX counts time in steps of 2e-11 s or more, and sums of times have rounding
/// errors.
constexpr double sameTime = 2e-10;

/// Returns the Bezier parameter at a fraction of the span's time. With weights, time as well as value is a Bezier polynomial of the
/// parameter. Time increases with the parameter, so bisection finds it.
double shareOfBezier(double share, double weight, double nextWeight)
{
    double low = 0.;
    double high = 1.;
    constexpr int halvings = 54;  // enough for full double precision
    for (int halving = 0; halving < halvings; ++halving) {
        const double u = (low + high) / 2.;
        const double v = 1. - u;
        const double time = 3. * u * v * v * weight + 3. * u * u * v * (1. - nextWeight) + u * u * u;
        (time < share ? low : high) = u;
    }
    return (low + high) / 2.;
}

double along(const CurveKey& key, const CurveKey& next, double seconds)
{
    const double length = next.seconds - key.seconds;
    double u = std::clamp((seconds - key.seconds) / length, 0., 1.);
    const double first = key.slope * length;
    const double last = key.nextSlope * length;
    constexpr double third = 1. / 3.;
    constexpr double tolerance = 1e-4;  // precision to which files round weights
    if (std::abs(key.weight - third) < tolerance && std::abs(key.nextWeight - third) < tolerance) {
        const double squared = u * u;
        const double cubed = squared * u;
        return (2. * cubed - 3. * squared + 1.) * key.value + (cubed - 2. * squared + u) * first + (3. * squared - 2. * cubed) * next.value
               + (cubed - squared) * last;
    }
    u = shareOfBezier(u, key.weight, key.nextWeight);
    const double v = 1. - u;
    return v * v * v * key.value + 3. * u * v * v * (key.value + first * key.weight) + 3. * u * u * v * (next.value - last * key.nextWeight)
           + u * u * u * next.value;
}

double between(const CurveKey& key, const CurveKey& next, double seconds)
{
    switch (key.span) {
    case CurveSpan::Hold: return key.value;
    case CurveSpan::HoldNext: return next.value;
    case CurveSpan::Line:
        return key.value + (next.value - key.value) * std::clamp((seconds - key.seconds) / (next.seconds - key.seconds), 0., 1.);
    case CurveSpan::Cubic: break;
    }
    return along(key, next, seconds);
}

bool repeats(const CurveEnd& end)
{
    return end.extrapolation != Extrapolation::Hold && end.extrapolation != Extrapolation::Slope && end.repetitions > 0.;
}

}  // namespace

bool Curve::isConstant() const
{
    return std::ranges::all_of(keys_, [this](const CurveKey& key) { return key.value == keys_.front().value; });
}

double Curve::at(double seconds, Side side) const
{
    const double early = keys_.front().seconds - seconds;
    const double late = seconds - keys_.back().seconds;
    if (early > sameTime || (early > -sameTime && side == Side::Before)) {
        return beyond(before_, true, seconds, side);
    }
    if (late > sameTime || (late > -sameTime && side == Side::After)) {
        return beyond(after_, false, seconds, side);
    }
    return within(seconds, side);
}

double Curve::within(double seconds, Side side) const
{
    // The first key at or after `seconds`, within the tolerance.
    const auto later = std::ranges::lower_bound(keys_, seconds - sameTime, {}, &CurveKey::seconds);
    if (later == keys_.end()) {
        return keys_.back().value;
    }
    if (later->seconds > seconds + sameTime) {
        return later == keys_.begin() ? later->value : between(*std::prev(later), *later, seconds);
    }
    if (side == Side::Before && later != keys_.begin()) {
        return between(*std::prev(later), *later, later->seconds);
    }
    const bool holdsNext = side == Side::After && later->span == CurveSpan::HoldNext && std::next(later) != keys_.end();
    return holdsNext ? std::next(later)->value : later->value;
}

double Curve::endSlope(bool isBefore) const
{
    if (keys_.size() < 2) {
        return 0.;
    }
    const CurveKey& key = isBefore ? keys_.front() : *std::prev(keys_.end(), 2);
    const CurveKey& next = isBefore ? keys_[1] : keys_.back();
    switch (key.span) {
    case CurveSpan::Line: return (next.value - key.value) / (next.seconds - key.seconds);
    case CurveSpan::Cubic: return isBefore ? key.slope : key.nextSlope;
    default: return 0.;
    }
}

double Curve::beyond(const CurveEnd& end, bool isBefore, double seconds, Side side) const
{
    const CurveKey& nearest = isBefore ? keys_.front() : keys_.back();
    const double distance = std::max(isBefore ? nearest.seconds - seconds : seconds - nearest.seconds, 0.);
    if (end.extrapolation == Extrapolation::Slope) {
        return nearest.value + endSlope(isBefore) * (seconds - nearest.seconds);
    }
    if (!repeats(end) || length() <= sameTime) {
        return nearest.value;
    }
    double number = std::floor(distance / length());
    double rest = distance - number * length();
    const double whole = std::round(distance / length());
    if (std::abs(distance - whole * length()) <= sameTime) {
        // Counted outwards from the keys, one repetition ends here and the next begins. The side decides which of them gives the value.
        const bool isOuter = isBefore ? side == Side::Before : side != Side::Before;
        number = isOuter ? whole : whole - 1.;
        rest = isOuter ? 0. : length();
    }
    if (number < 0.) {
        return nearest.value;
    }
    if (number >= end.repetitions) {
        number = end.repetitions - 1.;
        rest = length();
    }
    const bool isTurned = end.extrapolation == Extrapolation::Mirror && std::fmod(number, 2.) == 0.;
    const double place = isTurned == isBefore ? keys_.front().seconds + rest : keys_.back().seconds - rest;
    const Side inner = !isTurned || side == Side::At ? side : side == Side::Before ? Side::After : Side::Before;
    const double value = within(place, inner);
    if (end.extrapolation != Extrapolation::RepeatOffset) {
        return value;
    }
    return value + (keys_.back().value - keys_.front().value) * (number + 1.) * (isBefore ? -1. : 1.);
}

double Curve::repetitionsIn(const TimeRange& range, bool isBefore) const
{
    const CurveEnd& end = isBefore ? before_ : after_;
    const double distance = isBefore ? keys_.front().seconds - range.begin : range.end - keys_.back().seconds;
    return !repeats(end) || distance <= sameTime || length() <= sameTime ? 0. : std::min(std::ceil(distance / length()), end.repetitions);
}

double Curve::timeCount(const TimeRange& range) const
{
    constexpr double ends = 2.;
    return ends + static_cast<double>(keys_.size()) * (1. + repetitionsIn(range, true) + repetitionsIn(range, false));
}

void Curve::appendTimes(const TimeRange& range, std::vector<double>& outTimes) const
{
    for (const CurveKey& key : keys_) {
        outTimes.push_back(key.seconds);
    }
    for (const bool isBefore : {true, false}) {
        const CurveEnd& end = isBefore ? before_ : after_;
        const double nearest = isBefore ? keys_.front().seconds : keys_.back().seconds;
        const double limit = isBefore ? range.begin : range.end;
        const double way = isBefore ? nearest - limit : limit - nearest;
        if (way <= sameTime || end.extrapolation == Extrapolation::Hold || keys_.size() < 2) {
            continue;
        }
        outTimes.push_back(limit);
        const double repetitions = repetitionsIn(range, isBefore);
        for (double number = 0.; number < repetitions; ++number) {
            const bool isTurned = end.extrapolation == Extrapolation::Mirror && std::fmod(number, 2.) == 0.;
            for (const CurveKey& key : keys_) {
                const double rest = isTurned == isBefore ? key.seconds - keys_.front().seconds : keys_.back().seconds - key.seconds;
                const double distance = number * length() + rest;
                if (distance < way) {
                    outTimes.push_back(nearest + (isBefore ? -distance : distance));
                }
            }
        }
    }
}

}  // namespace armature::fbx
