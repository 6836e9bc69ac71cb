#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

/// The formulas of glTF 2.0, Appendix C, for one value. Everything that samples goes through these, so that a channel read alone and a
/// clip sampled as a whole give the same bits. Computed in double and rounded once at the end: the error against the exact result is half
/// a unit in the last place of a float, and finite keys never give anything that is not finite.
namespace armature {

/// Rounds to float; what a float cannot hold becomes the largest that it can.
[[nodiscard]] inline float toFloat(double value) noexcept
{
    constexpr double largest = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(value, -largest, largest));
}

/// Exactly a where a == b, so that constant tracks stay constant.
[[nodiscard]] inline double interpolateLinear(double a, double b, double fraction) noexcept
{
    return a + (b - a) * fraction;
}

/// The factors of value, outgoing tangent, next value and its incoming tangent (glTF 2.0, Appendix C.5).
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

/// The factors of two rotations whose dot product is `dot` (glTF 2.0, Appendix C.4): negative for the second one where that is the short way.
struct SlerpWeights {
    double first;
    double second;

    [[nodiscard]] static SlerpWeights at(double fraction, double dot) noexcept
    {
        const double sign = dot < 0 ? -1. : 1.;
        const double cosine = std::abs(dot);
        // Below an angle of 1e-5 the factors differ from the straight line's by less than 1e-10; a dot above 1 is rounding.
        if (cosine > 1. - 5e-11) {
            return {1. - fraction, sign * fraction};
        }
        const double angle = std::acos(cosine);
        const double scale = 1. / std::sin(angle);
        return {std::sin((1. - fraction) * angle) * scale, sign * (std::sin(fraction * angle) * scale)};
    }
};

}  // namespace armature
