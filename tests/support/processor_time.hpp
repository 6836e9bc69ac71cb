#pragma once

#include <ctime>

namespace armature::test {

/// Processor time of this thread in seconds. What else the machine does meanwhile is not in it, so that two of them can be compared
/// anywhere; no limit in seconds holds on every machine.
[[nodiscard]] inline double processorSeconds()
{
    std::timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace armature::test
