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

}  // namespace

std::vector<Part> makeLuggage(const Rig&)
{
    std::vector<Part> parts;
    addBackpack(parts);
    addBedroll(parts);
    addPouches(parts);
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
