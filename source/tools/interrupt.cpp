#include "interrupt.hpp"

#include <atomic>

namespace armature::tools {

namespace {

std::atomic<bool> wasInterrupted = false;  // a signal handler reaches nothing else
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void noteInterrupt(int)
{
    wasInterrupted.store(true);
}

}  // namespace

InterruptWatch::InterruptWatch()
{
    wasInterrupted.store(false);
    struct sigaction action {};
    action.sa_handler = noteInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(SIGINT, &action, &interrupt_);
    ::sigaction(SIGTERM, &action, &termination_);
}

InterruptWatch::~InterruptWatch()
{
    ::sigaction(SIGINT, &interrupt_, nullptr);
    ::sigaction(SIGTERM, &termination_, nullptr);
}

bool InterruptWatch::isInterrupted() noexcept
{
    return wasInterrupted.load();
}

}  // namespace armature::tools
