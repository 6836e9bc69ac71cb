#include "retarget/judge_body.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/words.hpp"
#include "retarget/limb_table.hpp"
#include "retarget/vocabulary.hpp"

namespace armature::humanoid {

namespace {

constexpr std::size_t index(HumanoidRole role)
{
    return static_cast<std::size_t>(role);
}

constexpr std::size_t firstOfArm(Side side)
{
    return index(side == Side::Left ? HumanoidRole::LeftShoulder : HumanoidRole::RightShoulder);
}

constexpr std::size_t limbSteps = 8;  // the steps of an arm and a leg on one side
constexpr float exact = 0.9f;

constexpr Part limbParts[limbSteps] = {Part::Shoulder, Part::UpperArm, Part::LowerArm, Part::Hand,
                                       Part::UpperLeg, Part::LowerLeg, Part::Foot,     Part::Toes};

/// Collects the evidence that a bone has a role, and puts it into words.
class Judge {
public:
    Judge(const BodyShape& shape, float leftward, bool areMostNamed) : shape_(shape), leftward_(leftward), areMostNamed_(areMostNamed) {}

    /// Judges a bone. `above` and `below` are the bones of the adjacent roles; `below` may be `none`.
    [[nodiscard]] Finding judge(Part part, Side side, std::uint32_t bone, std::uint32_t above, std::uint32_t below) const
    {
        Finding finding{.bone = bone};
        const BoneWords& words = shape_.words[bone];
        const float own = wordScore(part, words);
        const float named = nameScore(part, shape_, bone);
        const bool isUnnamed = named <= 0.f;
        if (own > 0.f) {
            finding.confidence = own >= exact ? 0.95f : own >= 0.5f ? 0.88f : 0.7f;
            finding.why = words.standsIn ? "the bone above it ends here, and none is named as it"
                          : own >= 0.5f  ? "its name says so"
                                         : "its name may mean it";
        } else if (named >= 0.5f) {
            finding.confidence = 0.78f;
            finding.why = "the bone on the other side is named so";
        } else if (words.noun == Noun::None && !words.isHelper) {
            const bool isBetween = isNamed(above) && (below == none || isNamed(below));
            finding.confidence = isBetween ? 0.65f : areMostNamed_ ? 0.55f : 0.45f;
            finding.why = isBetween ? "its name says nothing, but those around it do" : "only the hierarchy says so";
        } else if (own > -0.5f) {
            finding.confidence = 0.7f;
            finding.why = "its place in the hierarchy says so, and its name does not deny it";
        } else {
            finding.confidence = 0.35f;
            finding.isDoubtful = true;
            finding.why = "its place in the hierarchy says so, but its name says something else";
        }
        addDirection(finding, part, side, isUnnamed);
        return finding;
    }

    /// Adds evidence of whether two bones mirror each other. Call after both have been judged.
    void addPair(Finding& left, Finding& right) const
    {
        const std::uint32_t mate = shape_.mate[left.bone];
        const bool isPair = mate == right.bone;
        const bool isOther =
            !isPair && ((mate != none && mate != left.bone) || (shape_.mate[right.bone] != none && shape_.mate[right.bone] != right.bone));
        for (Finding* finding : {&left, &right}) {
            const bool isUnnamed = finding->confidence < 0.68f;
            if (isOther) {
                doubt(*finding, "but it does not mirror that of the other side");
            } else {
                add(*finding, isPair ? (isUnnamed ? 0.1f : 0.03f) : -0.05f, isPair ? "it mirrors that of the other side" : "");
            }
        }
    }

    void addSide(Finding& finding) const
    {
        if (shape_.side[finding.bone] == Side::None) {
            finding.confidence = std::min(finding.confidence, 0.3f);
            finding.why += ", but nothing tells left from right";
        } else if (shape_.isSideOfPlace[finding.bone] != 0) {
            add(finding, -0.05f, "its place tells the side");
        }
    }

