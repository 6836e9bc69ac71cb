#include "rename_fault.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include <fcntl.h>

namespace armature::test {

namespace {

constexpr int never = -1;
std::atomic<int> left{never};
std::atomic<RenameEnd> howItEnds{RenameEnd::FailsOnce};

}  // namespace

RenameFault::RenameFault(int which, RenameEnd end)
{
    howItEnds = end;
    left = which + 1;
}

RenameFault::~RenameFault()
{
    left = never;
}

bool RenameFault::hasHappened() const
{
    return left <= 0;
}

}  // namespace armature::test

// Replaces the C library's rename() in this program.
extern "C" int rename(const char* from, const char* to) noexcept
{
    using namespace armature::test;
    bool isWrong = false;
    if (left > 0) {
        isWrong = --left == 0;
    } else if (left == 0) {
        isWrong = howItEnds == RenameEnd::FailsFromThen;
    }
    if (isWrong && howItEnds == RenameEnd::KilledBefore) {
        std::raise(SIGKILL);
    }
    if (isWrong && howItEnds <= RenameEnd::FailsFromThen) {
        errno = EBUSY;
        return -1;
    }
    const int result = ::renameat(AT_FDCWD, from, AT_FDCWD, to);
    if (isWrong && howItEnds == RenameEnd::KilledAfter) {
        std::raise(SIGKILL);
    }
    return result;
}
