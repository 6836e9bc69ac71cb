#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>

#include <armature/base/parallel_for.hpp>
#include <armature/base/threads.hpp>

namespace armature {

/// The threads that an evaluation runs on. No other code of armature calls a task scheduler.
class Workers {
public:
    /// Throws std::invalid_argument if a ParallelFor was given whose `run` is empty or whose workerCount is 0.
    explicit Workers(Parallelism parallelism);

    /// The number of threads; at least 1.
    [[nodiscard]] std::size_t count() const noexcept;

    /// Calls `work(first, last, worker)` for ranges that together cover [0, count), and returns when all calls have returned. One thread
    /// gets a single range; several threads get ranges about `grain` long. `worker` is less than count() and differs between simultaneous
    /// calls, so that it can select scratch memory. `work` must not throw.
    template <class Work>
    void run(std::size_t count, std::size_t grain, const Work& work)
    {
        if (tasks_ != nullptr) {
            runTasks(count, grain, work);
        } else if (threads_ == Threads::All) {
            const auto call = [](const void* typeless, std::size_t first, std::size_t last, std::size_t worker) {
                (*static_cast<const Work*>(typeless))(first, last, worker);
            };
            runOnAll(count, grain, call, &work);
        } else if (count > 0) {
            work(std::size_t{0}, count, std::size_t{0});
        }
    }

    /// Rethrows the first exception that the application's scheduler threw, if any. Call at the end of the evaluation. After such an
    /// exception, only the calling thread does the remaining work.
    void finish() const
    {
        if (failure_ != nullptr) {
            std::rethrow_exception(failure_);
        }
    }

private:
    using RangeWork = void (*)(const void* work, std::size_t first, std::size_t last, std::size_t worker);

    static void runOnAll(std::size_t count, std::size_t grain, RangeWork call, const void* work);

    template <class Work>
    void runTasks(std::size_t count, std::size_t grain, const Work& work)
    {
        std::atomic<std::size_t> next = 0;
        const auto workAs = [&](std::size_t worker) noexcept {
            for (std::size_t first = next.fetch_add(grain); first < count; first = next.fetch_add(grain)) {
                work(first, std::min(first + grain, count), worker);
            }
        };
        using WorkAs = decltype(workAs);
        const auto call = [](const void* typeless, std::size_t worker) noexcept { (*static_cast<const WorkAs*>(typeless))(worker); };
        const std::size_t calls = std::min(tasks_->workerCount, (count + grain - 1) / grain);
        if (calls > 1 && failure_ == nullptr) {
            try {
                tasks_->run(calls, ParallelTask(&workAs, call, calls));
            } catch (...) {
                failure_ = std::current_exception();
            }
        }
        workAs(0);
    }

    Threads threads_ = Threads::Caller;
    const ParallelFor* tasks_ = nullptr;
    std::exception_ptr failure_;
};

}  // namespace armature
