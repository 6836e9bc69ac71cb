#include "bone_limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <armature/ik/ik_debug_lines.hpp>
#include <armature/skeleton/bone.hpp>

#include "base/words.hpp"
#include "bone_ends.hpp"
#include "command_tables.hpp"

namespace armature::tools {

namespace {

constexpr float halfTurn = 3.1415927f;

struct AxisAndRange {
    glm::vec3 axis{0.f};
    float least = 0.f;
    float most = 0.f;
};

AxisAndRange parseAxisAndRange(std::string_view text, std::string_view what)
{
    const auto [name, range] = splitLine(text);
    const auto [least, most] = splitLine(range);
    AxisAndRange parsed{.least = static_cast<float>(parseNumber(least, what)), .most = static_cast<float>(parseNumber(most, what))};
    constexpr std::array<std::string_view, 3> axes{"x", "y", "z"};
    parsed.axis[static_cast<glm::length_t>(oneOf(name, axes))] = 1.f;
    return parsed;
}

JointLimit parseCone(const Bone& bone, std::string_view text)
{
    const auto [swing, twist] = splitLine(text);
    SwingTwistJoint cone{.maxSwing = std::min(glm::radians(static_cast<float>(parseNumber(swing, "the swing in degrees"))), halfTurn)};
    const glm::vec3 end = endOf(bone);
    cone.axis = glm::length(end) > 1e-6f ? glm::normalize(end) : cone.axis;
    if (!twist.empty()) {
        const auto [least, most] = splitLine(twist);
        cone.minTwist = glm::radians(static_cast<float>(parseNumber(least, "the least twist in degrees")));
        cone.maxTwist = glm::radians(static_cast<float>(parseNumber(most, "the largest twist in degrees")));
    }
    return cone;
}

// Returns an angle in degrees, rounded to a thousandth, and never "-0".
double inDegrees(float radians)
{
    return std::round(1e3 * static_cast<double>(glm::degrees(radians))) / 1e3 + 0.;
}

std::string_view axisName(const glm::vec3& axis)
{
    return axis.x != 0.f ? "x" : axis.y != 0.f ? "y" : "z";
}

struct Describe {
    std::string operator()(const BallJoint&) const { return "none"; }
    std::string operator()(const SwingTwistJoint& cone) const
    {
        const bool isTwistFree = cone.maxTwist - cone.minTwist >= 2.f * halfTurn;
        return fmt::format("cone {}", inDegrees(cone.maxSwing))
               + (isTwistFree ? std::string() : fmt::format(" {} {}", inDegrees(cone.minTwist), inDegrees(cone.maxTwist)));
    }
    std::string operator()(const HingeJoint& hinge) const
    {
        return fmt::format("hinge {} {} {}", axisName(hinge.axis), inDegrees(hinge.minAngle), inDegrees(hinge.maxAngle));
    }
    std::string operator()(const PrismaticJoint& slide) const
    {
        return fmt::format("slide {} {} {}", axisName(slide.axis), slide.minDistance, slide.maxDistance);
    }
    std::string operator()(const FixedJoint&) const { return "fixed"; }
};

}  // namespace

void BoneLimits::set(Bone& bone, const JointLimit& limit)
{
    static_cast<void>(limitTurn(limit, glm::quat(1.f, 0.f, 0.f, 0.f)));
    const auto found = std::ranges::find(limits_, &bone, &BoneLimit::bone);
    if (found != limits_.end()) {
        found->limit = limit;
    } else {
        limits_.push_back({&bone, limit});
    }
}

void BoneLimits::remove(const Bone& bone)
{
    std::erase_if(limits_, [&](const BoneLimit& candidate) { return candidate.bone == &bone; });
}

const JointLimit* BoneLimits::find(const Bone& bone) const noexcept
{
    const auto found = std::ranges::find(limits_, &bone, &BoneLimit::bone);
    return found != limits_.end() ? &found->limit : nullptr;
}

void BoneLimits::appendLines(std::vector<DebugLine>& outLines) const
{
    for (const BoneLimit& each : limits_) {
        appendLimitLines(outLines, *each.bone, each.limit);
    }
}

JointLimit parseLimit(const Bone& bone, std::string_view text)
{
    constexpr std::array<std::string_view, 4> kinds{"cone", "hinge", "slide", "fixed"};
    const auto [kind, rest] = splitLine(text);
    switch (oneOf(kind, kinds)) {
    case 0: return parseCone(bone, rest);
    case 1: {
        const AxisAndRange range = parseAxisAndRange(rest, "an angle in degrees");
        return HingeJoint{.axis = range.axis, .minAngle = glm::radians(range.least), .maxAngle = glm::radians(range.most)};
    }
    case 2: {
        const AxisAndRange range = parseAxisAndRange(rest, "a distance");
        return PrismaticJoint{.axis = range.axis, .minDistance = range.least, .maxDistance = range.most};
    }
    default: break;
    }
    if (!rest.empty()) {
        throw CommandError(fmt::format("fixed stands alone, without {}", inQuotes(rest)));
    }
    return FixedJoint{};
}

std::string describeLimit(const JointLimit& limit)
{
    return std::visit(Describe{}, limit);
}

}  // namespace armature::tools
