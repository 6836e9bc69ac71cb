#include <algorithm>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/support/picture.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "models.hpp"
#include "motions.hpp"
#include "printed_json.hpp"
#include "program.hpp"

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

glm::dvec3 directionOf(const Scene& scene, const char* from, const char* to)
{
    const Skeleton& skeleton = *scene.skeletons().front();
    const auto at = [&](const char* name) { return glm::dvec3(skeleton.findBone(name)->getWorldMatrix()[3]); };
    return glm::normalize(at(to) - at(from));
}

// Whether something is drawn in a part of a picture, that is, whether some pixels differ from the part's corner.
bool isDrawn(const support::Picture& picture, std::size_t left, std::size_t top, std::size_t width, std::size_t height)
{
    const auto background = picture.at(left, top);
    std::size_t drawn = 0;
    for (std::size_t y = top; y < top + height; ++y) {
        for (std::size_t x = left; x < left + width; ++x) {
            drawn += std::ranges::equal(picture.at(x, y), background) ? 0u : 1u;
        }
    }
    return drawn > width * height / 200;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(retarget_command, Motions)

// By hand: the arm that pointed to the left is lowered by 60 degrees. From hip to ankle, the character's leg measures 0.715 m, the motion's
// 0.84.
BOOST_AUTO_TEST_CASE(a_motion_of_another_skeleton_moves_the_character)
{
    const Outcome outcome = runArmature({"retarget", lower, character, "-o", out});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors == "");
    const auto scene = loadScene(out);
    BOOST_TEST(clipNames(*scene) == std::vector<std::string>{"Motion"}, boost::test_tools::per_element());
    BOOST_TEST(scene->meshInstances().size() == 1u);
    AnimationGroup& clip = *scene->animationGroups().front();
    BOOST_TEST(std::abs(clip.getClip().getDuration() - 1.) < 1e-4);
    clip.goTo(0.);
    BOOST_TEST(near(directionOf(*scene, "upperArmLeft", "forearmLeft"), glm::dvec3(1., 0., 0.), 1e-3));
    const glm::vec3 before = scene->skeletons().front()->findBone("hips")->getWorldMatrix()[3];
    clip.goTo(1.);
    BOOST_TEST(near(directionOf(*scene, "upperArmLeft", "forearmLeft"), glm::dvec3(0.5, -0.8660254, 0.), 1e-3));
    BOOST_TEST(near(directionOf(*scene, "upperArmRight", "forearmRight"), glm::dvec3(-1., 0., 0.), 1e-3));
    const glm::vec3 after = scene->skeletons().front()->findBone("hips")->getWorldMatrix()[3];
    BOOST_TEST(std::abs(after.z - before.z - 0.5f * 0.715f / 0.84f) < 0.02f, after.z - before.z);
    BOOST_TEST(std::abs(after.x - before.x) < 1e-4f);
}

BOOST_AUTO_TEST_CASE(the_table_has_bones_feet_and_hands)
{
    const Outcome outcome = runArmature({"retarget", lower, character, "-o", out, "--feet"});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    for (const std::string part :
         {"out.glb: 1 clip\n", "\"Motion\" from ", " bones go together, travel times 0.00", "directions, in degrees",
          "\n      LeftArm -> upperArmLeft ", "\n      all ", "\n    feet: never planted; 30.4 mm into the ground\n", "\n    hands: "}) {
        BOOST_TEST(says(outcome.output, part), part << " is not in\n" << outcome.output);
    }
    const Outcome json = runArmature({"retarget", lower, character, "-o", out, "--json"});
    BOOST_TEST_REQUIRE(json.status == 0, json.errors);
    const PrintedJson report(json.output);
    BOOST_TEST(report["written"].index() == 1u);
    const Json motion = report["files"].items()[0]["clips"].items()[0];
    BOOST_TEST(motion["name"].text() == "Motion");
    BOOST_TEST(motion["source"].text() == lower);
    BOOST_TEST(motion["largestDirection"].number() < 1.);
    BOOST_TEST(motion["pairs"].index() > 14u);
    BOOST_TEST(motion["bones"].items().size() > 8u);
    BOOST_TEST(motion["frames"].index() > 30u);
}

