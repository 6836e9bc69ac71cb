#include "clip_retargeting.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/saved_state.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "document.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

/// What was made of a clip.
struct Made {
    RetargetPlan plan;
    RetargetedClip clip;
    double scale;
};

// Where models stand and how their bones point is as in their files meanwhile, and as before afterwards.
template <class Work>
Made atFilePose(OpenModel& one, OpenModel& other, const Work& work)
{
    SavedState state;
    state.save(*one.scene, *other.scene);
    one.playback.poseAsFile();
    other.playback.poseAsFile();
    try {
        Made made = work();
        state.restore(*one.scene, *other.scene);
        return made;
    } catch (...) {
        state.restore(*one.scene, *other.scene);
        throw;
    }
}

// Of what was saved, the order of bones must stay.
void sortBones(Scene& scene)
{
    for (Skeleton* skeleton : scene.skeletons()) {
        skeleton->sortBones();
    }
}

template <class Plan>
Made make(OpenModel& target, OpenModel& source, std::size_t clip, const Plan& planFor)
{
    sortBones(*target.scene);
    sortBones(*source.scene);
    try {
        return atFilePose(target, source, [&] {
            RetargetPlan plan = planFor();
            const AnimationClip& motion = source.playback.clips()[clip]->getClip();
            const AnimationClip* const motions = &motion;
            const Retargeter retargeter(*plan.source, *plan.target, plan.map,
                                        armature::RetargetOptions::ofMotions({&motions, 1}, *plan.source, plan.map));
            RetargetedClip made = retargetClip(motion, *plan.source, *plan.target, retargeter);
            return Made{std::move(plan), std::move(made), retargeter.getScale()};
        });
    } catch (const std::exception& refused) {
        throw Error(fmt::format("{} of {} cannot move {}: {}", source.playback.nameOf(clip), printable(source.name), printable(target.name),
                                printable(refused.what())));
    }
}

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

std::shared_ptr<const AnimationClip> renamed(const AnimationClip& clip, const std::string& name)
{
    ClipDescription description = clip.describe();
    description.name = name;
    return AnimationClip::create(std::move(description));
}

ClipRetargeting* findMade(OpenModel& target, const OpenModel& source, std::size_t clip)
{
    auto& all = target.retargetings;
    const auto found = std::find_if(all.begin(), all.end(), [&](const ClipRetargeting& candidate) {
        return candidate.source == &source && candidate.sourceClip == clip;
    });
    return found != all.end() ? &*found : nullptr;
}

ClipRetargeting& put(OpenModel& target, OpenModel& source, std::size_t clip, Made made)
{
    ClipRetargeting* entry = findMade(target, source, clip);
    if (entry != nullptr) {
        target.playback.replace(entry->clip, renamed(*made.clip.clip, target.playback.clips()[entry->clip]->getName()));
    } else {
        const std::size_t number =
            target.playback.add(renamed(*made.clip.clip, freeName(target, source.playback.nameOf(clip), source.name)));
        entry = &target.retargetings.emplace_back(ClipRetargeting{.source = &source, .sourceClip = clip, .clip = number});
    }
    entry->sourceName = source.name;
    entry->clipName = source.playback.nameOf(clip);
    entry->rows = rowsOf(made.plan);
    entry->plan = std::move(made.plan);
    entry->scale = made.scale;
    entry->keys = made.clip.keyCount;
    return *entry;
}

// An edited map is used for other clips of its source, too.
const RetargetPlan* editedPlan(const OpenModel& target, const OpenModel& source)
{
    const RetargetPlan* found = nullptr;
    for (const ClipRetargeting& made : target.retargetings) {
        found = made.source == &source && made.plan.isFixed ? &made.plan : found;
    }
    return found;
}

