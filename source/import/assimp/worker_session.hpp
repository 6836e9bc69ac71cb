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
/// libexec folder of either's installation, or where the library was to be installed. Throws importing::Refusal that says where it was
/// looked for and why: "`what` armature-import-worker `does`, but ...".
[[nodiscard]] std::filesystem::path findWorker(std::string_view what, std::string_view does, const ImportOptions& options);

/// A worker process and our end of its socket. The process ends with this object, whatever it is doing, and leaves nothing behind. The
/// program's own signal handlers and descriptors stay as they are.
class WorkerProcess {
public:
    using Clock = std::chrono::steady_clock;

    /// Starts the worker. Throws importing::Refusal if that fails.
    explicit WorkerProcess(const std::filesystem::path& program);
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;
    ~WorkerProcess();

    /// Sends a descriptor along unless it is -1. Returns false if the worker has ended, or has left so many messages unread that none fits.
    [[nodiscard]] bool send(std::span<const std::byte> message, int descriptor = -1) noexcept;

    enum class Receipt { Message, Ended, TooLate };
    /// Waits for the next message until the deadline, and stores it in `outMessage`. A message that is too long is cut off.
    [[nodiscard]] Receipt receive(std::vector<std::byte>& outMessage, Clock::time_point until);

    /// How it ended, as a clause of a message: "it crashed (SIGSEGV)". Kills it if it is still running. Call at most once.
    [[nodiscard]] std::string end();

private:
    /// The worker's exit status as waitid() reports it; none if other code of the program has collected it. With `kill`, ends it first.
    [[nodiscard]] std::optional<siginfo_t> reap(bool kill) noexcept;

    Descriptor socket_;
    Descriptor handle_;  ///< A pidfd: the process itself, even if its id is reused. Not open on kernels without pidfds.
    pid_t process_ = -1;
};

/// A descriptor of memory that holds these bytes and can only be read. Throws importing::Refusal if there is not enough memory.
[[nodiscard]] Descriptor readOnlyCopy(std::span<const std::byte> bytes);

/// How a worker failed, as a clause of a message: "it crashed (SIGSEGV)".
class WorkerFailure final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A worker and the messages exchanged with it, within the given limits of time and memory. One request at a time.
class WorkerSession {
public:
    /// Starts the worker. The limits grow with `fileBytes`, the size of its input. Throws importing::Refusal if there is no
    /// worker, or WorkerFailure.
    WorkerSession(const std::filesystem::path& program, const ImportLimits& limits, std::uint64_t fileBytes);

    /// Tells the worker its task and its limits. Throws WorkerFailure.
    void begin(StartMessage start, int descriptor = -1);
    /// Sends a message, which begins with its kind. Throws WorkerFailure.
    void say(std::span<const std::byte> message, int descriptor = -1);

    /// Waits for the whole answer, of at most `most` bytes, charged to `budget`. Calls `answerRequest` when the worker wants a file. Throws
    /// WorkerFailure, importing::Refusal.
    [[nodiscard]] std::vector<std::byte> receiveAnswer(importing::MemoryBudget& budget, std::uint64_t most,
                                                       const std::function<void(std::string_view path)>& answerRequest);

private:
    /// The next message, at least one byte long. Throws if it is not part of an answer.
    MessageKind hear(WorkerProcess::Clock::time_point until);

    WorkerProcess process_;
    double processorSeconds_;
    double clockSeconds_;
    std::uint64_t addressBytes_;
    WorkerProcess::Clock::duration left_;  ///< By the clock, for all answers that are still to come.
    std::vector<std::byte> message_;
};

}  // namespace armature::foreign
