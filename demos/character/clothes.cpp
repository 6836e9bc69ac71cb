#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "parts.hpp"

namespace character {
namespace {

constexpr float seam = 0.03f;  // metres over which the solids of a garment blend into each other

Field jacketSolid(const Rig& rig)
{
    return unionOf(jacketShapes(rig), seam);
}

Field trouserSolid(const Rig& rig)
{
    return unionOf(trouserShapes(rig), seam);
}

// A band around a limb: from `start` to `end` metres along it.
Field slabAcross(const glm::vec3& from, const glm::vec3& to, float start, float end)
{
    const glm::vec3 axis = glm::normalize(to - from);
    return [=](const glm::vec3& point) {
        const glm::vec3 p = point - from;
        const float along = glm::dot(p, axis);
        const float across = glm::length(p - along * axis) - 0.12f;
        return std::max({start - along, along - end, across});
    };
}

void addBelt(std::vector<Part>& parts, const Rig& rig)
{
    std::vector<Shape> hips = jacketShapes(rig);
    const Field region = [](const glm::vec3& point) { return std::max(std::abs(point.y - 0.925f) - 0.021f, std::abs(point.x) - 0.24f); };
    parts.push_back({Paint::Leather, layerOn(jacketSolid(rig), 0.014f, region), 0.0125f, hips, 0.02f, false, jacketSolid(rig)});
    const Field buckle = roundBox({0.f, 0.925f, 0.148f}, {0.032f, 0.027f, 0.016f}, 0.01f);
    parts.push_back({Paint::Brass, buckle, 0.011f, {{Joint::Hips, buckle}}, 0.02f, false});
}

void addStraps(std::vector<Part>& parts, const Rig& rig)
{
    const Field region = [](const glm::vec3& point) {
        const float across = std::abs(point.x - 0.088f - 0.04f * std::max(1.14f - point.y, 0.f)) - 0.021f;
        return std::max({across, 0.93f - point.y, -0.15f - point.z});
    };
    parts.push_back({Paint::Leather, layerOn(jacketSolid(rig), 0.011f, region), 0.0115f, jacketShapes(rig), 0.02f, true, jacketSolid(rig)});
}

void addCuffsAndPads(std::vector<Part>& parts, const Rig& rig)
{
    const JointRest& forearm = rig[indexOf(Joint::ForearmLeft)];
    const Field cuff = layerOn(jacketSolid(rig), 0.01f, slabAcross(forearm.head, forearm.tail, 0.16f, 0.205f));
    parts.push_back({Paint::Orange, cuff, 0.0135f, {{Joint::ForearmLeft, cuff}}, 0.012f, true, jacketSolid(rig)});

    const JointRest& shin = rig[indexOf(Joint::ShinLeft)];
    const Field pad = layerOn(trouserSolid(rig), 0.013f, ellipsoid(shin.head + glm::vec3(0.f, 0.01f, 0.085f), {0.056f, 0.075f, 0.06f}));
    parts.push_back({Paint::Shell, pad, 0.015f, trouserShapes(rig), 0.02f, true, trouserSolid(rig)});

    const Field badge = layerOn(jacketSolid(rig), 0.008f, roundCone({-0.036f, 1.16f, 0.f}, {-0.036f, 1.16f, 0.3f}, 0.032f, 0.032f));
    parts.push_back({Paint::Brass, badge, 0.009f, jacketShapes(rig), 0.02f, false, jacketSolid(rig)});
}

}  // namespace

std::vector<Shape> jacketShapes(const Rig& rig)
{
    const JointRest& clavicle = rig[indexOf(Joint::ClavicleLeft)];
    const JointRest& upperArm = rig[indexOf(Joint::UpperArmLeft)];
    const JointRest& forearm = rig[indexOf(Joint::ForearmLeft)];
    std::vector<Shape> shapes{
        {Joint::Hips, ellipsoid({0.f, 0.905f, 0.f}, {0.16f, 0.075f, 0.13f})},
        {Joint::Spine, ellipsoid({0.f, 1.01f, 0.f}, {0.142f, 0.12f, 0.116f})},
        {Joint::Chest, ellipsoid({0.f, 1.155f, 0.f}, {0.165f, 0.14f, 0.127f})},
        {Joint::Neck, roundCone({0.f, 1.27f, 0.f}, {0.f, 1.35f, 0.01f}, 0.075f, 0.06f)},
    };
    const std::vector<Shape> arms = onBothSides({
        {Joint::ClavicleLeft, roundCone(clavicle.head, clavicle.tail, 0.085f, 0.074f)},
        {Joint::UpperArmLeft, roundCone(upperArm.head, upperArm.tail, 0.074f, 0.058f)},
        {Joint::ForearmLeft, roundCone(forearm.head, forearm.tail - 0.012f * leftArmDirection(), 0.058f, 0.05f)},
    });
    shapes.insert(shapes.end(), arms.begin(), arms.end());
    return shapes;
}

std::vector<Shape> trouserShapes(const Rig& rig)
{
    const JointRest& thigh = rig[indexOf(Joint::ThighLeft)];
    const JointRest& shin = rig[indexOf(Joint::ShinLeft)];
    std::vector<Shape> shapes{{Joint::Hips, ellipsoid({0.f, 0.86f, -0.005f}, {0.152f, 0.1f, 0.122f})}};
    const std::vector<Shape> legs = onBothSides({
        {Joint::ThighLeft, roundCone(thigh.head, thigh.tail, 0.097f, 0.071f)},
        {Joint::ShinLeft, roundCone(shin.head, shin.tail + glm::vec3(0.f, 0.08f, 0.f), 0.071f, 0.064f)},
    });
    shapes.insert(shapes.end(), legs.begin(), legs.end());
    return shapes;
}

std::vector<Part> makeClothes(const Rig& rig)
{
    std::vector<Part> parts;
    parts.push_back({Paint::Jacket, jacketSolid(rig), 0.024f, jacketShapes(rig), 0.014f, false});
    parts.push_back({Paint::Trousers, trouserSolid(rig), 0.026f, trouserShapes(rig), 0.016f, false});
    addBelt(parts, rig);
    addStraps(parts, rig);
    addCuffsAndPads(parts, rig);
    return parts;
}

}  // namespace character
