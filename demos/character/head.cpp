#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "parts.hpp"

namespace character {
namespace {

constexpr glm::vec3 headCentre{0.f, 1.545f, 0.012f};

Field helmetSolid()
{
    return superellipsoid(headCentre, {0.204f, 0.18f, 0.19f}, 2.7f);
}

// The distance to the window in the helmet's front, measured in the x-y plane. paintedOn() cuts off the part behind the face.
float windowDistance(const glm::vec3& point)
{
    return roundRectangle({point.x, point.y - 1.54f}, {0.148f, 0.104f}, 0.09f);
}

Part paintedOn(Paint paint, float thickness, const Field& outline, float cellSize)
{
    const Field region = [outline](const glm::vec3& point) { return std::max(outline(point), 0.05f - point.z); };
    const Field layer = layerOn(helmetSolid(), thickness, region);
    return {paint, layer, cellSize, {{Joint::Head, layer}}, 0.01f, false, helmetSolid()};
}

void addFace(std::vector<Part>& parts)
{
    // The visor reaches under the rim, which hides its edge.
    parts.push_back(paintedOn(
        Paint::Visor, 0.004f, [](const glm::vec3& point) { return windowDistance(point) - 0.01f; }, 0.02f));
    parts.push_back(paintedOn(
        Paint::Orange, 0.015f, [](const glm::vec3& point) { return std::abs(windowDistance(point) - 0.004f) - 0.0155f; }, 0.012f));

    Part eye = paintedOn(
        Paint::Glow, 0.009f,
        [](const glm::vec3& point) {
            return roundRectangle({point.x - 0.062f, point.y - 1.556f}, {0.022f, 0.036f}, 0.0215f);
        },
        0.0075f);
    eye.onBothSides = true;
    parts.push_back(eye);

    // The smile is the lower part of a circular line.
    parts.push_back(paintedOn(
        Paint::Glow, 0.009f,
        [](const glm::vec3& point) {
            const float x = point.x;
            const float y = point.y - 1.524f;
            const float line = std::abs(std::sqrt(x * x + y * y) - 0.036f) - 0.0065f;
            return smoothIntersection(line, y + 0.014f, 0.006f);
        },
        0.007f));
}

void addEars(std::vector<Part>& parts, const Rig& rig)
{
    const Field ear = disc({0.2f, 1.54f, -0.005f}, 0.068f, 0.024f, 0.018f);
    parts.push_back({Paint::Orange, ear, 0.015f, {{Joint::Head, ear}}, 0.01f, true});
    const Field hub = disc({0.222f, 1.54f, -0.005f}, 0.034f, 0.016f, 0.012f);
    parts.push_back({Paint::Shell, hub, 0.012f, {{Joint::Head, hub}}, 0.01f, true});

    const JointRest& foot = rig[indexOf(Joint::Antenna)];
    const JointRest& middle = rig[indexOf(Joint::Antenna2)];
    const JointRest& top = rig[indexOf(Joint::Antenna3)];
    const glm::vec3 direction = glm::normalize(foot.tail - foot.head);
    const std::vector<Shape> skin{
        {Joint::Head, ellipsoid(foot.head, glm::vec3(0.03f))},
        {Joint::Antenna, roundCone(foot.head + 0.04f * direction, foot.tail, 0.012f, 0.012f)},
        {Joint::Antenna2, roundCone(middle.head, middle.tail, 0.012f, 0.012f)},
        {Joint::Antenna3, roundCone(top.head, top.tail, 0.012f, 0.03f)},
    };
    parts.push_back({Paint::Shell, roundCone(foot.head, top.tail, 0.0105f, 0.009f), 0.009f, skin, 0.016f, false});
    parts.push_back({Paint::Glow, ellipsoid(top.tail, glm::vec3(0.026f)), 0.012f, {skin.back()}, 0.02f, false});
}

void addScarf(std::vector<Part>& parts, const Rig& rig)
{
    const std::vector<Shape> around{
        {Joint::Neck, ring({0.f, 1.335f, 0.012f}, 0.1f, 0.036f, 0.16f, 1.08f)},
        {Joint::Chest, ring({0.f, 1.295f, 0.008f}, 0.113f, 0.041f, 0.1f, 1.15f)},
    };
    parts.push_back({Paint::Scarf, unionOf(around, 0.012f), 0.0205f, around, 0.03f, false});

    const JointRest& scarf = rig[indexOf(Joint::Scarf)];
    const JointRest& middle = rig[indexOf(Joint::Scarf2)];
    const JointRest& tip = rig[indexOf(Joint::Scarf3)];
    const std::vector<Shape> skin{
        {Joint::Scarf, roundCone(scarf.head, scarf.tail, 0.034f, 0.04f)},
        {Joint::Scarf2, roundCone(middle.head, middle.tail, 0.04f, 0.04f)},
        {Joint::Scarf3, roundCone(tip.head, tip.tail, 0.04f, 0.04f)},
    };
    const Field ribbon =
        strip({scarf.head, middle.head, tip.head, tip.tail}, glm::normalize(glm::vec3(1.f, 0.f, 0.35f)), 0.034f, 0.047f, 0.0125f);
    parts.push_back({Paint::Scarf, ribbon, 0.0128f, skin, 0.02f, false});
    const Field knot = ellipsoid(scarf.head + glm::vec3(0.f, 0.008f, 0.012f), {0.04f, 0.036f, 0.03f});
    parts.push_back({Paint::Scarf, knot, 0.0125f, {{Joint::Chest, knot}}, 0.02f, false});
}

}  // namespace

std::vector<Part> makeHead(const Rig& rig)
{
    std::vector<Part> parts;
    const Field helmet = helmetSolid();
    parts.push_back({Paint::Shell, helmet, 0.026f, {{Joint::Head, helmet}}, 0.01f, false});
    addFace(parts);
    addEars(parts, rig);
    addScarf(parts, rig);
    return parts;
}

}  // namespace character
