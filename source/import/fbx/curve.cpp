#include "import/fbx/takes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace armature::fbx {

namespace {

/// The value of a weighted curve, a Bezier curve in time too, at a fraction of its span. Time increases along it, so bisection finds the
/// place.
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

double Curve::at(double seconds, Side side) const
{
    // The first key that is later, or at that time if the side before it is requested.
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

}  // namespace armature::fbx
