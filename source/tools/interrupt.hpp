#pragma once

#include <csignal>

namespace armature::tools {

/// While one lives, the first Ctrl-C (SIGINT) or SIGTERM only says so, for work to end where it may; the second ends the program as usual.
class InterruptWatch final {
public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    /// From any thread.
    [[nodiscard]] static bool isInterrupted() noexcept;

private:
    struct sigaction interrupt_ {};  // what was there before
    struct sigaction termination_ {};
};

/// What a shell reports of a program that SIGINT has ended.
inline constexpr int interruptedStatus = 130;

}  // namespace armature::tools
