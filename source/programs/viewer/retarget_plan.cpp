#include "retarget_plan.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/import/retarget_json.hpp>
#include <armature/retarget/humanoid_map.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include "base/words.hpp"
#include "programs/armature/humanoid_choice.hpp"

namespace armature::tools {

namespace {

HumanoidChoice chooseBody(Scene& scene, std::string_view which)
{
    const auto hasBones = [](const Skeleton* skeleton) { return !skeleton->bones().empty(); };
    if (std::ranges::none_of(scene.skeletons(), hasBones)) {
        throw Error(fmt::format("the {} has no bones", which));
    }
    Budget unlimited = Budget::unlimited();  // the user of a window can wait, or close the file
    return chooseHumanoid(scene, std::string(which), unlimited);
}

/// The skeletons of two models, and their maps to the parts of a body.
struct Sides {
    HumanoidChoice source;
    HumanoidChoice target;

    Sides(Scene& from, Scene& to) : source(chooseBody(from, "source")), target(chooseBody(to, "target")) {}

    [[nodiscard]] RetargetPlan start() const
    {
        const std::size_t count = target.skeleton->bones().size();
        RetargetPlan plan{.source = source.skeleton, .target = target.skeleton};
        plan.reasons.resize(count);
        plan.roles.resize(count);
        for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
            if (const HumanoidMatch* match = target.map.find(static_cast<HumanoidRole>(i))) {
                plan.roles[match->bone] = static_cast<HumanoidRole>(i);
            }
        }
        return plan;
    }
};

void giveReason(RetargetPlan& plan, const std::string& reason)
{
    for (const RetargetPair& pair : plan.map.pairs) {
        plan.reasons[pair.target] = reason;
    }
}

RetargetPlan planByBody(const Sides& sides)
{
    RetargetPlan plan = sides.start();
    plan.map = RetargetMap::ofHumanoids(sides.source.map, sides.target.map);
    plan.map.addTwists(*plan.target);
    plan.found = "body";
    for (const RetargetPair& pair : plan.map.pairs) {
        const HumanoidMatch* from = pair.role ? sides.source.map.find(*pair.role) : nullptr;
        const HumanoidMatch* to = pair.role ? sides.target.map.find(*pair.role) : nullptr;
        plan.reasons[pair.target] = from != nullptr && to != nullptr ? fmt::format("here {} ({:.2f}); there {} ({:.2f})", to->why,
                                                                                   to->confidence, from->why, from->confidence)
                                                                     : std::string("takes the turns of a bone that this body lacks");
    }
    return plan;
}

// Returns the reason why the source is no human body or, if it is one, why the target is none.
std::string refusalOf(const Sides& sides)
{
    return sides.source.map.isRefused() ? "the source: " + sides.source.map.getRefusal() : "the target: " + sides.target.map.getRefusal();
}

RetargetPlan planByNames(const Sides& sides)
{
    RetargetPlan plan = sides.start();
    try {
        plan.map = RetargetMap::ofNames(*plan.source, *plan.target);
    } catch (const std::invalid_argument&) {
        throw Error(fmt::format("no bones of the same names, and not two bodies ({}); load-map says which bones go together",
                                printable(refusalOf(sides))));
    }
    plan.found = "names";
    giveReason(plan, "has the same name");
    return plan;
}

// Returns the humanoid role of an unpaired bone if the map pairs bones by role and no pair has this role yet; otherwise no value.
std::optional<HumanoidRole> freeRole(const RetargetPlan& plan, std::size_t bone)
{
    const auto& pairs = plan.map.pairs;
    const bool hasRoles = std::any_of(pairs.begin(), pairs.end(), [](const RetargetPair& pair) { return pair.role.has_value(); });
    const std::optional<HumanoidRole> role = plan.roles[bone];
    return role && hasRoles && plan.map.find(*role) == nullptr ? role : std::nullopt;
}

// Returns whether a bone must travel: the hips or, if no pair has a role and none travels yet, a bone without a role that is not below a
// paired bone.
bool isToTravel(const RetargetPlan& plan, std::size_t bone, const std::optional<HumanoidRole>& role)
{
    if (role) {
        return *role == HumanoidRole::Hips;
    }
    const auto& bones = std::as_const(*plan.target).bones();
    return std::none_of(plan.map.pairs.begin(), plan.map.pairs.end(), [&](const RetargetPair& pair) {
        return pair.role || pair.translation == RetargetTranslation::Travel || bones[bone]->isDescendantOf(*bones[pair.target]);
    });
}

}  // namespace

