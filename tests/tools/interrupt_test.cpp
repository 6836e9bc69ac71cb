#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include <support/shared_data.hpp>

#include "base/hidden_name.hpp"
#include "models.hpp"
#include "program.hpp"
#include "programs/armature/terminal.hpp"

// Whatever the program does, it ends within a second of Ctrl-C and leaves no incomplete files. The time limits here are longer, because the
// machine may be busy.

using namespace armature::test;
namespace fs = std::filesystem;

namespace {

/// What a child process wrote before it ended, and the signal that ended it; the process sends itself the signal.
struct Ended {
    std::string written;
    int signal = 0;
};

template <class Work>
Ended endOf(const Work& work)
{
    std::array<int, 2> ends{};
    BOOST_TEST_REQUIRE(::pipe(ends.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(0);
        work([&](char letter) { static_cast<void>(::write(ends[1], &letter, 1) == 1); });
        ::_exit(0);
    }
    ::close(ends[1]);
    Ended ended;
    for (char letter = 0; ::read(ends[0], &letter, 1) == 1;) {
        ended.written += letter;
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    ended.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return ended;
}

void wait(int milliseconds)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

struct Folder {
    fs::path folder = emptyOutputDirectory("interrupts");
};

/// Returns a model of 600 squares, each of which fills a picture: drawing takes many seconds without a graphics card.
std::string squares()
{
    GltfText gltf;
    gltf.addFloats("VEC3", {0.f, 0.f, 0.f, 4.f, 0.f, 0.f, 0.f, 4.f, 0.f, 4.f, 0.f, 0.f, 4.f, 4.f, 0.f, 0.f, 4.f, 0.f});
    std::string nodes;
    std::string list;
    for (int node = 0; node < 600; ++node) {
        nodes += (node > 0 ? ", " : "") + ("{\"mesh\": 0, \"translation\": [0, 0, " + std::to_string(0.001 * node) + "]}");
        list += (node > 0 ? ", " : "") + std::to_string(node);
    }
    return gltf.text(R"("scenes": [{"nodes": [)" + list + R"(]}], "nodes": [)" + nodes + R"(],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}])");
}

/// Returns a cloud of points that take no bytes in the file, with many clips: comparing it with the written file takes long.
std::string cloud()
{
    GltfText gltf;
    gltf.addFloats("SCALAR", {0.f, 1.f});
    gltf.addFloats("VEC3", {0.f, 0.f, 0.f, 1.f, 0.f, 0.f});
    std::string clips;
    for (int clip = 0; clip < 200; ++clip) {
        clips +=
            (clip > 0 ? ", " : "")
            + ("{\"name\": \"c" + std::to_string(clip)
               + R"(", "samplers": [{"input": 0, "output": 1}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]})");
    }
    std::string text = gltf.text(R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 2}, "mode": 0}]}], "animations": [)"
                                 + clips + "]");
    return text.insert(text.find("], \"bufferViews\""), R"(, {"componentType": 5126, "type": "VEC3", "count": 400000})");
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(interrupts, Folder)

// A single picture would take many seconds. --preserve-status passes on how the program ended; 137 would mean that it was killed 8 s later.
BOOST_AUTO_TEST_CASE(a_single_picture_that_takes_long_ends_soon)
{
    const std::string model = writeFile(folder / "squares.gltf", squares());
    const std::string picture = writeFile(folder / "out.png", "what was there");
    for (const std::string signal : {"INT", "TERM"}) {
        const Outcome outcome = runShell("timeout --preserve-status -s " + signal + " -k 8 2 \"$ARMATURE\" render '" + model + "' -o '"
                                         + picture + "' --allow 1000");
        BOOST_TEST(outcome.status == 130, signal << ": " << outcome.errors);
        BOOST_TEST(fs::file_size(picture) == 14u);
    }
    BOOST_TEST(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 2);
}

// Converts a folder in which one file takes very long.
BOOST_AUTO_TEST_CASE(a_long_file_of_many_ends_soon)
{
    fs::create_directory(folder / "in");
    writeFile(folder / "in/cloud.gltf", cloud());
    const Outcome outcome = runShell("timeout --preserve-status -s INT -k 8 2 \"$ARMATURE\" convert '" + (folder / "in").string() + "' -o '"
                                     + (folder / "out").string() + "' --allow 1000");
    BOOST_TEST(outcome.status == 130, outcome.errors);
    for (const auto& entry : fs::recursive_directory_iterator(folder / "out")) {
        BOOST_TEST(!entry.path().filename().string().starts_with("."), entry.path());
    }
}

BOOST_AUTO_TEST_CASE(files_that_are_being_replaced_have_their_names_first)
{
    const Ended ended = endOf([](const auto& write) {
        armature::tools::endBetweenFiles();
        {
            const armature::HiddenName beside;
            static_cast<void>(::raise(SIGINT));
            wait(50);
            write('a');
        }
        wait(5000);
        write('b');
    });
    BOOST_TEST(ended.written == "a");
    BOOST_TEST(ended.signal == SIGINT);
}

BOOST_AUTO_TEST_CASE(without_such_files_it_ends_at_once)
{
    const Ended ended = endOf([](const auto& write) {
        armature::tools::endBetweenFiles();
        static_cast<void>(::raise(SIGTERM));
        write('a');
    });
    BOOST_TEST(ended.written.empty());
    BOOST_TEST(ended.signal == SIGINT);
}

BOOST_AUTO_TEST_CASE(a_watch_gives_work_half_a_second_and_no_more)
{
    const Ended ended = endOf([](const auto& write) {
        const armature::tools::InterruptWatch watch;
        static_cast<void>(::raise(SIGINT));
        wait(100);
        write(armature::tools::InterruptWatch::isInterrupted() ? 'a' : '-');
        wait(5000);
        write('b');
    });
    BOOST_TEST(ended.written == "a");
    BOOST_TEST(ended.signal == SIGINT);
}

// A shell's background jobs ignore Ctrl-C in this way.
BOOST_AUTO_TEST_CASE(who_ignores_ctrl_c_goes_on)
{
    const Ended ended = endOf([](const auto& write) {
        std::signal(SIGINT, SIG_IGN);
        armature::tools::endBetweenFiles();
        static_cast<void>(::raise(SIGINT));
        write('a');
    });
    BOOST_TEST(ended.written == "a");
    BOOST_TEST(ended.signal == 0);
}

BOOST_AUTO_TEST_SUITE_END()
