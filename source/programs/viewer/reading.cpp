#include "reading.hpp"

#include <algorithm>
#include <utility>

#include "document.hpp"

namespace armature::tools {

namespace {

template <class Future>
bool isReady(const Future& future)
{
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

ReadingQueue::ReadingQueue(ImportOptions options) : options_(std::move(options)) {}

ReadingQueue::~ReadingQueue() = default;  // destroying the futures of std::async waits for their threads

void ReadingQueue::add(ReadingTask task)
{
    tasks_.push_back(std::move(task));
    if (tasks_.size() == 1) {
        start();
    }
}

void ReadingQueue::start()
{
    startedAt_ = std::chrono::steady_clock::now();
    // The thread gets its own copies of the path and the options.
    reading_ = std::async(std::launch::async,
                          [file = tasks_.front().file, options = options_] { return std::make_unique<OpenModel>(file, options); });
}

std::optional<FinishedReading> ReadingQueue::take()
{
    cancelled_.erase(std::remove_if(cancelled_.begin(), cancelled_.end(), [](const Future& future) { return isReady(future); }),
                     cancelled_.end());
    if (tasks_.empty() || !isReady(reading_)) {
        return std::nullopt;
    }
    FinishedReading finished{std::move(tasks_.front()), nullptr, {}};
    tasks_.pop_front();
    try {
        finished.model = reading_.get();
    } catch (const std::exception& error) {
        finished.error = error.what();
    }
    if (!tasks_.empty()) {
        start();
    }
    return finished;
}

void ReadingQueue::cancel()
{
    if (!tasks_.empty()) {
        cancelled_.push_back(std::move(reading_));
        tasks_.clear();
    }
}

double ReadingQueue::getSeconds() const
{
    return tasks_.empty() ? 0. : std::chrono::duration<double>(std::chrono::steady_clock::now() - startedAt_).count();
}

}  // namespace armature::tools
