#include "worker.hpp"

#include <cerrno>
#include <csignal>
#include <fstream>

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <support/shared_data.hpp>

namespace armature::test {

namespace {

std::filesystem::path workerProgram()
{
    return buildDirectory() / "armature-import-worker";
}

std::size_t openDescriptors()
{
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        count += entry.is_symlink() ? 1u : 0u;
    }
    return count;
}

bool hasChildren()
{
    siginfo_t status{};
    return waitid(P_ALL, 0, &status, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

}  // namespace

boost::test_tools::assertion_result needsWorker(boost::unit_test::test_unit_id)
{
    boost::test_tools::assertion_result result(std::filesystem::exists(workerProgram()));
    if (!result) {
        result.message() << "armature-import-worker was not built: no Assimp here";
    }
    return result;
}

ImportOptions workerOptions()
{
    ImportOptions options;
    options.worker = workerProgram();
    return options;
}

namespace {

template <class Load>
std::string problemOfLoading(const Load& load)
{
    try {
        static_cast<void>(load());
    } catch (const ImportError& error) {
        return error.problem();
    }
    return "was read";
}

}  // namespace

std::string problemOf(const std::filesystem::path& file, const ImportOptions& options)
{
    return problemOfLoading([&] { return loadScene(file, options); });
}

std::string problemOf(const std::vector<std::byte>& bytes, const ImportOptions& options)
{
    return problemOfLoading([&] { return loadScene(bytes, "bytes", options); });
}

bool says(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

ImportOptions optionsWithProgram(std::string_view name, const std::string& script)
{
    const std::filesystem::path file = emptyOutputDirectory(name) / "worker";
    std::ofstream(file) << "#!/bin/bash\n" << script << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    ImportOptions options;
    options.worker = file;
    return options;
}

LeavesNothing::LeavesNothing() : before_(openDescriptors()) {}

LeavesNothing::~LeavesNothing()
{
    BOOST_TEST(openDescriptors() == before_);
    BOOST_TEST(!hasChildren());
}

Killer::Killer(std::chrono::microseconds delay)
    : children_("/proc/self/task/" + std::to_string(syscall(SYS_gettid)) + "/children"), thread_([this, delay] { run(delay); })
{}

Killer::~Killer()
{
    isOver_ = true;
    thread_.join();
}

void Killer::run(std::chrono::microseconds delay) const
{
    while (!isOver_) {
        pid_t child = 0;
        if (std::ifstream(children_) >> child) {
            std::this_thread::sleep_for(delay);
            if (!isOver_) {
                kill(child, SIGKILL);
            }
            return;
        }
    }
}

}  // namespace armature::test
