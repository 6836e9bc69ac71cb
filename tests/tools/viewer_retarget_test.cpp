#include <chrono>
#include <cmath>
#include <filesystem>
#include <string>
#include <thread>

#include <boost/test/unit_test.hpp>
#include <glm/geometric.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "models.hpp"
#include "motions.hpp"
#include "windowless_viewer.hpp"

using namespace armature;
using namespace armature::tools;
using namespace armature::test;

namespace {

// Shows the demos' character, without a window. A second file is open: a person whose left arm comes down by 60 degrees within a second
// (motions.hpp).
struct CharacterAndMotion
    : Motions
    , DrivenViewer {
    CharacterAndMotion()
    {
        document.open(character);
        document.open(lower, ReadingTask::Purpose::OpenBeside);
    }

    /// Runs frames until everything has been read and baked.
    void waitForBakes()
    {
        for (int wait = 0; wait < 6000 && (state("reading") != "none" || state("baking") != "none"); ++wait) {
            document.advance(0.);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            document.takeFilesRead();
        }
    }

    /// Returns the direction of the character's upper arm in the world, at a time of the current clip.
    [[nodiscard]] glm::vec3 armAt(double seconds)
    {
        document.goTo(seconds);
        const auto place = [&](const char* name) { return glm::vec3(document.current()->outline.findNode(name)->getWorldMatrix()[3]); };
        return glm::normalize(place("forearmLeft") - place("upperArmLeft"));
    }
};

// By hand: the arm first points to the character's left, +X, and then turns by 60 degrees about -Z.
const glm::vec3 level(1.f, 0.f, 0.f);
const glm::vec3 lowered(0.5f, -0.8660254f, 0.f);

}  // namespace

BOOST_FIXTURE_TEST_SUITE(viewer_retarget, CharacterAndMotion)

BOOST_AUTO_TEST_CASE(a_clip_of_another_file_moves_the_shown_one_and_goes_again)
{
    const std::string before = state("clip");
    const std::size_t clips = document.current()->playback.clips().size();
    run("retarget lower.bvh");
    BOOST_TEST(state("retargeted") == "Motion of lower.bvh");
    BOOST_TEST(state("retarget-by") == "body");
    BOOST_TEST(state("message") == "Motion of lower.bvh on character.glb: 21 bones go together by body");
    BOOST_TEST(state("clip") == "Motion");
    BOOST_TEST(state("playing") == "on");
    BOOST_TEST(state("page") == "retarget");
    BOOST_TEST(document.current()->playback.clips().size() == clips + 1);
    run("pause");
    BOOST_TEST(glm::distance(armAt(0.), level) < 0.01f);
    BOOST_TEST(glm::distance(armAt(1.), lowered) < 0.01f);
    run("retarget 2 Motion");
    BOOST_TEST(document.current()->playback.clips().size() == clips + 1);
    run("layer Motion");
    run("retarget off");
    BOOST_TEST(state("retargeted") == "none");
    BOOST_TEST(state("layers") == "none");
    BOOST_TEST(state("clip") == before);
    BOOST_TEST(document.current()->playback.clips().size() == clips);
    BOOST_TEST(refusal("retarget off") == "no clip of another file is on character.glb");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_open_is_opened_for_it)
{
    run("close lower.bvh");
    run("retarget " + lower);
    BOOST_TEST(state("files") == "2");
    BOOST_TEST(state("file") == "character.glb");
    BOOST_TEST(state("clip") == "Motion");
    run("close lower.bvh");
    run("retarget off");
    document.readsOnThread = true;
    run("retarget " + lower + " Motion");
    waitForBakes();
    BOOST_TEST(state("retargeted") == "Motion of lower.bvh");
    run("retarget off");
    run("retarget " + lower + " jump");
    waitForBakes();
    BOOST_TEST(state("message") == "lower.bvh has no clip \"jump\"");
    BOOST_TEST(state("retargeted") == "none");
}

