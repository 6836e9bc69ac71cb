#include "progress.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "console.hpp"

namespace armature::tools {

Progress::Progress(std::size_t total) : total_(total), isShown_(::isatty(STDERR_FILENO) == 1)
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

void Progress::draw() const
{
    if (isShown_) {
        const std::string bar = progressBar(done_, total_);
        std::fwrite(bar.data(), 1, bar.size(), stderr);
    }
}

void Progress::clear() const
{
    if (isShown_) {
        std::fputs("\r\x1b[K", stderr);  // to the beginning of the line, and all of it away
    }
}

std::string progressBar(std::size_t done, std::size_t total)
{
    constexpr std::size_t width = 40;
    const std::size_t filled = total > 0 ? width * done / total : width;
    return fmt::format("[{:<{}}] {} of {}", std::string(filled, '#'), width, done, total);
}

}  // namespace armature::tools
