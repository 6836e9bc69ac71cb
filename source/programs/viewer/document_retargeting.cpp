#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/words.hpp"
#include "document.hpp"
#include "kept_model.hpp"

// Clips of one model retargeted to another. They are baked while frames are drawn, so their models may have changed by the time they are
// done.
namespace armature::tools {

namespace {

/// A model, and the means to tell whether it has changed since this object was made.
struct Involved {
    explicit Involved(OpenModel& given) : model(&given), scene(*given.scene), changes(given.retargetChanges) {}

    OpenModel* model;
    Handle<Scene> scene;
    std::size_t changes;

    [[nodiscard]] bool isThere() const { return static_cast<bool>(scene); }
    [[nodiscard]] bool hasChanged() const { return isThere() && model->retargetChanges != changes; }
};

void rethrow(const std::exception_ptr& error)
{
    if (error != nullptr) {
        std::rethrow_exception(error);
    }
}

std::size_t changesOf(OpenModel& target, const OpenModel& source, std::size_t clip)
{
    const ClipRetargeting* const made = findRetargeting(target, source, clip);
    return made != nullptr ? made->changes : 0;
}

}  // namespace

/// A file that was read again, and waits until all clips that were retargeted to or from its model have been baked again.
struct Replacement {
    /// A clip that is baked again.
    struct Clip {
        Involved target;
        Involved source;
        std::size_t clipBefore;  ///< Index of the clip in the source before the source was read again.
        std::size_t clip;
    };