BOOST_AUTO_TEST_CASE(a_pair_is_changed_taken_away_and_given_back)
{
    run("retarget next");
    run("pause");
    run("select upperArmLeft");
    const std::size_t pairs = std::stoul(state("retarget-pairs"));
    BOOST_TEST(state("retarget-source") == "LeftArm");
    run("time 0.5");
    run("retarget-row upperArmLeft none");
    BOOST_TEST(state("time") == "0.500");
    BOOST_TEST(state("playing") == "off");
    BOOST_TEST(state("retarget-source") == "none");
    BOOST_TEST(state("retarget-pairs") == std::to_string(pairs - 1));
    BOOST_TEST(state("retarget-by") == "by hand");
    BOOST_TEST(glm::distance(armAt(1.), armAt(0.)) < 1e-4f);
    run("retarget-row upperArmLeft LeftArm");
    BOOST_TEST(state("retarget-source") == "LeftArm");
    BOOST_TEST(state("retarget-pairs") == std::to_string(pairs));
    BOOST_TEST(glm::distance(armAt(1.), lowered) < 0.01f);
    run("retarget-row forearmLeft LeftHand");
    run("select forearmLeft");
    BOOST_TEST(state("retarget-source") == "LeftHand");
    run("retarget lower.bvh");
    BOOST_TEST(state("retarget-source") == "LeftHand");
    BOOST_TEST(refusal("retarget-row nose LeftArm")
               == "a bone of character.glb and one of lower.bvh, or none, not \"nose LeftArm\": character.glb has no such bone");
    BOOST_TEST(refusal("retarget-row upperArmLeft tail")
               == "a bone of character.glb and one of lower.bvh, or none, not \"upperArmLeft tail\": lower.bvh has no such bone");
    BOOST_TEST(state("retarget-pairs") == std::to_string(pairs));
}

// The hips carry the body again after a time without a counterpart. By hand: 50 cm forward, times the ratio of the leg lengths.
BOOST_AUTO_TEST_CASE(hips_travel_again_when_they_are_given_back)
{
    run("retarget next");
    run("pause");
    run("select hips");
    const auto travel = [&] {
        const auto ahead = [&](double seconds) {
            document.goTo(seconds);
            return document.selected()->getWorldMatrix()[3].z;
        };
        return ahead(1.) - ahead(0.);
    };
    const float before = travel();
    BOOST_TEST(before > 0.3f);
    run("retarget-row hips none");
    BOOST_TEST(std::abs(travel() - 0.f) < 1e-5f);
    run("retarget-row hips Hips");
    BOOST_TEST(std::abs(travel() - before) < 1e-4f);
}

BOOST_AUTO_TEST_CASE(a_map_is_saved_and_loaded)
{
    run("retarget next");
    run("retarget-row forearmLeft none");
    const std::string pairs = state("retarget-pairs");
    const std::string file = (folder / "edited map.json").string();
    run("save-map " + file);
    BOOST_TEST(state("message") == "map in " + file);
    run("retarget off");
    run("load-map " + file);
    BOOST_TEST(state("retargeted") == "Motion of lower.bvh");
    BOOST_TEST(state("retarget-by") == "edited map.json");
    BOOST_TEST(state("retarget-pairs") == pairs);
    run("select forearmLeft");
    BOOST_TEST(state("retarget-source") == "none");
    const std::string bad = put("bad.json", R"({"pairs": [{"source": "Tail", "target": "hips"}]})");
    BOOST_TEST(refusal("load-map " + bad).find("/pairs/0/source: is \"Tail\", but no bone of the source has that name")
               != std::string::npos);
    BOOST_TEST(state("retarget-pairs") == pairs);
}

BOOST_AUTO_TEST_CASE(it_stays_when_either_file_is_read_again)
{
    run("retarget next");
    run("pause");
    run("retarget-row forearmLeft none");
    run("time 0.5");
    const std::string pairs = state("retarget-pairs");
    const glm::vec3 arm = armAt(0.5);
    run("reload");
    BOOST_TEST(state("clip") == "Motion");
    BOOST_TEST(state("time") == "0.500");
    BOOST_TEST(state("playing") == "off");
    BOOST_TEST(state("retarget-pairs") == pairs);
    BOOST_TEST(glm::distance(armAt(0.5), arm) < 1e-4f);

    // The same person with other bone names, who lowers the arm as before: the edited map no longer fits, so a map is found anew.
    put("in/lower.bvh", motion("other:"));
    run("file 2");
    run("reload");
    run("file 1");
    BOOST_TEST(state("retargeted") == "Motion of lower.bvh");
    BOOST_TEST(state("retarget-by") == "body");
    BOOST_TEST(state("errors") == "1");
    BOOST_TEST(glm::distance(armAt(1.), lowered) < 0.01f);

    // Not a person: the retargeted clip stays.
    put("in/lower.bvh", "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n"
                        "MOTION\nFrames: 2\nFrame Time: 0.5\n0 0 0\n90 0 0\n");
    run("file 2");
    run("reload");
    run("file 1");
    BOOST_TEST(state("message").find("cannot move character.glb: no bones of the same names") != std::string::npos);
    BOOST_TEST(glm::distance(armAt(1.), lowered) < 0.01f);
    BOOST_TEST(refusal("save-map " + out) == "lower.bvh is closed: its map is gone");
}

