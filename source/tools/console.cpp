#include "console.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

#include <fmt/format.h>

#include "failure.hpp"
#include "text/utf8.hpp"

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

}  // namespace armature::tools
