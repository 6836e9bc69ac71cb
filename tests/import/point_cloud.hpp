#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <glm/glm.hpp>

/// Vertices without an order, since programs number them in different ways.
namespace armature::test {

using Points = std::vector<glm::dvec3>;

/// The vertices of an OBJ file.
[[nodiscard]] inline Points readObjPoints(const std::filesystem::path& file)
{
    Points points;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with("v ")) {
            std::istringstream numbers(line.substr(2));
            glm::dvec3 point(0.);
            numbers >> point.x >> point.y >> point.z;
            points.push_back(point);
        }
    }
    return points;
}

[[nodiscard]] inline double diagonalOf(const Points& points)
{
    glm::dvec3 low(1e300);
    glm::dvec3 high(-1e300);
    for (const glm::dvec3& point : points) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    return glm::length(high - low);
}

/// The largest distance from a point of `from` to its nearest neighbour in `to`.
[[nodiscard]] inline double farthest(const Points& from, const Points& to)
{
    double worst = 0.;
    for (const glm::dvec3& point : from) {
        double nearest = 1e300;
        for (const glm::dvec3& other : to) {
            const glm::dvec3 between = other - point;
            nearest = std::min(nearest, glm::dot(between, between));
        }
        worst = std::max(worst, nearest);
    }
    return std::sqrt(worst);
}

}  // namespace armature::test
