#include "import/assimp/worker_session.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <limits>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/spawn_plan.hpp"
#include "import/assimp/messages.hpp"
#include "import/notes.hpp"

namespace armature::foreign {

namespace {

std::string reasonOf(int error)
{
    return std::generic_category().message(error);
}

[[noreturn]] void refuse(std::string_view what, int error)
{
    throw importing::Refusal("", fmt::format("{}: {}", what, reasonOf(error)));
}

/// Starts the worker. It inherits only its end of the socket; its standard input, output and error are /dev/null.
pid_t startWorker(const std::string& program, int socket)
{
    SpawnPlan plan;
    plan.give(socket, socketOfWorker);  // given first, because the socket itself may have number 0, 1 or 2
    for (int standard = 0; standard <= 2; ++standard) {
        plan.giveNothing(standard);
    }
    pid_t process = -1;
    if (const int error = plan.spawn(program, {program}, process); error != 0) {
        refuse(fmt::format("the worker process {} cannot be started", program), error);
    }
    return process;
}

bool wait(pid_t process, int what, siginfo_t& outStatus) noexcept
{
    int result = 0;
    do {
        result = waitid(P_PID, static_cast<id_t>(process), &outStatus, what);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}

std::string describeEnd(const siginfo_t& status)
{
    if (status.si_code == CLD_EXITED) {
        constexpr int notLoaded = 127;
        return status.si_status == notLoaded
                   ? std::string("it could not be loaded (status 127): are Assimp and the other libraries that it needs installed?")
                   : fmt::format("it ended with status {} before it had answered", status.si_status);
    }
    switch (status.si_status) {
    case SIGSEGV: return "it crashed (SIGSEGV)";
    case SIGBUS: return "it crashed (SIGBUS)";
    case SIGFPE: return "it crashed (SIGFPE)";
    case SIGILL: return "it crashed (SIGILL)";
    case SIGTRAP: return "it crashed (SIGTRAP)";
    case SIGABRT: return "it aborted (SIGABRT), as Assimp does on input that it does not expect";
    case SIGXCPU: return "it used too much processor time (ImportLimits::workerSeconds raises this)";
    case SIGSYS: return "it was stopped (SIGSYS) when it tried something that it may not do";
    case SIGKILL: return "it was killed (SIGKILL)";
    default: return fmt::format("it was killed by signal {}", status.si_status);
    }
}

}  // namespace

WorkerProcess::WorkerProcess(const std::filesystem::path& program)
{
    std::array<int, 2> sockets{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
        refuse("there is no socket for a worker process", errno);
    }
    socket_ = Descriptor(sockets[0]);
    const Descriptor other(sockets[1]);
    process_ = startWorker(program.string(), other.get());
#ifdef SYS_pidfd_open
    handle_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, process_, 0)));
#endif
}

WorkerProcess::~WorkerProcess()
{
    if (process_ > 0) {
        static_cast<void>(reap(true));
    }
}

std::optional<siginfo_t> WorkerProcess::reap(bool kill) noexcept
{
    if (kill) {
#ifdef SYS_pidfd_send_signal
        if (!handle_.isOpen() || syscall(SYS_pidfd_send_signal, handle_.get(), SIGKILL, nullptr, 0) != 0)
#endif
        {
            ::kill(process_, SIGKILL);
        }
    }
    siginfo_t status{};
    if (wait(process_, WEXITED | WNOWAIT, status)) {
        // The group's id cannot be reused before the worker is reaped.
        ::kill(-process_, SIGKILL);
    }
    const bool isOurs = wait(process_, WEXITED, status);
    process_ = -1;
    return isOurs ? std::optional(status) : std::nullopt;
}

std::string WorkerProcess::end()
{
    // The worker has closed its socket, so it should end soon. If it does not, it is killed.
    constexpr std::chrono::milliseconds patience(500);
    const auto until = Clock::now() + patience;
    const auto hasEndedByItself = [this] {
        siginfo_t status{};
        return !wait(process_, WEXITED | WNOHANG | WNOWAIT, status) || status.si_pid != 0;
    };
    bool hasEnded = hasEndedByItself();
    while (!hasEnded && Clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        hasEnded = hasEndedByItself();
    }
    const auto status = reap(!hasEnded);
    if (!hasEnded) {
        return "it stopped answering";
    }
    return status ? describeEnd(*status) : "it ended; the program's own handling of child processes hides why";
}

bool WorkerProcess::send(std::span<const std::byte> message, int descriptor) noexcept
{
    iovec part{const_cast<std::byte*>(message.data()), message.size()};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof(int))> control{};
    if (descriptor >= 0) {
        header.msg_control = control.data();
        header.msg_controllen = control.size();
        cmsghdr* const rights = CMSG_FIRSTHDR(&header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(rights), &descriptor, sizeof(int));
    }
    ssize_t sent = -1;
    do {
        sent = sendmsg(socket_.get(), &header, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    return sent >= 0;
}

WorkerProcess::Receipt WorkerProcess::receive(std::vector<std::byte>& outMessage, Clock::time_point until)
{
    outMessage.resize(longestMessage);
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        if (left <= 0) {
            return Receipt::TooLate;
        }
        // recv() provides no room for descriptors: any descriptors that a worker sends are dropped.
        const ssize_t received = recv(socket_.get(), outMessage.data(), outMessage.size(), MSG_DONTWAIT);
        if (received > 0) {
            outMessage.resize(static_cast<std::size_t>(received));
            return Receipt::Message;
        }
        if (received == 0 || (errno != EAGAIN && errno != EINTR)) {
            return Receipt::Ended;
        }
        pollfd ready{socket_.get(), POLLIN, 0};
        static_cast<void>(poll(&ready, 1, static_cast<int>(std::min<std::int64_t>(left, std::numeric_limits<int>::max()))));
    }
}

Descriptor readOnlyCopy(std::span<const std::byte> bytes)
{
    Descriptor copy(memfd_create("armature-model", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    while (copy.isOpen() && !bytes.empty()) {
        const ssize_t written = write(copy.get(), bytes.data(), bytes.size());
        if (written > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            break;
        }
    }
    if (!copy.isOpen() || !bytes.empty() || fcntl(copy.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0) {
        refuse("there is no memory to hand the file to a worker process", errno);
    }
    return copy;
}

}  // namespace armature::foreign
