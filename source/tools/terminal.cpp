#include "terminal.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "words/words.hpp"

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
        const std::string text = printable(line) + '\n';
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
    : total_(total), isShown_(::isatty(STDERR_FILENO) == 1), begin_(std::chrono::steady_clock::now() + patience)
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
    if (isShown_ && std::chrono::steady_clock::now() >= begin_) {
        isDrawn_ = true;
        const std::string bar = progressBar(done_, total_);
        std::fwrite(bar.data(), 1, bar.size(), stderr);
    }
}

void Progress::clear()
{
    if (isDrawn_) {
        isDrawn_ = false;
        std::fputs("\r\x1b[K", stderr);  // to the beginning of the line, and all of it away
    }
}

std::string progressBar(std::size_t done, std::size_t total)
{
    constexpr std::size_t width = 40;
    const std::size_t filled = total > 0 ? width * done / total : width;
    return fmt::format("[{:<{}}] {} of {}", std::string(filled, '#'), width, done, total);
}

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
