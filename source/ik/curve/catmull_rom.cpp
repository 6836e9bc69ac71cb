#include "ik/curve/catmull_rom.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>

#include "ik/root_finding.hpp"

namespace armature {

bool CatmullRom::build(std::span<const glm::vec3> points, const Frame& frame)
{
    points_.clear();
    segments_.clear();
    lengths_.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i == 0 || points[i] != points[i - 1]) {
            points_.push_back(glm::dvec3(points[i]));
        }
    }
    if (points_.size() < 2) {
        return false;
    }
    lengths_.push_back(0.);
    for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
        addSegment(i, frame);
    }
    const Segment& last = segments_.back();
    endDirection_ = glm::normalize(3. * last.a + 2. * last.b + last.c);
    return true;
}

glm::dvec3 CatmullRom::pointOrMirrored(std::ptrdiff_t index) const noexcept
{
    const auto last = static_cast<std::ptrdiff_t>(points_.size()) - 1;
    if (index < 0) {
        return 2. * points_[0] - points_[1];
    }
    const auto at = [&](std::ptrdiff_t i) { return points_[static_cast<std::size_t>(i)]; };
    return index > last ? 2. * at(last) - at(last - 1) : at(index);
}

// Knots are spaced by the square roots of distances. The derivative at a point is that of the parabola through it and its two neighbours
// (P. Barry and R. Goldman 1988), so each segment is a cubic given by its ends and its derivatives there. Uses distances between the points
// as given, because a frame that scales non-uniformly must not change the curve.
void CatmullRom::addSegment(std::size_t first, const Frame& frame)
{
    const auto index = static_cast<std::ptrdiff_t>(first);
    const std::array<glm::dvec3, 4> p{pointOrMirrored(index - 1), pointOrMirrored(index), pointOrMirrored(index + 1),
                                      pointOrMirrored(index + 2)};
    std::array<double, 3> knots{};
    for (std::size_t i = 0; i < 3; ++i) {
        knots[i] = std::sqrt(glm::length(p[i + 1] - p[i]));
    }
    const auto slope = [&](std::size_t i) {
        return (p[i] - p[i - 1]) / knots[i - 1] - (p[i + 1] - p[i - 1]) / (knots[i - 1] + knots[i]) + (p[i + 1] - p[i]) / knots[i];
    };
    const glm::dvec3 start = knots[1] * slope(1);
    const glm::dvec3 end = knots[1] * slope(2);
    const glm::dvec3 way = p[2] - p[1];
    segments_.push_back(
        {frame.vector(start + end - 2. * way), frame.vector(3. * way - 2. * start - end), frame.vector(start), frame.point(p[1])});
    for (std::size_t i = 0; i < samples; ++i) {
        const double step = 1. / double{samples};
        lengths_.push_back(lengths_.back()
                           + segments_.back().lengthBetween(static_cast<double>(i) * step, static_cast<double>(i + 1) * step));
    }
}

// Integrates by Gaussian quadrature with three points, which is exact for speeds that are polynomials of degree 5.
double CatmullRom::Segment::lengthBetween(double from, double to) const noexcept
{
    const double middle = 0.5 * (from + to);
    const double half = 0.5 * (to - from);
    const double offset = half * std::sqrt(0.6);
    const auto speed = [this](double t) { return glm::length((3. * a * t + 2. * b) * t + c); };
    return half * (5. * speed(middle - offset) + 8. * speed(middle) + 5. * speed(middle + offset)) / 9.;
}

glm::dvec3 CatmullRom::point(double u) const noexcept
{
    const auto index = std::min(static_cast<std::size_t>(u), segments_.size() - 1);
    const double t = u - static_cast<double>(index);
    const Segment& segment = segments_[index];
    return ((segment.a * t + segment.b) * t + segment.c) * t + segment.d;
}

double CatmullRom::lengthTo(double u) const noexcept
{
    const auto index = std::min(static_cast<std::size_t>(u), segments_.size() - 1);
    const double t = u - static_cast<double>(index);
    const auto sample = std::min(static_cast<std::size_t>(t * double{samples}), samples - 1);
    return lengths_[index * samples + sample] + segments_[index].lengthBetween(static_cast<double>(sample) / double{samples}, t);
}

double CatmullRom::parameterAt(double length) const noexcept
{
    const auto above = std::upper_bound(lengths_.begin() + 1, lengths_.end() - 1, length);
    const auto place = static_cast<std::size_t>(above - lengths_.begin()) - 1;
    const std::size_t index = place / samples;
    const Segment& segment = segments_[index];
    const double start = static_cast<double>(place % samples) / double{samples};
    const double wanted = length - lengths_[place];
    const auto missing = [&](double t) { return segment.lengthBetween(start, t) - wanted; };
    const double t =
        wanted > 0. ? findRoot(start, -wanted, start + 1. / double{samples}, *above - length, 1e-13 * lengths_.back(), missing) : start;
    return static_cast<double>(index) + t;
}

}  // namespace armature
