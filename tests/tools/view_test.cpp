#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/support/picture.hpp>

#include "models.hpp"
#include "program.hpp"

#include <support/file_content.hpp>
#include <support/shared_data.hpp>

using namespace armature::test;
namespace unit_test = boost::unit_test;

namespace {

struct ModelToView {
    std::filesystem::path folder = emptyOutputDirectory("view");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
};

boost::test_tools::assertion_result needsVirtualDisplay(unit_test::test_unit_id)
{
    boost::test_tools::assertion_result result(runShell("command -v xvfb-run").status == 0);
    result.message() << "no virtual display: install xvfb";
    return result;
}

boost::test_tools::assertion_result needsTypist(unit_test::test_unit_id unit)
{
    boost::test_tools::assertion_result result = needsVirtualDisplay(unit);
    if (result) {
        result = runShell("command -v xdotool").status == 0;
        result.message() << "nothing that presses keys: install xdotool";
    }
    return result;
}

// Runs `command` on a virtual display, without the leak checker: once display drivers are unloaded, it cannot recognise their leaks. The
// display's content is in the file Xvfb_screen0 of `screenFolder`. Two displays must not share that folder, because nobody waits until a
// display ends and removes its file. The outcome has the exit status of `command` itself. xvfb-run may return another: 5 if it cannot
// remove its own temporary folder. It makes none if it is given a file for the display's key.
Outcome runOnVirtualDisplay(const std::string& command, const std::filesystem::path& screenFolder)
{
    std::filesystem::create_directories(screenFolder);
    const std::string folder = screenFolder.string();
    Outcome outcome = runShell("export ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\"; exec xvfb-run -a -f '" + folder
                               + "/authority' -s '-screen 0 1280x800x24 -nocursor -fbdir " + folder + "' sh -c '" + command
                               + "; echo $? > \"" + folder + "/status\"'");
    const std::string status = contentOf(screenFolder / "status");
    BOOST_TEST_REQUIRE(status != "", "the command did not end: xvfb-run returned " << outcome.status << "\n" << outcome.errors);
    outcome.status = std::stoi(status);
    return outcome;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(view_command, ModelToView)

BOOST_AUTO_TEST_CASE(without_a_display_it_says_so_and_what_to_do)
{
    const Outcome outcome = runShell("env -u DISPLAY -u WAYLAND_DISPLAY \"$ARMATURE\" view '" + file + "'");
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(linesOf(outcome.errors).size() == 1u);
    BOOST_TEST(outcome.errors.find("armature render") != std::string::npos, outcome.errors);
}

BOOST_AUTO_TEST_CASE(a_window_opens_draws_and_closes, *unit_test::precondition(needsVirtualDisplay))
{
    const Outcome outcome = runOnVirtualDisplay("\"" + programPath().string() + "\" view \"" + file + "\" --quit-after 5", folder / "one");
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.errors == "");
}

// Keys reach the viewer through the X server. The window's title and the display's memory show their effects.
BOOST_AUTO_TEST_CASE(keys_and_mouse_do_what_the_help_says, *unit_test::precondition(needsTypist))
{
    const auto quoted = [](const std::filesystem::path& path) { return " \"" + path.string() + '"'; };
    const std::string script = "sh" + quoted(sourceDirectory() / "tests/tools/press_keys.sh") + quoted(programPath()) + quoted(file);
    const Outcome outcome = runOnVirtualDisplay(script + quoted(folder / "two/Xvfb_screen0"), folder / "two");
    BOOST_TEST(outcome.status == 0);
    const std::vector<std::string> expected{"bend (1 of 2)", "0 (2 of 2)", "bend (1 of 2)", "0 (2 of 2)", "bend (1 of 2)", "paused",
                                            "stays",         "steps on",   "steps back",    "bones",      "no bones",      "nearer",
                                            "framed",        "moved",      "framed",        "turned",     "plays",         "status 0"};
    BOOST_TEST(linesOf(outcome.output) == expected, outcome.output << outcome.errors);
}

// The viewer's script only waits for expected states. xdotool clicks and types, so real window events arrive.
BOOST_AUTO_TEST_CASE(panels_get_what_a_real_mouse_and_keyboard_do, *unit_test::precondition(needsTypist))
{
    const std::string expected = writeFile(folder / "script.txt", "pause\nselect none\nwait 2\nawait selected upper\nawait search low\n"
                                                                  "await listed 1\nawait page warnings\nquit\n");
    const std::string clicks = writeFile(folder / "clicks.sh", R"(
"$1" view "$2" --panel-scale 1 --script "$3" &
viewer=$!
window=$(timeout 60 xdotool search --sync --onlyvisible --name strip | tail -n 1)
xdotool windowfocus --sync "$window"
for attempt in $(seq 200); do
    pause=$(echo "$attempt" | awk '{ print 0.2 * $1 }')  # a frame must pass, however slow they are
    # the row of "upper", the third of the tree; its search field; a key while no field has the keyboard, which twice does as much as once
    xdotool mousemove --window "$window" 90 97 click 1
    sleep $pause
    xdotool mousemove --window "$window" 90 36 click 1
    sleep $pause
    xdotool key ctrl+a BackSpace l o w Return
    sleep $pause
    xdotool mousemove --window "$window" 640 300 key 8
    sleep $pause
    xdotool mousemove --window "$window" 90 36 click 1 key ctrl+a BackSpace Return
    kill -0 "$viewer" 2>/dev/null || break
done
wait "$viewer"
)");
    const Outcome outcome = runOnVirtualDisplay(
        "sh \"" + clicks + "\" \"" + programPath().string() + "\" \"" + file + "\" \"" + expected + "\"", folder / "three");
    BOOST_TEST(outcome.status == 0, outcome.output << outcome.errors);
}

BOOST_AUTO_TEST_CASE(a_script_draws_the_window_watches_a_file_and_fails_with_a_line, *unit_test::precondition(needsVirtualDisplay))
{
    const std::string picture = (folder / "window.png").string();
    const std::string script =
        writeFile(folder / "script.txt", "wait 3\nscreenshot " + picture
                                             + "\nwait 1\nexpect message ~ window.png\n"
                                               "select upper\nwatch on\nawait reloads 1\nexpect selected upper\nquit\n");
    const std::string run = writeFile(folder / "run.sh", R"(
"$1" view "$2" --script "$3" --size 800x600 --light &
viewer=$!
while [ ! -e "$4" ]; do sleep 0.05; done
sleep 0.3
touch "$2"
wait "$viewer"
)");
    const auto quoted = [](const std::string& text) { return " \"" + text + '"'; };
    const Outcome outcome = runOnVirtualDisplay(
        "sh" + quoted(run) + quoted(programPath().string()) + quoted(file) + quoted(script) + quoted(picture), folder / "four");
    BOOST_TEST(outcome.status == 0, outcome.output << outcome.errors);
    const armature::support::Picture shown = armature::support::readPng(picture);
    BOOST_TEST(shown.width == 800u);
    BOOST_TEST(shown.height == 600u);
    BOOST_TEST(int{shown.at(20, 300)[0]} > 200, "the tree's panel is light");
    BOOST_TEST(int{shown.at(330, 300)[0]} < 160, "the picture's background is not");

    const std::string wrong = writeFile(folder / "wrong.txt", "wait 1\nexpect clip run\n");
    const Outcome failure =
        runOnVirtualDisplay(quoted(programPath().string()) + " view" + quoted(file) + " --script" + quoted(wrong), folder / "five");
    BOOST_TEST(failure.status == 1);
    BOOST_TEST(failure.errors.find("wrong.txt: line 2: expect clip run: it is bend") != std::string::npos, failure.errors);
}

BOOST_AUTO_TEST_SUITE_END()
