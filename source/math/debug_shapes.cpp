#include <armature/math/debug_shapes.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "math/numbers.hpp"

namespace armature {

namespace {

constexpr float fullCircle = 6.28318530718f;

void addLine(std::vector<DebugLine>& outLines, const glm::vec3& from, const glm::vec3& to, const glm::vec4& color)
{
    outLines.push_back({from, to, color});
}

/// Returns two unit vectors perpendicular to the unit vector `direction` and to each other.
std::array<glm::vec3, 2> sidesOf(const glm::vec3& direction)
{
    const glm::vec3 other = std::abs(direction.y) < 0.9f ? glm::vec3(0.f, 1.f, 0.f) : glm::vec3(1.f, 0.f, 0.f);
    const glm::vec3 side = glm::normalize(glm::cross(direction, other));
    return {side, glm::cross(side, direction)};
}

/// Adds an arc from `right` towards `up`, both as long as the radius; `turned` is the arc's angle in radians.
void addArc(std::vector<DebugLine>& outLines, const glm::vec3& center, const glm::vec3& right, const glm::vec3& up, float turned,
            std::size_t segments, const glm::vec4& color)
{
    glm::vec3 before = center + right;
    for (std::size_t i = 1; i <= segments; ++i) {
        const float angle = turned * static_cast<float>(i) / static_cast<float>(segments);
        const glm::vec3 here = center + std::cos(angle) * right + std::sin(angle) * up;
        addLine(outLines, before, here, color);
        before = here;
    }
}

}  // namespace

void appendSphereLines(std::vector<DebugLine>& outLines, const glm::vec3& center, float radius, const glm::vec4& color,
                       std::size_t segments)
{
    if (!isFinite(center) || !std::isfinite(radius)) {
        return;
    }
    const std::size_t lines = std::max<std::size_t>(segments, 3);
    const glm::vec3 x(radius, 0.f, 0.f);
    const glm::vec3 y(0.f, radius, 0.f);
    const glm::vec3 z(0.f, 0.f, radius);
    addArc(outLines, center, x, y, fullCircle, lines, color);
    addArc(outLines, center, y, z, fullCircle, lines, color);
    addArc(outLines, center, z, x, fullCircle, lines, color);
}

void appendCapsuleLines(std::vector<DebugLine>& outLines, const glm::vec3& from, const glm::vec3& to, float radius, const glm::vec4& color,
                        std::size_t segments)
{
    const float length = glm::distance(from, to);
    if (!std::isfinite(length) || !std::isfinite(radius)) {
        return;
    }
    if (length == 0.f) {
        appendSphereLines(outLines, from, radius, color, segments);
        return;
    }
    const glm::vec3 direction = (to - from) / length;
    const auto [side, front] = sidesOf(direction);
    const std::size_t lines = std::max<std::size_t>(segments, 4);
    addArc(outLines, from, radius * side, radius * front, fullCircle, lines, color);
    addArc(outLines, to, radius * side, radius * front, fullCircle, lines, color);
    for (const glm::vec3& across : {radius * side, radius * front}) {
        addLine(outLines, from + across, to + across, color);
        addLine(outLines, from - across, to - across, color);
        addArc(outLines, from, across, -radius * direction, 0.5f * fullCircle, lines / 2, color);
        addArc(outLines, to, across, radius * direction, 0.5f * fullCircle, lines / 2, color);
    }
}

void appendPlaneLines(std::vector<DebugLine>& outLines, const glm::vec3& point, const glm::vec3& normal, float size, const glm::vec4& color)
{
    const float length = glm::length(normal);
    if (!isFinite(point) || !std::isfinite(length) || length == 0.f || !std::isfinite(size)) {
        return;
    }
    const glm::vec3 up = normal / length;
    const auto [side, front] = sidesOf(up);
    for (const float at : {-size, 0.f, size}) {
        addLine(outLines, point + at * side - size * front, point + at * side + size * front, color);
        addLine(outLines, point + at * front - size * side, point + at * front + size * side, color);
    }
    addLine(outLines, point, point + 0.5f * size * up, color);
}

void appendBoxLines(std::vector<DebugLine>& outLines, const Aabb& box, const glm::vec4& color, const glm::mat4& world)
{
    if (box.isEmpty()) {
        return;
    }
    const auto corner = [&](unsigned number) {
        const auto pick = [&](unsigned axis) {
            const auto place = static_cast<glm::length_t>(axis);
            return (number >> axis & 1u) != 0 ? box.maximum[place] : box.minimum[place];
        };
        return glm::vec3(world * glm::vec4(pick(0), pick(1), pick(2), 1.f));
    };
    for (unsigned number = 0; number < 8; ++number) {
        if (!isFinite(corner(number))) {
            return;
        }
    }
    for (unsigned number = 0; number < 8; ++number) {
        for (const unsigned axis : {1u, 2u, 4u}) {
            if ((number & axis) == 0) {
                addLine(outLines, corner(number), corner(number | axis), color);
            }
        }
    }
}

void appendTrailLines(std::vector<DebugLine>& outLines, std::span<const glm::vec3> points, const glm::vec4& firstColor,
                      const glm::vec4& lastColor)
{
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (isFinite(points[i - 1]) && isFinite(points[i])) {
            const float part = points.size() > 2 ? static_cast<float>(i - 1) / static_cast<float>(points.size() - 2) : 0.f;
            addLine(outLines, points[i - 1], points[i], glm::mix(firstColor, lastColor, part));
        }
    }
}

}  // namespace armature
