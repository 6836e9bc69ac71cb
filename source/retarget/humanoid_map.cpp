#include <armature/retarget/humanoid_map.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "retarget/judge_body.hpp"
#include "retarget/vocabulary.hpp"

namespace armature {

namespace {

using humanoid::roleName;

constexpr std::size_t index(HumanoidRole role)
{
    return static_cast<std::size_t>(role);
}

bool isInSubtree(const std::vector<std::size_t>& parents, std::size_t bone, std::size_t ancestor)
{
    while (bone > ancestor && parents[bone] < bone) {
        bone = parents[bone];
    }
    return bone == ancestor;
}

/// Returns whether `above` is an ancestor of `role` in the tree of roles.
bool isAbove(HumanoidRole above, HumanoidRole role)
{
    for (auto up = humanoid::roleAbove(role); up; up = humanoid::roleAbove(*up)) {
        if (*up == above) {
            return true;
        }
    }
    return false;
}

struct Found {
    humanoid::Findings findings = {};
    std::string objection = {};
};

Found search(const HumanoidRig& rig)
{
    humanoid::BodyShape shape = humanoid::readShape(rig);
    humanoid::pairBones(shape);
    Found found;
    std::optional<humanoid::Body> body;
    float leftward = 1.f;
    // Without names, sides are found by position. The first attempt assumes that the rig faces +Z. If the toes then point backwards, the
    // second attempt assumes that it faces -Z.
    for (int attempt = 0; attempt < 2; ++attempt) {
        humanoid::findSides(shape, leftward);
        body = humanoid::searchBody(shape, leftward);
        if (!body) {
            found.objection = humanoid::whyNoBody(shape);
            return found;
        }
        humanoid::settleBody(*body, shape);
        const bool isOfPlace = shape.isSideOfPlace[body->at(HumanoidRole::LeftUpperLeg)] != 0;
        if (attempt > 0 || !isOfPlace || !humanoid::looksBackwards(*body, shape)) {
            break;
        }
        leftward = -leftward;
    }
    humanoid::judgeBones(*body, shape, leftward, found.findings);
    humanoid::findDetails(shape, found.findings);
    found.objection = humanoid::objectionTo(*body, shape);
    return found;
}

}  // namespace

HumanoidMap HumanoidMap::createEmpty(const HumanoidRig& rig)
{
    HumanoidMap map;
    const humanoid::BodyShape shape = humanoid::readShape(rig);
    for (std::size_t i = 0; i < rig.bones.size(); ++i) {
        map.parents_.push_back(rig.bones[i].parent.value_or(i));
        map.names_.push_back(rig.bones[i].name);
    }
    return map;
}

HumanoidMap HumanoidMap::create(const HumanoidRig& rig)
{
    HumanoidMap map = createEmpty(rig);
    Found found = search(rig);
    map.objection_ = std::move(found.objection);
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        humanoid::Finding& finding = found.findings[i];
        const bool isGiven =
            finding.bone != humanoid::none && (isRequired(static_cast<HumanoidRole>(i)) || finding.confidence >= threshold);
        if (isGiven) {
            map.matches_[i] = HumanoidMatch{finding.bone, rig.bones[finding.bone].name, finding.confidence, std::move(finding.why)};
        }
    }
    return map;
}

HumanoidMap HumanoidMap::create(const Skeleton& skeleton)
{
    return create(describeHumanoidRig(skeleton));
}

const HumanoidMatch* HumanoidMap::find(HumanoidRole role) const noexcept
{
    const bool isThere = index(role) < humanoidRoleCount && matches_[index(role)].has_value();
    return isThere ? &*matches_[index(role)] : nullptr;
}

std::size_t HumanoidMap::roleCount() const noexcept
{
    return static_cast<std::size_t>(std::ranges::count_if(matches_, [](const auto& match) { return match.has_value(); }));
}

std::vector<HumanoidRole> HumanoidMap::getMissingRoles() const
{
    std::vector<HumanoidRole> missing;
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        if (isRequired(role) && (!matches_[i] || matches_[i]->confidence < threshold)) {
            missing.push_back(role);
        }
    }
    return missing;
}

bool HumanoidMap::isRefused() const noexcept
{
    if (!objection_.empty()) {
        return true;
    }
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        if (isRequired(static_cast<HumanoidRole>(i)) && (!matches_[i] || matches_[i]->confidence < threshold)) {
            return true;
        }
    }
    return false;
}

std::string HumanoidMap::getRefusal() const
{
    if (!isRefused()) {
        return {};
    }
    std::string needs;
    for (const HumanoidRole role : getMissingRoles()) {
        const HumanoidMatch* const match = find(role);
        needs += fmt::format("{}{}", needs.empty() ? "" : ", ", roleName(role));
        if (match != nullptr) {
            needs += fmt::format(" ({} is only {:.2f} sure)", inQuotes(match->name), match->confidence);
        }
    }
    std::string text = objection_;
    if (!needs.empty()) {
        text += fmt::format("{}it needs bones for {}", text.empty() ? "" : "; ", needs);
    }
    return text;
}

void HumanoidMap::set(HumanoidRole role, std::size_t bone)
{
    set(role, HumanoidMatch{.bone = bone, .name = {}, .confidence = 1.f, .why = "set by hand"});
}

void HumanoidMap::set(HumanoidRole role, std::string_view name)
{
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) {
        throw std::invalid_argument(
            fmt::format("humanoid map, {}: there is no bone {} among {}", roleName(role), inQuotes(name), counted(names_.size(), "bone")));
    }
    set(role, static_cast<std::size_t>(found - names_.begin()));
}

void HumanoidMap::set(HumanoidRole role, HumanoidMatch match)
{
    if (index(role) >= humanoidRoleCount) {
        throw std::invalid_argument(fmt::format("humanoid map: {} is no role of {}", index(role), humanoidRoleCount));
    }
    if (match.bone >= names_.size()) {
        throw std::invalid_argument(
            fmt::format("humanoid map, {}: there is no bone {} among {}", roleName(role), match.bone, counted(names_.size(), "bone")));
    }
    if (!(match.confidence >= 0.f && match.confidence <= 1.f)) {
        throw std::invalid_argument(fmt::format("humanoid map, {}: confidence {} is not 0 to 1", roleName(role), match.confidence));
    }
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        const auto other = static_cast<HumanoidRole>(i);
        if (other == role || !matches_[i]) {
            continue;
        }
        if (matches_[i]->bone == match.bone) {
            throw std::invalid_argument(
                fmt::format("humanoid map, {}: bone {} already is {}", roleName(role), inQuotes(names_[match.bone]), roleName(other)));
        }
        if (isAbove(other, role) && !isInSubtree(parents_, match.bone, matches_[i]->bone)) {
            throw std::invalid_argument(fmt::format("humanoid map, {}: bone {} is not below {}, which is {}", roleName(role),
                                                    inQuotes(names_[match.bone]), inQuotes(matches_[i]->name), roleName(other)));
        }
        if (isAbove(role, other) && !isInSubtree(parents_, matches_[i]->bone, match.bone)) {
            throw std::invalid_argument(fmt::format("humanoid map, {}: bone {} is not above {}, which is {}", roleName(role),
                                                    inQuotes(names_[match.bone]), inQuotes(matches_[i]->name), roleName(other)));
        }
    }
    match.name = names_[match.bone];
    matches_[index(role)] = std::move(match);
}

void HumanoidMap::clear(HumanoidRole role) noexcept
{
    if (index(role) < humanoidRoleCount) {
        matches_[index(role)].reset();
    }
}

}  // namespace armature
