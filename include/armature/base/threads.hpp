#pragma once

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// Which threads an evaluation uses. The results are the same in both cases, bit for bit. An application with its own scheduler can pass a
/// ParallelFor instead.
enum class Threads {
    Caller,  ///< Only the calling thread.
    All,     ///< All threads of oneTBB; only the calling thread if the library was built without oneTBB.
};

/// The threads on which an evaluation runs. Both constructors convert implicitly, so a function that takes a Parallelism accepts a Threads
/// or a ParallelFor.
class ARMATURE_API Parallelism final {
public:
    /// Evaluations with this argument run on the given threads.
    Parallelism(Threads threads = Threads::Caller) noexcept : threads_(threads) {}  // NOLINT(google-explicit-constructor): converts
    /// Evaluations with this argument run on the application's own threads. Keeps a reference to `tasks`, which must outlive the
    /// evaluations.
    Parallelism(const ParallelFor& tasks) noexcept : tasks_(&tasks) {}  // NOLINT(google-explicit-constructor): converts

private:
    friend class Workers;  // internal: source/base/parallel_for.hpp

    Threads threads_ = Threads::Caller;
    const ParallelFor* tasks_ = nullptr;
};

}  // namespace armature