// The strip of two joints has neither feet nor hands. A single mapped joint has no direction to measure.
BOOST_AUTO_TEST_CASE(what_is_not_measured_has_no_figure)
{
    const std::string strip = put("strip.gltf", stripModel());
    const Outcome table = runArmature({"retarget", strip, strip, "-o", out, "--by-name"});
    BOOST_TEST_REQUIRE(table.status == 0, table.errors);
    BOOST_TEST(says(table.output, "\n    feet: never planted\n    hands: not measured\n"), table.output);
    const std::string map = put("map.json", R"({"names": {"lower": "upper"}})");
    const Outcome one = runArmature({"retarget", strip, strip, "-o", out, "--map", map});
    BOOST_TEST_REQUIRE(one.status == 0, one.errors);
    BOOST_TEST(says(one.output, "all                                           none      none\n"), one.output);
    const Outcome json = runArmature({"retarget", strip, strip, "-o", out, "--map", map, "--json"});
    const PrintedJson report(json.output);
    const Json clip = report["files"].items()[0]["clips"].items()[0];
    for (const char* const name : {"meanDirection", "largestDirection", "meanFootSlide", "largestFootSlide", "sourceFootSlide",
                                   "groundPenetration", "meanHands", "largestHands"}) {
        BOOST_TEST(clip[name].isNull(), name);
    }
    const Outcome batch = runArmature({"retarget", strip, strip, "-o", (folder / "many/").string(), "--map", map});
    BOOST_TEST(linesOf(batch.output).at(0).ends_with("s; no directions; feet never planted"), batch.output);
    BOOST_TEST(linesOf(batch.output).back() == "1 of 1 file written");
}

