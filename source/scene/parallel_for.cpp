#include "scene/parallel_for.hpp"

#ifdef ARMATURE_PLAIN_THREADS
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>
#else
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace armature::parallel_for {

#ifdef ARMATURE_PLAIN_THREADS

// Threads of their own at each call: ThreadSanitizer sees how they start, share and end. It cannot see that of oneTBB's, which is not built with it.
// As many on any machine, so that a race shows on a small one too.
std::size_t workerCount() noexcept
{
    return 4;
}

void run(std::size_t count, std::size_t grain, RangeWork call, const void* work)
{
    std::atomic<std::size_t> next = 0;
    const auto workAs = [&](std::size_t worker) {
        for (std::size_t first = next.fetch_add(grain); first < count; first = next.fetch_add(grain)) {
            call(work, first, std::min(first + grain, count), worker);
        }
    };
    std::vector<std::thread> others;
    for (std::size_t worker = 1; worker < workerCount(); ++worker) {
        others.emplace_back(workAs, worker);
    }
    workAs(0);
    for (std::thread& other : others) {
        other.join();
    }
}

#else

std::size_t workerCount() noexcept
{
    return static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency());
}

void run(std::size_t count, std::size_t grain, RangeWork call, const void* work)
{
    using Range = oneapi::tbb::blocked_range<std::size_t>;
    oneapi::tbb::parallel_for(Range(0, count, grain), [&](const Range& range) {
        call(work, range.begin(), range.end(), static_cast<std::size_t>(oneapi::tbb::this_task_arena::current_thread_index()));
    });
}

#endif

}  // namespace armature::parallel_for
