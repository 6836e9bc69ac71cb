#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <sys/wait.h>
#include <vector>

#include <armature/import/import_options.hpp>

#include "base/descriptor.hpp"
#include "import/assimp/messages.hpp"
#include "import/memory_budget.hpp"

namespace armature::foreign {

/// Returns the path of the worker program: the one that `options` names, otherwise armature-import-worker. The search goes through the
/// folders of the running program and of the library, the libexec folders of their installations, the folder that the build recorded in a
/// program with a static library (cmake/import_worker_place.cpp), and the folder into which the build was configured to install the worker.
/// Throws importing::Refusal if there is no such program: "`what` armature-import-worker `does`, but ...", followed by the path in
/// `options` or, if that is empty, the folders searched.
[[nodiscard]] std::filesystem::path findWorker(std::string_view what, std::string_view does, const ImportOptions& options);

/// A worker process and the library's end of its socket. Destroying this object kills the process, whatever it is doing, and leaves nothing
/// behind. Signal handlers and descriptors of the program stay unchanged.
class WorkerProcess {
public:
    using Clock = std::chrono::steady_clock;

    /// Starts the worker. Throws importing::Refusal on failure.
    explicit WorkerProcess(const std::filesystem::path& program);
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;
    ~WorkerProcess();

    /// Sends a message, together with `descriptor` unless that is -1. Returns false if the worker has ended or the socket is full of unread
    /// messages.
    [[nodiscard]] bool send(std::span<const std::byte> message, int descriptor = -1) noexcept;

    enum class Receipt { Message, Ended, TooLate };
    /// Waits for the next message until the deadline and stores the message in `outMessage`. Cuts a message off after `longestMessage`
    /// bytes.
    [[nodiscard]] Receipt receive(std::vector<std::byte>& outMessage, Clock::time_point until);

    /// Returns how the worker ended, as a clause for a message: "it crashed (SIGSEGV)". Kills the worker if it does not end soon. Call at
    /// most once.
    [[nodiscard]] std::string end();

private:
    /// Waits for the worker to end and returns its exit status from waitid(); none if other code of the program has collected the status.
    /// With `kill`, kills the worker first.
    [[nodiscard]] std::optional<siginfo_t> reap(bool kill) noexcept;

    Descriptor socket_;
    Descriptor handle_;  ///< A pidfd: refers to the process even if its id is reused. Not open if the kernel has no pidfds.
    pid_t process_ = -1;
};

/// Returns a read-only descriptor of memory that holds a copy of `bytes`. Throws importing::Refusal if there is not enough memory.
[[nodiscard]] Descriptor readOnlyCopy(std::span<const std::byte> bytes);

/// The failure of a worker. The message is a clause: "it crashed (SIGSEGV)".
class WorkerFailure final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A worker and the messages exchanged with it, within the given limits of time and memory. Handles one request at a time.
class WorkerSession {
public:
    /// Starts the worker. Limits grow with `fileBytes`, the size of the worker's input. Throws importing::Refusal if the worker cannot be
    /// started.
    WorkerSession(const std::filesystem::path& program, const ImportLimits& limits, std::uint64_t fileBytes);

    /// Tells the worker its task and its limits. Throws WorkerFailure if the message cannot be sent.
    void begin(StartMessage start, int descriptor = -1);
    /// Sends a message. The first byte must be the message's kind. Throws WorkerFailure if the message cannot be sent.
    void say(std::span<const std::byte> message, int descriptor = -1);

    /// Waits for the complete answer, of at most `most` bytes, and charges its bytes to `budget`. Calls `answerRequest` when the worker
    /// requests a file. Throws WorkerFailure if the worker fails, answers too late or answers too much, and importing::Refusal if the
    /// answer exceeds the budget.
    [[nodiscard]] std::vector<std::byte> receiveAnswer(importing::MemoryBudget& budget, std::uint64_t most,
                                                       const std::function<void(std::string_view path)>& answerRequest);

private:
    /// Receives the next message, which has at least one byte. Throws WorkerFailure if no message comes in time, or if the message is
    /// neither part of an answer nor a file request.
    MessageKind hear(WorkerProcess::Clock::time_point until);

    WorkerProcess process_;
    double processorSeconds_;
    double clockSeconds_;
    std::uint64_t addressBytes_;
    WorkerProcess::Clock::duration left_;  ///< The wall-clock time left for all remaining answers.
    std::vector<std::byte> message_;
};

}  // namespace armature::foreign