BOOST_AUTO_TEST_CASE(several_motions_become_clips_of_one_file)
{
    const std::string other = put("in/other.bvh", motion("of:"));
    const Outcome outcome = runArmature({"retarget", lower, other, character, "-o", out});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    const std::vector<std::string> expected{"lower", "other"};
    BOOST_TEST(clipNames(*loadScene(out)) == expected, boost::test_tools::per_element());

    const std::string back = (folder / "back.glb").string();
    const Outcome chosen = runArmature({"retarget", character, lower, "-o", back, "--clip", "walk"});
    BOOST_TEST_REQUIRE(chosen.status == 0, chosen.errors);
    BOOST_TEST(clipNames(*loadScene(back)) == std::vector<std::string>{"walk"}, boost::test_tools::per_element());
    BOOST_TEST(runArmature({"retarget", character, lower, "-o", back, "--clip", "swim"}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_folder_becomes_a_folder_and_one_bad_file_does_not_stop_the_rest)
{
    put("in/broken.bvh", "HIERARCHY");
    put("in/more/last.bvh", motion());
    const fs::path many = folder / "many";
    for (const char* const jobs : {"1", "3"}) {
        fs::remove_all(many);
        const Outcome outcome = runArmature({"retarget", (folder / "in").string(), character, "-o", many.string(), "--jobs", jobs});
        BOOST_TEST(outcome.status == 1);
        const auto errors = linesOf(outcome.errors);
        BOOST_TEST_REQUIRE(errors.size() == 1u, outcome.errors);
        BOOST_TEST(says(errors[0], "broken.bvh: "));
        const auto lines = linesOf(outcome.output);
        BOOST_TEST_REQUIRE(lines.size() == 3u, outcome.output);
        BOOST_TEST(lines.back().starts_with("2 of 3 files written, 1 failed; directions are at most "), lines.back());
        BOOST_TEST(loadScene(many / "lower.glb")->animationGroups().size() == 1u);
        BOOST_TEST(loadScene(many / "more" / "last.glb")->animationGroups().size() == 1u);
    }
}

BOOST_AUTO_TEST_CASE(bones_go_together_by_name_or_as_a_map_says)
{
    // The strip of two joints is not humanoid: retargeting is refused at first; then its own "bend" is applied to it by name.
    const std::string strip = writeFile(folder / "strip.gltf", stripModel());
    const std::string renamed = writeFile(folder / "renamed.gltf", stripModel("top"));
    const Outcome refused = runArmature({"retarget", strip, renamed, "-o", out});
    BOOST_TEST(refused.status == 1);
    BOOST_TEST(linesOf(refused.errors).size() == 1u);
    BOOST_TEST(says(refused.errors, "--by-name and --map say which bones go together"), refused.errors);
    BOOST_TEST(!fs::exists(out));

    BOOST_TEST(runArmature({"retarget", strip, strip, "-o", out, "--by-name"}).status == 0);
    const std::string map = writeFile(folder / "map.json", R"({"names": {"upper": "top"}})");
    const Outcome mapped = runArmature({"retarget", strip, renamed, "-o", out, "--map", map});
    BOOST_TEST_REQUIRE(mapped.status == 0, mapped.errors);
    const auto scene = loadScene(out);
    scene->findAnimationGroup("bend")->goTo(0.5);
    const glm::quat half = scene->findTransformNode("top")->getRotationQuaternion();
    BOOST_TEST(near(half, glm::quat(0.9238795f, 0.f, 0.f, 0.3826834f), 1e-3));

    const std::string wrong = writeFile(folder / "wrong.json", R"({"names": {"upper": "nobody"}})");
    const Outcome missing = runArmature({"retarget", strip, renamed, "-o", out, "--map", wrong});
    BOOST_TEST(missing.status == 1);
    BOOST_TEST(says(missing.errors, "wrong.json: /names/upper: is \"nobody\""), missing.errors);
}

BOOST_AUTO_TEST_CASE(source_and_target_are_drawn_side_by_side)
{
    const std::string file = (folder / "compare.png").string();
    const Outcome outcome = runArmature({"retarget", lower, character, "-o", out, "--compare", file, "--size", "604x402"});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    const support::Picture picture = support::readPng(file);
    BOOST_TEST(picture.width == 604u);
    BOOST_TEST(picture.height == 402u);
    for (const std::size_t top : {0u, 202u}) {
        for (const std::size_t left : {0u, 100u, 202u, 302u, 404u, 504u}) {
            BOOST_TEST(isDrawn(picture, left, top, 100, 184), "nothing at " << left << ", " << top);
        }
    }
}

// The motion's header claims more frames than the file has.
BOOST_AUTO_TEST_CASE(warnings_of_all_files_are_shown)
{
    std::string cut = motion();
    cut.replace(cut.find("Frames: 31"), 10, "Frames: 40");
    const std::string source = put("in/cut.bvh", cut);
    const Outcome outcome = runArmature({"retarget", source, character, "-o", out});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST_REQUIRE(linesOf(outcome.errors).size() == 1u, outcome.errors);
    BOOST_TEST(outcome.errors.starts_with("warning: " + source + ": line "), outcome.errors);

    const Outcome ofTarget = runArmature({"retarget", "--by-name", lower, source, "-o", out});
    BOOST_TEST(ofTarget.status == 0, ofTarget.errors);
    BOOST_TEST(ofTarget.errors == outcome.errors);
    const Outcome batch =
        runArmature({"retarget", "--by-name", lower, put("in/more/other.bvh", motion()), source, "-o", (folder / "many/").string()});
    BOOST_TEST(batch.status == 0, batch.errors);
    BOOST_TEST(batch.errors == outcome.errors);  // shown once, although each job reads the target
    const Outcome json = runArmature({"retarget", source, character, "-o", out, "--json"});
    BOOST_TEST(json.errors == "");
    BOOST_TEST(PrintedJson(json.output)["files"].items()[0]["warnings"].items().size() == 1u);
}

BOOST_AUTO_TEST_CASE(files_of_one_name_become_clips_of_two)
{
    const std::string other = put("in/more/lower.bvh", motion());
    const Outcome outcome = runArmature({"retarget", lower, other, character, "-o", out});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    const std::vector<std::string> expected{"lower", "lower 2"};
    BOOST_TEST(clipNames(*loadScene(out)) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_meant_is_refused)
{
    const std::string compare = (folder / "compare.png").string();
    const std::vector<std::pair<std::vector<std::string>, std::string>> refused{
        {{lower, "-o", out}, "needs at least two models"},
        {{lower, character, "-o", out, "--by-name", "--map", "map.json"}, "--by-name"},
        {{lower, character, "-o", folder.string() + "/", "--compare", compare}, "--compare"},
        {{(folder / "in").string(), character, "-o", lower}, "is a file; what is in folders goes into a folder"},
        {{lower, character, "-o", out, "--size", "10x10"}, "--compare"},
        {{lower, character, "-o", out, "--jobs", "0"}, "--jobs"}};
    for (const auto& [arguments, message] : refused) {
        std::vector<std::string> command{"retarget"};
        command.insert(command.end(), arguments.begin(), arguments.end());
        const Outcome outcome = runArmature(command);
        BOOST_TEST(outcome.status == 2, outcome.errors);
        BOOST_TEST(says(outcome.errors, message), outcome.errors);
    }
}

BOOST_AUTO_TEST_SUITE_END()