BOOST_AUTO_TEST_CASE(what_was_made_outlives_its_source)
{
    run("retarget next");
    run("pause");
    run("close lower.bvh");
    BOOST_TEST(state("message") == "lower.bvh is closed: what it moves on character.glb stays");
    BOOST_TEST(glm::distance(armAt(1.), lowered) < 0.01f);
    BOOST_TEST(refusal("retarget-row upperArmLeft none") == "lower.bvh is closed: its map is gone");
    BOOST_TEST(play("page retarget\nwait 2\nclick map:hips\nexpect selected hips") == "");
    run("reload");
    BOOST_TEST(state("message") == "character.glb: Motion of lower.bvh is gone, because its file was closed");
    BOOST_TEST(state("retargeted") == "none");
}

// By hand: the strip's "bend" turns "upper" by 90 degrees about +Z within one second (models.hpp).
BOOST_AUTO_TEST_CASE(without_bodies_bones_of_the_same_names_go_together)
{
    const std::string strip = writeFile(folder / "strip.gltf", stripModel());
    const std::string other = writeFile(folder / "other.gltf", stripModel());
    document.open(other);
    run("retarget " + strip + " bend");
    run("pause");
    BOOST_TEST(state("clip") == "bend of strip.gltf");
    BOOST_TEST(state("retarget-by") == "names");
    BOOST_TEST(state("retarget-pairs") == "2");
    run("time 1");
    run("select upper");
    BOOST_TEST(state("rotation") == "0.000 0.000 90.000");
}

// Bones that no clip of the file moves return to the file's pose, not to the pose set by hand.
BOOST_AUTO_TEST_CASE(bones_that_only_the_added_clip_moves_go_back_to_the_pose_of_the_file)
{
    const std::string still = writeFile(folder / "still.bvh", motion());
    document.open(still);
    run("pause");
    run("select LeftArm");
    run("time 0");
    run("retarget character.glb walk");
    run("time 0.3");
    run("retarget off");
    run("time 0");
    BOOST_TEST(state("rotation") == "0.000 0.000 0.000");

    const std::string box = writeFile(folder / "box.gltf", R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "Hips", "children": [1]}, {"name": "LeftArm", "rotation": [0, 0, 0.5, 0.8660254]}],
        "skins": [{"joints": [0, 1]}]})");
    document.open(box);
    run("select LeftArm");
    run("turn x 20");
    run("retarget lower.bvh");
    run("retarget off");
    BOOST_TEST(state("rotation") == "0.000 0.000 60.000");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_retargeted_is_said_and_nothing_happens)
{
    const std::string box = writeFile(folder / "box.gltf", R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "box"}]})");
    const std::string strip = writeFile(folder / "strip.gltf", stripModel());
    document.open(box, ReadingTask::Purpose::OpenBeside);
    document.open(strip, ReadingTask::Purpose::OpenBeside);
    const std::string clip = state("clip");
    BOOST_TEST(refusal("retarget box.gltf") == "box.gltf has no clips");
    BOOST_TEST(refusal("retarget lower.bvh jump") == "lower.bvh has no clip \"jump\"; it has 0 \"Motion\"");
    BOOST_TEST(refusal("retarget nobody.bvh walk") == "no other open file, and no file, is called \"nobody.bvh walk\"");
    const std::string noBones = refusal("retarget strip.gltf bend");
    BOOST_TEST(
        noBones.starts_with("bend of strip.gltf cannot move character.glb: no bones of the same names, and not two bodies (the source:"));
    BOOST_TEST(refusal("retarget-row hips Hips") == "no clip of another file is on character.glb");
    BOOST_TEST(refusal("save-map " + out) == "no clip of another file is on character.glb");
    BOOST_TEST(state("clip") == clip);
    BOOST_TEST(state("page") == "bone");
    BOOST_TEST(state("retargeted") == "none");
    run("file 3");
    BOOST_TEST(refusal("retarget lower.bvh") == "Motion of lower.bvh cannot move box.gltf: the target has no bones");
    run("file 1");
    run("close box.gltf");
    run("close strip.gltf");
    run("close lower.bvh");
    BOOST_TEST(refusal("retarget next") == "to take a clip from: open a second file");
    run("close");
    BOOST_TEST(refusal("retarget next") == "nothing is open");
}

