#include <boost/test/unit_test.hpp>

#include "models.hpp"
#include "program.hpp"

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

// Without the leak checker: drivers of windows are unloaded before it looks, so that it could not be told whose leaks to leave out.
// What the display shows is in the file Xvfb_screen0 of `screenFolder`. No two displays may share that: nobody waits for the end of one, at
// which it removes its file.
std::string onVirtualDisplay(const std::string& command, const std::filesystem::path& screenFolder)
{
    std::filesystem::create_directories(screenFolder);
    return "export ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\"; exec xvfb-run -a -s '-screen 0 1280x800x24 -nocursor -fbdir "
           + screenFolder.string() + "' sh -c '" + command + "'";
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
    const Outcome outcome =
        runShell(onVirtualDisplay("\"" + programPath().string() + "\" view \"" + file + "\" --quit-after 5", folder / "one"));
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.errors == "");
}

// Keys reach the viewer through the X server; what they did is read from the window's title and from the display's memory.
BOOST_AUTO_TEST_CASE(truth_16_keys_and_mouse_do_what_the_help_says, *unit_test::precondition(needsTypist))
{
    const auto quoted = [](const std::filesystem::path& path) { return " \"" + path.string() + '"'; };
    const std::string script = "sh" + quoted(sourceDirectory() / "tests/tools/press_keys.sh") + quoted(programPath()) + quoted(file);
    const Outcome outcome = runShell(onVirtualDisplay(script + quoted(folder / "two/Xvfb_screen0"), folder / "two"));
    BOOST_TEST(outcome.status == 0);
    const std::vector<std::string> expected{"bend (1 of 2)", "0 (2 of 2)", "bend (1 of 2)", "0 (2 of 2)", "bend (1 of 2)", "paused",
                                            "stays",         "steps on",   "steps back",    "bones",      "no bones",      "nearer",
                                            "framed",        "moved",      "framed",        "turned",     "plays",         "status 0"};
    BOOST_TEST(linesOf(outcome.output) == expected, outcome.output << outcome.errors);
}

BOOST_AUTO_TEST_SUITE_END()
