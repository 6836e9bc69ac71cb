#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "parts.hpp"

namespace character {
namespace {

// Positions on the left hand, in metres from the wrist: along the arm, towards the inside of the palm, and towards the thumb.
class HandFrame {
public:
    explicit HandFrame(const Rig& rig) : wrist_(rig[indexOf(Joint::HandLeft)].head) {}

    [[nodiscard]] glm::vec3 at(float along, float inside, float thumbwards) const
    {
        return wrist_ + along * leftArmDirection() + inside * leftPalmDirection() + glm::vec3(0.f, 0.f, thumbwards);
    }

private:
    glm::vec3 wrist_;
};

void addGlove(std::vector<Part>& parts, const Rig& rig)
{
    const HandFrame hand(rig);
    std::vector<Shape> shapes{
        {Joint::HandLeft, roundCone(hand.at(-0.02f, 0.f, 0.f), hand.at(0.03f, 0.f, 0.f), 0.036f, 0.034f)},
        {Joint::HandLeft, roundCone(hand.at(0.04f, 0.f, 0.02f), hand.at(0.075f, 0.f, 0.024f), 0.029f, 0.026f)},
        {Joint::HandLeft, roundCone(hand.at(0.04f, 0.f, -0.018f), hand.at(0.075f, 0.f, -0.024f), 0.029f, 0.026f)},
    };
    for (const float across : {0.036f, 0.f, -0.036f}) {
        const float length = across == 0.f ? 0.158f : 0.146f;
        shapes.push_back(
            {Joint::FingersLeft, roundCone(hand.at(0.085f, 0.f, 0.9f * across), hand.at(length, 0.014f, 1.12f * across), 0.021f, 0.0185f)});
    }
    shapes.push_back({Joint::ThumbLeft, roundCone(hand.at(0.03f, 0.004f, 0.036f), hand.at(0.082f, 0.014f, 0.084f), 0.023f, 0.019f)});
    parts.push_back({Paint::Leather, unionOf(shapes, 0.011f), 0.0112f, shapes, 0.008f, true});
}

std::vector<Shape> bootShapes(const Rig& rig)
{
    const glm::vec3 ankle = rig[indexOf(Joint::FootLeft)].head;
    const glm::vec3 above{0.f, 0.145f, 0.f};
    return {
        {Joint::ShinLeft, roundCone(ankle + glm::vec3(0.f, 0.05f, 0.f), ankle + above, 0.076f, 0.08f)},
        {Joint::FootLeft, roundCone(ankle + glm::vec3(0.f, -0.03f, -0.012f), ankle + glm::vec3(0.f, 0.02f, -0.004f), 0.072f, 0.072f)},
        {Joint::FootLeft, roundCone(ankle + glm::vec3(0.f, -0.035f, 0.03f), ankle + glm::vec3(0.f, -0.045f, 0.08f), 0.066f, 0.062f)},
        {Joint::ToesLeft, ellipsoid(ankle + glm::vec3(0.004f, -0.042f, 0.13f), {0.074f, 0.062f, 0.082f})},
    };
}

void addBoot(std::vector<Part>& parts, const Rig& rig)
{
    const std::vector<Shape> shapes = bootShapes(rig);
    const Field leather = unionOf(shapes, 0.03f);
    const Field trimmed = [leather](const glm::vec3& point) {
        return smoothIntersection(leather(point), std::max(0.016f - point.y, point.y - 0.262f), 0.02f);
    };
    parts.push_back({Paint::Leather, trimmed, 0.022f, shapes, 0.014f, true});

    const Field soleRegion = [](const glm::vec3& point) { return std::abs(point.y - 0.019f) - 0.019f; };
    parts.push_back({Paint::Rubber, layerOn(leather, 0.012f, soleRegion), 0.018f, shapes, 0.014f, true});

    const Field cuffRegion = [](const glm::vec3& point) { return std::abs(point.y - 0.243f) - 0.024f; };
    const Field cuff = layerOn(leather, 0.015f, cuffRegion);
    parts.push_back({Paint::Orange, cuff, 0.0135f, {{Joint::ShinLeft, cuff}}, 0.014f, true, leather});
}

}  // namespace

std::vector<Part> makeHandsAndFeet(const Rig& rig)
{
    std::vector<Part> parts;
    addGlove(parts, rig);
    addBoot(parts, rig);
    return parts;
}

}  // namespace character
