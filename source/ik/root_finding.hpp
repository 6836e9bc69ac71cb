#pragma once

#include <algorithm>
#include <cmath>

namespace armature {

/// Where `function` crosses zero between `low`, where it is negative, and `high`, where it is not, until it is within `tolerance` of zero
/// or the two ends meet. Regula falsi, halving in between where that is slow; at most some sixty calls. A jump across zero is found as
/// well.
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

}  // namespace armature
