#include "command_line.hpp"

#include <exception>
#include <new>

#include <fmt/format.h>

#include "terminal.hpp"
#include "terminal_colors.hpp"

namespace armature::tools {

namespace {

constexpr int failed = 1;
constexpr int wrongUsage = 2;

// Reports an exception. `file` is empty if the message names its file itself.
int failBecause(std::string_view file, std::string_view what)
{
    writeErrorLine(file.empty() ? fmt::format("error: {}", what) : fmt::format("error: {}: {}", file, what));
    return failed;
}

int run(const Request& request)
{
    try {
        return request.run();
    } catch (const ReaderGone&) {
        return 0;
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        return failBecause({}, error.what());
    } catch (const std::bad_alloc&) {
        return failBecause(request.file, "not enough memory");
    } catch (const std::exception& error) {
        return failBecause(request.file, error.what());
    }
}

}  // namespace

int runProgram(int argumentCount, const char* const* arguments) noexcept
{
    ignoreBrokenPipes();
    endBetweenFiles();
    obeyNoColor(argumentCount, arguments);
    try {
        return run(parseCommandLine(argumentCount, arguments));
    } catch (const UsageError& error) {
        writeErrorLine(std::string("error: ") + error.what());
        return wrongUsage;
    } catch (const std::exception& error) {
        writeErrorLine(error.what());
        return failed;
    }
}

}  // namespace armature::tools
