#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <armature/import/import_options.hpp>

namespace armature::tools {

struct OpenModel;

/// A file to read, and the purpose of reading it.
struct ReadingTask {
    enum class Purpose { Show, OpenBeside, Replace, Retarget };

    std::filesystem::path file;
    Purpose purpose = Purpose::Show;
    const OpenModel* replaced = nullptr;  ///< The model to replace; never dereferenced.
    const OpenModel* moved = nullptr;     ///< The model to which a clip of the file is to be retargeted; never dereferenced.
    std::string clip = {};                ///< The file's clip to retarget; if empty, the clip that the file shows.
};

/// The result of reading a file.
struct FinishedReading {
    ReadingTask task;
    std::unique_ptr<OpenModel> model;  ///< Null if reading failed.
    std::string error;
};

/// Reads files on a separate thread, one after another, in the order in which they were added. The thread shares no data: it makes a model
/// and hands it over whole. The queue itself must be used from one thread.
class ReadingQueue final {
public:
    explicit ReadingQueue(ImportOptions options);
    /// Waits for the file that is being read, because importers cannot be interrupted.
    ~ReadingQueue();
    ReadingQueue(const ReadingQueue&) = delete;
    ReadingQueue& operator=(const ReadingQueue&) = delete;

    void add(ReadingTask task);
    /// Takes the next finished file, if there is one, and starts reading the one after it.
    [[nodiscard]] std::optional<FinishedReading> take();
    /// Forgets the waiting files. The file that is being read is discarded once it is finished.
    void cancel();

    /// The file that is being read, followed by the waiting ones.
    [[nodiscard]] const std::deque<ReadingTask>& tasks() const noexcept { return tasks_; }
    /// Returns the seconds since reading the first of tasks() began.
    [[nodiscard]] double getSeconds() const;

private:
    using Future = std::future<std::unique_ptr<OpenModel>>;

    void start();

    ImportOptions options_;
    std::deque<ReadingTask> tasks_;
    Future reading_;  // the model of the first task
    std::chrono::steady_clock::time_point startedAt_;
    std::vector<Future> cancelled_;
};

}  // namespace armature::tools
