#include "clip_retargeting.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <armature/import/retarget_json.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "document.hpp"
#include "programs/armature/clip_facts.hpp"

namespace armature::tools {

namespace {

std::string freeName(const OpenModel& target, const std::string& wanted, const std::string& source)
{
    const auto isTaken = [&](const std::string& name) {
        const auto clips = target.playback.clips();
        return std::any_of(clips.begin(), clips.end(), [&](const AnimationGroup* clip) { return clip->getName() == name; });
    };
    std::string name = wanted;
    for (std::size_t number = 1; isTaken(name); ++number) {
        name = number == 1 ? fmt::format("{} of {}", wanted, source) : fmt::format("{} of {} {}", wanted, source, number);
    }
    return name;
}

// Returns the last edited plan for a source, for use with the source's other clips, too; null if there is none.
const RetargetPlan* editedPlan(const OpenModel& target, const OpenModel& source)
{
    const RetargetPlan* found = nullptr;
    for (const ClipRetargeting& made : target.retargetings) {
        const RetargetPlan& plan = made.wanted ? *made.wanted : made.plan;
        found = made.source == &source && plan.isFixed ? &plan : found;
    }
    return found;
}

}  // namespace

std::string ClipRetargeting::describe() const
{
    return fmt::format("{} of {}", clipName, sourceName);
}

std::size_t ClipRetargeting::pairCount() const
{
    return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [](const RetargetRow& row) { return !row.source.empty(); }));
}

const ClipRetargeting* shownRetargeting(const OpenModel& model)
{
    const auto& all = model.retargetings;
    const auto playing =
        std::find_if(all.begin(), all.end(), [&](const ClipRetargeting& made) { return made.clip == model.playback.getClip(); });
    return playing != all.end() ? &*playing : all.empty() ? nullptr : &all.back();
}

ClipRetargeting* shownRetargeting(OpenModel& model)
{
    return const_cast<ClipRetargeting*>(shownRetargeting(std::as_const(model)));  // the model is not const
}

ClipRetargeting* findRetargeting(OpenModel& target, const OpenModel& source, std::size_t clip)
{
    auto& all = target.retargetings;
    const auto found = std::find_if(all.begin(), all.end(), [&](const ClipRetargeting& candidate) {
        return candidate.source == &source && candidate.sourceClip == clip;
    });
    return found != all.end() ? &*found : nullptr;
}

std::vector<Bake::MakePlan> plansFor(const OpenModel& target, const OpenModel& source, const std::optional<std::filesystem::path>& mapFile)
{
    if (mapFile) {
        return {[file = *mapFile](Scene& from, Scene& to) { return readPlan(from, to, file); }};
    }
    const RetargetPlan* const edited = editedPlan(target, source);
    return {edited != nullptr ? Bake::planOf(target, source, *edited) : Bake::MakePlan(findPlan)};
}

std::vector<Bake::MakePlan> plansAgain(const ClipRetargeting& made)
{
    const RetargetPlan& plan = made.wanted ? *made.wanted : made.plan;
    std::vector<Bake::MakePlan> plans;
    if (plan.isFixed) {
        plans.emplace_back([map = saveRetargetMapJson(plan.map, *plan.source, *plan.target), found = plan.found](Scene& from, Scene& to) {
            return renewPlan(from, to, map, found);
        });
    }
    plans.emplace_back(findPlan);
    return plans;
}

ClipRetargeting& putClip(OpenModel& target, OpenModel& source, std::size_t clip, BakedMotion made)
{
    ClipRetargeting* entry = findRetargeting(target, source, clip);
    if (entry != nullptr) {
        target.playback.replace(entry->clip, renamed(made.clip, target.playback.clips()[entry->clip]->getName()));
    } else {
        const std::size_t number = target.playback.add(renamed(made.clip, freeName(target, source.playback.nameOf(clip), source.name)));
        entry = &target.retargetings.emplace_back(ClipRetargeting{.source = &source, .sourceClip = clip, .clip = number});
    }
    entry->sourceName = source.name;
    entry->clipName = source.playback.nameOf(clip);
    entry->rows = rowsOf(made.plan);
    entry->plan = std::move(made.plan);
    entry->wanted.reset();
    entry->scale = made.scale;
    entry->keys = made.keys;
    target.isPosed = false;
    ++target.retargetChanges;
    return *entry;
}

void removeRetargetings(OpenModel& target)
{
    target.retargetings.clear();
    target.springs.rest();
    target.playback.removeAdded();
    target.isPosed = false;
    ++target.retargetChanges;
}

std::optional<std::size_t> findAgain(const OpenModel& before, std::size_t clip, const OpenModel& after)
{
    const std::string& name = before.playback.clips()[clip]->getName();
    const auto clips = after.playback.clips();
    if (clip < clips.size() && clips[clip]->getName() == name) {
        return clip;
    }
    const auto found = std::find_if(clips.begin(), clips.end(), [&](const AnimationGroup* one) { return one->getName() == name; });
    return found != clips.end() ? std::optional(static_cast<std::size_t>(found - clips.begin())) : std::nullopt;
}

void forgetSource(ClipRetargeting& made)
{
    made.source = nullptr;
    made.plan.source = nullptr;
    made.wanted.reset();
}

bool forgetSource(OpenModel& target, const OpenModel& source)
{
    bool found = false;
    for (ClipRetargeting& made : target.retargetings) {
        if (made.source == &source) {
            forgetSource(made);
            ++target.retargetChanges;
            found = true;
        }
    }
    return found;
}

}  // namespace armature::tools
