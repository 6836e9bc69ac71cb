#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>
#include <sys/wait.h>

#include "import/foreign/descriptor.hpp"

namespace armature::foreign {

/// A worker process and our end of its socket. It does not outlive this object, whatever it is doing, and leaves nothing behind. Signals
/// and descriptors of the program are left alone.
class WorkerProcess {
public:
    using Clock = std::chrono::steady_clock;

    /// Starts it. Throws importing::Refusal if that cannot be done.
    explicit WorkerProcess(const std::filesystem::path& program);
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;
    ~WorkerProcess();

    /// False if it does not listen: it has ended, or has not taken what it was sent before. `descriptor` goes along unless it is -1.
    [[nodiscard]] bool send(std::span<const std::byte> message, int descriptor = -1) noexcept;

    enum class Receipt { Message, Ended, TooLate };
    /// Waits for the next message, at most until then, and puts it into `outMessage`. One that is too long is cut off.
    [[nodiscard]] Receipt receive(std::vector<std::byte>& outMessage, Clock::time_point until);

    /// How it ended, as a clause of a message: "it crashed (SIGSEGV)". Kills it if it goes on. At most once.
    [[nodiscard]] std::string end();

private:
    /// Its exit status as waitid() gives it; none if somebody else took it. Kills it first unless it has ended.
    [[nodiscard]] std::optional<siginfo_t> reap(bool kill) noexcept;

    Descriptor socket_;
    Descriptor handle_;  ///< A pidfd: the process itself, whatever becomes of its number. Not open on kernels without.
    pid_t process_ = -1;
};

/// A descriptor of memory that holds these bytes and can only be read. Throws importing::Refusal if there is not enough memory.
[[nodiscard]] Descriptor readOnlyCopy(std::span<const std::byte> bytes);

}  // namespace armature::foreign
