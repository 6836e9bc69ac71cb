#include <fstream>
#include <memory>

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>
#include <programs/viewer/commands.hpp>
#include <programs/viewer/message_place.hpp>
#include <programs/viewer/palette_use.hpp>
#include <programs/viewer/viewer_state.hpp>

#include <armature/error.hpp>
#include <armature/import/skeleton_json.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "models.hpp"

#include <support/near.hpp>
#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::tools;
using namespace armature::test;

namespace {

struct OpenStrip {
    std::filesystem::path folder = emptyOutputDirectory("viewer");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
    ViewerDocument document;

    OpenStrip() { document.open(file); }

    void run(std::string_view line) { runCommand(document, line); }
    [[nodiscard]] std::string state(std::string_view name) const { return describeState(document, name); }
    /// Runs a command and returns its error message. Checks that a failed command changes nothing.
    [[nodiscard]] std::string refusal(std::string_view line)
    {
        const std::size_t edits = document.current()->history.undoCount();
        try {
            run(line);
        } catch (const std::exception& error) {
            BOOST_TEST(document.current()->history.undoCount() == edits, "a command that failed changed something");
            return error.what();
        }
        return "nothing is wrong";
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(viewer_document, OpenStrip)

BOOST_AUTO_TEST_CASE(a_file_opens_with_its_first_clip_playing_and_nothing_selected)
{
    BOOST_TEST(state("file") == "strip.gltf");
    BOOST_TEST(state("clip") == "bend");
    BOOST_TEST(state("playing") == "on");
    BOOST_TEST(state("selected") == "none");
    BOOST_TEST(state("listed") == "4");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_opened_is_a_message_and_nothing_else_changes)
{
    std::ofstream(folder / "broken.glb") << "glTF but no more";
    std::filesystem::create_directory(folder / "folder");
    BOOST_REQUIRE(std::system(("mkfifo '" + (folder / "pipe").string() + "'").c_str()) == 0);
    for (const char* name : {"broken.glb", "folder", "pipe", "absent.glb"}) {
        tryCommand(document, "open " + (folder / name).string());
        BOOST_TEST(document.messages().back().isError);
        BOOST_TEST(state("message").find(name) != std::string::npos, state("message"));
        BOOST_TEST(state("files") == "1");
    }
    BOOST_TEST(state("errors") == "4");
}

BOOST_AUTO_TEST_CASE(several_files_are_open_and_one_is_shown)
{
    const std::string second = writeFile(folder / "second.gltf", stripModel("other"));
    run("select upper");
    run("open " + second);
    BOOST_TEST(state("file") == "second.gltf");
    BOOST_TEST(state("selected") == "none");
    run("file next");
    BOOST_TEST(state("file") == "strip.gltf");
    BOOST_TEST(state("selected") == "upper");
    run("file 2");
    BOOST_TEST(state("file") == "second.gltf");
    run("close");
    BOOST_TEST(state("file") == "strip.gltf");
    BOOST_TEST(refusal("file 2") == "file 2: there are 1");
    run("close");
    BOOST_TEST(state("file") == "none");
    tryCommand(document, "turn x 10");
    BOOST_TEST(state("message") == "nothing is selected");
}

BOOST_AUTO_TEST_CASE(reading_again_keeps_clip_time_selection_and_camera_and_drops_edits)
{
    run("clip 0");
    run("time 1.25");
    run("pause");
    run("select upper");
    run("turn z 30");
    run("speed 0.5");
    const std::string distance = state("distance");
    document.camera.turn({0.1f, 0.2f});
    const glm::mat4 view = document.getView().camera.view;
    run("reload");
    BOOST_TEST(state("reloads") == "1");
    BOOST_TEST(state("clip") == "0");
    BOOST_TEST(state("time") == "1.250");
    BOOST_TEST(state("playing") == "off");
    BOOST_TEST(state("speed") == "0.5");
    BOOST_TEST(state("selected") == "upper");
    BOOST_TEST(state("edits") == "0");
    BOOST_TEST(state("distance") == distance);
    BOOST_TEST((document.getView().camera.view == view));
}

BOOST_AUTO_TEST_CASE(a_watched_file_is_read_again_once_it_has_changed_and_a_broken_one_is_said_once)
{
    document.watch();
    BOOST_TEST(state("reloads") == "0");
    writeFile(file, stripModel("renamed"));
    document.watch();
    BOOST_TEST(state("reloads") == "0", "nobody asked to watch");
    run("watch on");
    document.watch();
    BOOST_TEST(state("reloads") == "1");
    BOOST_TEST((document.current()->outline.findNode("renamed") != nullptr));
    document.watch();
    BOOST_TEST(state("reloads") == "1");
    writeFile(file, "{ half of a fi");
    document.watch();
    document.watch();
    BOOST_TEST(state("errors") == "1");
    BOOST_TEST(state("file") == "strip.gltf");
    writeFile(file, stripModel());
    document.watch();
    BOOST_TEST(state("reloads") == "2");
}

BOOST_AUTO_TEST_CASE(time_goes_on_by_speed_and_stands_while_paused)
{
    run("time 0.25");
    run("speed 0.5");
    document.advance(0.5);
    BOOST_TEST(state("time") == "0.500");
    run("pause");
    document.advance(0.25);
    BOOST_TEST(state("time") == "0.500");
    run("play");
    BOOST_TEST(state("speed") == "0.5");
    run("loop off");
    run("time 0.9");
    document.advance(1.);
    BOOST_TEST(state("time") == "1.000");
    BOOST_TEST(state("playing") == "off");
    BOOST_TEST(refusal("speed fast") == "a factor is a decimal number, not \"fast\"");
    BOOST_TEST(refusal("clip run").find("bend") != std::string::npos);
}

// "bend" turns "upper" by 90 degrees in one second (models.hpp).
BOOST_AUTO_TEST_CASE(the_selected_bone_follows_the_clip)
{
    run("select upper");
    run("time 0.5");
    BOOST_TEST(state("rotation") == "0.000 0.000 45.000");
    BOOST_TEST(state("position") == "0.000 1.000 0.000");
    BOOST_TEST(state("world") == "10.000 1.000 0.000");
}

BOOST_AUTO_TEST_CASE(the_selection_goes_along_the_list_and_up_the_tree)
{
    run("select next");
    BOOST_TEST(state("selected") == "root");
    run("select next");
    run("select next");
    BOOST_TEST(state("selected") == "upper");
    run("select parent");
    BOOST_TEST(state("selected") == "lower");
    run("select none");
    BOOST_TEST(state("selected") == "none");
    run("select PPE");  // part of a name
    BOOST_TEST(state("selected") == "upper");
    BOOST_TEST(refusal("select nobody") == "strip.gltf has no node or bone \"nobody\"");
    BOOST_TEST(state("selected") == "upper");
}

BOOST_AUTO_TEST_CASE(an_edit_pauses_and_is_undone_and_redone_to_the_bit)
{
    run("time 0.5");
    run("select upper");
    const glm::mat4 before = document.selected()->getLocalMatrix();
    run("turn z 30");
    BOOST_TEST(state("playing") == "off");
    BOOST_TEST(state("rotation") == "0.000 0.000 75.000");
    const glm::mat4 turned = document.selected()->getLocalMatrix();
    run("move x 2");
    BOOST_TEST(state("position") == "2.000 1.000 0.000");
    BOOST_TEST(state("edits") == "2");
    run("undo");
    BOOST_TEST((document.selected()->getLocalMatrix() == turned));
    run("undo");
    BOOST_TEST((document.selected()->getLocalMatrix() == before));
    run("undo");
    BOOST_TEST(state("message") == "nothing to undo");
    run("redo");
    BOOST_TEST((document.selected()->getLocalMatrix() == turned));
    BOOST_TEST(state("redo") == "move upper");
    run("scale 2");
    BOOST_TEST(state("scale") == "2.000 2.000 2.000");
    BOOST_TEST(state("redo") == "", "a new edit ends what was undone");
}

// By hand: a bone turned by 45 degrees about z turns about the world's x, so R' = X(90) Z(45), and its own +Y points to (-s, 0, s).
BOOST_AUTO_TEST_CASE(turning_and_moving_go_by_the_axes_that_were_chosen)
{
    run("time 0.5");
    run("select upper");
    run("space world");
    run("turn x 90");
    const float half = std::sqrt(0.5f);
    BOOST_TEST(near(document.selected()->getDirection({0.f, 1.f, 0.f}), glm::vec3(-half, 0.f, half), 1e-5));
    run("undo");
    run("space own");
    run("move x 1");
    BOOST_TEST(near(document.selected()->getPosition(), glm::vec3(half, 1.f + half, 0.f), 1e-5));
    BOOST_TEST(refusal("turn w 30") == "an axis is x, y or z, not \"w\"");
    BOOST_TEST(refusal("turn x nan") == "degrees is a decimal number, not \"nan\"");
}

BOOST_AUTO_TEST_CASE(reset_brings_one_or_all_bones_to_rest)
{
    run("time 1");
    run("select lower");
    run("move z 3");
    run("reset");
    BOOST_TEST(state("position") == "0.000 0.000 0.000");
    run("select upper");
    BOOST_TEST(state("rotation") == "0.000 0.000 90.000");
    run("reset all");
    BOOST_TEST(state("rotation") == "0.000 0.000 0.000");
    run("undo");
    BOOST_TEST(state("rotation") == "0.000 0.000 90.000");
    run("select root");
    BOOST_TEST(refusal("reset") == "root has no rest pose: it is no bone");
}

BOOST_AUTO_TEST_CASE(a_pose_is_saved_and_loaded_by_the_names_of_bones)
{
    const std::string pose = (folder / "pose.json").string();
    run("time 0.5");
    run("select upper");
    run("move x 0.125");
    run("save-pose " + pose);
    const glm::mat4 saved = document.selected()->getLocalMatrix();
    run("time 0");
    run("reset all");
    run("load-pose " + pose);
    BOOST_TEST((document.selected()->getLocalMatrix() == saved));
    BOOST_TEST(state("undo") == "load pose");
    BOOST_TEST(refusal("save-pose " + file).find("it is an input") != std::string::npos);
    BOOST_TEST(refusal("load-pose " + file).find("strip.gltf") != std::string::npos);
    BOOST_TEST(refusal("load-pose " + folder.string()).find("is a folder") != std::string::npos);

    Skeleton strange;
    strange.createBone("strange");
    writeFile(folder / "strange.json", saveSkeletonJson(strange));
    run("play");
    BOOST_TEST(refusal("load-pose " + (folder / "strange.json").string()).find("none of its 1 bone has a name") != std::string::npos);
    BOOST_TEST(state("playing") == "on");
}

BOOST_AUTO_TEST_CASE(every_command_that_is_listed_is_found_and_refuses_nonsense)
{
    for (const ViewerCommand& command : viewerCommands()) {
        // The folder does not exist, so that a command that takes this text for a file name cannot create the file.
        BOOST_TEST(refusal(std::string(command.name) + " nowhere/\x01?").find("there is no command") == std::string::npos, command.name);
        BOOST_TEST(!command.help.empty());
        if (document.current() == nullptr) {
            document.open(file);
        }
    }
    BOOST_TEST(refusal("dance") == "there is no command \"dance\"");
    BOOST_TEST(refusal("undo everything") == "undo stands alone, without \"everything\"");
}

BOOST_AUTO_TEST_CASE(a_click_finds_the_bone_that_moves_the_surface_or_the_joint_nearby)
{
    run("time 0");
    run("pause");
    run("frame");
    const PictureView view = document.getView();
    const auto pixel = [&view](const glm::vec3& point) { return view.project(point).value(); };
    const Node* found = document.pick(pixel({10.9f, 1.9f, 0.f}));  // the strip's upper right corner; the strip's root is at x = 10
    BOOST_REQUIRE(found != nullptr);
    BOOST_TEST(found->getName() == "upper");
    found = document.pick(pixel({10.8f, 0.2f, 0.f}));
    BOOST_REQUIRE(found != nullptr);
    BOOST_TEST(found->getName() == "lower");
    BOOST_TEST(document.pick({1.f, 1.f}) == nullptr);
    run("bones on");
    found = document.pick(pixel({10.f, 1.f, 0.f}) + glm::vec2(3.f, 3.f));
    BOOST_REQUIRE(found != nullptr);
    BOOST_TEST(found->getName() == "upper");
}

// Of the strip's six vertices, the two at the top follow "upper", the others follow "lower" (models.hpp).
BOOST_AUTO_TEST_CASE(vertices_are_counted_for_each_slot_of_the_palette)
{
    const Scene& scene = *document.current()->scene;
    const auto slots = paletteUseOf(scene, *scene.skeletons().front());
    BOOST_REQUIRE(slots.size() == 2u);
    BOOST_TEST(slots[0].bone->getName() == "lower");
    BOOST_TEST(slots[0].vertices == 4u);
    BOOST_TEST(slots[1].vertices == 2u);
    Scene bare;
    Skeleton& skeleton = bare.createSkeleton("bare");
    skeleton.createBone("bone");
    BOOST_TEST(paletteUseOf(bare, skeleton).at(0).vertices == 0u);
}

BOOST_AUTO_TEST_CASE(messages_lead_to_the_node_bone_or_clip_that_they_name)
{
    OpenModel& model = *document.current();
    const auto nameOf = [&model](std::string_view message) {
        const MessagePlace place = findPlace(model, message);
        return place.clip ? fmt::format("clip {}", *place.clip) : place.node != nullptr ? place.node->getName() : "unknown";
    };
    BOOST_TEST(nameOf("/nodes/2/scale: is 0") == "upper");
    BOOST_TEST(nameOf("/skins/0/joints/1: is mad") == "upper");
    BOOST_TEST(nameOf("/skins/0: is mad") == "lower");
    BOOST_TEST(nameOf("/animations/1/channels/0: has no target") == "clip 1");
    BOOST_TEST(nameOf("bone \"nobody\" and bone \"lower\" differ") == "lower");
    BOOST_TEST(nameOf("/nodes/99: is not there") == "unknown");
    BOOST_TEST(nameOf("/nodes/x, \"lower") == "unknown");
}

BOOST_AUTO_TEST_SUITE_END()