    /// Marks a finding as doubtful if an unnamed bone lies between its bone and `above`, because that bone might be the right one. The
    /// first bone of a limb is doubted only if its name has a number.
    void addPassedOver(Finding& finding, std::uint32_t above, bool isFirst) const
    {
        if (isFirst && shape_.words[finding.bone].number < 0) {
            return;
        }
        for (std::uint32_t bone = shape_.parent[finding.bone]; bone != above && bone != none; bone = shape_.parent[bone]) {
            if (shape_.words[bone].noun == Noun::None && !shape_.words[bone].isHelper) {
                doubt(finding, "but a bone above it might be it, too");
                return;
            }
        }
    }

private:
    [[nodiscard]] bool isNamed(std::uint32_t bone) const
    {
        const std::uint32_t mate = bone == none ? none : shape_.mate[bone];
        return bone != none && (shape_.words[bone].noun != Noun::None || (mate != none && shape_.words[mate].noun != Noun::None));
    }

    static void doubt(Finding& finding, std::string_view why)
    {
        finding.isDoubtful = true;
        add(finding, 0.f, why);
    }

    static void add(Finding& finding, float amount, std::string_view why)
    {
        finding.confidence = std::clamp(finding.confidence + amount, 0.f, 0.99f);
        if (!why.empty()) {
            finding.why += ", ";
            finding.why += why;
        }
    }

    void addDirection(Finding& finding, Part part, Side side, bool isUnnamed) const
    {
        const float fit = directionScore(part, side, leftward_, shape_, finding.bone);
        if (fit > 0.3f) {
            add(finding, isUnnamed ? 0.15f : 0.03f, "its direction fits");
        } else if (fit < -0.5f) {
            add(finding, isUnnamed ? -0.25f : -0.2f, "but its direction does not fit");
        }
    }

