#include "worker.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <support/near.hpp>
#include <support/random.hpp>
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

/// Kills the child process of the thread that creates the Killer, some time after the child has appeared.
class Killer {
public:
    explicit Killer(std::chrono::microseconds delay)
        : children_("/proc/self/task/" + std::to_string(syscall(SYS_gettid)) + "/children"), thread_([this, delay] { run(delay); })
    {}
    Killer(const Killer&) = delete;
    Killer& operator=(const Killer&) = delete;
    ~Killer()
    {
        isOver_ = true;
        thread_.join();
    }

private:
    void run(std::chrono::microseconds delay) const
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

    std::string children_;
    std::atomic<bool> isOver_ = false;
    std::thread thread_;
};

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
    options.limits.workerClockSeconds = stillInTime;
    return options;
}

namespace {

template <class Load>
std::string problemOfLoading(const Load& load)
{
    try {
        static_cast<void>(load());
    } catch (const ImportError& error) {
        return error.getProblem();
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

double totalProcessorSeconds()
{
    double seconds = 0.;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        for (const timeval& part : {usage.ru_utime, usage.ru_stime}) {
            seconds += static_cast<double>(part.tv_sec) + static_cast<double>(part.tv_usec) / 1e6;
        }
    }
    return seconds;
}

ImportOptions optionsWithProgram(std::string_view name, const std::string& script)
{
    const std::filesystem::path file = emptyOutputDirectory(name) / "worker";
    std::ofstream(file) << "#!/bin/bash\n" << script << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    ImportOptions options;
    options.worker = file;
    options.limits.workerClockSeconds = stillInTime;
    return options;
}

LeavesNothing::LeavesNothing() : before_(openDescriptors()) {}

LeavesNothing::~LeavesNothing()
{
    BOOST_TEST(openDescriptors() == before_);
    BOOST_TEST(!hasChildren());
}

void killInTheMiddle(std::string_view what, int usual, const std::function<std::string()>& load)
{
    const char* const wanted = std::getenv("ARMATURE_WORKER_KILLS");
    const int kills = wanted != nullptr ? std::atoi(wanted) : usual;
    auto shortest = std::chrono::microseconds::max();
    for (int time = 0; time < 3; ++time) {
        const auto begin = std::chrono::steady_clock::now();
        BOOST_TEST(load() == "was read");
        shortest = std::min(shortest, std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin));
    }
    Random random(77);
    int errors = 0;
    for (int number = 0; number < kills; ++number) {
        // Every fifth worker is killed as soon as it appears. So some die in the middle even if this process is slow compared with the
        // worker.
        const std::chrono::microseconds delay(number % 5 == 0 ? 0 : random.integer(0, static_cast<int>(shortest.count())));
        std::string problem;
        {
            const Killer killer(delay);
            problem = load();
        }
        // An answer handed over before the kill is still whole.
        BOOST_TEST((problem == "was read" || says(problem, "it was killed (SIGKILL)")), problem);
        errors += problem == "was read" ? 0 : 1;
    }
    std::cout << "worker: killed " << kills << " times " << what << ", " << errors << " of them in the middle\n";
    BOOST_TEST(errors >= kills / 10);  // on a busy machine it may be slower to start than to read
}

}  // namespace armature::test