RetargetPlan findPlan(Scene& source, Scene& target)
{
    const Sides sides(source, target);
    return sides.source.map.isRefused() || sides.target.map.isRefused() ? planByNames(sides) : planByBody(sides);
}

RetargetPlan readPlan(Scene& source, Scene& target, const std::filesystem::path& file)
{
    RetargetPlan plan = Sides(source, target).start();
    plan.map = loadRetargetMapJson(file, *plan.source, *plan.target);
    plan.found = printable(file.filename().string());
    plan.isFixed = true;
    giveReason(plan, "says " + plan.found);
    return plan;
}

RetargetPlan renewPlan(Scene& source, Scene& target, std::string_view map, std::string found)
{
    RetargetPlan plan = Sides(source, target).start();
    plan.map = loadRetargetMapJson(map, "the edited map", *plan.source, *plan.target);
    plan.found = std::move(found);
    plan.isFixed = true;
    giveReason(plan, "as before");
    return plan;
}

void changePair(RetargetPlan& plan, std::size_t bone, std::optional<std::size_t> source)
{
    RetargetMap& map = plan.map;
    for (const RetargetChain& chain : map.chains) {
        if (std::find(chain.target.begin(), chain.target.end(), bone) != chain.target.end()) {
            throw Error(fmt::format("{} bends as part of a chain: another file for load-map changes that",
                                    inQuotes(plan.target->bones()[bone]->getName())));
        }
    }
    const auto old = std::find_if(map.pairs.begin(), map.pairs.end(), [bone](const RetargetPair& pair) { return pair.target == bone; });
    RetargetPair pair{.target = bone};
    if (old != map.pairs.end()) {
        pair = *old;
        map.pairs.erase(old);
    } else {
        pair.role = freeRole(plan, bone);
        pair.translation = isToTravel(plan, bone, pair.role) ? RetargetTranslation::Travel : RetargetTranslation::Keep;
    }
    if (source) {
        pair.source = *source;
        map.pairs.push_back(pair);
        std::erase_if(map.twists, [bone](const RetargetTwist& twist) { return twist.target == bone; });
    }
    plan.reasons[bone] = source ? "by hand" : "nothing moves it, by hand";
    plan.found = "by hand";
    plan.isFixed = true;
}

std::vector<RetargetRow> rowsOf(const RetargetPlan& plan)
{
    const auto nameOf = [](const Skeleton& skeleton, std::size_t bone) { return printable(shown(skeleton.bones()[bone]->getName())); };
    std::vector<RetargetRow> rows;
    for (std::size_t bone = 0; bone < plan.target->bones().size(); ++bone) {
        const std::string role(plan.roles[bone] ? toString(*plan.roles[bone]) : std::string_view());
        const std::string lack = role.empty() ? "nothing moves it" : "the source has no " + role;
        rows.push_back(
            {.bone = plan.target->bones()[bone], .role = role, .reason = plan.reasons[bone].empty() ? lack : plan.reasons[bone]});
    }
    for (const RetargetTwist& twist : plan.map.twists) {
        rows[twist.target].isMoved = true;
        rows[twist.target].reason = fmt::format("shares {:.0f} % of the twist of {}", 100.f * twist.share, nameOf(*plan.target, twist.of));
    }
    for (const RetargetPair& pair : plan.map.pairs) {
        rows[pair.target].isMoved = true;
        rows[pair.target].source = nameOf(*plan.source, pair.source);
    }
    for (const RetargetChain& chain : plan.map.chains) {
        for (const std::size_t bone : chain.target) {
            rows[bone].isMoved = true;
            rows[bone].source =
                fmt::format("{} to {}", nameOf(*plan.source, chain.source.front()), nameOf(*plan.source, chain.source.back()));
            rows[bone].reason = fmt::format("bends as a chain of {}", counted(chain.source.size(), "bone"));
        }
    }
    return rows;
}

std::optional<std::size_t> findBone(const Skeleton& skeleton, std::string_view nameOrNumber)
{
    const auto bones = skeleton.bones();
    const auto named = std::find_if(bones.begin(), bones.end(), [&](const Bone* bone) { return bone->getName() == nameOrNumber; });
    if (named != bones.end()) {
        return static_cast<std::size_t>(named - bones.begin());
    }
    std::size_t number = 0;
    const char* const end = nameOrNumber.data() + nameOrNumber.size();
    const auto [read, error] = std::from_chars(nameOrNumber.data(), end, number);
    return error == std::errc() && read == end && number < bones.size() ? std::optional(number) : std::nullopt;
}

}  // namespace armature::tools
