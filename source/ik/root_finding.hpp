#pragma once

#include <algorithm>
#include <cmath>

namespace armature {

/// Finds where `function` crosses zero between `low`, where it is negative, and `high`, where it is not. Stops once the value is within
/// `tolerance` of zero or the interval cannot shrink further. Uses regula falsi; bisects at every third call, and where regula falsi leaves
/// the interval. Makes at most 60 calls. Also finds a jump across zero.
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

/// Finds where a function that is positive at `low` and negative at `high` crosses zero. Uses Newton's method. Bisects instead if Newton's
/// step would leave the interval that holds the root, or is longer than half of the last step. function(x) returns a ValueAndSlope.
/// Accurate to the last bits after about five calls; if the slope is zero at the root too, to half of the bits after about thirty.
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
