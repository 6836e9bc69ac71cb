#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

/// The formulas of glTF 2.0, Appendix C, and constants that the sampling kernels share.
namespace armature {

/// Rounds to float; values beyond float's range are clamped to the largest finite float of the same sign.
[[nodiscard]] inline float toFloat(double value) noexcept
{
    constexpr double largest = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(value, -largest, largest));
}

/// Returns the value at `fraction` of the way from a to b: exactly a if a == b, so that constant tracks stay constant.
[[nodiscard]] inline double interpolateLinear(double a, double b, double fraction) noexcept
{
    return a + (b - a) * fraction;
}

/// The factors of a key's value and outgoing tangent and of the next key's value and incoming tangent (glTF 2.0, Appendix C.5).
struct HermiteWeights {
    double value;
    double outTangent;
    double nextValue;
    double nextInTangent;

    /// `interval`: seconds between the two keys, by which tangents (per second) are scaled.
    [[nodiscard]] static HermiteWeights at(double fraction, double interval) noexcept
    {
        const double squared = fraction * fraction;
        const double cubed = squared * fraction;
        return {2 * cubed - 3 * squared + 1, interval * (cubed - 2 * squared + fraction), 3 * squared - 2 * cubed,
                interval * (cubed - squared)};
    }
};

[[nodiscard]] inline double interpolateHermite(const HermiteWeights& weights, double value, double outTangent, double nextValue,
                                               double nextInTangent) noexcept
{
    return (weights.value * value + weights.outTangent * outTangent)
           + (weights.nextValue * nextValue + weights.nextInTangent * nextInTangent);
}

/// Slerp (glTF 2.0, Appendix C.4) without trigonometric functions, for many pairs of rotations and one fraction.
///
/// The arc between the rotations is cut in half, so that no angle (of the quaternions) is above 45 degrees. Between the nearer key and the
/// middle, the factors sin(s * angle) / sin(angle) are power series in cos(angle) - 1 whose coefficients depend on s alone (D. Eberly, "A
/// Fast and Accurate Algorithm for Computing SLERP", 2011). The terms up to the eighth power leave an error below 2e-8.
struct SlerpSeries {
    static constexpr std::size_t size = 9;

    std::array<float, size> nearer;  ///< sin((1 - s) * angle) / sin(angle), the factor of the nearer key.
    std::array<float, size> middle;  ///< sin(s * angle) / sin(angle), the factor of the rotation half way.
    bool isFirstNearer;
    float fraction;

    [[nodiscard]] static SlerpSeries at(double fraction) noexcept
    {
        const bool isFirstNearer = fraction <= 0.5;
        const double s = 2 * (isFirstNearer ? fraction : 1 - fraction);
        return {seriesOf(static_cast<float>(1 - s)), seriesOf(static_cast<float>(s)), isFirstNearer, static_cast<float>(fraction)};
    }

    /// coefficient[i] = coefficient[i - 1] * (factors[i].square * s * s - factors[i].one). Floats are precise enough: the first
    /// coefficient, s itself, dominates, and the rounding of all others contributes only a tenth as much as the rounding of the first.
    struct Factor {
        float square;
        float one;
    };
    static constexpr std::array<Factor, size> factors = [] {
        std::array<Factor, size> result{};
        for (std::size_t i = 1; i < size; ++i) {
            const auto n = static_cast<double>(i);
            result[i] = {static_cast<float>(1 / (n * (2 * n + 1))), static_cast<float>(n / (2 * n + 1))};
        }
        return result;
    }();

private:
    [[nodiscard]] static std::array<float, size> seriesOf(float s) noexcept
    {
        std::array<float, size> coefficients;
        const float squared = s * s;
        coefficients[0] = s;
        for (std::size_t i = 1; i < size; ++i) {
            coefficients[i] = coefficients[i - 1] * (squared * factors[i].square - factors[i].one);
        }
        return coefficients;
    }
};

/// Threshold: rotations whose dot product exceeds this are blended linearly, because the result differs from slerp by less than a float's
/// rounding.
inline constexpr float straightCosine = 1.f - 0x1p-22f;

/// Limits on the squared length of a spline's rotation: below the first, it has lost too many digits; above the second, it is about to
/// overflow.
inline constexpr float smallestSplineSquare = 1e-4f;
inline constexpr float largestSplineSquare = 1e30f;

}  // namespace armature
