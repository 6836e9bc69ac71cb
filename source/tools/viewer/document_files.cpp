#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>

#include "document.hpp"
#include "kept_model.hpp"
#include "words/words.hpp"

// The files of a document: opened, read again, on a thread or at once.
namespace armature::tools {

FileStamps::FileStamps(std::span<const std::string> files)
{
    for (const std::string& file : files) {
        std::error_code error;
        const auto time = std::filesystem::last_write_time(file, error);
        stamps_.push_back({file, time, std::filesystem::file_size(file, error)});
    }
}

bool FileStamps::haveChanged() const
{
    return std::any_of(stamps_.begin(), stamps_.end(), [](const Stamp& stamp) {
        std::error_code error;
        const auto time = std::filesystem::last_write_time(stamp.file, error);
        const auto size = error ? 0 : std::filesystem::file_size(stamp.file, error);
        return !error && (time != stamp.time || size != stamp.size);
    });
}

FileStamps graphStampsOf(const Playback& playback)
{
    const GraphPlayback* graph = playback.graph();
    const std::string file = graph != nullptr ? graph->getSource().file.string() : "";
    return FileStamps(std::span(&file, file.empty() ? 0 : 1));
}

// What is there before it is read: a change meanwhile is seen as one.
OpenModel::OpenModel(std::filesystem::path path, const ImportOptions& reading)
    : file(std::move(path))
    , name(printable(file.filename().string()))
    , scene(loadScene(file, reading))
    , springs(*scene)
    , playback(*scene)
    , outline(*scene)
    , stamps(scene->sourceFiles())
{}

void ViewerDocument::open(const std::filesystem::path& file, ReadingTask::Purpose purpose)
{
    read({file, purpose});
}

void ViewerDocument::reload()
{
    if (current() != nullptr) {
        read({current()->file, ReadingTask::Purpose::Replace, current()});
    }
}

void ViewerDocument::watch()
{
    for (std::size_t number = 0; settings.watches && number < models_.size(); ++number) {
        OpenModel& model = *models_[number];
        const auto isOfModel = [&model](const ReadingTask& task) { return task.replaced == &model; };
        const bool hasChanged = model.stamps.haveChanged() || model.graphStamps.haveChanged();
        if (!hasChanged || std::any_of(queue_.tasks().begin(), queue_.tasks().end(), isOfModel)) {
            continue;
        }
        model.stamps = FileStamps(model.scene->sourceFiles());  // if it fails it says so once, and looks again at the next change
        model.graphStamps = graphStampsOf(model.playback);
        try {
            read({model.file, ReadingTask::Purpose::Replace, &model});
        } catch (const std::exception& error) {
            tellError(error.what());
        }
    }
}

void ViewerDocument::read(ReadingTask task)
{
    if (readsOnThread) {
        queue_.add(std::move(task));
    } else {
        auto model = std::make_unique<OpenModel>(task.file, reading_);
        take(task, std::move(model));
    }
}

void ViewerDocument::takeFilesRead()
{
    while (std::optional<FinishedReading> finished = queue_.take()) {
        if (finished->model == nullptr) {
            tellError(finished->error);
            continue;
        }
        try {
            take(finished->task, std::move(finished->model));
        } catch (const std::exception& error) {
            tellError(error.what());
        }
    }
}

void ViewerDocument::cancel()
{
    if (filming_ != nullptr) {
        tell(fmt::format("{}: no longer filmed", printable(filming_->options().file.string())));
        endFilm();
    }
    if (!queue_.tasks().empty()) {
        tell(fmt::format("no longer reading {}", printable(queue_.tasks().front().file.filename().string())));
        queue_.cancel();
    }
}

void ViewerDocument::take(const ReadingTask& task, std::unique_ptr<OpenModel> model)
{
    switch (task.purpose) {
    case ReadingTask::Purpose::Replace: replace(task.replaced, std::move(model)); break;
    case ReadingTask::Purpose::Show: add(std::move(model), true); break;
    case ReadingTask::Purpose::OpenBeside: add(std::move(model), false); break;
    case ReadingTask::Purpose::Retarget:
        add(std::move(model), false);
        if (current() == task.moved && models_.size() > 1) {
            const OpenModel& source = *models_.back();
            const std::optional<std::size_t> clip = source.playback.find(task.clip);
            if (!clip && !task.clip.empty()) {
                throw Error(fmt::format("{} has no clip \"{}\"", printable(source.name), printable(task.clip)));
            }
            retarget(models_.size() - 1, clip);
        }
        break;
    }
}

void ViewerDocument::retarget(std::size_t number, std::optional<std::size_t> clip, const std::optional<std::filesystem::path>& mapFile)
{
    OpenModel& source = *models_[number];
    if (source.playback.clips().empty()) {
        throw Error(fmt::format("{} has no clips", printable(source.name)));
    }
    current()->history.commit();
    putClip(*current(), source, clip.value_or(source.playback.getClip()), mapFile);
    frame();
    const ClipRetargeting& made = *shownRetargeting(*current());
    tell(fmt::format("{} on {}: {} together by {}", made.describe(), current()->name, counted(made.pairCount(), "bone goes", "bones go"),
                     made.plan.found));
}

void ViewerDocument::openToRetarget(const std::filesystem::path& file, std::string_view clip)
{
    read({.file = file, .purpose = ReadingTask::Purpose::Retarget, .moved = current(), .clip = std::string(clip)});
}

// What was closed meanwhile is not opened again.
void ViewerDocument::replace(const OpenModel* before, std::unique_ptr<OpenModel> after)
{
    const auto model = std::find_if(models_.begin(), models_.end(),
                                    [&](const std::unique_ptr<OpenModel>& one) { return one.get() == before && one->file == after->file; });
    if (model == models_.end()) {
        return;
    }
    std::vector<std::string> problems = retargetAgain(**model, *after);
    problems.push_back(continueFrom(**model, *after));
    comparison_.reset();
    const std::unique_ptr<OpenModel> old = std::exchange(*model, std::move(after));
    ++reloads_;
    tell(fmt::format("{}: read again", (*model)->name));
    for (const std::unique_ptr<OpenModel>& other : models_) {
        std::ranges::move(replaceSource(*other, *old, **model), std::back_inserter(problems));
    }
    std::for_each(problems.begin(), problems.end(), [this](const std::string& problem) {
        if (!problem.empty()) {
            tellError(problem);
        }
    });
}

void ViewerDocument::add(std::unique_ptr<OpenModel> added, bool isShown)
{
    models_.push_back(std::move(added));
    ++openings_;
    const OpenModel& model = *models_.back();
    tell(fmt::format("{}: {}, {}, {}", model.name, counted(model.scene->nodes().size(), "node"),
                     counted(model.scene->skeletons().size(), "skeleton"), counted(model.playback.clips().size(), "clip")));
    for (const std::string& warning : model.scene->warnings()) {
        tell(fmt::format("{}: {}", model.name, printable(warning)));
    }
    for (const std::string& warning : model.springs.warnings()) {
        tell(fmt::format("{}: {}", model.name, printable(warning)));
    }
    if (isShown || models_.size() == 1) {
        show(models_.size() - 1);
    }
}

}  // namespace armature::tools
