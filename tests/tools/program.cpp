#include "program.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <support/file_content.hpp>
#include <support/shared_data.hpp>

extern char** environ;

namespace armature::test {

namespace {

// A temporary file that captures what a process prints; the destructor removes it.
class Capture {
public:
    explicit Capture(const char* name)
        : path_(std::filesystem::temp_directory_path() / ("armature-test-" + std::to_string(::getpid()) + "-" + name))
    {}
    ~Capture()
    {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    [[nodiscard]] const char* path() const { return path_.c_str(); }
    [[nodiscard]] std::string read() const { return contentOf(path_); }

private:
    std::filesystem::path path_;
};

int waitFor(pid_t child)
{
    const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(10);
    for (;;) {
        int state = 0;
        const pid_t ended = ::waitpid(child, &state, WNOHANG);
        if (ended == child) {
            return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
        }
        if (std::chrono::steady_clock::now() > limit) {
            ::kill(-child, SIGKILL);  // including all processes that the child started
            ::waitpid(child, &state, 0);
            return -1;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

Outcome run(std::vector<std::string> words)
{
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);

    const Capture output("output");
    const Capture errors("errors");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, output.path(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, errors.path(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = 0;
    const int failure = ::posix_spawn(&child, pointers.front(), &actions, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) {
        throw std::runtime_error(words.front() + " cannot be started");
    }
    const int status = waitFor(child);
    return {status, output.read(), errors.read()};
}

}  // namespace

std::filesystem::path programPath()
{
    const char* const fromEnvironment = std::getenv("ARMATURE_PROGRAM");
    return fromEnvironment != nullptr ? std::filesystem::path(fromEnvironment) : buildDirectory() / "armature";
}

Outcome runArmature(const std::vector<std::string>& arguments)
{
    std::vector<std::string> words{programPath().string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run(std::move(words));
}

Outcome runShell(const std::string& command)
{
    return run({"/bin/sh", "-c", "ARMATURE='" + programPath().string() + "'; " + command});
}

Outcome runOnFullDisk(const std::string& arguments)
{
    // The program's own output goes through pipes, to which the file size limit does not apply.
    Outcome outcome =
        runShell("{ { ulimit -f 0; trap '' XFSZ; \"$ARMATURE\" " + arguments + "; echo $? >&3; } 2>&1 | cat >&2; } 3>&1 | cat");
    outcome.status = std::atoi(outcome.output.c_str());
    outcome.output.clear();
    return outcome;
}

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    std::istringstream stream{std::string(text)};
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

}  // namespace armature::test
