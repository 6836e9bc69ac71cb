#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "base/words.hpp"
#include "retarget/judge_body.hpp"
#include "retarget/limb_table.hpp"

namespace armature::humanoid {

namespace {

constexpr HumanoidRole limbBeginnings[] = {HumanoidRole::LeftShoulder,  HumanoidRole::LeftUpperArm,  HumanoidRole::LeftUpperLeg,
                                           HumanoidRole::RightShoulder, HumanoidRole::RightUpperArm, HumanoidRole::RightUpperLeg};

glm::vec3 directionOrZero(const glm::vec3& v)
{
    const float length = glm::length(v);
    return length > 0.3f ? v / length : glm::vec3(0.f);
}

/// Directions of a body, of unit length; zero if unknown.
struct BodyFrame {
    glm::vec3 up{0.f};          // along the trunk
    glm::vec3 legs{0.f};        // the direction in which the legs point
    glm::vec3 leftOfLegs{0.f};  // from the right foot to the left foot
    glm::vec3 leftOfArms{0.f};  // from the right forearm to the left forearm
    glm::vec3 toes{0.f};        // the direction in which the toes point
};

BodyFrame bodyFrame(const Body& body, const BodyShape& shape)
{
    const auto direction = [&](HumanoidRole role) { return body.at(role) == none ? glm::vec3(0.f) : shape.direction[body.at(role)]; };
    const auto across = [&](HumanoidRole left, HumanoidRole right) {
        return body.at(left) == none || body.at(right) == none ? glm::vec3(0.f)
                                                               : directionOrZero(shape.place[body.at(left)] - shape.place[body.at(right)]);
    };
    BodyFrame frame;
    glm::vec3 up(0.f);
    for (const std::uint32_t bone : body.trunk) {
        up += shape.direction[bone];
    }
    frame.up = directionOrZero(up);
    frame.legs = directionOrZero(direction(HumanoidRole::LeftLowerLeg) + direction(HumanoidRole::LeftFoot)
                                 + direction(HumanoidRole::RightLowerLeg) + direction(HumanoidRole::RightFoot));
    frame.toes = directionOrZero(direction(HumanoidRole::LeftToes) + direction(HumanoidRole::RightToes));
    frame.leftOfLegs = across(HumanoidRole::LeftFoot, HumanoidRole::RightFoot);
    frame.leftOfArms = across(HumanoidRole::LeftLowerArm, HumanoidRole::RightLowerArm);
    return frame;
}

bool areToesBehind(const BodyFrame& frame)
{
    return glm::dot(glm::cross(frame.leftOfLegs, frame.up), frame.toes) < -0.3f;
}

std::string objectionOfFrame(const BodyFrame& frame)
{
    if (frame.up != glm::vec3(0.f) && frame.legs != glm::vec3(0.f) && glm::dot(frame.up, frame.legs) > -0.6f) {
        return "the legs do not point away from the trunk, as an animal's";
    }
    if (glm::dot(frame.leftOfLegs, frame.leftOfArms) < -0.5f) {
        return "left and right arm are on the sides of the right and left leg";
    }
    return areToesBehind(frame) ? "the toes point backwards: left and right are exchanged" : "";
}

bool isMatched(const Body& body, std::size_t bone)
{
    return std::ranges::find(body.bones, static_cast<std::uint32_t>(bone)) != body.bones.end();
}

/// Returns, for each bone, whether it or a bone above it has one of these roles.
std::vector<bool> bonesBelow(std::span<const HumanoidRole> roles, const Body& body, const BodyShape& shape)
{
    std::vector<bool> isBelow(shape.size(), false);
    for (const HumanoidRole role : roles) {
        if (body.at(role) != none) {
            isBelow[body.at(role)] = true;
        }
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape.parent[i] != none && isBelow[shape.parent[i]]) {
            isBelow[i] = true;
        }
    }
    return isBelow;
}

bool isOfFurtherLimb(const BoneWords& words)
{
    const Noun noun = words.noun;
    return !words.isHelper && !words.isPart && words.side != Side::None
           && (noun == Noun::Leg || noun == Noun::Thigh || noun == Noun::Shin || noun == Noun::Arm || noun == Noun::Elbow);
}

std::string objectionOfAnimals(const Body& body, const BodyShape& shape)
{
    const std::vector<bool> isOfLimb = bonesBelow(limbBeginnings, body, shape);
    const std::vector<bool> isOfHead = bonesBelow(std::array{HumanoidRole::Head}, body, shape);
    std::size_t further = 0;
    bool hasFingers = false;
    bool hasTail = false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const BoneWords& words = shape.words[i];
        if ((isMatched(body, i) && words.isAnimal) || (isOfLimb[i] && words.noun == Noun::Animal)) {
            return "its limbs are named as an animal's";
        }
        further += !isOfLimb[i] && isOfFurtherLimb(words) && shape.height[i] >= 1 ? 1u : 0u;
        hasFingers |= words.noun >= Noun::Thumb && words.noun <= Noun::Little;
        hasTail |= words.hasTail && words.noun == Noun::Animal && !isOfHead[i];
    }
    if (further >= 2) {
        return fmt::format("there are more limbs: {} of arms and legs beside the two pairs", counted(further, "bone"));
    }
    return hasTail && !hasFingers ? "a tail and no fingers: it might be an animal" : "";
}

std::string objectionOfNames(const Body& body, const BodyShape& shape)
{
    constexpr std::size_t fewWithout = 9;
    constexpr std::size_t few = 7;
    const std::size_t count = namedCount(body, shape);
    bool areAllPairs = true;
    for (std::size_t i = static_cast<std::size_t>(HumanoidRole::LeftShoulder); i < body.bones.size(); ++i) {
        const std::uint32_t bone = body.bones[i];
        areAllPairs &= bone == none || (shape.mate[bone] != none && shape.mate[bone] != bone);
    }
    if (!shape.hasDirections()) {
        return count >= fewWithout
                   ? ""
                   : fmt::format("only {} of the 15 that are needed have names that say so, and directions are not known", count);
    }
    return count >= few || areAllPairs
               ? ""
               : fmt::format("only {} of the 15 that are needed have names that say so, and its sides are no mirror images", count);
}

}  // namespace

std::size_t namedCount(const Body& body, const BodyShape& shape)
{
    constexpr Part parts[] = {Part::Hips, Part::Trunk, Part::Trunk, Part::Trunk, Part::Neck, Part::Head};
    constexpr Part limbs[] = {Part::Shoulder, Part::UpperArm, Part::LowerArm, Part::Hand,
                              Part::UpperLeg, Part::LowerLeg, Part::Foot,     Part::Toes};
    std::size_t count = 0;
    for (std::size_t i = 0; i < body.bones.size(); ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        const std::uint32_t bone = role == HumanoidRole::Spine && !body.trunk.empty() ? body.trunk.front() : body.bones[i];
        const Part part = i < std::size(parts) ? parts[i] : limbs[(i - std::size(parts)) % std::size(limbs)];
        count += bone != none && isRequired(role) && nameScore(part, shape, bone) >= 0.5f ? 1u : 0u;
    }
    return count;
}

bool looksBackwards(const Body& body, const BodyShape& shape)
{
    return areToesBehind(bodyFrame(body, shape));
}

std::string objectionTo(const Body& body, const BodyShape& shape)
{
    std::string objection = objectionOfNames(body, shape);
    if (objection.empty()) {
        objection = objectionOfAnimals(body, shape);
    }
    return objection.empty() ? objectionOfFrame(bodyFrame(body, shape)) : objection;
}

}  // namespace armature::humanoid
