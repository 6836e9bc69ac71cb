#include <cmath>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>

#include <base/nearest_name.hpp>
#include <programs/armature/clip_facts.hpp>

#include "models.hpp"
#include "printed_json.hpp"
#include "program.hpp"

#include <support/near.hpp>
#include <support/shared_data.hpp>

using namespace armature::test;

namespace {

struct ModelWithClips {
    std::filesystem::path folder = emptyOutputDirectory("clips");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(clips_command, ModelWithClips)

// By hand from stripModel(): "bend" turns "upper" by 90 degrees about +Z in a second; "0" moves "lower" to (0, 0, 4) in one step.
BOOST_AUTO_TEST_CASE(json_says_what_the_clips_are)
{
    const Outcome outcome = runArmature({"clips", file, "--json"});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    const PrintedJson json(outcome.output);
    const auto clips = json["clips"].items();
    BOOST_TEST_REQUIRE(clips.size() == 2u);

    const Json bend = clips[0];
    BOOST_TEST(bend["name"].text() == "bend");
    BOOST_TEST(bend["duration"].number() == 1.);
    BOOST_TEST(bend["channels"].index() == 1u);
    BOOST_TEST(bend["keys"].index() == 2u);
    BOOST_TEST(bend["paths"]["rotation"].index() == 1u);
    BOOST_TEST(bend["interpolations"]["LINEAR"].index() == 1u);
    BOOST_TEST(bend["keysPerSecond"]["lowest"].number() == 1.);
    BOOST_TEST(bend["bones"].items().at(0).text() == "upper");
    BOOST_TEST(!bend["loop"]["isClosed"].truth());
    BOOST_TEST(std::abs(bend["loop"]["degrees"].number() - 90.) < 1e-4);
    BOOST_TEST(bend["loop"]["worst"].text() == "upper");
    BOOST_TEST(bend["travel"].isNull());  // the bone does not turn about the vertical axis

    const Json step = clips[1];
    BOOST_TEST(step["interpolations"]["STEP"].index() == 1u);
    BOOST_TEST(step["keysPerSecond"]["highest"].number() == 0.5);
    BOOST_TEST(step["travel"]["joint"].text() == "lower");
    BOOST_TEST(nearNumbers(step["travel"]["offset"].numbers(), std::vector<double>{0, 0, 4}, 1e-6));
    BOOST_TEST(step["loop"]["isClosed"].truth());  // apart from its travel
}

BOOST_AUTO_TEST_CASE(the_text_says_the_same)
{
    const Outcome outcome = runArmature({"clips", file});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    const auto lines = linesOf(outcome.output);
    BOOST_TEST_REQUIRE(lines.size() > 11u, outcome.output);
    BOOST_TEST(lines[0] == file + ": 2 clips");
    BOOST_TEST(lines[2] == "  0 \"bend\": 1 s, 1 channel, 2 keys, 1 a second");
    BOOST_TEST(lines[3] == "    1 rotation; 1 LINEAR");
    BOOST_TEST(lines[4] == "    moves 1 bone: \"upper\"");
    BOOST_TEST(lines[5] == "    does not loop: the last pose is 0 units, 90 degrees from the first, most of all at \"upper\"");
    BOOST_TEST(lines[6] == "    stays on the spot");
    BOOST_TEST(lines[11] == "    loops: the last pose is the first");
    BOOST_TEST(lines[12] == "    travels: \"lower\" goes (0 0 4)");
    const std::string empty = writeFile(folder / "empty.gltf", R"({"asset": {"version": "2.0"}})");
    BOOST_TEST(runArmature({"clips", empty}).output == empty + ": no clips\n");
}

// By hand: a turn of the topmost moving node by 90 degrees about the vertical axis is travel. A clip made in code has a curve, and a
// channel whose target does not exist.
BOOST_AUTO_TEST_CASE(curves_unbound_channels_and_turns_are_found)
{
    armature::Scene scene;
    armature::TransformNode& body = scene.createTransformNode("body");
    armature::TransformNode& arm = scene.createTransformNode("arm", &body, {.translation = {1.f, 0.f, 0.f}});
    const float half = std::sqrt(0.5f);
    armature::ChannelTarget missing;
    missing.name = "tail";
    const auto clip =
        armature::AnimationClip::create({.name = "spin",
                                         .timeTracks = {{0.f, 1.f, 1.5f}},
                                         .channels = {
                                             {.target = armature::ChannelTarget::of(arm), .values = {1, 0, 0, 2, 0, 0, 1, 0, 0}},
                                             {.target = armature::ChannelTarget::of(body),
                                              .path = armature::ChannelPath::Rotation,
                                              .components = 4,
                                              .values = {0, 0, 0, 1, 0, 0, 0, 1, 0, half, 0, half}},
                                             {.target = missing, .values = {0, 0, 0, 0, 0, 0, 0, 0, 0}},
                                             {.target = armature::ChannelTarget::curve("blink"),
                                              .path = armature::ChannelPath::Property,
                                              .components = 1,
                                              .values = {0, 3, -2}},
                                         }});
    const armature::tools::ClipFacts facts = armature::tools::factsOf(scene, scene.createAnimationGroup(clip));
    BOOST_TEST_REQUIRE(facts.curves.size() == 1u);
    BOOST_TEST(facts.curves[0].name == "blink");
    BOOST_TEST(facts.curves[0].lowest == -2.f);
    BOOST_TEST(facts.curves[0].highest == 3.f);
    BOOST_TEST_REQUIRE(facts.unbound.size() == 1u);
    BOOST_TEST(facts.unbound[0].target == "tail");
    BOOST_TEST((facts.nodes == std::vector<std::string>{"arm", "body"}));
    BOOST_TEST(std::abs(facts.slowest.value() - 1.) < 1e-6);
    BOOST_TEST(std::abs(facts.fastest.value() - 2.) < 1e-6);
    BOOST_TEST_REQUIRE(facts.travel.has_value());
    BOOST_TEST(facts.travel->joint == "body");
    BOOST_TEST(std::abs(facts.travel->degrees - 90.) < 1e-4);
    BOOST_TEST(facts.gap.number == 2.);
    BOOST_TEST(!facts.gap.isClosed);  // the curve does not end at its first value
    const std::string text = armature::tools::clipsAsText("code", {facts});
    BOOST_TEST(text.find("curve \"blink\": -2 to 3\n") != std::string::npos, text);
    BOOST_TEST(text.find("channel 2 moves nothing: \"tail\" (") != std::string::npos, text);
    BOOST_TEST(text.find("unevenly 1 to 2 a second") != std::string::npos, text);
    BOOST_TEST(text.find("turns 90 degrees to the left") != std::string::npos, text);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(nearest_names)

// A common example of Levenshtein distance, and others by hand.
BOOST_AUTO_TEST_CASE(edits_are_counted)
{
    using armature::editDistance;
    BOOST_TEST(editDistance("kitten", "sitting") == 3u);
    BOOST_TEST(editDistance("", "abc") == 3u);
    BOOST_TEST(editDistance("Left", "left") == 0u);
    BOOST_TEST(editDistance("flaw", "lawn") == 2u);
}

BOOST_AUTO_TEST_CASE(the_names_most_alike_are_suggested)
{
    const std::vector<std::string> names{"hips", "footRight", "footLeft", "head"};
    using armature::suggestNames;
    BOOST_TEST(suggestNames("footLeftt", names, "bone") == "did you mean \"footLeft\"?");
    BOOST_TEST(suggestNames("foot", names, "bone") == "did you mean \"footLeft\" or \"footRight\"?");
    BOOST_TEST(suggestNames("wheel", {{"axle"}}, "bone") == "it has 1 bone: \"axle\"");
    BOOST_TEST(suggestNames("wheel", {}, "bone") == "it has no bones");
}

BOOST_AUTO_TEST_SUITE_END()
