#include <algorithm>
#include <cmath>

#include "parts.hpp"

namespace character {
namespace {

Part rigid(Paint paint, Joint joint, const Field& solid, float cellSize, bool onBothSides)
{
    return {paint, solid, cellSize, {{joint, solid}}, 0.01f, onBothSides};
}

void addBackpack(std::vector<Part>& parts)
{
    parts.push_back(rigid(Paint::Canvas, Joint::Chest, roundBox({0.f, 1.12f, -0.170f}, {0.132f, 0.15f, 0.082f}, 0.05f), 0.023f, false));
    parts.push_back(rigid(Paint::Leather, Joint::Chest, roundBox({0.f, 1.225f, -0.175f}, {0.14f, 0.055f, 0.092f}, 0.045f), 0.021f, false));
    parts.push_back(rigid(Paint::Canvas, Joint::Chest, roundBox({0.f, 1.075f, -0.260f}, {0.085f, 0.062f, 0.026f}, 0.024f), 0.016f, false));
    parts.push_back(rigid(Paint::Brass, Joint::Chest, roundBox({0.062f, 1.17f, -0.259f}, {0.014f, 0.03f, 0.01f}, 0.008f), 0.01f, true));
    parts.push_back(rigid(Paint::Canvas, Joint::Chest, roundBox({0.142f, 1.075f, -0.165f}, {0.03f, 0.07f, 0.05f}, 0.026f), 0.016f, true));
}

void addBedroll(std::vector<Part>& parts)
{
    const glm::vec3 left{0.13f, 0.955f, -0.175f};
    const Field roll = roundCone(left, mirrored(left), 0.055f, 0.055f);
    parts.push_back(rigid(Paint::Scarf, Joint::Chest, roll, 0.018f, false));
    const Field band = layerOn(roll, 0.007f, [](const glm::vec3& point) { return std::abs(point.x - 0.07f) - 0.014f; });
    parts.push_back(rigid(Paint::Leather, Joint::Chest, band, 0.014f, true));
}

void addPouches(std::vector<Part>& parts)
{
    parts.push_back(rigid(Paint::Canvas, Joint::Hips, roundBox({0.115f, 0.9f, 0.108f}, {0.036f, 0.04f, 0.026f}, 0.02f), 0.014f, true));
}

// Adds a strap whose loose end hangs from a buckle behind the bag.
void addStrap(std::vector<Part>& parts, const Rig& rig)
{
    const JointRest& top = rig[indexOf(Joint::Strap)];
    const JointRest& middle = rig[indexOf(Joint::Strap2)];
    const JointRest& end = rig[indexOf(Joint::Strap3)];
    const std::vector<Shape> skin{
        {Joint::Strap, roundCone(top.head, top.tail, 0.02f, 0.02f)},
        {Joint::Strap2, roundCone(middle.head, middle.tail, 0.02f, 0.02f)},
        {Joint::Strap3, roundCone(end.head, end.tail, 0.02f, 0.02f)},
    };
    const Field band = strip({top.head, middle.head, end.head, end.tail}, glm::vec3(1.f, 0.f, 0.f), 0.0185f, 0.0185f, 0.006f);
    parts.push_back({Paint::Leather, band, 0.0085f, skin, 0.016f, false});
    const glm::vec3 buckle = top.head + glm::vec3(0.f, 0.004f, 0.004f);
    parts.push_back(rigid(Paint::Brass, Joint::Chest, roundBox(buckle, {0.027f, 0.018f, 0.013f}, 0.008f), 0.01f, false));
    parts.push_back(rigid(Paint::Brass, Joint::Strap3, roundBox(end.tail, {0.023f, 0.016f, 0.01f}, 0.008f), 0.0095f, false));
}

}  // namespace

std::vector<Part> makeLuggage(const Rig& rig)
{
    std::vector<Part> parts;
    addBackpack(parts);
    addBedroll(parts);
    addPouches(parts);
    addStrap(parts, rig);
    return parts;
}

std::vector<Part> makeParts(const Rig& rig)
{
    std::vector<Part> parts;
    for (const std::vector<Part>& group : {makeClothes(rig), makeHandsAndFeet(rig), makeHead(rig), makeLuggage(rig)}) {
        parts.insert(parts.end(), group.begin(), group.end());
    }
    return parts;
}

}  // namespace character
