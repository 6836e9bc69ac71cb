#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

/// Approximates a function of time by cubic polynomials, to within a tolerance.
namespace armature {

template <std::size_t count>
using CubicNumbers = std::array<double, count>;

/// A piece of a function from `begin` to `end`, as polynomials in the fraction of this interval. The polynomials equal the function at both
/// ends.
template <std::size_t count>
struct CubicPiece {
    double begin = 0.;
    double end = 0.;
    std::array<CubicNumbers<4>, count> coefficients{};  ///< Coefficients of the powers of the fraction, from 0.

    [[nodiscard]] CubicNumbers<count> at(double fraction) const noexcept
    {
        CubicNumbers<count> result;
        for (std::size_t i = 0; i < count; ++i) {
            const CubicNumbers<4>& c = coefficients[i];
            result[i] = ((c[3] * fraction + c[2]) * fraction + c[1]) * fraction + c[0];
        }
        return result;
    }
    /// Returns the slope with respect to the fraction.
    [[nodiscard]] CubicNumbers<count> slopeAt(double fraction) const noexcept
    {
        CubicNumbers<count> result;
        for (std::size_t i = 0; i < count; ++i) {
            const CubicNumbers<4>& c = coefficients[i];
            result[i] = (3. * c[3] * fraction + 2. * c[2]) * fraction + c[1];
        }
        return result;
    }
};

template <std::size_t count>
struct CubicPieces {
    std::vector<CubicPiece<count>> pieces;  ///< One after the other; at a knot the function may jump.
    double error = 0.;                      ///< The worst error that was measured, relative to the tolerance.
};

/// Fits at(seconds) over ascending `knots`. Between knots the function is smooth; at a knot it may jump to the value that it has there.
/// Pieces are cut in half until `distance(fitted, value)`, relative to the tolerance, is at most 1, or until they are too many. If a value
/// has several representations (angles, quaternions), `continued(value, before)` chooses the one that continues an earlier value.
template <std::size_t count, class At, class Continued, class Distance>
[[nodiscard]] CubicPieces<count> fitCubicPieces(std::span<const double> knots, const At& at, const Continued& continued,
                                                const Distance& distance)
{
    constexpr std::size_t steps = 12;
    constexpr int mostCuts = 10;
    const std::size_t mostPieces = 8 * knots.size() + 1024;  // limit, so that noise is not cut for ever
    struct Stretch {
        double begin;
        double end;
        int cuts;
    };

    CubicPieces<count> result;
    CubicNumbers<count> before = at(knots.front());
    std::vector<Stretch> waiting;
    for (std::size_t knot = 1; knot < knots.size(); ++knot) {
        waiting.push_back({knots[knot - 1], knots[knot], 0});
        while (!waiting.empty()) {
            const auto [begin, end, cuts] = waiting.back();
            waiting.pop_back();
            // If the function jumps at the knot, the jump is at the very end of the piece.
            const double last = end == knots[knot] ? std::nextafter(end, begin) : end;
            std::array<CubicNumbers<count>, steps + 1> values;
            for (std::size_t step = 0; step <= steps; ++step) {
                const double seconds = begin + (end - begin) * (static_cast<double>(step) / steps);
                values[step] = continued(at(step == steps ? last : seconds), step == 0 ? before : values[step - 1]);
            }
            CubicPiece<count> piece{begin, end};
            for (std::size_t i = 0; i < count; ++i) {
                const auto [a, b, c, d] = CubicNumbers<4>{values[0][i], values[steps / 3][i], values[2 * steps / 3][i], values[steps][i]};
                piece.coefficients[i] = {a, (18. * (b - a) - 9. * (c - a) + 2. * (d - a)) / 2.,
                                         (-45. * (b - a) + 36. * (c - a) - 9. * (d - a)) / 2.,
                                         (27. * (b - a) - 27. * (c - a) + 9. * (d - a)) / 2.};
            }
            double error = 0.;
            for (std::size_t step = 1; step < steps; ++step) {
                error = std::max(error, distance(piece.at(static_cast<double>(step) / steps), values[step]));
            }
            const double middle = static_cast<double>(static_cast<float>((begin + end) / 2.));  // a float, as the times of clips are
            if (error > 1. && cuts < mostCuts && result.pieces.size() < mostPieces && begin < middle && middle < end) {
                waiting.push_back({middle, end, cuts + 1});
                waiting.push_back({begin, middle, cuts + 1});
                continue;
            }
            result.error = std::max(result.error, error);
            result.pieces.push_back(piece);
            before = values[steps];
        }
    }
    CubicPiece<count> held{knots.back(), knots.back()};
    const CubicNumbers<count> value = continued(at(knots.back()), before);
    for (std::size_t i = 0; i < count; ++i) {
        held.coefficients[i] = {value[i], 0., 0., 0.};
    }
    result.pieces.push_back(held);
    return result;
}

}  // namespace armature
