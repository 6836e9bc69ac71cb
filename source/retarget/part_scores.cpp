#include "retarget/limb_table.hpp"

#include <algorithm>
#include <cmath>

namespace armature::humanoid {

namespace {

constexpr float other = -1.f;

float ofArm(Part part, const BoneWords& words)
{
    if (words.isUpper != words.isLower) {
        return part == (words.isUpper ? Part::UpperArm : Part::LowerArm) ? 1.f : other;
    }
    const float ofHand = words.number >= 0 ? -0.2f : other;  // of arm1, arm2, arm3, one may be the hand
    return part == Part::UpperArm   ? 0.9f
           : part == Part::LowerArm ? 0.3f
           : part == Part::Shoulder ? 0.1f
           : part == Part::Hand     ? ofHand
                                    : other;
}

float ofLeg(Part part, const BoneWords& words)
{
    if (words.isUpper != words.isLower) {
        return part == (words.isUpper ? Part::UpperLeg : Part::LowerLeg) ? 1.f : other;
    }
    const float ofFoot = words.number >= 0 ? -0.2f : other;
    return part == Part::UpperLeg ? 0.6f : part == Part::LowerLeg ? 0.7f : part == Part::Foot || part == Part::Toes ? ofFoot : other;
}

float ofHip(Part part, const BoneWords& words)
{
    const bool isOfLeg = words.side != Side::None;
    return part == Part::UpperLeg && isOfLeg ? 0.85f : part == Part::Hips && !isOfLeg ? 1.f : other;
}

float nounScore(Part part, const BoneWords& words)
{
    const auto fits = [part](Part wanted, float score = 1.f) { return part == wanted ? score : other; };
    switch (words.noun) {
    case Noun::None: return 0.f;
    case Noun::Hips: return fits(Part::Hips);
    case Noun::Hip: return ofHip(part, words);
    case Noun::Spine: return part == Part::Hips ? -0.1f : part == Part::Neck || part == Part::Head ? -0.2f : fits(Part::Trunk);
    case Noun::Chest: return fits(Part::Trunk);
    case Noun::Neck: return part == Part::Head && words.number >= 0 ? -0.3f : fits(Part::Neck);
    case Noun::Head: return fits(Part::Head);
    case Noun::Collar: return fits(Part::Shoulder);
    case Noun::Shoulder: return part == Part::UpperArm ? 0.6f : fits(Part::Shoulder, 0.95f);
    case Noun::Arm: return ofArm(part, words);
    case Noun::Elbow: return fits(Part::LowerArm);
    case Noun::Hand: return fits(Part::Hand);
    case Noun::Palm: return fits(Part::Hand, 0.3f);
    case Noun::Leg: return ofLeg(part, words);
    case Noun::Thigh: return fits(Part::UpperLeg);
    case Noun::Shin: return fits(Part::LowerLeg);
    case Noun::Foot: return part == Part::Toes ? 0.3f : fits(Part::Foot);
    case Noun::Ankle: return fits(Part::Foot, 0.95f);
    case Noun::Toe: return fits(Part::Toes);
    default: return other;
    }
}

int deepChildren(const BodyShape& shape, std::size_t bone)
{
    return static_cast<int>(std::ranges::count_if(shape.children(bone), [&](std::uint32_t child) { return shape.height[child] >= 1; }));
}

std::ptrdiff_t childrenNamed(const BodyShape& shape, std::size_t bone, Noun first, Noun last)
{
    return std::ranges::count_if(shape.children(bone),
                                 [&](std::uint32_t child) { return shape.words[child].noun >= first && shape.words[child].noun <= last; });
}

}  // namespace

float childrenScore(Part part, const BodyShape& shape, std::size_t bone) noexcept
{
    constexpr int fewFingers = 3;
    if (part == Part::Hand || part == Part::LowerArm || part == Part::UpperArm || part == Part::Shoulder) {
        const bool isHand = childrenNamed(shape, bone, Noun::Thumb, Noun::Palm) > 1
                            || (shape.words[bone].noun == Noun::None && deepChildren(shape, bone) >= fewFingers);
        return isHand ? (part == Part::Hand ? 0.3f : -0.4f) : 0.f;
    }
    return part == Part::Head && childrenNamed(shape, bone, Noun::Eye, Noun::Jaw) > 0 ? 0.3f : 0.f;
}

float wordScore(Part part, const BoneWords& words) noexcept
{
    float score = nounScore(part, words);
    if (words.isHelper) {
        return std::min(score, 0.f) - 0.7f;
    }
    if (score > 0.f) {
        score *= words.isPart ? 0.6f : 1.f;
        score *= words.guesses > 0 ? 0.9f : 1.f;
        score *= words.standsIn ? 0.45f : 1.f;
        score *= part <= Part::Head && words.side != Side::None ? 0.1f : 1.f;
    }
    return words.isAnimal ? score - 0.3f : score;
}

float nameScore(Part part, const BodyShape& shape, std::size_t bone) noexcept
{
    const BoneWords& words = shape.words[bone];
    const std::uint32_t mate = shape.mate[bone];
    if (words.noun == Noun::None && !words.isHelper && mate != none && mate != bone) {
        return 0.8f * wordScore(part, shape.words[mate]);
    }
    return wordScore(part, words);
}

float directionScore(Part part, Side side, float leftward, const BodyShape& shape, std::size_t bone) noexcept
{
    const glm::vec3 d = shape.direction[bone];
    const float outward = d.x * leftward * (side == Side::Left ? 1.f : -1.f);
    switch (part) {
    case Part::Hips: return 0.f;
    case Part::Trunk:
    case Part::Neck:
    case Part::Head: return d.y;
    case Part::Shoulder:
    case Part::UpperArm:
    case Part::LowerArm:
    case Part::Hand: return outward;
    case Part::UpperLeg: return 0.4f * outward;
    case Part::LowerLeg:
    case Part::Foot: return -d.y;
    case Part::Toes: return 0.5f * std::abs(d.z) - 0.3f * std::max(d.y, 0.f);
    }
    return 0.f;
}

float localScore(Part part, Side side, float leftward, const BodyShape& shape, std::size_t bone) noexcept
{
    constexpr float each = 0.1f;
    constexpr float ofDirection = 0.25f;
    return each + nameScore(part, shape, bone) + ofDirection * directionScore(part, side, leftward, shape, bone)
           + childrenScore(part, shape, bone);
}

}  // namespace armature::humanoid