    Involved before;
    std::unique_ptr<OpenModel> after;
    std::vector<Involved> others;
    std::vector<Clip> clips = {};
    std::vector<std::unique_ptr<Bake>> bakes = {};  ///< The bakes of `clips`, in the same order.
    std::vector<std::exception_ptr> errors = {};
    std::vector<std::string> problems = {};
};

namespace {

// For each clip that was retargeted to the old model, adds a bake that retargets it to the newly read one.
void bakeTargets(Replacement& replacement)
{
    OpenModel& after = *replacement.after;
    for (const ClipRetargeting& made : replacement.before.model->retargetings) {
        if (made.source == nullptr) {
            replacement.problems.push_back(
                fmt::format("{}: {} is gone, because its file was closed", printable(after.name), made.describe()));
            continue;
        }
        replacement.bakes.push_back(std::make_unique<Bake>(after, *made.source, made.sourceClip, plansAgain(made)));
        replacement.clips.push_back({Involved(after), Involved(*made.source), made.sourceClip, made.sourceClip});
    }
}

// For each clip that was retargeted from the old model to another one, adds a bake that retargets it from the newly read one.
void bakeSources(Replacement& replacement)
{
    OpenModel& after = *replacement.after;
    const OpenModel& before = *replacement.before.model;
    for (const Involved& other : replacement.others) {
        for (ClipRetargeting& made : other.model->retargetings) {
            const bool isOfIt = made.source == &before;
            const std::optional<std::size_t> clip = isOfIt ? findAgain(before, made.sourceClip, after) : std::nullopt;
            if (clip) {
                replacement.bakes.push_back(std::make_unique<Bake>(*other.model, after, *clip, plansAgain(made)));
                replacement.clips.push_back({other, Involved(after), made.sourceClip, *clip});
            } else if (isOfIt) {
                replacement.problems.push_back(fmt::format("{} no longer has the clip {}, which stays on {} as it was",
                                                           printable(after.name), made.clipName, printable(other.model->name)));
            }
        }
    }
}

void addProblem(std::vector<std::string>& outProblems, const std::exception_ptr& error)
{
    try {
        rethrow(error);
    } catch (const std::exception& problem) {
        outProblems.emplace_back(problem.what());
    }
}

// Adds the baked clips to the newly read model, which is not shown yet.
void putTargets(Replacement& replacement)
{
    for (std::size_t number = 0; number < replacement.clips.size(); ++number) {
        const Replacement::Clip& clip = replacement.clips[number];
        if (clip.target.model == replacement.after.get() && replacement.errors[number] == nullptr) {
            BakedMotion baked = replacement.bakes[number]->take(*clip.target.model, *clip.source.model);
            replacement.problems.insert(replacement.problems.end(), baked.problems.begin(), baked.problems.end());
            putClip(*clip.target.model, *clip.source.model, clip.clip, std::move(baked));
        }
    }
}

void putSources(Replacement& replacement, OpenModel& before, OpenModel& after)
{
    for (std::size_t number = 0; number < replacement.clips.size(); ++number) {
        const Replacement::Clip& clip = replacement.clips[number];
        ClipRetargeting* const made =
            clip.source.model == &after && clip.target.isThere() ? findRetargeting(*clip.target.model, before, clip.clipBefore) : nullptr;
        if (made != nullptr && replacement.errors[number] == nullptr) {
            made->source = &after;
            made->sourceClip = clip.clip;
            BakedMotion baked = replacement.bakes[number]->take(*clip.target.model, after);
            replacement.problems.insert(replacement.problems.end(), baked.problems.begin(), baked.problems.end());
            putClip(*clip.target.model, after, clip.clip, std::move(baked));
        }
    }
}

}  // namespace

void ViewerDocument::bake(BakingTask task)
{
    if (readsOnThread && !task.bakes.empty()) {
        baking_.add(std::move(task));
    } else {
        BakingQueue::run(std::move(task));
    }
}

// Makes a task that bakes a clip and, when finished, adds it to the target and calls `then`. The task throws Error instead if one of the
// models was closed or read again meanwhile, and changes nothing if another plan for the clip was chosen meanwhile.
BakingTask ViewerDocument::makeTask(OpenModel& target, OpenModel& source, std::size_t clip, std::vector<Bake::MakePlan> plans,
                                    std::function<void(ClipRetargeting&)> then)
{
    BakingTask task{.name = fmt::format("{} of {}", source.playback.nameOf(clip), source.name)};
    task.bakes.push_back(std::make_unique<Bake>(target, source, clip, std::move(plans)));
    task.finish = [to = Involved(target), from = Involved(source), clip, changes = changesOf(target, source, clip), name = task.name,
                   then = std::move(then)](std::vector<std::unique_ptr<Bake>> bakes, const std::vector<std::exception_ptr>& errors) {
        if (!to.isThere() || !from.isThere()) {
            throw Error(fmt::format("{} was not put anywhere: a file was closed or read again meanwhile", name));
        }
        if (changesOf(*to.model, *from.model, clip) != changes) {
            return;
        }
        if (ClipRetargeting* const made = findRetargeting(*to.model, *from.model, clip)) {
            made->wanted.reset();
        }
        rethrow(errors.front());
        then(putClip(*to.model, *from.model, clip, bakes.front()->take(*to.model, *from.model)));
    };
    return task;
}

void ViewerDocument::retarget(std::size_t number, std::optional<std::size_t> clip, const std::optional<std::filesystem::path>& mapFile)
{
    OpenModel& target = *current();
    OpenModel& source = *models_[number];
    if (source.playback.clips().empty()) {
        throw Error(fmt::format("{} has no clips", printable(source.name)));
    }
    target.history.commit();
    bake(makeTask(target, source, clip.value_or(source.playback.getClip()), plansFor(target, source, mapFile),
                  [this, &target](const ClipRetargeting& made) {
                      target.springs.rest();
                      target.playback.select(made.clip);
                      target.isPosed = false;
                      if (current() == &target) {
                          frame();
                      }
                      tell(fmt::format("{} on {}: {} together by {}", made.describe(), target.name,
                                       counted(made.pairCount(), "bone goes", "bones go"), made.plan.found));
                  }));
}

void ViewerDocument::changePair(std::size_t bone, std::optional<std::size_t> source)
{
    OpenModel& target = *current();
    ClipRetargeting& shown = *shownRetargeting(target);
    RetargetPlan plan = shown.wanted ? *shown.wanted : shown.plan;
    tools::changePair(plan, bone, source);
    ++shown.changes;
    ++target.retargetChanges;
    BakingTask task =
        makeTask(target, *shown.source, shown.sourceClip, {Bake::planOf(target, *shown.source, plan)}, [](ClipRetargeting&) {});
    shown.wanted = std::move(plan);
    bake(std::move(task));
}

void ViewerDocument::openToRetarget(const std::filesystem::path& file, std::string_view clip)
{
    read({.file = file, .purpose = ReadingTask::Purpose::Retarget, .moved = current(), .clip = std::string(clip)});
}

// Replaces a model by its newly read file. A model that was closed meanwhile is not opened again.
void ViewerDocument::replace(const OpenModel* before, std::unique_ptr<OpenModel> after)
{
    const auto model = std::find_if(models_.begin(), models_.end(),
                                    [&](const std::unique_ptr<OpenModel>& one) { return one.get() == before && one->file == after->file; });
    if (model == models_.end()) {
        return;
    }
    const auto replacement = std::make_shared<Replacement>(Replacement{Involved(**model), std::move(after), {}});
    for (const std::unique_ptr<OpenModel>& other : models_) {
        replacement->others.emplace_back(*other);
    }
    bakeTargets(*replacement);
    bakeSources(*replacement);
    BakingTask task{.name = (*model)->name, .bakes = std::move(replacement->bakes), .replaces = before};
    task.finish = [this, replacement](std::vector<std::unique_ptr<Bake>> bakes, std::vector<std::exception_ptr> errors) {
        replacement->bakes = std::move(bakes);
        replacement->errors = std::move(errors);
        finishReplacing(*replacement);
    };
    bake(std::move(task));
}

// Puts the newly read model in the place of the old one. Starts the replacement again if the retargetings of an open model have changed
// while clips were baked.
void ViewerDocument::finishReplacing(Replacement& replacement)
{
    if (!replacement.before.isThere()) {
        return;
    }
    if (std::ranges::any_of(replacement.others, &Involved::hasChanged)) {
        replace(replacement.before.model, std::move(replacement.after));
        return;
    }
    const auto model = std::ranges::find(models_, replacement.before.model, &std::unique_ptr<OpenModel>::get);
    std::ranges::for_each(replacement.errors, [&](const std::exception_ptr& error) { addProblem(replacement.problems, error); });
    putTargets(replacement);
    std::ranges::move(continueFrom(**model, *replacement.after), std::back_inserter(replacement.problems));
    comparison_.reset();
    const std::unique_ptr<OpenModel> old = std::exchange(*model, std::move(replacement.after));
    ++reloads_;
    tell(fmt::format("{}: read again", (*model)->name));
    putSources(replacement, *old, **model);
    for (const std::unique_ptr<OpenModel>& other : models_) {
        forgetSource(*other, *old);  // clips that could not be made again stay unchanged
    }
    std::ranges::for_each(replacement.problems, [this](const std::string& problem) { tellError(problem); });
}

}  // namespace armature::tools
