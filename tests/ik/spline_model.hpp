#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <glm/glm.hpp>

/// Catmull-Rom splines for tests, in double and by a different method than the library's.
namespace armature::test {

/// A point of the curve by Barry and Goldman's pyramid. Consecutive knots differ by the square root of the distance between their points.
inline glm::dvec3 pyramid(const std::vector<glm::dvec3>& points, std::size_t segment, double part)
{
    const auto at = [&](std::ptrdiff_t i) {
        const auto last = static_cast<std::ptrdiff_t>(points.size()) - 1;
        return i < 0      ? 2. * points[0] - points[1]
               : i > last ? 2. * points[points.size() - 1] - points[points.size() - 2]
                          : points[static_cast<std::size_t>(i)];
    };
    const auto first = static_cast<std::ptrdiff_t>(segment) - 1;
    std::vector<glm::dvec3> p;
    std::vector<double> knots{0.};
    for (std::ptrdiff_t i = 0; i < 4; ++i) {
        p.push_back(at(first + i));
        knots.push_back(knots.back() + std::sqrt(glm::length(at(first + i + 1) - at(first + i))));
    }
    const double t = glm::mix(knots[1], knots[2], part);
    const auto blend = [&](const glm::dvec3& a, const glm::dvec3& b, std::size_t i, std::size_t j) {
        return ((knots[j] - t) * a + (t - knots[i]) * b) / (knots[j] - knots[i]);
    };
    const glm::dvec3 a1 = blend(p[0], p[1], 0, 1);
    const glm::dvec3 a2 = blend(p[1], p[2], 1, 2);
    const glm::dvec3 a3 = blend(p[2], p[3], 2, 3);
    return blend(blend(a1, a2, 0, 2), blend(a2, a3, 1, 3), 1, 2);
}

/// The curve as a polyline of short segments. The last segment continues straight beyond the curve's end.
inline std::vector<glm::dvec3> polyline(const std::vector<glm::vec3>& points)
{
    std::vector<glm::dvec3> wide(points.begin(), points.end());
    std::vector<glm::dvec3> line;
    for (std::size_t segment = 0; segment + 1 < points.size(); ++segment) {
        for (int i = 0; i < 400; ++i) {
            line.push_back(pyramid(wide, segment, i / 400.));
        }
    }
    line.push_back(wide.back());
    line.push_back(wide.back() + 1000. * glm::normalize(wide.back() - pyramid(wide, points.size() - 2, 0.99999)));
    return line;
}

/// The distance from a point to the nearest segment.
inline double distanceTo(const std::vector<glm::dvec3>& line, const glm::dvec3& point)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const glm::dvec3 way = line[i + 1] - line[i];
        const double part = glm::clamp(glm::dot(point - line[i], way) / glm::dot(way, way), 0., 1.);
        nearest = std::min(nearest, glm::length(point - line[i] - part * way));
    }
    return nearest;
}

/// The length along the line from its start to its vertex nearest to `point`.
inline double lengthTo(const std::vector<glm::dvec3>& line, const glm::dvec3& point)
{
    double nearest = std::numeric_limits<double>::infinity();
    double length = 0.;
    double found = 0.;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const double distance = glm::length(point - line[i]);
        found = distance < nearest ? length : found;
        nearest = std::min(nearest, distance);
        length += glm::length(line[i + 1] - line[i]);
    }
    return found;
}

/// The length of the curve, without the straight segment beyond its end.
inline double lengthOf(const std::vector<glm::dvec3>& line)
{
    double length = 0.;
    for (std::size_t i = 0; i + 2 < line.size(); ++i) {
        length += glm::length(line[i + 1] - line[i]);
    }
    return length;
}

}  // namespace armature::test
