#pragma once

#include <ctime>

namespace armature::test {

/// The processor time of this thread in seconds. It leaves out the machine's other work, so that two readings can be compared anywhere; a
/// limit in seconds would not hold on every machine.
[[nodiscard]] inline double processorSeconds()
{
    std::timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace armature::test
