#include <algorithm>
#include <filesystem>
#include <limits>
#include <string>

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <programs/viewer/commands.hpp>
#include <programs/viewer/interface.hpp>
#include <programs/viewer/viewer_state.hpp>

#include "models.hpp"
#include "windowless_viewer.hpp"

#include <support/processor_time.hpp>
#include <support/shared_data.hpp>

using namespace armature::tools;
using namespace armature::test;

BOOST_FIXTURE_TEST_SUITE(viewer_panels, WindowlessViewer)

BOOST_AUTO_TEST_CASE(a_script_says_which_line_went_wrong_and_how)
{
    BOOST_TEST(play("expect clip bend\n\n# a remark\nexpect clip run\nexpect clip bend") == "line 4: expect clip run: it is bend");
    BOOST_TEST(play("expect color red") == "line 1: expect color red: there is no state \"color\"");
    BOOST_TEST(play("dance") == "line 1: dance: there is no command \"dance\"");
    BOOST_TEST(play("click tree:nobody") == "line 1: click tree:nobody: nothing that is shown is called \"tree:nobody\"");
    BOOST_TEST(play("key Hyper") == "line 1: key Hyper: no such key");
    BOOST_TEST(play("drag 1 2") == "line 1: drag 1 2: drag PLACE by X Y");
    BOOST_TEST(play("try dance\nexpect message ~ no command") == "");
    BOOST_TEST(play("expect message ~there is no command \"sing\"").find("it is there is no command") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(rows_of_the_tree_are_clicked_folded_and_searched)
{
    BOOST_TEST(play(R"(
wait 2
click tree:upper
expect selected upper
click fold:root
expect listed 2
click tree:root
expect selected root
key Right
expect listed 4
click search
type LOW
expect search low
expect listed 1
# letters go into the field, not to shortcuts
expect bones off
key Backspace
expect search lo
key Enter
)") == "");
}

BOOST_AUTO_TEST_CASE(keys_do_what_their_commands_do)
{
    BOOST_TEST(play(R"(
key N
expect clip 0
key Shift+Tab
expect clip bend
key Space
expect playing off
key Space
expect playing on
key Space
key Home
expect time 0.000
key .
expect time 0.033
key B
expect bones on
key W
expect wireframe on
key T
expect theme light
key L
expect loop off
key Down
expect selected root
key F1
expect help on
key F1
key H
expect panels off
key H
)") == "");
}

BOOST_AUTO_TEST_CASE(the_inspector_edits_copies_and_undoes)
{
    BOOST_TEST(play(R"(
select upper
time 0
wait 2
click copy:local
expect copied glm::mat4(1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 1.f, 0.f, 1.f)
notation numpy
mouse copy:local
wheel -50
wait 2
click copy:final
expect copied ~ np.array([[1, 0, 0, 0], [0, 1, 0, 0]
show-in world
wheel 50
wait 2
click copy:absolute
expect copied np.array([[1, 0, 0, 10], [0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1]], dtype=np.float32)
# a drag over the three numbers is one edit
drag numbers:position by 40 0
expect edits 1
expect undo position of upper
click button:Undo
expect position 0.000 1.000 0.000
click button:Redo
expect edits 1
click button:Reset
expect position 0.000 1.000 0.000
expect edits 2
)") == "");
}

BOOST_AUTO_TEST_CASE(the_time_line_is_scrubbed_and_pauses)
{
    BOOST_TEST(play(R"(
play
wait 2
click time:50%
expect playing off
expect time ~ 0.5
drag time:25% by 2000 0
expect time 1.000
click button:time 0
expect time 0.000
click button:play-or-pause
expect playing on
click clips
wait 1
click clip:0
expect clip 0
click check:loop
expect loop off
)") == "");
}

BOOST_AUTO_TEST_CASE(escape_closes_what_is_open_then_selects_nothing_and_never_quits)
{
    BOOST_TEST(play(R"(
select upper
key F1
expect help on
key Escape
expect help off
expect selected upper
key Escape
expect selected none
key Escape
)") == "");
    BOOST_TEST(!document.requests.quit);
}

BOOST_AUTO_TEST_CASE(poses_that_are_not_saved_are_asked_about)
{
    const std::string pose = (folder / "pose.json").string();
    BOOST_TEST(
        play(
            "select upper\nturn z 30\nexpect unsaved 1\nquit\nexpect asks-to-quit on\nwait 2\nclick button:escape\nexpect asks-to-quit off")
        == "");
    BOOST_TEST(!document.requests.quit);
    BOOST_TEST(play("undo\nexpect unsaved 0\nredo\nexpect unsaved 1\nsave-pose " + pose + "\nexpect unsaved 0\nundo\nexpect unsaved 1")
               == "");
    // An edit after undoing makes the saved pose unreachable.
    BOOST_TEST(play("turn z 10\nexpect unsaved 1\nundo\nexpect unsaved 0\nturn x 5\nquit\nwait 2\nclick button:quit now") == "");
    BOOST_TEST(document.requests.quit);
    BOOST_TEST(refusal("quit later") == "now, or nothing, not \"later\"");
}

BOOST_AUTO_TEST_CASE(saved_poses_quit_without_a_question)
{
    BOOST_TEST(play("select upper\nturn z 30\nsave-pose " + (folder / "saved.json").string() + "\nquit") == "");
    BOOST_TEST(document.requests.quit);
}

BOOST_AUTO_TEST_CASE(panels_are_resized_by_dragging_their_edges)
{
    BOOST_TEST(play(R"(
wait 2
expect panel-sizes 240 370 72
drag splitter:tree by 60 0
expect panel-sizes 300 370 72
drag splitter:inspector by 70 0
expect panel-sizes 300 300 72
drag splitter:timeline by 0 -40
expect panel-sizes 300 300 112
panel-sizes 200 350 80
expect panel-sizes 200 350 80
try panel-sizes 1 2 3
expect message width of the left panel: a whole number from 60 to 2000, not 1
)") == "");
}

BOOST_AUTO_TEST_CASE(messages_are_listed_in_full_and_copied)
{
    BOOST_TEST(play(R"(
try select nobody
wait 2
click message
expect page messages
wait 2
click copy-message:1
expect copied ~ has no node or bone "nobody"
try copy-message 1000
expect message ~ message 1000: there are
)") == "");
}

BOOST_AUTO_TEST_CASE(the_help_is_searched)
{
    BOOST_TEST(play(R"(
key F1
wait 2
click help:search
type onion
expect onion off
wait 1
# Esc leaves the field, then closes the help
key Escape
wait 2
expect help on
key Escape
expect help off
)") == "");
    // The first command is listed, unless something else is searched.
    BOOST_TEST(play("help on\nwait 2\nclick help:opens a file beside those that are open") == "");
    BOOST_TEST(
        play("wait 2\nclick help:search\ntype onion\nwait 2\nclick help:draws the model N times before and after its moment in the clip")
        == "");
    BOOST_TEST(play("wait 2\nclick help:search\ntype onion\nwait 2\nclick help:opens a file beside those that are open")
                   .find("nothing that is shown")
               != std::string::npos);
}

BOOST_AUTO_TEST_CASE(menus_say_commands)
{
    BOOST_TEST(play(R"(
wait 1
click menu:View
wait 1
click menu:Bones
expect bones on
click menu:File
wait 1
click menu:Open...
expect commands on
wait 3
type nowhere.glb
wait 1
key Enter
wait 1
expect message ~ nowhere.glb
expect commands off
expect files 1
key /
wait 3
type select upper
key Enter
wait 1
expect selected upper
)") == "");
}

// The strip stands in the plane z = 0 and the camera looks from the front. "view:" names a joint in the picture.
BOOST_AUTO_TEST_CASE(a_bone_is_selected_in_the_picture_and_posed_by_the_gizmo)
{
    BOOST_TEST(play(R"(
time 0
bones on
wait 2
click view:upper
expect selected upper
space world
wait 1
drag turn:z by 40 0
expect edits 1
expect undo turn upper
key Ctrl+Z
expect rotation 0.000 0.000 0.000
key Ctrl+Y
expect edits 1
key Ctrl+Z
wait 1
drag move:x by 60 0
expect undo move upper
undo
# beside everything: nothing is selected
click 260 60
expect selected none
# and the camera turns, which is no edit
drag 400 100 by 100 30
expect edits 0
)") == "");
    BOOST_TEST(describeState(document, "position") == "none");
}

// A node whose rotation is not a unit quaternion causes a warning, which names the node.
BOOST_AUTO_TEST_CASE(curves_palette_and_warnings_lead_to_their_places)
{
    BOOST_TEST(play(R"(
wait 1
click page:curves
expect page curves
click tree:upper
wait 1
# the middle of the curve is the middle of the clip
click curve:1
expect time 0.500
click page:palette
wait 1
click palette:lower
expect selected lower
key 8
expect page warnings
key 5
expect page bone
)") == "");
    std::string broken = stripModel();
    broken.insert(broken.find("{\"name\": \"upper\"") + 1, "\"rotation\": [0, 0, 0, 2], ");
    document.open(writeFile(folder / "warned.gltf", broken));
    BOOST_REQUIRE(document.current()->scene->warnings().size() == 1u);
    BOOST_TEST_MESSAGE(document.current()->scene->warnings().front());
    BOOST_TEST(play("page warnings\nwait 1\nclick warning:1\nexpect selected upper") == "");
}

BOOST_AUTO_TEST_CASE(files_are_dropped_and_what_is_none_is_said)
{
    std::filesystem::create_directory(folder / "folder");
    writeFile(folder / "broken.glb", "glTF");
    writeFile(folder / "second.gltf", stripModel());
    BOOST_REQUIRE(std::system(("mkfifo '" + (folder / "pipe").string() + "'").c_str()) == 0);
    const std::string path = folder.string();
    BOOST_TEST(play(fmt::format("drop {0}/second.gltf\nexpect file second.gltf\nexpect files 2\ndrop {0}/folder\nexpect errors 1\n"
                                "drop {0}/broken.glb\nexpect errors 2\ndrop {0}/pipe\nexpect errors 3\nexpect message ~ pipe\n"
                                "expect files 2\nselect upper\nexpect selected upper\n"
                                "move x 1\nsave-pose {0}/pose.json\nundo\ndrop {0}/pose.json\nexpect position 1.000 1.000 0.000\n"
                                "expect files 2",
                                path))
               == "");
}

BOOST_AUTO_TEST_CASE(panels_work_on_a_display_of_twice_the_size)
{
    BOOST_TEST(play("wait 2\nclick tree:upper\nexpect selected upper\nclick button:Reset\nexpect edits 0\nclick menu:Pose\nwait 1\n"
                    "click menu:Mirror\nexpect message ~ mirrored",
                    2.f)
               == "");
}

// Rows outside the screen cost little: with five times as many bones, a frame takes less than four times as long.
BOOST_AUTO_TEST_CASE(five_hundred_bones_are_listed_in_no_time)
{
    const glm::vec2 size(1280.f, 720.f);
    const auto secondsFor = [&](int bones) {
        std::string nodes;
        std::string joints;
        for (int bone = 0; bone < bones; ++bone) {
            nodes += fmt::format(R"({}{{"name": "bone{}"{}, "translation": [0, 0.01, 0]}})", bone > 0 ? ", " : "", bone,
                                 bone < bones - 1 ? fmt::format(", \"children\": [{}]", bone + 1) : "");
            joints += fmt::format("{}{}", bone > 0 ? ", " : "", bone);
        }
        const std::filesystem::path model = folder / fmt::format("{}.gltf", bones);
        writeFile(model, fmt::format(R"({{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0, {}]}}],
            "nodes": [{}, {{"name": "body", "skin": 0}}], "skins": [{{"joints": [{}]}}]}})",
                                     bones, nodes, joints));
        document.open(model);
        runCommand(document, "select bone50");
        runCommand(document, "names on");
        ViewerInterface interface(document, size, {});
        double least = std::numeric_limits<double>::max();
        double now = 0.;
        for (int frame = 0; frame < 60; ++frame) {
            const double begin = processorSeconds();
            interface.playFrame(size, glm::vec2(1.f), now += 1. / 60.);
            least = std::min(least, processorSeconds() - begin);
        }
        BOOST_TEST(describeState(document, "listed") == std::to_string(bones + 1));
        return least;
    };
    const double few = secondsFor(100);
    const double many = secondsFor(500);
    BOOST_TEST_MESSAGE(fmt::format("a frame with 100 bones: {:.3f} ms, with 500: {:.3f} ms", 1e3 * few, 1e3 * many));
    BOOST_TEST(many < 4. * few);
}

BOOST_AUTO_TEST_SUITE_END()
