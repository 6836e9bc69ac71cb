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

/// The worker program: the one that `options` names, otherwise armature-import-worker beside the running program or the library, in the
/// libexec folder of either's installation, or where the library was to be installed. Throws importing::Refusal with the places searched
/// and the reason for the search: "`what` armature-import-worker `does`, but ...".
[[nodiscard]] std::filesystem::path findWorker(std::string_view what, std::string_view does, const ImportOptions& options);

/// A worker process and the library's end of its socket. The process ends with this object, whatever it is doing, and leaves nothing
/// behind. The program's own signal handlers and descriptors stay unchanged.
class WorkerProcess {
public:
    using Clock = std::chrono::steady_clock;

    /// Starts the worker. Throws importing::Refusal if that fails.
    explicit WorkerProcess(const std::filesystem::path& program);
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;
    ~WorkerProcess();

    /// Sends a message, with `descriptor` unless that is -1. Returns false if the worker has ended, or has left so many messages unread
    /// that this one does not fit.
    [[nodiscard]] bool send(std::span<const std::byte> message, int descriptor = -1) noexcept;

    enum class Receipt { Message, Ended, TooLate };
    /// Waits for the next message until the deadline, and stores it in `outMessage`. Cuts off a message that is too long.
    [[nodiscard]] Receipt receive(std::vector<std::byte>& outMessage, Clock::time_point until);

    /// How the worker ended, as a clause of a message: "it crashed (SIGSEGV)". Kills the worker if it is still running. Call at most once.
    [[nodiscard]] std::string end();

private:
    /// The worker's exit status from waitid(); none if other code of the program has collected it. With `kill`, kills the worker first.
    [[nodiscard]] std::optional<siginfo_t> reap(bool kill) noexcept;

    Descriptor socket_;
    Descriptor handle_;  ///< A pidfd: the process itself, even if its id is reused. Not open on kernels without pidfds.
    pid_t process_ = -1;
};

/// A read-only descriptor of memory that holds these bytes. Throws importing::Refusal if there is not enough memory.
[[nodiscard]] Descriptor readOnlyCopy(std::span<const std::byte> bytes);

/// How a worker failed, as a clause of a message: "it crashed (SIGSEGV)".
class WorkerFailure final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A worker and the exchange of messages with it, within the given limits of time and memory. Handles one request at a time.
class WorkerSession {
public:
    /// Starts the worker. The limits grow with `fileBytes`, the size of its input. Throws importing::Refusal if there is no worker, or
    /// WorkerFailure.
    WorkerSession(const std::filesystem::path& program, const ImportLimits& limits, std::uint64_t fileBytes);

    /// Tells the worker its task and its limits. Throws WorkerFailure.
    void begin(StartMessage start, int descriptor = -1);
    /// Sends a message, whose first byte is its kind. Throws WorkerFailure.
    void say(std::span<const std::byte> message, int descriptor = -1);

    /// Waits for the whole answer, of at most `most` bytes, and charges it to `budget`. Calls `answerRequest` when the worker wants a file.
    /// Throws WorkerFailure or importing::Refusal.
    [[nodiscard]] std::vector<std::byte> receiveAnswer(importing::MemoryBudget& budget, std::uint64_t most,
                                                       const std::function<void(std::string_view path)>& answerRequest);

private:
    /// Receives the next message, at least one byte long. Throws if it is not part of an answer.
    MessageKind hear(WorkerProcess::Clock::time_point until);

    WorkerProcess process_;
    double processorSeconds_;
    double clockSeconds_;
    std::uint64_t addressBytes_;
    WorkerProcess::Clock::duration left_;  ///< The wall-clock time left for all answers still to come.
    std::vector<std::byte> message_;
};

}  // namespace armature::foreign