// If the edited map no longer fits, it is found anew, and that is said.
Made makeAgain(OpenModel& target, OpenModel& source, std::size_t clip, const RetargetPlan& before, std::vector<std::string>& outProblems)
{
    try {
        return make(target, source, clip, [&] { return renewPlan(*source.scene, *target.scene, before); });
    } catch (const Error& error) {
        if (!before.isFixed) {
            throw;
        }
        outProblems.emplace_back(error.what());
        return make(target, source, clip, [&] { return findPlan(*source.scene, *target.scene); });
    }
}

// The clip of that name, also where several have it or it is empty.
std::optional<std::size_t> findAgain(const Playback& before, std::size_t number, const Playback& after)
{
    const std::string& name = before.clips()[number]->getName();
    const auto clips = after.clips();
    if (number < clips.size() && clips[number]->getName() == name) {
        return number;
    }
    const auto found = std::find_if(clips.begin(), clips.end(), [&](const AnimationGroup* clip) { return clip->getName() == name; });
    return found != clips.end() ? std::optional(static_cast<std::size_t>(found - clips.begin())) : std::nullopt;
}

void forget(ClipRetargeting& made)
{
    made.source = nullptr;
    made.plan.source = nullptr;
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

void putClip(OpenModel& target, OpenModel& source, std::size_t clip, const std::optional<std::filesystem::path>& mapFile)
{
    const RetargetPlan* edited = editedPlan(target, source);
    Made made = make(target, source, clip, [&] {
        return mapFile             ? readPlan(*source.scene, *target.scene, *mapFile)
               : edited != nullptr ? *edited
                                   : findPlan(*source.scene, *target.scene);
    });
    target.springs.rest();
    target.playback.select(put(target, source, clip, std::move(made)).clip);
    target.isPosed = false;
}

void changeShownPair(OpenModel& target, std::size_t bone, std::optional<std::size_t> source)
{
    const ClipRetargeting& shown = *shownRetargeting(target);
    RetargetPlan plan = shown.plan;
    changePair(plan, bone, source);
    Made made = make(target, *shown.source, shown.sourceClip, [&] { return plan; });
    put(target, *shown.source, shown.sourceClip, std::move(made));
    target.isPosed = false;
}

void removeRetargetings(OpenModel& target)
{
    target.retargetings.clear();
    target.springs.rest();
    target.playback.removeAdded();
    target.isPosed = false;
}

std::vector<std::string> retargetAgain(const OpenModel& before, OpenModel& after)
{
    std::vector<std::string> problems;
    for (const ClipRetargeting& made : before.retargetings) {
        if (made.source == nullptr) {
            problems.push_back(fmt::format("{}: {} is gone, because its file was closed", printable(after.name), made.describe()));
            continue;
        }
        try {
            put(after, *made.source, made.sourceClip, makeAgain(after, *made.source, made.sourceClip, made.plan, problems));
        } catch (const Error& error) {
            problems.emplace_back(error.what());
        }
    }
    return problems;
}

std::vector<std::string> replaceSource(OpenModel& target, const OpenModel& before, OpenModel& after)
{
    std::vector<std::string> problems;
    for (ClipRetargeting& made : target.retargetings) {
        if (made.source != &before) {
            continue;
        }
        try {
            const std::optional<std::size_t> clip = findAgain(before.playback, made.sourceClip, after.playback);
            if (!clip) {
                throw Error(fmt::format("{} no longer has the clip {}, which stays on {} as it was", printable(after.name), made.clipName,
                                        printable(target.name)));
            }
            Made again = makeAgain(target, after, *clip, made.plan, problems);
            made.source = &after;
            made.sourceClip = *clip;
            put(target, after, *clip, std::move(again));
        } catch (const Error& error) {
            problems.emplace_back(error.what());
            forget(made);
        }
    }
    return problems;
}

bool forgetSource(OpenModel& target, const OpenModel& source)
{
    bool found = false;
    for (ClipRetargeting& made : target.retargetings) {
        if (made.source == &source) {
            forget(made);
            found = true;
        }
    }
    return found;
}

}  // namespace armature::tools
