#pragma once

#include <chrono>
#include <csignal>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>

#include <armature/error.hpp>

namespace armature::tools {

/// The command line asks for something impossible: a number out of range, or an animation that the file lacks. Exit status 2.
class UsageError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file cannot be written; what() is "FILE: REASON". Exit status 1.
class OutputError final : public Error {
public:
    using Error::Error;
};

/// The program that reads standard output has ended (`armature inspect fox.glb | head`), so no more output is needed. Not an error.
class ReaderGone final : public std::exception {};

/// Writes all of `text` to standard output. Throws OutputError if standard output is closed or full, ReaderGone if its reader has ended.
void writeOutput(std::string_view text);

/// Writes `line` to standard error as exactly one line: escapes its control characters. Does not throw.
void writeErrorLine(std::string_view line) noexcept;

/// Makes a write to a closed pipe fail with an error code instead of ending the process.
void ignoreBrokenPipes() noexcept;

/// The progress of long work: a bar on standard error if that is a terminal, nothing otherwise. Lines printed meanwhile go through this
/// object, so that the bar stays below them. Any thread may use it.
class Progress final {
public:
    /// Shows nothing before `patience` has passed, because most work is done sooner.
    explicit Progress(std::size_t total, std::chrono::milliseconds patience = std::chrono::milliseconds(0));
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    [[nodiscard]] bool isShown() const noexcept { return isShown_; }
    /// Counts one more step as done, and prints `text` to standard output.
    void advance(std::string_view text);
    /// Removes the bar for good.
    void finish();
    /// Writes a line to standard error.
    void writeError(std::string_view line);

private:
    void draw();
    void clear();

    std::mutex mutex_;
    std::size_t total_;
    std::size_t done_ = 0;
    bool isShown_;
    bool isDrawn_ = false;
    std::chrono::steady_clock::time_point start_;  ///< When the work began.
    std::chrono::steady_clock::time_point begin_;  ///< When the bar may first be shown.
};

/// Returns "[#########           ] 18 of 40, 12 s left". `elapsed`: the time since the beginning, in seconds. The time left is not told
/// in the first second, nor before the first step or after the last.
[[nodiscard]] std::string progressBar(std::size_t done, std::size_t total, double elapsed = 0.);

/// From now on, Ctrl-C (SIGINT) or SIGTERM ends the program as usual, but first waits, 0.4 s at most, until files that are being replaced
/// have got their names: see HiddenName. A second signal ends the program at once.
void endBetweenFiles() noexcept;

/// While an object of this class exists, the first Ctrl-C (SIGINT) or SIGTERM only sets isInterrupted(), so that work can end at a suitable
/// point. If the program still runs half a second later, it is ended as by a second signal: see endBetweenFiles().
class InterruptWatch final {
public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    /// True once the program was interrupted. May be called from any thread.
    [[nodiscard]] static bool isInterrupted() noexcept;

private:
    struct sigaction interrupt_ {};  // the actions before this object, which the destructor restores
    struct sigaction termination_ {};
    struct sigaction alarm_ {};
};

/// The status that a shell reports for a program ended by SIGINT.
inline constexpr int interruptedStatus = 130;

}  // namespace armature::tools
