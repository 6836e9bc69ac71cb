#include "import/fbx/curve.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace armature::fbx {

namespace {

/// Where a weighted curve, a Bezier curve in time too, is at a share of its span. Time grows along it, so that halving finds the place.
double shareOfBezier(double share, double weight, double nextWeight)
{
    double low = 0.;
    double high = 1.;
    constexpr int halvings = 54;  // to the last bit
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
    double u = (seconds - key.seconds) / length;
    const double first = key.slope * length;
    const double last = key.nextSlope * length;
    constexpr double third = 1. / 3.;
    constexpr double tolerance = 1e-4;  // to which the file rounds weights
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

}  // namespace

void Curve::setBeyond(const Extrapolation& before, const Extrapolation& after) noexcept
{
    const bool canRepeat = length() > 0.;
    before_ = canRepeat || before.way == Beyond::Slope ? before : Extrapolation();
    after_ = canRepeat || after.way == Beyond::Slope ? after : Extrapolation();
}

double Curve::at(double seconds, Side side) const
{
    const double first = keys_.front().seconds;
    const double last = keys_.back().seconds;
    if (before_.way != Beyond::Stay && (seconds < first || (seconds == first && side == Side::Before))) {
        return beyond(false, first - seconds, side);
    }
    if (after_.way != Beyond::Stay && (seconds > last || (seconds == last && side == Side::After))) {
        return beyond(true, seconds - last, side);
    }
    return within(seconds, side);
}

double Curve::within(double seconds, Side side) const
{
    // The first key that is later, or at that time if the side before it is asked for.
    const auto later = side == Side::After ? std::ranges::upper_bound(keys_, seconds, {}, &CurveKey::seconds)
                                           : std::ranges::lower_bound(keys_, seconds, {}, &CurveKey::seconds);
    if (later == keys_.begin()) {
        return keys_.front().value;
    }
    if (later == keys_.end()) {
        return keys_.back().value;
    }
    const CurveKey& key = *std::prev(later);
    switch (key.span) {
    case CurveSpan::Hold: return key.value;
    case CurveSpan::HoldNext: return later->value;
    case CurveSpan::Line: return key.value + (later->value - key.value) * ((seconds - key.seconds) / (later->seconds - key.seconds));
    case CurveSpan::Cubic: break;
    }
    return along(key, *later, seconds);
}

double Curve::beyond(bool isAfter, double distance, Side side) const
{
    const Extrapolation& extrapolation = isAfter ? after_ : before_;
    const CurveKey& end = isAfter ? keys_.back() : keys_.front();
    const double sign = isAfter ? 1. : -1.;
    if (extrapolation.way == Beyond::Slope) {
        const std::size_t number = isAfter ? std::max<std::size_t>(keys_.size(), 2) - 2 : 0;
        const CurveKey& key = keys_[number];
        if (keys_.size() < 2 || key.span == CurveSpan::Hold || key.span == CurveSpan::HoldNext) {
            return end.value;
        }
        const CurveKey& next = keys_[number + 1];
        const double straight = (next.value - key.value) / (next.seconds - key.seconds);
        const double slope = key.span == CurveSpan::Line ? straight : isAfter ? key.nextSlope : key.slope;
        return end.value + sign * slope * distance;
    }
    // Which repetition, the first being 0, and how far into it, away from the keys. At their bounds the side decides.
    constexpr double rounding = 1e-9;
    const double whole = distance / length();
    double repetition = std::floor(whole + rounding);
    double share = std::clamp(whole - repetition, 0., 1.);
    const bool isAtBound = share < rounding;
    if (isAtBound && repetition > 0. && (side == Side::Before) == isAfter) {
        repetition -= 1.;
        share = 1.;
    }
    if (extrapolation.repetitions && repetition >= *extrapolation.repetitions) {
        if (*extrapolation.repetitions == 0) {
            return end.value;
        }
        repetition = *extrapolation.repetitions - 1.;
        share = 1.;
    }
    const bool isBackwards = extrapolation.way == Beyond::Mirror && std::fmod(repetition, 2.) == 0.;
    const bool isFromFirst = isAfter != isBackwards;  // a repetition after the keys begins with the first of them
    const double seconds = isFromFirst ? keys_.front().seconds + share * length() : keys_.back().seconds - share * length();
    const Side inside = share == 1.   ? (isFromFirst ? Side::Before : Side::After)
                        : isBackwards ? (side == Side::Before ? Side::After : Side::Before)
                                      : side;
    const double step = extrapolation.way == Beyond::RepeatRelative ? keys_.back().value - keys_.front().value : 0.;
    return within(seconds, inside) + sign * (repetition + 1.) * step;
}

double Curve::repetitionsIn(const Extrapolation& extrapolation, double seconds) const
{
    if (!(seconds > 0.) || extrapolation.way == Beyond::Stay || extrapolation.way == Beyond::Slope) {
        return 0.;
    }
    const double repetitions = std::ceil(seconds / length());
    return extrapolation.repetitions ? std::min<double>(repetitions, *extrapolation.repetitions) : repetitions;
}

double Curve::countTimes(const TimeSpan& span) const
{
    const double repetitions =
        repetitionsIn(before_, keys_.front().seconds - span.start) + repetitionsIn(after_, span.stop - keys_.back().seconds);
    return (1. + repetitions) * static_cast<double>(keys_.size()) + 2.;
}

void Curve::appendTimes(const TimeSpan& span, std::vector<double>& times) const
{
    const double first = keys_.front().seconds;
    const double last = keys_.back().seconds;
    for (const CurveKey& key : keys_) {
        times.push_back(key.seconds);
    }
    const auto append = [&](const Extrapolation& extrapolation, bool isAfter, double end) {
        const double distance = isAfter ? end - last : first - end;
        if (extrapolation.way == Beyond::Stay || !(distance > 0.)) {
            return;
        }
        const double sign = isAfter ? 1. : -1.;
        const double repetitions = repetitionsIn(extrapolation, distance);
        for (double repetition = 0.; repetition < repetitions; ++repetition) {
            const bool isBackwards = extrapolation.way == Beyond::Mirror && std::fmod(repetition, 2.) == 0.;
            for (const CurveKey& key : keys_) {
                const double into = isAfter != isBackwards ? key.seconds - first : last - key.seconds;
                if (const double beyondKeys = repetition * length() + into; beyondKeys < distance) {
                    times.push_back((isAfter ? last : first) + sign * beyondKeys);
                }
            }
        }
        times.push_back(end);
    };
    append(before_, false, span.start);
    append(after_, true, span.stop);
}

}  // namespace armature::fbx
