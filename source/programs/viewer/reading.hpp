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

/// A file to read, and what for.
struct ReadingTask {
    enum class Purpose { Show, OpenBeside, Replace, Retarget };

    std::filesystem::path file;
    Purpose purpose = Purpose::Show;
    const OpenModel* replaced = nullptr;  ///< Only compared.
    const OpenModel* moved = nullptr;     ///< By a clip of the file; only compared.
    std::string clip = {};                ///< Clip of the file that is to be retargeted; empty: the one that it shows.
};

/// The result of reading a file.
struct FinishedReading {
    ReadingTask task;
    std::unique_ptr<OpenModel> model;  ///< Null if it failed.
    std::string error;
};

/// Reads files on a thread, one after another, in the order in which they were asked for. The thread shares nothing with anybody: it makes
/// a model, which is handed over whole. Use it from one thread.
class ReadingQueue final {
public:
    explicit ReadingQueue(ImportOptions options);
    /// Waits for what is being read: importers cannot be interrupted.
    ~ReadingQueue();
    ReadingQueue(const ReadingQueue&) = delete;
    ReadingQueue& operator=(const ReadingQueue&) = delete;

    void add(ReadingTask task);
    /// The next one that is finished, if there is one. Starts the one after it.
    [[nodiscard]] std::optional<FinishedReading> take();
    /// Forgets the files that wait, and discards the one that is being read once it is finished.
    void cancel();

    /// What is being read, and then what waits.
    [[nodiscard]] const std::deque<ReadingTask>& tasks() const noexcept { return tasks_; }
    /// Seconds since the first of them was started.
    [[nodiscard]] double getSeconds() const;

private:
    using Future = std::future<std::unique_ptr<OpenModel>>;

    void start();

    ImportOptions options_;
    std::deque<ReadingTask> tasks_;
    Future reading_;  // of the first
    std::chrono::steady_clock::time_point startedAt_;
    std::vector<Future> cancelled_;
};

}  // namespace armature::tools
