#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <armature/import/import_options.hpp>

#include "import/foreign/messages.hpp"
#include "import/foreign/worker_process.hpp"
#include "import/memory_budget.hpp"

namespace armature::foreign {

/// How a worker failed, as a clause of a message: "it crashed (SIGSEGV)".
class WorkerFailure final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One worker and what is said to it, within the limits of time and memory that `options` set. What it is asked must be answered before the
/// next thing is asked.
class WorkerSession {
public:
    /// Starts it and says what for. The limits grow with `fileBytes`, what it has to read. Throws importing::Refusal if there is no worker,
    /// WorkerFailure.
    WorkerSession(const std::filesystem::path& program, const ImportLimits& limits, std::uint64_t fileBytes);

    /// `message` begins with its kind. Throws WorkerFailure.
    void begin(StartMessage start, int descriptor = -1);
    void say(std::span<const std::byte> message, int descriptor = -1);

    /// Waits for the whole answer, of at most `most` bytes. What it takes is charged to `budget`. `answerRequest` is called when the worker
    /// wants a file. Throws WorkerFailure, importing::Refusal.
    [[nodiscard]] std::vector<std::byte> receiveAnswer(importing::MemoryBudget& budget, std::uint64_t most,
                                                       const std::function<void(std::string_view path)>& answerRequest);

private:
    /// The next message, with at least a byte. Throws what is no part of an answer.
    MessageKind hear(WorkerProcess::Clock::time_point until);

    WorkerProcess process_;
    double processorSeconds_;
    double clockSeconds_;
    std::uint64_t addressBytes_;
    WorkerProcess::Clock::duration left_;  ///< Of the clock's time.
    std::vector<std::byte> message_;
};

}  // namespace armature::foreign
