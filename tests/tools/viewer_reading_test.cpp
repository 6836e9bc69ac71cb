#include <chrono>
#include <fstream>
#include <thread>

#include <boost/test/unit_test.hpp>
#include <programs/viewer/commands.hpp>
#include <programs/viewer/interface.hpp>
#include <programs/viewer/viewer_state.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "models.hpp"

#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::tools;
using namespace armature::test;
namespace unit_test = boost::unit_test;

namespace {

// Works as the window does: a thread reads the files, and each frame takes the files that have been read.
struct ReadingViewer {
    std::filesystem::path folder = emptyOutputDirectory("reading");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
    ViewerDocument document;

    ReadingViewer()
    {
        document.open(file);
        document.readsOnThread = true;
    }

    void run(std::string_view line) { runCommand(document, line); }
    [[nodiscard]] std::string state(std::string_view name) const { return describeState(document, name); }
    /// Runs frames until everything has been read.
    void waitForAll()
    {
        while (state("reading") != "none") {
            document.advance(0.001);
            document.compare();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            document.takeFilesRead();
        }
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(viewer_reading, ReadingViewer, *unit_test::label("threads"))

BOOST_AUTO_TEST_CASE(a_file_is_read_while_frames_go_on_and_is_then_shown)
{
    const std::string second = writeFile(folder / "second.gltf", stripModel("other"));
    const double time = document.current()->playback.getTime();
    run("open " + second);
    BOOST_TEST(state("reading") == "second.gltf");
    BOOST_TEST(state("files") == "1");
    document.advance(0.25);
    BOOST_TEST(document.current()->playback.getTime() == time + 0.25);
    BOOST_TEST(document.reading().getSeconds() >= 0.);
    waitForAll();
    BOOST_TEST(state("file") == "second.gltf");
    BOOST_TEST(state("files") == "2");
    run("select other");
    run("turn z 30");
    BOOST_TEST(state("rotation") == "0.000 0.000 30.000");
}

BOOST_AUTO_TEST_CASE(files_come_in_the_order_in_which_they_were_asked_for)
{
    for (const char* name : {"a.gltf", "b.gltf", "c.gltf"}) {
        document.open(writeFile(folder / name, stripModel()), ReadingTask::Purpose::OpenBeside);
    }
    BOOST_TEST(document.reading().tasks().size() == 3u);
    waitForAll();
    BOOST_REQUIRE(state("files") == "4");
    BOOST_TEST(document.model(1).name == "a.gltf");
    BOOST_TEST(document.model(2).name == "b.gltf");
    BOOST_TEST(document.model(3).name == "c.gltf");
    BOOST_TEST(state("file") == "strip.gltf", "what is only opened is not shown");
}

BOOST_AUTO_TEST_CASE(broken_and_huge_files_a_folder_and_a_pipe_are_messages_and_it_goes_on)
{
    std::ofstream(folder / "broken.glb") << "glTF but no more";
    std::filesystem::create_directory(folder / "folder");
    BOOST_REQUIRE(std::system(("mkfifo '" + (folder / "pipe").string() + "'").c_str()) == 0);
    std::ofstream(folder / "huge.glb") << "glTF";
    std::filesystem::resize_file(folder / "huge.glb", std::uintmax_t{1} << 40u);  // a sparse file, which takes no disk space
    std::string errors = "0";
    for (const char* name : {"broken.glb", "folder", "pipe", "huge.glb", "absent.glb"}) {
        run("open " + (folder / name).string());
        waitForAll();
        BOOST_TEST(document.messages().back().isError);
        BOOST_TEST(state("message").find(name) != std::string::npos, state("message"));
        ++errors[0];
        BOOST_TEST(state("errors") == errors);
        BOOST_TEST(state("files") == "1");
    }
    run("open " + writeFile(folder / "good.gltf", stripModel()));
    waitForAll();
    BOOST_TEST(state("file") == "good.gltf");
}

BOOST_AUTO_TEST_CASE(what_is_cancelled_does_not_come_and_what_is_asked_for_later_does)
{
    run("open " + writeFile(folder / "second.gltf", stripModel()));
    run("open " + writeFile(folder / "third.gltf", stripModel()));
    run("cancel");
    BOOST_TEST(state("reading") == "none");
    BOOST_TEST(state("message") == "no longer reading second.gltf");
    run("open " + writeFile(folder / "fourth.gltf", stripModel()));
    waitForAll();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    document.takeFilesRead();
    BOOST_TEST(state("files") == "2");
    BOOST_TEST(state("file") == "fourth.gltf");
}

BOOST_AUTO_TEST_CASE(reading_again_keeps_what_was_done_meanwhile)
{
    run("pause");
    run("reload");
    run("clip 0");
    run("pause");
    run("time 1.25");
    run("select upper");
    waitForAll();
    BOOST_TEST(state("reloads") == "1");
    BOOST_TEST(state("clip") == "0");
    BOOST_TEST(state("time") == "1.250");
    BOOST_TEST(state("selected") == "upper");
    BOOST_TEST(state("playing") == "off");
}

BOOST_AUTO_TEST_CASE(a_file_that_was_closed_meanwhile_is_not_opened_again)
{
    run("reload");
    run("close");
    waitForAll();
    BOOST_TEST(state("files") == "0");
    BOOST_TEST(state("reloads") == "0");
}

BOOST_AUTO_TEST_CASE(a_watched_file_is_read_again_once)
{
    run("watch on");
    std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(2));
    document.watch();
    document.watch();
    BOOST_TEST(document.reading().tasks().size() == 1u);
    waitForAll();
    document.watch();
    BOOST_TEST(state("reloads") == "1");
    BOOST_TEST(state("reading") == "none");
}

// The document's destructor waits for the thread, which must not outlive the document it reads into.
BOOST_AUTO_TEST_CASE(a_viewer_that_ends_while_it_reads_leaves_nothing_behind)
{
    ViewerDocument other;
    other.readsOnThread = true;
    other.open(file);
    other.open(file);
}

BOOST_AUTO_TEST_CASE(a_script_waits_for_files_that_are_dropped)
{
    writeFile(folder / "second.gltf", stripModel());
    std::ofstream(folder / "broken.glb") << "glTF but no more";
    const std::string script = "drop " + (folder / "second.gltf").string() + "\nawait files 2\nexpect file second.gltf\ndrop "
                               + (folder / "broken.glb").string() + "\nawait errors 1\nexpect message ~ broken.glb\nexpect files 2\n";
    const glm::vec2 size(640.f, 400.f);
    ViewerInterface interface(document, size, {.script = ViewerScript(script)});
    for (double now = 0.; now < 60. && !interface.isScriptOver(); now += 0.01) {
        BOOST_REQUIRE_NO_THROW(interface.playFrame(size, glm::vec2(1.f), now));
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    BOOST_TEST(interface.isScriptOver());
}

BOOST_AUTO_TEST_SUITE_END()
