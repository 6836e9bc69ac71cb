#pragma once

#include <cstddef>

namespace armature {

namespace parallel_for {

/// Works on the range [first, last), as one of workerCount() workers.
using RangeWork = void (*)(const void* work, std::size_t first, std::size_t last, std::size_t worker);

/// At least 1. Constant for as long as the program's threads are.
[[nodiscard]] std::size_t workerCount() noexcept;
void run(std::size_t count, std::size_t grain, RangeWork call, const void* work);

}  // namespace parallel_for

/// Calls `work(first, last, worker)` for ranges that together are [0, count), most of them of about `grain` things, from the calling thread and
/// from others, and returns when all have returned. `worker` is below parallel_for::workerCount(), and no two calls at a time have the same:
/// scratch memory goes by it. The only place where armature meets a scheduler.
template <class Work>
void parallelFor(std::size_t count, std::size_t grain, const Work& work)
{
    const auto call = [](const void* typeless, std::size_t first, std::size_t last, std::size_t worker) {
        (*static_cast<const Work*>(typeless))(first, last, worker);
    };
    parallel_for::run(count, grain, call, &work);
}

}  // namespace armature
