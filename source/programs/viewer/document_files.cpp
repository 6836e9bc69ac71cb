#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>

#include "base/words.hpp"
#include "document.hpp"

// The files of a document: opening them and reading them again, on a thread or at once.
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

// File stamps are taken after reading, because only the scene knows its source files.
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
        const bool isWaitedFor = std::ranges::any_of(baking_.tasks(), [&](const BakingTask* task) { return task->replaces == &model; });
        if (!hasChanged || isWaitedFor || std::any_of(queue_.tasks().begin(), queue_.tasks().end(), isOfModel)) {
            continue;
        }
        model.stamps = FileStamps(model.scene->sourceFiles());  // so that a failure is reported only once, until the next change
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
    try {
        baking_.finishDone();
    } catch (const std::exception& error) {
        tellError(error.what());
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
    if (const auto tasks = baking_.tasks(); !tasks.empty()) {
        tell(fmt::format("no longer baking {}", tasks.front()->name));
        baking_.cancel();
        for (const std::unique_ptr<OpenModel>& model : models_) {
            std::ranges::for_each(model->retargetings, [](ClipRetargeting& made) { made.wanted.reset(); });
        }
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
