#include "distance.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/exponential.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/geometric.hpp>

namespace character {

Field roundCone(const glm::vec3& start, const glm::vec3& end, float startRadius, float endRadius)
{
    return [=](const glm::vec3& point) {
        const glm::vec3 axis = end - start;
        const float along = std::clamp(glm::dot(point - start, axis) / glm::dot(axis, axis), 0.f, 1.f);
        return glm::length(point - start - along * axis) - glm::mix(startRadius, endRadius, along);
    };
}

Field ellipsoid(const glm::vec3& centre, const glm::vec3& radii)
{
    return [=](const glm::vec3& point) {
        // First-order distance: the implicit function divided by the length of its gradient.
        const glm::vec3 scaled = (point - centre) / radii;
        const float level = glm::length(scaled);
        const float slope = glm::length(scaled / radii);
        return slope > 1e-6f ? level * (level - 1.f) / slope : -std::min({radii.x, radii.y, radii.z});
    };
}

Field roundBox(const glm::vec3& centre, const glm::vec3& halfSize, float rounding)
{
    return [=](const glm::vec3& point) {
        const glm::vec3 outside = glm::abs(point - centre) - (halfSize - rounding);
        const float inside = std::min(std::max({outside.x, outside.y, outside.z}), 0.f);
        return glm::length(glm::max(outside, 0.f)) + inside - rounding;
    };
}

Field superellipsoid(const glm::vec3& centre, const glm::vec3& radii, float squareness)
{
    return [=](const glm::vec3& point) {
        const glm::vec3 scaled = glm::pow(glm::abs((point - centre) / radii), glm::vec3(squareness));
        const float level = std::pow(scaled.x + scaled.y + scaled.z, 1.f / squareness);
        // Measured along the line to the centre, which is close enough to the distance for a nearly round shape.
        return level > 0.1f ? glm::distance(point, centre) * (1.f - 1.f / level) : -std::min({radii.x, radii.y, radii.z});
    };
}

Field ring(const glm::vec3& centre, float radius, float thickness, float tilt, float widening)
{
    const float cosine = std::cos(tilt);
    const float sine = std::sin(tilt);
    return [=](const glm::vec3& point) {
        const glm::vec3 p = point - centre;
        const glm::vec3 level{p.x / widening, p.y * cosine + p.z * sine, p.z * cosine - p.y * sine};
        const float across = std::sqrt(level.x * level.x + level.z * level.z) - radius;
        return std::sqrt(across * across + level.y * level.y) - thickness;
    };
}

Field disc(const glm::vec3& centre, float radius, float halfThickness, float rounding)
{
    return [=](const glm::vec3& point) {
        const glm::vec3 p = point - centre;
        const float across = std::sqrt(p.y * p.y + p.z * p.z) - (radius - rounding);
        const float along = std::abs(p.x) - (halfThickness - rounding);
        const glm::vec2 outside{std::max(across, 0.f), std::max(along, 0.f)};
        return glm::length(outside) + std::min(std::max(across, along), 0.f) - rounding;
    };
}

Field strip(std::vector<glm::vec3> points, const glm::vec3& across, float startWidth, float endWidth, float thickness)
{
    return [=, points = std::move(points)](const glm::vec3& point) {
        const auto flat = [&](const glm::vec3& vector) { return vector - glm::dot(vector, across) * across; };
        const auto last = static_cast<float>(points.size() - 1);
        float distance = 1e3f;
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            const glm::vec3 axis = points[i + 1] - points[i];
            const glm::vec3 from = point - points[i];
            const float along = std::clamp(glm::dot(flat(from), flat(axis)) / glm::dot(flat(axis), flat(axis)), 0.f, 1.f);
            const float halfWidth = glm::mix(startWidth, endWidth, (static_cast<float>(i) + along) / last);
            const glm::vec3 away = from - along * axis;
            const float beside = std::max(std::abs(glm::dot(away, across)) - (halfWidth - thickness), 0.f);
            distance = std::min(distance, glm::length(glm::vec2(beside, glm::length(flat(away)))) - thickness);
        }
        return distance;
    };
}

float roundRectangle(const glm::vec2& point, const glm::vec2& halfSize, float rounding)
{
    const glm::vec2 outside = glm::abs(point) - (halfSize - rounding);
    return glm::length(glm::max(outside, 0.f)) + std::min(std::max(outside.x, outside.y), 0.f) - rounding;
}

float smoothUnion(float a, float b, float blend)
{
    const float overlap = std::max(blend - std::abs(a - b), 0.f) / blend;
    return std::min(a, b) - 0.25f * overlap * overlap * blend;
}

float smoothIntersection(float a, float b, float blend)
{
    return -smoothUnion(-a, -b, blend);
}

Field unionOf(std::vector<Shape> shapes, float blend)
{
    return [shapes = std::move(shapes), blend](const glm::vec3& point) {
        float distance = 1e3f;
        for (const Shape& shape : shapes) {
            distance = smoothUnion(distance, shape.distance(point), blend);
        }
        return distance;
    };
}

Field layerOn(Field solid, float thickness, Field region)
{
    return [solid = std::move(solid), thickness, region = std::move(region)](const glm::vec3& point) {
        constexpr float root = 0.03f;
        const float height = solid(point) + 0.5f * (root - thickness);  // from the middle of the layer
        const glm::vec2 outside{region(point) + thickness, std::abs(height) - 0.5f * (root - thickness)};
        return glm::length(glm::max(outside, 0.f)) + std::min(std::max(outside.x, outside.y), 0.f) - thickness;
    };
}

Field mirrored(Field field)
{
    return [field = std::move(field)](const glm::vec3& point) { return field(mirrored(point)); };
}

Shape mirrored(const Shape& shape)
{
    return {mirrored(shape.joint), mirrored(shape.distance)};
}

std::vector<Shape> onBothSides(const std::vector<Shape>& left)
{
    std::vector<Shape> both = left;
    for (const Shape& shape : left) {
        both.push_back(mirrored(shape));
    }
    return both;
}

}  // namespace character
