#include "programs/import_worker/tasks.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef ARMATURE_HAS_SECCOMP
#include <seccomp.h>
#endif

namespace armature::worker {

namespace {

void require(bool isDone, int error, const char* what)
{
    if (!isDone) {
        throw std::system_error(error, std::generic_category(), what);
    }
}

/// Lowers a limit of the process to `most`. `beyond`: how far the hard limit, which kills, is above the soft limit, which sends a signal.
void limit(__rlimit_resource resource, std::uint64_t most, std::uint64_t beyond = 0)
{
    rlimit now{};
    getrlimit(resource, &now);
    const rlimit wanted{std::min<rlim_t>(most, now.rlim_max), std::min<rlim_t>(most + beyond, now.rlim_max)};
    require(setrlimit(resource, &wanted) == 0, errno, "limits of the process");
}

#ifdef ARMATURE_HAS_SECCOMP

/// Owns the filter of system calls, and releases it.
class Filter {
public:
    // Calls that are not listed kill the process, because only code that has taken it over makes them.
    Filter() : filter_(seccomp_init(SCMP_ACT_KILL_PROCESS)) { require(filter_ != nullptr, ENOMEM, "filter of system calls"); }
    Filter(const Filter&) = delete;
    Filter& operator=(const Filter&) = delete;
    ~Filter() { seccomp_release(filter_); }

    template <class... Conditions>
    void allow(int call, Conditions... conditions)
    {
        add(SCMP_ACT_ALLOW, call, conditions...);
    }

    /// Makes the call fail as not permitted, without any effect.
    void refuse(int call) { add(SCMP_ACT_ERRNO(EACCES), call); }

    void load() { check(seccomp_load(filter_)); }

private:
    template <class... Conditions>
    void add(std::uint32_t action, int call, Conditions... conditions)
    {
        check(seccomp_rule_add(filter_, action, call, sizeof...(conditions), conditions...));
    }

    static void check(int result) { require(result == 0, -result, "filter of system calls"); }

    scmp_filter_ctx filter_;
};

void filterSystemCalls()
{
    Filter filter;
    for (const int call :
         {SCMP_SYS(read),         SCMP_SYS(pread64),       SCMP_SYS(lseek),          SCMP_SYS(close),        SCMP_SYS(sendmsg),
          SCMP_SYS(recvmsg),      SCMP_SYS(munmap),        SCMP_SYS(mremap),         SCMP_SYS(madvise),      SCMP_SYS(brk),
          SCMP_SYS(exit),         SCMP_SYS(exit_group),    SCMP_SYS(futex),          SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask),
          SCMP_SYS(rt_sigaction), SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday),   SCMP_SYS(getpid),       SCMP_SYS(gettid),
          SCMP_SYS(getrandom),    SCMP_SYS(sched_yield),   SCMP_SYS(restart_syscall)}) {
        filter.allow(call);
    }
    // Allows memory, unless it can be executed.
    filter.allow(SCMP_SYS(mmap), scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0});
    filter.allow(SCMP_SYS(mprotect), scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0});
    // Allows error messages, which go to /dev/null, and abort().
    filter.allow(SCMP_SYS(write), scmp_arg_cmp{0, SCMP_CMP_EQ, STDERR_FILENO, 0});
    filter.allow(SCMP_SYS(writev), scmp_arg_cmp{0, SCMP_CMP_EQ, STDERR_FILENO, 0});
    filter.allow(SCMP_SYS(tgkill), scmp_arg_cmp{0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(getpid()), 0});
    // Denies calls that libraries try but can do without.
    for (const int call : {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(stat), SCMP_SYS(lstat),
                           SCMP_SYS(fstat), SCMP_SYS(newfstatat), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getcwd),
                           SCMP_SYS(ioctl), SCMP_SYS(mkdir), SCMP_SYS(sysinfo), SCMP_SYS(uname)}) {
        filter.refuse(call);
    }
    filter.load();
}

#endif

}  // namespace

void dropInheritance(int socket)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    fcntl(socket, F_SETFD, FD_CLOEXEC);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, static_cast<unsigned>(socket) + 1, ~0u, 0u) == 0) {
        return;
    }
#endif
    constexpr int many = 65536;
    for (int descriptor = socket + 1; descriptor < many; ++descriptor) {
        close(descriptor);
    }
}

void confine(std::uint64_t processorSeconds, std::uint64_t addressBytes)
{
    constexpr std::uint64_t mostFiles = 1024;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, mostFiles);
    limit(RLIMIT_CPU, processorSeconds, 1);  // SIGXCPU, at the soft limit, tells the reason
    limit(RLIMIT_AS, addressBytes);
    require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, errno, "no new privileges");
#ifdef ARMATURE_HAS_SECCOMP
    filterSystemCalls();
#endif
}

}  // namespace armature::worker
