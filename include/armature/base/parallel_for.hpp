#pragma once

#include <cstddef>
#include <functional>

#include <armature/base/export.hpp>

namespace armature {

/// The work of one evaluation, which is shared between several numbered calls. Created by the evaluation; valid until ParallelFor::run
/// returns.
class ARMATURE_API ParallelTask final {
public:
    /// Does part of the work, and returns when no work is left; does nothing if `number` is out of range. Never throws, and never starts
    /// another evaluation.
    void operator()(std::size_t number) const noexcept
    {
        if (number < count_) {
            call_(work_, number);
        }
    }

private:
    friend class Workers;  // internal: source/base/parallel_for.hpp

    using Call = void (*)(const void* work, std::size_t number) noexcept;
    ParallelTask(const void* work, Call call, std::size_t count) noexcept : work_(work), call_(call), count_(count) {}

    const void* work_;
    Call call_;
    std::size_t count_;
};

/// Runs evaluations on the application's own scheduler instead of Threads::All. The results are the same, bit for bit.
///
///     const armature::ParallelFor jobs{.workerCount = 8, .run = [&](std::size_t count, const armature::ParallelTask& task) {
///         scheduler.forEach(count, [&](std::size_t number) { task(number); });
///     }};
///     scene.update(jobs);
///
/// `run` is called only by an evaluation, on the evaluation's own thread. One ParallelFor serves any number of evaluations, even from
/// several threads at once if its `run` allows that. An evaluation may itself be one of the scheduler's tasks.
struct ARMATURE_API ParallelFor {
    /// The largest number of calls that may run at the same time, such as the scheduler's number of threads. At least 1; scratch memory is
    /// kept for each of them.
    std::size_t workerCount = 0;
    /// Must call task(number) for the numbers from 0 to count - 1, each at most once, on any threads, in parallel or in any order, and must
    /// return only after all these calls have returned. `count` is workerCount, or less if there is less work.
    ///
    /// The calls share the work. The evaluation's own thread does any work that they leave, so if no other thread is free, calling task(0)
    /// is enough. If `run` throws, it must do so after its calls have returned; the exception propagates once the evaluation is complete.
    std::function<void(std::size_t count, const ParallelTask& task)> run = {};
};

}  // namespace armature
