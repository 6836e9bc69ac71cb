#include "base/parallel_for.hpp"

#include <stdexcept>

#if defined(ARMATURE_PLAIN_THREADS)
#include <thread>
#include <vector>
#elif !defined(ARMATURE_WITHOUT_TBB)
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace armature {

namespace {

#if defined(ARMATURE_PLAIN_THREADS)

// Builds for ThreadSanitizer start this many new threads in each run(), because ThreadSanitizer must see how threads start, share data and
// end. It cannot see this for the threads of oneTBB, which is not compiled for it. The number is fixed, so that a small machine shows races
// too.
constexpr std::size_t plainThreads = 4;

#endif

std::size_t countOfAll() noexcept
{
#if defined(ARMATURE_PLAIN_THREADS)
    return plainThreads;
#elif defined(ARMATURE_WITHOUT_TBB)
    return 1;
#else
    return static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency());
#endif
}

}  // namespace

Workers::Workers(Parallelism parallelism) : threads_(parallelism.threads_), tasks_(parallelism.tasks_)
{
    if (tasks_ != nullptr && (tasks_->run == nullptr || tasks_->workerCount == 0)) {
        throw std::invalid_argument(tasks_->run == nullptr ? "parallel for: `run` is empty" : "parallel for: it has 0 workers");
    }
}

std::size_t Workers::count() const noexcept
{
    return tasks_ != nullptr ? tasks_->workerCount : threads_ == Threads::All ? countOfAll() : 1;
}

#if defined(ARMATURE_PLAIN_THREADS)

void Workers::runOnAll(std::size_t count, std::size_t grain, RangeWork call, const void* work)
{
    const ParallelFor plain{.workerCount = plainThreads, .run = [](std::size_t calls, const ParallelTask& task) {
                                std::vector<std::thread> others;
                                for (std::size_t number = 1; number < calls; ++number) {
                                    others.emplace_back([&task, number] { task(number); });
                                }
                                task(0);
                                for (std::thread& other : others) {
                                    other.join();
                                }
                            }};
    Workers(plain).run(count, grain, [&](std::size_t first, std::size_t last, std::size_t worker) { call(work, first, last, worker); });
}

#elif defined(ARMATURE_WITHOUT_TBB)

void Workers::runOnAll(std::size_t count, std::size_t /*grain*/, RangeWork call, const void* work)
{
    if (count > 0) {
        call(work, 0, count, 0);
    }
}

#else

void Workers::runOnAll(std::size_t count, std::size_t grain, RangeWork call, const void* work)
{
    using Range = oneapi::tbb::blocked_range<std::size_t>;
    oneapi::tbb::parallel_for(Range(0, count, grain), [&](const Range& range) {
        call(work, range.begin(), range.end(), static_cast<std::size_t>(oneapi::tbb::this_task_arena::current_thread_index()));
    });
}

#endif

}  // namespace armature
