#pragma once

#include <cmath>

namespace armature {

struct ValueAndSlope {
    double value;
    double slope;
};

/// Where a function that is positive at `low` and negative at `high` crosses zero: Newton's steps, halving where one would leave what is
/// known to hold the root or does not shrink it as fast. function(x) returns a ValueAndSlope. To the last bits in some five calls; where the
/// slope vanishes at the root too, to half of them in some thirty.
template <class Function>
[[nodiscard]] double rootBetween(double low, double high, const Function& function) noexcept
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