    const BodyShape& shape_;
    float leftward_;
    bool areMostNamed_;
};

/// Returns the bones for spine, chest and upper chest. The first bone of the trunk is the spine; of two bones, the second is the chest. Of
/// three or more, the last is the upper chest; the chest is the first bone between that has the name of a chest, or else the middle one.
std::array<std::uint32_t, 3> trunkRoles(const Body& body, const BodyShape& shape)
{
    const auto& trunk = body.trunk;
    std::array<std::uint32_t, 3> roles{none, none, none};
    if (trunk.empty()) {
        return roles;
    }
    roles[0] = trunk.front();
    if (trunk.size() == 2) {
        roles[1] = trunk.back();
    } else if (trunk.size() > 2) {
        const auto begin = trunk.begin() + 1;
        const auto end = trunk.end() - 1;
        const auto called = std::find_if(begin, end, [&](std::uint32_t bone) { return shape.words[bone].noun == Noun::Chest; });
        roles[1] = called != end ? *called : trunk[(trunk.size() - 1) / 2];
        roles[2] = trunk.back();
    }
    return roles;
}

void judgeLimbs(const Judge& judge, const Body& body, Side side, Findings& outFindings)
{
    const std::size_t first = firstOfArm(side);
    for (std::size_t step = 0; step < limbSteps; ++step) {
        const std::uint32_t bone = body.bones[first + step];
        if (bone == none) {
            continue;
        }
        const bool isFirst = step % 4 == 0 || body.bones[first + step - 1] == none;
        const std::uint32_t trunk = step < 4 && !body.trunk.empty() ? body.trunk.back() : body.at(HumanoidRole::Hips);
        const std::uint32_t above = isFirst ? trunk : body.bones[first + step - 1];
        const std::uint32_t below = step % 4 == 3 ? none : body.bones[first + step + 1];
        Finding finding = judge.judge(limbParts[step], side, bone, above, below);
        judge.addPassedOver(finding, above, isFirst);
        judge.addSide(finding);
        outFindings[first + step] = std::move(finding);
    }
}

/// Adjusts findings of unnamed bones. Unnamed hips are at least as certain as the least certain of the legs and the spine that branch off
/// there, up to 0.7. An unnamed head becomes doubtful if its parent is a spine bone, because it may be part of the neck, or if settleBody()
/// was not sure of it. Also limits the confidence of all doubtful findings.
void settleUnnamed(const Body& body, const BodyShape& shape, Findings& outFindings)
{
    Finding& hips = outFindings[index(HumanoidRole::Hips)];
    const Finding& spine = outFindings[index(HumanoidRole::Spine)];
    if (shape.words[hips.bone].noun == Noun::None && spine.bone != none) {
        const float least = std::min({outFindings[index(HumanoidRole::LeftUpperLeg)].confidence,
                                      outFindings[index(HumanoidRole::RightUpperLeg)].confidence, spine.confidence});
        hips.confidence = std::max(hips.confidence, std::min(least, 0.7f));
    }
    Finding& head = outFindings[index(HumanoidRole::Head)];
    if (shape.words[head.bone].noun == Noun::None && (body.isHeadDoubtful || shape.words[shape.parent[head.bone]].noun == Noun::Spine)) {
        head.isDoubtful = true;
        head.why += ", but its parent might be it, too";
    }
    for (Finding& finding : outFindings) {
        constexpr float doubtful = 0.45f;
        finding.confidence = finding.isDoubtful ? std::min(finding.confidence, doubtful) : finding.confidence;
    }
}

}  // namespace

void judgeBones(const Body& body, const BodyShape& shape, float leftward, Findings& outFindings)
{
    const Judge judge(shape, leftward, namedCount(body, shape) >= 10);
    const std::uint32_t hips = body.at(HumanoidRole::Hips);
    const std::uint32_t neck = body.at(HumanoidRole::Neck);
    const std::uint32_t head = body.at(HumanoidRole::Head);
    const std::uint32_t leg = body.at(HumanoidRole::LeftUpperLeg);
    outFindings[index(HumanoidRole::Hips)] = judge.judge(Part::Hips, Side::None, hips, leg, body.trunk.empty() ? none : body.trunk.front());
    const auto trunk = trunkRoles(body, shape);
    const std::uint32_t end = body.trunk.empty() ? hips : body.trunk.back();
    for (std::size_t i = 0; i < trunk.size(); ++i) {
        if (trunk[i] != none) {
            outFindings[index(HumanoidRole::Spine) + i] = judge.judge(Part::Trunk, Side::None, trunk[i], hips, head);
        }
    }
    if (neck != none) {
        outFindings[index(HumanoidRole::Neck)] = judge.judge(Part::Neck, Side::None, neck, end, head);
    }
    outFindings[index(HumanoidRole::Head)] = judge.judge(Part::Head, Side::None, head, neck != none ? neck : end, none);
    for (const Side side : {Side::Left, Side::Right}) {
        judgeLimbs(judge, body, side, outFindings);
    }
    for (std::size_t step = 0; step < limbSteps; ++step) {
        Finding& left = outFindings[firstOfArm(Side::Left) + step];
        Finding& right = outFindings[firstOfArm(Side::Right) + step];
        if (left.bone != none && right.bone != none) {
            judge.addPair(left, right);
        }
    }
    settleUnnamed(body, shape, outFindings);
}

std::string whyNoBody(const BodyShape& shape)
{
    if (shape.size() == 0) {
        return "the rig has no bones";
    }
    std::string text;
    const auto need = [&](Part part, Side side, HumanoidRole role) {
        for (std::size_t bone = 0; bone < shape.size(); ++bone) {
            if (wordScore(part, shape.words[bone]) >= 0.5f && (side == Side::None || shape.side[bone] == side)) {
                return;
            }
        }
        text += fmt::format("{}{}", text.empty() ? "" : ", ", roleName(role));
    };
    need(Part::Hips, Side::None, HumanoidRole::Hips);
    need(Part::Trunk, Side::None, HumanoidRole::Spine);
    need(Part::Head, Side::None, HumanoidRole::Head);
    for (const Side side : {Side::Left, Side::Right}) {
        for (std::size_t step = 1; step + 1 < limbSteps; ++step) {
            if (limbParts[step] != Part::Shoulder) {
                need(limbParts[step], side, static_cast<HumanoidRole>(firstOfArm(side) + step));
            }
        }
    }
    const std::string_view plan = "no two legs and a trunk part at one bone, with two arms and a head at the trunk's end";
    return text.empty() ? fmt::format("{}: all bones that are needed have names that say so, but do not hang together as a body", plan)
                        : fmt::format("{}; nothing is named as {}", plan, text);
}

}  // namespace armature::humanoid
