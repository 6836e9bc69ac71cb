#pragma once

#include <algorithm>
#include <cmath>

namespace armature {

/// Finds where `function` crosses zero between `low`, where it is negative, and `high`, where it is not. Stops once the value is within
/// `tolerance` of zero or the two ends meet. Uses regula falsi, with bisection in between where that is slow; at most some sixty calls.
/// Finds a jump across zero as well.
template <class Function>
[[nodiscard]] double findRoot(double low, double atLow, double high, double atHigh, double tolerance, Function&& function)
{
    for (int i = 0; i < 60 && atHigh > tolerance; ++i) {
        const double secant = low - atLow * (high - low) / (atHigh - atLow);
        const double middle = i % 3 == 2 || !(secant > low && secant < high) ? 0.5 * (low + high) : secant;
        if (middle <= low || middle >= high) {
            break;
        }
        const double value = function(middle);
        if (std::abs(value) <= tolerance) {
            return middle;
        }
        (value < 0. ? low : high) = middle;
        (value < 0. ? atLow : atHigh) = value;
    }
    return high;
}

struct ValueAndSlope {
    double value;
    double slope;
};

/// Finds where a function that is positive at `low` and negative at `high` crosses zero: by Newton's steps, with bisection where one would
/// leave the interval known to hold the root or does not shrink it as fast. function(x) returns a ValueAndSlope. Accurate to the last bits
/// in some five calls; where the slope vanishes at the root too, to half of the bits in some thirty.
template <class Function>
[[nodiscard]] double findRootBySlope(double low, double high, const Function& function) noexcept
{
    double x = 0.5 * (low + high);
    double lastStep = high - low;
    for (int call = 0; call < 64; ++call) {
        const ValueAndSlope at = function(x);
        (at.value > 0. ? low : high) = x;
        double next = x - at.value / at.slope;
        if (!(next >= low && next <= high) || !(std::abs(2. * (next - x)) <= std::abs(lastStep))) {
            next = 0.5 * (low + high);
        }
        lastStep = next - x;
        x = next;
        if (std::abs(lastStep) <= 1e-15 * std::abs(x)) {
            break;
        }
    }
    return x;
}

}  // namespace armature
