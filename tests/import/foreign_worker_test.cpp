#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "corpus.hpp"
#include "worker.hpp"

// The process that reads other formats: whatever happens to it, the caller gets a scene or an ImportError, and nothing is left behind.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

std::span<const std::byte> bytesOfFile(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

/// A model that keeps a worker busy for some ten milliseconds.
std::string longModel()
{
    std::string text;
    for (int vertex = 0; vertex < 20'000; ++vertex) {
        text += "v " + std::to_string(vertex % 100) + ' ' + std::to_string(vertex / 100) + " 0\n";
        if (vertex >= 2) {
            text += "f " + std::to_string(vertex - 1) + ' ' + std::to_string(vertex) + ' ' + std::to_string(vertex + 1) + '\n';
        }
    }
    return text;
}

std::string problemOfText(std::string_view text, const ImportOptions& options)
{
    try {
        static_cast<void>(loadScene(bytesOfFile(text), "model.obj", options));
    } catch (const ImportError& error) {
        BOOST_TEST(error.getFile() == "model.obj");
        return error.getProblem();
    }
    return "was read";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(worker)

BOOST_AUTO_TEST_CASE(without_a_worker_the_message_names_what_is_missing_and_where_it_was_looked_for)
{
    ImportOptions options;
    options.worker = "/nowhere/armature-import-worker";
    const std::string named = problemOfText(triangle, options);
    BOOST_TEST(named
               == "is OBJ, which armature-import-worker reads, but /nowhere/armature-import-worker is no such program "
                  "(ImportOptions::worker)");
    options = {};
    options.allowWorker = false;
    BOOST_TEST(says(problemOfText(triangle, options), "ImportOptions::allowWorker is off"));

    // Tests are in a folder below the worker's folder. They cannot find the worker unless another armature is installed on this machine.
    const std::string missing = problemOfText(triangle, {});
    const std::string folder = fs::read_symlink("/proc/self/exe").parent_path().string();
    if (missing != "was read") {
        BOOST_TEST(says(missing, "is OBJ, which armature-import-worker reads, but that is not in " + folder + ","));
        BOOST_TEST(says(missing, "ImportOptions::worker does not name it"));
        BOOST_TEST(says(missing, "find_package(armature) then sets armature_IMPORT_WORKER to its path"));
    }
}

BOOST_AUTO_TEST_CASE(limits_that_mean_nothing_are_the_callers_mistake)
{
    for (const double seconds : {0., -1., std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        ImportOptions options;
        options.limits.workerSeconds = seconds;
        BOOST_CHECK_THROW(static_cast<void>(loadScene(bytesOfFile(triangle), "model.obj", options)), std::invalid_argument);
        options = {};
        options.limits.workerClockSeconds = seconds;
        BOOST_CHECK_THROW(static_cast<void>(loadScene(bytesOfFile(triangle), "model.obj", options)), std::invalid_argument);
    }
    ImportOptions nowhere;
    nowhere.allowWorker = false;
    nowhere.decodeIn = DecodePlace::Worker;
    BOOST_CHECK_THROW(static_cast<void>(loadScene(bytesOfFile(triangle), "model.obj", nowhere)), std::invalid_argument);
}

// Each script simulates one thing that may happen to a worker.
BOOST_AUTO_TEST_CASE(whatever_a_worker_does_is_an_error_that_says_so)
{
    const LeavesNothing check;
    const std::array<std::array<std::string, 2>, 9> cases{{
        {"exit 0", "it ended with status 0 before it had answered"},
        {"exit 127", "could not be loaded"},
        {"kill -SEGV $$", "it crashed (SIGSEGV)"},
        {"kill -ABRT $$", "it aborted (SIGABRT)"},
        {"kill -SYS $$", "it was stopped (SIGSYS)"},
        {"kill -KILL $$", "it was killed (SIGKILL)"},
        {R"(printf 'garbage' >&3; sleep 100)", "it sent a message that is no answer"},
        {R"(printf '\x04garbage' >&3; printf '\x05' >&3; sleep 100)", "is cut off"},
        {R"(exec 3>&-; sleep 100)", "it stopped answering"},
    }};
    for (const auto& [script, expected] : cases) {
        const std::string problem = problemOfText(triangle, optionsWithProgram("import_worker_does", script));
        BOOST_TEST(says(problem, expected), script << ": " << problem);
    }
}

BOOST_AUTO_TEST_CASE(a_worker_that_does_nothing_or_never_stops_is_ended_in_time)
{
    const LeavesNothing check;
    for (const char* const script : {"sleep 100", "while true; do :; done", "while true; do printf '\\x04x' >&3; done",
                                     "while true; do printf '\\x03abc' >&3; done"}) {
        ImportOptions options = optionsWithProgram("import_worker_hangs", script);
        options.limits.workerSeconds = 0.05;
        options.limits.workerClockSeconds = 0.2;
        const auto begin = std::chrono::steady_clock::now();
        const std::string problem = problemOfText(triangle, options);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        BOOST_TEST(says(problem, "worker process could not read it"), script << ": " << problem);
        BOOST_TEST(taken.count() < stillInTime);
    }
}

// A busy machine gives a worker little processor time, so the limit on processor time alone would let it run for minutes.
BOOST_AUTO_TEST_CASE(a_hang_ends_by_the_clock_on_a_busy_machine_too)
{
    const LeavesNothing check;
    std::atomic<bool> isOver = false;
    std::vector<std::thread> others;
    for (unsigned number = 0; number < 2 * std::thread::hardware_concurrency(); ++number) {
        others.emplace_back([&isOver] {
            while (!isOver) {}
        });
    }
    for (const char* const script : {"sleep 100", "while true; do :; done"}) {
        ImportOptions options = optionsWithProgram("import_worker_clock", script);
        options.limits.workerSeconds = 100.;
        options.limits.workerClockSeconds = 0.2;
        const auto begin = std::chrono::steady_clock::now();
        const std::string problem = problemOfText(triangle, options);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        BOOST_TEST(says(problem, "it took more than 0.2 s by the clock (ImportLimits::workerClockSeconds raises this)"), problem);
        BOOST_TEST(taken.count() >= 0.2);
        BOOST_TEST(taken.count() < stillInTime);
    }
    isOver = true;
    for (std::thread& other : others) {
        other.join();
    }
}

BOOST_AUTO_TEST_CASE(without_a_limit_by_the_clock_it_is_a_tenth_more_than_that_of_the_processor)
{
    ImportOptions options = optionsWithProgram("import_worker_clock", "sleep 100");
    options.limits.workerSeconds = 0.2;
    options.limits.workerClockSeconds.reset();
    const std::string problem = problemOfText(triangle, options);
    BOOST_TEST(says(problem, "it took more than 0.22 s by the clock"), problem);
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_started_is_an_error)
{
    const LeavesNothing check;
    ImportOptions options = optionsWithProgram("import_worker_not_started", "");
    fs::permissions(options.worker, fs::perms::owner_read);
    BOOST_TEST(says(problemOfText(triangle, options), "cannot be started"));
}

BOOST_AUTO_TEST_CASE(models_in_memory_are_read_by_it_too, *boost::unit_test::precondition(needsWorker))
{
    const LeavesNothing check;
    const auto scene = loadScene(bytesOfFile(triangle), "whatever it is called", workerOptions());
    BOOST_REQUIRE(scene->meshInstances().size() == 1);
    const Primitive& primitive = scene->meshInstances().front()->getMesh()->primitives().front();
    BOOST_TEST(primitive.positions.size() == 3u);
    BOOST_TEST((primitive.positions[1] == glm::vec3(1.f, 0.f, 0.f)));
    BOOST_TEST(primitive.indices.size() == 3u);
}

// A reader in the worker's place is trusted no more than the worker.
BOOST_AUTO_TEST_CASE(a_reader_in_its_place_gets_the_model_and_its_answer_is_checked)
{
    ImportOptions options;
    options.allowWorker = false;
    std::string given;
    options.foreignReader = [&given](const ForeignModel& model) {
        given = std::string(model.stem) + '.' + std::string(model.extension) + ' ' + std::to_string(model.bytes.size());
        BOOST_TEST(!model.fileBeside("other.mtl").has_value());
        return std::vector<std::byte>(100, std::byte{7});
    };
    BOOST_TEST(says(problemOfText(triangle, options), "begins with 0707070707070707"));
    BOOST_TEST(given == "model.obj " + std::to_string(triangle.size()));
    options.foreignReader = [](const ForeignModel&) { return std::vector<std::byte>(); };
    BOOST_TEST(says(problemOfText(triangle, options), "is cut off"));
    options.foreignReader = [](const ForeignModel&) -> std::vector<std::byte> { throw std::runtime_error("no\nway"); };
    BOOST_TEST(problemOfText(triangle, options) == "is OBJ, and ImportOptions::foreignReader could not read it: \"no\\x0away\"");
}

BOOST_AUTO_TEST_CASE(memory_is_limited, *boost::unit_test::precondition(needsWorker))
{
    ImportOptions options = workerOptions();
    options.limits.workerBytes = 1u << 20u;  // less than Assimp itself takes
    const std::string problem = problemOfText(longModel(), options);
    BOOST_TEST(says(problem, "worker process could not read it"), problem);
}

BOOST_AUTO_TEST_CASE(files_beside_the_model_are_read_and_no_others, *boost::unit_test::precondition(needsWorker))
{
    const fs::path outside = emptyOutputDirectory("import_worker_files");
    const fs::path folder = outside / "model";
    fs::create_directories(folder);
    const std::string red = "newmtl coat\nKd 1 0 0\n";
    writeAll(outside / "outside.mtl", bytesOfFile(red));
    fs::create_symlink(outside / "outside.mtl", folder / "link.mtl");
    writeAll(folder / "inside.mtl", bytesOfFile(red));
    const auto colourWith = [&](const std::string& library, std::string& warning, bool allowed = true) {
        const std::string text = "mtllib " + library + "\nusemtl coat\n" + std::string(triangle);
        writeAll(folder / "model.obj", bytesOfFile(text));
        ImportOptions options = workerOptions();
        options.allowExternalFiles = allowed;
        const auto scene = loadScene(folder / "model.obj", options);
        warning = scene->warnings().empty() ? "" : scene->warnings().front();
        const auto material = scene->meshInstances().front()->getMesh()->primitives().front().material;
        return material ? scene->materials()[*material].baseColor : glm::vec4(-1.f);
    };
    const glm::vec4 isRed(1.f, 0.f, 0.f, 1.f);
    std::string warning;
    BOOST_TEST((colourWith("inside.mtl", warning) == isRed));
    BOOST_TEST(warning.empty(), warning);
    BOOST_TEST((colourWith("./inside.mtl", warning) == isRed));
    for (const std::string& library : {std::string("../outside.mtl"), (outside / "outside.mtl").string(), std::string("link.mtl")}) {
        BOOST_TEST((colourWith(library, warning) != isRed), library);
        BOOST_TEST(says(warning, "put it beside the model"), warning);
    }
    BOOST_TEST((colourWith("inside.mtl", warning, false) != isRed));
    BOOST_TEST(says(warning, "ImportOptions::allowExternalFiles is off"), warning);
}

// ARMATURE_WORKER_KILLS sets how many times.
BOOST_AUTO_TEST_CASE(killed_in_the_middle_it_is_an_error_and_nothing_is_left, *boost::unit_test::precondition(needsWorker))
{
    const LeavesNothing check;
    const std::string model = longModel();
    killInTheMiddle("while reading", 50, [&] { return problemOfText(model, workerOptions()); });
}

BOOST_AUTO_TEST_CASE(many_threads_may_each_have_one, *boost::unit_test::precondition(needsWorker) * boost::unit_test::label("threads"))
{
    const LeavesNothing check;
    std::atomic<int> read = 0;
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&read] {
            for (int time = 0; time < 5; ++time) {
                read += loadScene(bytesOfFile(triangle), "model.obj", workerOptions())->meshInstances().size() == 1 ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    BOOST_TEST(read == 20);
}

// strace(1) sees every system call of the worker: once its filter is in place, calls may use only what the worker was given.
BOOST_AUTO_TEST_CASE(it_opens_writes_and_connects_nothing, *boost::unit_test::precondition(needsWorker))
{
    if (std::system("strace -o /dev/null true 2>/dev/null") != 0) {
        BOOST_TEST_MESSAGE("skipped: strace is not here, or may not trace");
        return;
    }
    const fs::path log = emptyOutputDirectory("import_worker_strace") / "log";
    const ImportOptions options = optionsWithProgram("import_worker_traced", "exec strace -f -qq -o '" + log.string() + "' '"
                                                                                 + workerOptions().worker.string() + "'");
    const fs::path folder = emptyOutputDirectory("import_worker_strace_model");
    const std::string text = "mtllib colours.mtl\nusemtl coat\n" + std::string(triangle);
    writeAll(folder / "model.obj", bytesOfFile(text));
    writeAll(folder / "colours.mtl", bytesOfFile("newmtl coat\nKd 1 0 0\n"));
    BOOST_TEST(problemOf(folder / "model.obj", options) == "was read");

    const std::set<std::string, std::less<>> harmless{
        "read",         "pread64",     "lseek",        "close",          "sendmsg",      "recvmsg", "mmap",   "munmap",    "mremap",
        "madvise",      "mprotect",    "brk",          "exit_group",     "futex",        "getpid",  "gettid", "getrandom", "clock_gettime",
        "gettimeofday", "sched_yield", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "seccomp", "prctl"};
    const std::regex callOf(R"(^\d+\s+(\w+)\()");
    bool isConfined = false;
    std::size_t calls = 0;
    std::ifstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (!std::regex_search(line, match, callOf)) {
            continue;
        }
        const std::string call = match[1];
        isConfined = isConfined || says(line, "SECCOMP_SET_MODE_FILTER");
        BOOST_TEST((call != "socket" && call != "connect" && call != "clone" && call != "fork" && call != "bind"), line);
        BOOST_TEST((!says(line, "O_WRONLY") && !says(line, "O_CREAT")), line);
        if (isConfined) {
            ++calls;
            BOOST_TEST((harmless.contains(call) || says(line, "EACCES")), line);
        }
    }
    BOOST_TEST(isConfined, "without libseccomp calls are not filtered");
    BOOST_TEST(calls > 5u);
}

BOOST_AUTO_TEST_SUITE_END()