BOOST_AUTO_TEST_CASE(the_page_takes_a_clip_selects_bones_and_changes_pairs)
{
    BOOST_TEST(play(R"(
page retarget
wait 1
click retarget:from
wait 1
click retarget:Motion of lower.bvh
expect retargeted Motion of lower.bvh
wait 2
click map:chest
expect selected chest
click source:chest
wait 1
click choose:none
expect retarget-source none
expect retarget-by by hand
wait 2
click source:chest
wait 1
click choose:Spine
expect retarget-source Spine
click retarget:take away
expect retargeted none
wait 1
)") == "");
}

// As in the window, a thread bakes the clips, and each frame takes the clips that are ready.
BOOST_AUTO_TEST_CASE(baking_goes_on_beside_the_frames)
{
    const std::size_t clips = document.current()->playback.clips().size();
    run("play");
    document.readsOnThread = true;
    const double time = document.current()->playback.getTime();
    run("retarget lower.bvh");
    BOOST_TEST(state("baking") == "Motion of lower.bvh");
    BOOST_TEST(state("retargeted") == "none");
    BOOST_TEST(document.current()->playback.clips().size() == clips);
    document.advance(0.125);
    BOOST_TEST(document.current()->playback.getTime() == time + 0.125);
    BOOST_TEST(document.baking().getPart() >= 0.);
    BOOST_TEST(document.baking().getPart() <= 1.);
    waitForBakes();
    BOOST_TEST(state("retargeted") == "Motion of lower.bvh");
    BOOST_TEST(state("clip") == "Motion");
    run("pause");
    BOOST_TEST(glm::distance(armAt(1.), lowered) < 0.01f);

    run("select upperArmLeft");
    const std::size_t pairs = std::stoul(state("retarget-pairs"));
    run("retarget-row upperArmLeft none");
    run("retarget-row forearmLeft none");  // edited while the previous edit is still being baked
    BOOST_TEST(state("retarget-source") == "LeftArm");
    waitForBakes();
    BOOST_TEST(state("retarget-source") == "none");
    BOOST_TEST(state("retarget-pairs") == std::to_string(pairs - 2));
    run("reload");
    waitForBakes();
    BOOST_TEST(state("reloads") == "1");
    BOOST_TEST(state("clip") == "Motion");
    BOOST_TEST(state("retarget-pairs") == std::to_string(pairs - 2));
    BOOST_TEST(state("errors") == "0");
}

BOOST_AUTO_TEST_CASE(what_is_cancelled_while_it_is_baked_leaves_nothing)
{
    const std::size_t clips = document.current()->playback.clips().size();
    const std::string clip = state("clip");
    document.readsOnThread = true;
    run("retarget lower.bvh");
    run("cancel");
    BOOST_TEST(state("message") == "no longer baking Motion of lower.bvh");
    BOOST_TEST(state("baking") == "none");
    waitForBakes();
    BOOST_TEST(state("retargeted") == "none");
    BOOST_TEST(state("clip") == clip);
    BOOST_TEST(document.current()->playback.clips().size() == clips);

    run("retarget lower.bvh");
    waitForBakes();
    run("select upperArmLeft");
    run("retarget-row upperArmLeft none");
    run("cancel");
    waitForBakes();
    BOOST_TEST(state("retarget-source") == "LeftArm");
    run("retarget-row forearmLeft none");  // the cancelled edit does not return with this one
    waitForBakes();
    BOOST_TEST(state("retarget-source") == "LeftArm");
    BOOST_TEST(state("errors") == "0");
}

BOOST_AUTO_TEST_CASE(what_is_baked_for_a_file_that_is_closed_meanwhile_comes_to_nothing)
{
    document.readsOnThread = true;
    run("retarget lower.bvh");
    run("close lower.bvh");
    waitForBakes();
    BOOST_TEST(state("retargeted") == "none");
    BOOST_TEST(state("message") == "Motion of lower.bvh was not put anywhere: a file was closed or read again meanwhile");
    run("retarget " + lower);
    waitForBakes();
    BOOST_TEST(state("retargeted") == "Motion of lower.bvh");
    run("retarget-row hips none");
    run("reload");  // waits for the edit, and is then retargeted again with it
    waitForBakes();
    run("select hips");
    BOOST_TEST(state("reloads") == "1");
    BOOST_TEST(state("retarget-source") == "none");
    run("retarget-row hips Hips");
    run("close");
    waitForBakes();
    BOOST_TEST(state("files") == "1");
}

// The document's destructor waits for the thread, which must not outlive the document it reads from.
BOOST_AUTO_TEST_CASE(a_viewer_that_ends_while_it_bakes_leaves_nothing_behind)
{
    ViewerDocument other;
    other.open(character);
    other.open(lower, ReadingTask::Purpose::OpenBeside);
    other.readsOnThread = true;
    other.retarget(1);
    other.retarget(1);
}

BOOST_AUTO_TEST_SUITE_END()
