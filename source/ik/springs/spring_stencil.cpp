#include "ik/springs/spring_stencil.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace armature {

namespace {

constexpr double faster = 0.39793506945470714;  // the faster frequency: 3.8 Hz, in radians per step
constexpr double slower = 0.62;                 // the slower frequency, as a fraction of the faster
constexpr double longestGap = 2.6;              // threshold in steps, above which frames count as long: 1/24 s and a little more
constexpr double widestSwing = 6.;              // limit in radians of the phase of the faster swing: earlier frames are ignored
/// Limit of the deviation from the straight line, as a multiple of a parabola whose bend is SpringStencil::bend(). A swing at 4 Hz, sampled
/// at 24 frames per second, never exceeds it.
constexpr double mostBend = 1.4;

constexpr std::size_t terms = 15;

struct Series {
    std::array<double, terms> even{};
    std::array<double, terms> odd{};
};

/// Returns an even and an odd solution of the differential equation of both swings, D^2 (D^2 + slower^2) (D^2 + 1) f = 0, as power series.
/// They start with x^2/2 and x^3/6 if `first` is 1, with x^4/24 and x^5/120 if it is 2. For small x, as at high frame rates, they are close
/// to powers; as differences of sines and cosines, they would lose their digits.
constexpr Series seriesFrom(std::size_t first)
{
    constexpr double a = slower * slower;
    std::array<double, terms> derivatives{};
    derivatives[first] = 1.;
    for (std::size_t i = 3; i < terms; ++i) {
        derivatives[i] = -(1. + a) * derivatives[i - 1] - a * derivatives[i - 2];
    }
    Series series;
    double factorial = 1.;
    for (std::size_t i = 0; i < terms; ++i) {
        series.even[i] = derivatives[i] / factorial;
        factorial *= 2. * static_cast<double>(i) + 1.;
        series.odd[i] = derivatives[i] / factorial;
        factorial *= 2. * static_cast<double>(i) + 2.;
    }
    return series;
}

constexpr Series low = seriesFrom(1);
constexpr Series high = seriesFrom(2);

double sum(const std::array<double, terms>& series, double squared) noexcept
{
    double result = 0.;
    for (std::size_t i = terms; i-- > 0;) {
        result = result * squared + series[i];
    }
    return result;
}

/// Returns the basis functions at `x`. All are 0 at x = 0. No constant function is needed: positions are relative, so any weights reproduce
/// constants exactly.
std::array<double, SpringStencil::points> functionsAt(double x) noexcept
{
    const double squared = x * x;
    return {x, sum(low.even, squared), x * sum(low.odd, squared), sum(high.even, squared), x * sum(high.odd, squared)};
}

}  // namespace

SpringStencil::SpringStencil(std::span<const double, mostEarlier> gaps, double length) noexcept : length_(length)
{
    scale_ = faster / std::max(1., std::max(length, gaps[0]) / longestGap);
    times_[0] = length;
    perGap_[0] = 1. / length;
    // A short frame says little about the bend of a long frame after it, so the long frame becomes a straight line.
    const bool isStraight = length > longestGap && length > 2. * gaps[0];
    double time = 0.;
    double before = length;
    while (!isStraight && count_ < points && gaps[count_ - 1] > 0.) {
        const double gap = gaps[count_ - 1];
        time -= gap;
        if (-time * scale_ > widestSwing) {
            break;
        }
        times_[count_] = time;
        perGap_[count_] = 1. / gap;
        perBend_[count_] = 1. / (before + gap);
        before = gap;
        ++count_;
    }
    for (std::size_t point = 0; point < count_; ++point) {
        const std::array<double, points> functions = functionsAt(times_[point] * scale_);
        for (std::size_t i = 0; i < count_; ++i) {
            basis_[i][point] = functions[i];
        }
    }
}

// Finds the weights that reproduce each basis function at `time`, by Gaussian elimination with pivoting.
SpringStencil::Weights SpringStencil::at(double time) const noexcept
{
    if (time >= length_) {
        return {};
    }
    std::array<std::array<double, points>, points> rows = basis_;
    std::array<double, points> right = functionsAt(time * scale_);
    Weights weights{.done = time / length_, .most = mostBend * time * (length_ - time)};
    for (std::size_t i = 0; i < count_; ++i) {
        std::size_t pivot = i;
        for (std::size_t row = i + 1; row < count_; ++row) {
            pivot = std::abs(rows[row][i]) > std::abs(rows[pivot][i]) ? row : pivot;
        }
        std::swap(rows[i], rows[pivot]);
        std::swap(right[i], right[pivot]);
        if (rows[i][i] == 0.) {
            return weights;  // frames too short for a double to distinguish: a straight line
        }
        for (std::size_t row = i + 1; row < count_; ++row) {
            const double factor = rows[row][i] / rows[i][i];
            for (std::size_t column = i + 1; column < count_; ++column) {
                rows[row][column] -= factor * rows[i][column];
            }
            right[row] -= factor * right[i];
        }
    }
    for (std::size_t i = count_; i-- > 0;) {
        for (std::size_t column = i + 1; column < count_; ++column) {
            right[i] -= rows[i][column] * right[column];
        }
        right[i] /= rows[i][i];
    }
    std::copy_n(right.begin(), count_, weights.bend.begin());
    weights.bend[0] -= weights.done;
    return weights;
}

}  // namespace armature
