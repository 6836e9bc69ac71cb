#include "terminal.hpp"

#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <sys/time.h>
#include <system_error>

#include <fmt/format.h>

#include "base/hidden_name.hpp"
#include "base/words.hpp"
#include "terminal_colors.hpp"

namespace armature::tools {

void writeOutput(std::string_view text)
{
    errno = 0;
    const bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (isWritten) {
        return;
    }
    if (errno == EPIPE) {
        throw ReaderGone();
    }
    throw OutputError(fmt::format("standard output: cannot be written: {}", std::generic_category().message(errno)));
}

void writeErrorLine(std::string_view line) noexcept
{
    try {
        const std::string text = tonedMessage(Stream::Error, printable(line)) + '\n';
        std::fwrite(text.data(), 1, text.size(), stderr);
    } catch (const std::exception&) {
        std::fputs("error: out of memory\n", stderr);
    }
}

void ignoreBrokenPipes() noexcept
{
    std::signal(SIGPIPE, SIG_IGN);
}

Progress::Progress(std::size_t total, std::chrono::milliseconds patience)
    : total_(total), isShown_(isTerminal(Stream::Error)), start_(std::chrono::steady_clock::now()), begin_(start_ + patience)
{
    draw();
}

Progress::~Progress()
{
    finish();
}

void Progress::finish()
{
    const std::lock_guard lock(mutex_);
    clear();
    isShown_ = false;
}

void Progress::advance(std::string_view text)
{
    const std::lock_guard lock(mutex_);
    ++done_;
    clear();
    writeOutput(text);
    draw();
}

void Progress::writeError(std::string_view line)
{
    const std::lock_guard lock(mutex_);
    clear();
    writeErrorLine(line);
    draw();
}

void Progress::draw()
{
    const auto now = std::chrono::steady_clock::now();
    if (isShown_ && now >= begin_) {
        isDrawn_ = true;
        const std::string bar = progressBar(done_, total_, std::chrono::duration<double>(now - start_).count());
        std::fwrite(bar.data(), 1, bar.size(), stderr);
    }
}

void Progress::clear()
{
    if (isDrawn_) {
        isDrawn_ = false;
        std::fputs("\r\x1b[K", stderr);  // returns to the beginning of the line and erases it
    }
}

namespace {

/// Returns "12 s", "3 min" or "5 h".
std::string inWords(double seconds)
{
    constexpr double mostSeconds = 100.;
    constexpr double mostMinutes = 100. * 60.;
    return seconds < mostSeconds   ? fmt::format("{:.0f} s", std::ceil(seconds))
           : seconds < mostMinutes ? fmt::format("{:.0f} min", seconds / 60.)
                                   : fmt::format("{:.0f} h", seconds / 3600.);
}

}  // namespace

std::string progressBar(std::size_t done, std::size_t total, double elapsed)
{
    constexpr std::size_t width = 40;
    const std::size_t filled = total > 0 ? width * done / total : width;
    std::string bar = fmt::format("[{:<{}}] {} of {}", std::string(filled, '#'), width, done, total);
    if (elapsed >= 1. && done > 0 && done < total) {
        bar += fmt::format(", {} left", inWords(elapsed * static_cast<double>(total - done) / static_cast<double>(done)));
    }
    return bar;
}

namespace {

// Variables that signal handlers share with the rest of the program.
std::atomic<bool> wasInterrupted = false;
std::atomic<int> watches = 0;
std::atomic<int> ticksLeft = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

constexpr int microsecondsOfTick = 10'000;
constexpr int ticksToEnd = 50;   // half a second, for interrupted work that ends by itself
constexpr int ticksToName = 40;  // extra time, 0.4 s, while files are being replaced

void endAtOnce() noexcept
{
    std::signal(SIGINT, SIG_DFL);
    static_cast<void>(::raise(SIGINT));
}

/// Starts the timer of one tick. setitimer() is not on the list of functions that a signal handler may call, but it is a plain system call
/// on every platform of this program.
void startTick() noexcept
{
    const int error = errno;
    itimerval timer{};
    timer.it_value.tv_usec = microsecondsOfTick;
    static_cast<void>(::setitimer(ITIMER_REAL, &timer, nullptr));
    errno = error;
}

extern "C" void noteInterrupt(int)
{
    wasInterrupted.store(true);
    if (watches.load() == 0 && !HiddenName::exists()) {
        endAtOnce();
        return;
    }
    ticksLeft.store(watches.load() > 0 ? ticksToEnd : 0);
    startTick();
}

extern "C" void noteTick(int)
{
    const int left = --ticksLeft;
    if (left > 0 || (HiddenName::exists() && left > -ticksToName)) {
        startTick();
    } else {
        endAtOnce();
    }
}

struct sigaction actionFor(void (*handler)(int), unsigned flags) noexcept
{
    struct sigaction action {};
    action.sa_flags = static_cast<int>(flags | SA_RESTART);
    action.sa_handler = handler;
    return action;
}

}  // namespace

void endBetweenFiles() noexcept
{
    const struct sigaction tick = actionFor(noteTick, 0);
    const struct sigaction interrupt = actionFor(noteInterrupt, SA_RESETHAND);
    ::sigaction(SIGALRM, &tick, nullptr);
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction before {};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) {  // ignored, for example, in the background of a shell
            ::sigaction(signal, &interrupt, nullptr);
        }
    }
}

InterruptWatch::InterruptWatch()
{
    wasInterrupted.store(false);
    ++watches;
    const struct sigaction tick = actionFor(noteTick, 0);
    const struct sigaction interrupt = actionFor(noteInterrupt, SA_RESETHAND);
    ::sigaction(SIGALRM, &tick, &alarm_);
    ::sigaction(SIGINT, &interrupt, &interrupt_);
    ::sigaction(SIGTERM, &interrupt, &termination_);
}

InterruptWatch::~InterruptWatch()
{
    --watches;
    ::sigaction(SIGINT, &interrupt_, nullptr);
    ::sigaction(SIGTERM, &termination_, nullptr);
    if (!wasInterrupted.load()) {  // otherwise the time limit stays for the rest of the program
        ::sigaction(SIGALRM, &alarm_, nullptr);
    }
}

bool InterruptWatch::isInterrupted() noexcept
{
    return wasInterrupted.load();
}

}  // namespace armature::tools
