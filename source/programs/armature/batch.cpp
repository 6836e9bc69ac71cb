#include "batch.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace armature::tools {

bool runBatch(std::size_t count, std::optional<std::size_t> jobs, const std::function<void(std::size_t)>& work)
{
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> isStopped = false;
    std::exception_ptr failure;
    const auto workOn = [&]() noexcept {
        for (std::size_t i = next++; i < count && !InterruptWatch::isInterrupted() && !isStopped; i = next++) {
            try {
                work(i);
            } catch (...) {
                if (!isStopped.exchange(true)) {
                    failure = std::current_exception();
                }
            }
        }
    };
    {
        const InterruptWatch watch;
        const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
        const std::size_t workers = std::min(jobs.value_or(processors), count);
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < workers; ++i) {
            threads.emplace_back(workOn);
        }
        workOn();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
    return !InterruptWatch::isInterrupted();
}

}  // namespace armature::tools
