#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>

#include "asset.hpp"
#include "bvh_model.hpp"

// How BVH files are read, with poses worked out by hand, and which are refused.

using namespace armature;
using namespace armature::test;

namespace {

std::unique_ptr<Scene> loadBvh(std::string_view text, const ImportOptions& options = {})
{
    return loadExact(bytesOf(text), options);
}

/// One joint at (1, 2, 3) below a root at the origin, with an End Site; `channels` are the joint's, `motion` follows MOTION.
std::string arm(const std::string& channels, const std::string& motion)
{
    return "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nJOINT b\n{\nOFFSET 1 2 3\n" + channels + "\nEnd Site\n{\nOFFSET 0 4 0\n}\n}\n}\nMOTION\n"
           + motion;
}

std::unique_ptr<Scene> posed(std::string_view text, double seconds = 0.)
{
    auto scene = loadBvh(text);
    scene->animationGroups().front()->goTo(seconds);
    return scene;
}

glm::vec3 placeOf(const Scene& scene, std::string_view name)
{
    return scene.findTransformNode(name)->getPosition(Space::World);
}

std::string bvhRefusal(std::string_view text, const ImportOptions& options = {})
{
    try {
        static_cast<void>(loadBvh(text, options));
    } catch (const ImportError& error) {
        return error.what();
    }
    return "nothing";
}

void checkRefused(std::string_view text, std::string_view message, const ImportOptions& options = {})
{
    BOOST_TEST(bvhRefusal(text, options) == "asset: " + std::string(message));
}

void checkWarned(const Scene& scene, std::string_view warning)
{
    BOOST_TEST_REQUIRE(scene.warnings().size() == 1u);
    BOOST_TEST(scene.warnings()[0] == warning);
}

/// `count` joints, each inside the one before.
std::string nestedJoints(std::size_t count)
{
    std::string text = "HIERARCHY\nROOT a {\n";
    for (std::size_t joint = 1; joint < count; ++joint) {
        text += "JOINT b {\n";
    }
    return text + std::string(count, '}') + "\n";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bvh)

// A quarter turn about z and then one about the turned x takes y to z: Rz(90) Rx(90) (0, 4, 0) = Rz(90) (0, 0, 4) = (0, 0, 4); the other
// way round Rx(90) Rz(90) (0, 4, 0) = Rx(90) (-4, 0, 0) = (-4, 0, 0).
BOOST_AUTO_TEST_CASE(rotation_channels_apply_in_the_order_of_the_file)
{
    const std::string motion = "Frames: 1\nFrame Time: 1\n90 90\n";
    const auto zx = posed(arm("CHANNELS 2 Zrotation Xrotation", motion));
    BOOST_TEST(near(placeOf(*zx, "b"), glm::vec3(1, 2, 3), 1e-6));
    BOOST_TEST(near(placeOf(*zx, "b:end"), glm::vec3(1, 2, 7), 1e-6));
    const auto xz = posed(arm("CHANNELS 2 Xrotation Zrotation", motion));
    BOOST_TEST(near(placeOf(*xz, "b:end"), glm::vec3(-3, 2, 3), 1e-6));
}

BOOST_AUTO_TEST_CASE(any_channels_in_any_number_and_order)
{
    // Position channels after rotation channels are not turned by them; an axis without a channel keeps its OFFSET.
    const auto mixed = posed(arm("CHANNELS 3 Xrotation Zposition Xposition", "Frames: 1\nFrame Time: 1\n90 10 20\n"));
    BOOST_TEST(near(placeOf(*mixed, "b"), glm::vec3(21, 2, 13), 1e-6));
    BOOST_TEST(near(placeOf(*mixed, "b:end"), glm::vec3(21, 2, 17), 1e-6));
    // The same axis twice: the angles add up.
    const auto twice = posed(arm("CHANNELS 2 Xrotation Xrotation", "Frames: 1\nFrame Time: 1\n30 60\n"));
    BOOST_TEST(near(placeOf(*twice, "b:end"), glm::vec3(1, 2, 7), 1e-6));
    // Many turns: 3690 degrees are ten turns and a quarter.
    const auto many = posed(arm("CHANNELS 1 Xrotation", "Frames: 1\nFrame Time: 1\n3690\n"));
    BOOST_TEST(near(placeOf(*many, "b:end"), glm::vec3(1, 2, 7), 1e-6));
    const auto unknown = posed(arm("CHANNELS 2 Xscale Xrotation", "Frames: 1\nFrame Time: 1\n7 90\n"));
    BOOST_TEST(near(placeOf(*unknown, "b:end"), glm::vec3(1, 2, 7), 1e-6));
    checkWarned(*unknown, "line 8: has a channel \"Xscale\", which is neither a position nor a rotation: left out");
}

BOOST_AUTO_TEST_CASE(the_rest_is_the_offsets_and_bones_reach_to_end_sites)
{
    const auto scene = loadBvh(bvhRig());
    BOOST_TEST(scene->warnings().empty());
    BOOST_TEST(scene->getMetadata() == R"({"bvh":{"frameTime":0.5}})");
    BOOST_TEST_REQUIRE(scene->skeletons().size() == 1u);
    Skeleton& skeleton = *scene->skeletons()[0];
    BOOST_TEST(skeleton.getName() == "hips");
    BOOST_TEST_REQUIRE(skeleton.bones().size() == 4u);
    BOOST_TEST(near(placeOf(*scene, "lower:end"), glm::vec3(0, 6.5, 0), 1e-6));
    BOOST_TEST(skeleton.findBone("lower")->getLength().value() == 1.5f);
    BOOST_TEST(skeleton.findBone("upper")->getLength().value() == 3.f);
    BOOST_TEST(skeleton.findBone("lower:end")->getLength().value() == 0.f);
    scene->animationGroups().front()->goTo(1.5);
    BOOST_TEST(!near(placeOf(*scene, "lower:end"), glm::vec3(0, 6.5, 0), .1));
    skeleton.returnToRest();
    BOOST_TEST(near(placeOf(*scene, "lower:end"), glm::vec3(0, 6.5, 0), 1e-6));
    for (const glm::mat3x4& matrix : skeleton.getFinalMatrices()) {  // the bind pose is the rest pose
        BOOST_TEST(near(matrix, glm::mat3x4(1.f), 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(several_roots_are_one_skeleton)
{
    const auto scene = loadBvh("HIERARCHY ROOT a { OFFSET 1 0 0 CHANNELS 1 Yposition } ROOT b { OFFSET 2 0 0 CHANNELS 1 Yposition } "
                               "MOTION Frames: 2 Frame Time: 1 5 6 7 8");
    BOOST_TEST_REQUIRE(scene->skeletons().size() == 1u);
    BOOST_TEST(scene->skeletons()[0]->getRoots().size() == 2u);
    scene->animationGroups().front()->goTo(1.);
    BOOST_TEST(near(placeOf(*scene, "a"), glm::vec3(1, 7, 0), 1e-6));
    BOOST_TEST(near(placeOf(*scene, "b"), glm::vec3(2, 8, 0), 1e-6));
}

// The same file with variations that programs write: case, line ends, blanks, braces, signs and exponents.
BOOST_AUTO_TEST_CASE(odd_writing_means_the_same)
{
    const std::string odd =
        "\xEF\xBB\xBF\r\n hierarchy\r\nRoot \t hips {\r\n\tOffset +0 -0 0.0\r\nchannels 6 XPOSITION yposition Zposition "
        "zRotation\txrotation yrotation\r\n\r\njoint upper\r\n{ offset 0e0 20e-1 .0\rChannels 3\r\nZrotation\r\n"
        "Xrotation Yrotation JOINT lower{OFFSET 0 3. 0 CHANNELS 3 Zrotation Xrotation Yrotation END SITE\r\n{OFFSET 0 "
        "+1.5E+0 0}}}}\r\nMotion\r\nFRAMES :4\r\nframe  time:5e-1\r\n"
        "0 1 0 0 0 0 0 0 0\r\n0 0 0\r\n\r\n0 1 1 10 0 0 45 0 0 -30 0 0 0 1.5 2 20 5 0 90 0 10 -60 0 5\r\n"
        "0 1 3 30 10 0 135 0 20 -90 0 10";
    const auto plain = loadBvh(bvhRig());
    const auto scene = loadBvh(odd);
    BOOST_TEST(scene->warnings().empty());
    BOOST_TEST_REQUIRE(scene->nodes().size() == plain->nodes().size());
    for (const double seconds : {0., .2, .5, 1.1, 1.5}) {
        plain->animationGroups().front()->goTo(seconds);
        scene->animationGroups().front()->goTo(seconds);
        for (std::size_t node = 0; node < scene->nodes().size(); ++node) {
            BOOST_TEST(scene->nodes()[node]->getName() == plain->nodes()[node]->getName());
            BOOST_TEST((scene->nodes()[node]->getWorldMatrix() == plain->nodes()[node]->getWorldMatrix()));
        }
    }
    const auto named = loadBvh("HIERARCHY\nROOT left  arm \t\n{ JOINT\nb\n{ } JOINT { } }");
    BOOST_TEST(named->nodes()[0]->getName() == "left  arm");
    BOOST_TEST(named->nodes()[1]->getName() == "b");
    BOOST_TEST(named->nodes()[2]->getName().empty());
}

// Between frames a joint turns along the shortest arc at constant speed. From 350 to 10 degrees, that is 20 degrees through 0. A change of
// the quaternion's sign is not a turn.
BOOST_AUTO_TEST_CASE(between_frames_joints_turn_on_the_shortest_way)
{
    const std::string text = arm("CHANNELS 1 Xrotation", "Frames: 3\nFrame Time: 2\n350\n10\n190\n");
    const auto endAt = [&](double seconds) { return placeOf(*posed(text, seconds), "b:end") - glm::vec3(1, 2, 3); };
    const auto turned = [](double degrees) {
        return glm::vec3(0., 4. * std::cos(degrees / 180. * std::acos(-1.)), 4. * std::sin(degrees / 180. * std::acos(-1.)));
    };
    BOOST_TEST(near(endAt(0.), turned(-10.), 1e-6));
    BOOST_TEST(near(endAt(.5), turned(-5.), 1e-6));
    BOOST_TEST(near(endAt(1.), turned(0.), 1e-6));
    BOOST_TEST(near(endAt(2.), turned(10.), 1e-6));
    BOOST_TEST(near(endAt(4.), turned(190.), 1e-6));
    const auto scene = loadBvh(text);
    const auto numbers = scene->animationGroups().front()->getClip().channels()[0].values.toVector();
    const std::span values(numbers);
    for (std::size_t key = 1; key < 3; ++key) {
        const auto a = values.subspan(4 * key - 4, 4);
        const auto b = values.subspan(4 * key, 4);
        BOOST_TEST(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] > -1e-6f);
    }
}

// Some programs write position channels that hold the OFFSET itself. Added to it, they would make each bone twice as long in all frames.
BOOST_AUTO_TEST_CASE(positions_that_repeat_the_offset_stand_in_its_place)
{
    const auto scene = posed(arm("CHANNELS 3 Xposition Yposition Zposition", "Frames: 2\nFrame Time: 1\n1 2 3\n1 2 3.5\n"), 1.);
    BOOST_TEST(near(placeOf(*scene, "b"), glm::vec3(1, 2, 3.5), 1e-6));
    checkWarned(*scene,
                "line 18: repeats the OFFSET of 1 joint in position channels (\"b\"): there they replace it instead of being added");
}

// The OFFSET of the hips is the start of another take, and the hips travel far from it along one axis. If other bones repeat their OFFSETs
// in position channels, the hips' positions replace the OFFSET, too; otherwise they are added to it. A bone whose positions are zero stays
// at its OFFSET, whatever other bones do; it does not move onto its parent.
BOOST_AUTO_TEST_CASE(each_joint_decides_by_its_own_numbers_whether_positions_replace_its_offset)
{
    const auto body = [](const std::string& spine) {
        const std::string three = "CHANNELS 3 Xposition Yposition Zposition\n";
        return "HIERARCHY\nROOT root\n{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT hips\n{\nOFFSET 4 90 -400\n" + three
               + "JOINT spine\n{\nOFFSET 0 15 0\n" + three + "JOINT chest\n{\nOFFSET 0 15 0\n" + three + "JOINT neck\n{\nOFFSET 0 30 0\n"
               + three + "}\n}\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 1\n-1 82 -2 " + spine + spine + "0 0 0\n-1 83 -1 " + spine + spine
               + "0 0 0\n3 84 9 " + spine + spine + "0 0 0\n";
    };
    const auto repeated = posed(body("0 15 0.2 "), 1.);
    BOOST_TEST(near(placeOf(*repeated, "hips"), glm::vec3(-1, 83, -1), 1e-5));
    BOOST_TEST(near(placeOf(*repeated, "spine"), glm::vec3(-1, 98, -.8), 1e-5));
    BOOST_TEST(near(placeOf(*repeated, "neck"), glm::vec3(-1, 143, -.6), 1e-5));
    const auto added = posed(body("0 0 0 "), 1.);
    BOOST_TEST(near(placeOf(*added, "hips"), glm::vec3(3, 173, -401), 1e-4));
    BOOST_TEST(near(placeOf(*added, "neck"), glm::vec3(3, 233, -401), 1e-4));
    BOOST_TEST(added->warnings().empty());
}

// Only the root repeats its OFFSET. If its positions were added, the body would float by the height of its hips.
BOOST_AUTO_TEST_CASE(a_root_that_repeats_its_offset_stands_in_its_place)
{
    const std::string text =
        "HIERARCHY\nROOT hips\n{\nOFFSET 0 1 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT spine\n{\nOFFSET 0 .2 0\n"
        "CHANNELS 1 Xrotation\n}\n}\nMOTION\nFrames: 2\nFrame Time: 1\n5 .94 3 0\n6 1.3 4 0\n";
    const auto scene = posed(text);
    BOOST_TEST(near(placeOf(*scene, "hips"), glm::vec3(5, .94, 3), 1e-6));
    BOOST_TEST(near(placeOf(*scene, "spine"), glm::vec3(5, 1.14, 3), 1e-6));
    checkWarned(*scene,
                "line 15: repeats the OFFSET of 1 joint in position channels (\"hips\"): there they replace it instead of being added");
}

// The OFFSET also contains the position where a walk began, so only the height of the hips stays near it.
BOOST_AUTO_TEST_CASE(a_root_that_travels_away_from_its_offset_stands_as_high_as_its_numbers_say)
{
    const std::string text = "HIERARCHY\nROOT hips\n{\nOFFSET 11 35 -54\nCHANNELS 3 Xposition Yposition Zposition\n}\n"
                             "MOTION\nFrames: 3\nFrame Time: 1\n-6 35.5 -163\n-6 34 0\n-5 35 120\n";
    const auto scene = posed(text, 2.);
    BOOST_TEST(near(placeOf(*scene, "hips"), glm::vec3(-5, 35, 120), 1e-5));
}

BOOST_AUTO_TEST_CASE(the_numbers_that_are_there_decide_how_many_frames_there_are)
{
    const auto keysOf = [](const Scene& scene) { return scene.animationGroups().front()->getClip().timeTrack(0).size(); };
    const auto more = loadBvh(arm("CHANNELS 1 Xrotation", "Frames: 1\nFrame Time: 1\n1 2 3\n"));
    BOOST_TEST(keysOf(*more) == 3u);
    checkWarned(*more, "line 18: says \"Frames: 1\", but has numbers for 3 frames: these are used");
    const auto cut = loadBvh(arm("CHANNELS 2 Xrotation Yrotation", "Frames: 2\nFrame Time: 1\n1 2\n3\n"));
    BOOST_TEST(keysOf(*cut) == 1u);
    BOOST_TEST_REQUIRE(cut->warnings().size() == 2u);
    BOOST_TEST(cut->warnings()[0]
               == "line 18: has 1 number in its last frame, but a frame has 2: the last one is left out; the file is cut off");
    const auto none = loadBvh(arm("CHANNELS 1 Xrotation", "Frames: 0\nFrame Time: 1\n"));
    BOOST_TEST(none->animationGroups().empty());
    BOOST_TEST(none->warnings().empty());
    BOOST_TEST(none->skeletons().size() == 1u);
    const auto still = loadBvh(arm("", "Frames: 5\nFrame Time: 1\n"));
    BOOST_TEST(still->animationGroups().empty());
    checkWarned(*loadBvh("HIERARCHY ROOT a { }"), "MOTION: is missing or empty: loaded as a skeleton without a clip");
    const auto one = posed(arm("CHANNELS 1 Xrotation", "Frames: 1\nFrame Time: 0\n90\n"));
    BOOST_TEST(near(placeOf(*one, "b:end"), glm::vec3(1, 2, 7), 1e-6));
}

BOOST_AUTO_TEST_CASE(bvh_clips_play_on_rigs_of_the_same_names)
{
    const std::string text = bvhRig();
    const auto clips = loadClips(std::as_bytes(std::span(text)), "walk");
    BOOST_TEST_REQUIRE(clips.size() == 1u);
    BOOST_TEST(clips[0]->getName() == "Motion");
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("character");
    Bone& hips = skeleton.createBone("hips");
    Bone& upper = skeleton.createBone("upper", {.parent = &hips});
    skeleton.createBone("lower", {.parent = &upper});
    AnimationGroup& group = scene.createAnimationGroup(clips[0]);
    BOOST_TEST(group.unboundChannelCount() == 0u);
    group.goTo(1.);
    const auto source = loadBvh(text);
    source->animationGroups().front()->goTo(1.);
    BOOST_TEST(near(upper.getRotationQuaternion(), source->findTransformNode("upper")->getRotationQuaternion(), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_bvh_file_becomes_a_gltf_file)
{
    const auto source = loadBvh(bvhRig());
    const auto written = writeGltf(*source);
    const auto copy = loadExact(written.bytes);
    for (const double seconds : {0., .7, 1.5}) {
        source->animationGroups().front()->goTo(seconds);
        copy->animationGroups().front()->goTo(seconds);
        for (const char* name : {"hips", "upper", "lower", "lower:end"}) {
            BOOST_TEST((source->findTransformNode(name)->getWorldMatrix() == copy->findTransformNode(name)->getWorldMatrix()));
        }
    }
    BOOST_TEST(copy->skeletons()[0]->findBone("lower")->getLength().value() == 1.5f);
}

BOOST_AUTO_TEST_CASE(what_a_bvh_file_cannot_mean_is_refused_by_its_line)
{
    checkRefused("HIERARCHY\nMOTION\n", "line 2: reaches the end of the hierarchy without a ROOT");
    checkRefused("HIERARCHY\nROOT a\nOFFSET", "line 3: lacks the brace { after \"a\"");
    checkRefused("HIERARCHY\nROOT a\n{\nROOT b\n{", "line 4: has a ROOT inside \"a\"");
    checkRefused("HIERARCHY\nJOINT a {", "line 2: has JOINT outside of any ROOT");
    checkRefused("HIERARCHY\n}", "line 2: has } outside of any ROOT");
    checkRefused("HIERARCHY\r\nROOT a {\r\nwhat }",
                 "line 3: has \"what\" where ROOT, JOINT, End Site, OFFSET, CHANNELS, MOTION or a brace should be");
    checkRefused("HIERARCHY\nROOT a {\nJOINT b {\n}\n", "line 2: opens \"a\" and does not close it; the file is cut off");
    checkRefused("HIERARCHY\nROOT a {\nOFFSET 0 1,5 0 }", "line 3: has \"1,5\" where a number of OFFSET should be, which is not a number");
    checkRefused("HIERARCHY\nROOT a {\nOFFSET 0 nan 0 }",
                 "line 3: has \"nan\" as a number of OFFSET, but numbers must be finite and at most 3.4e+38");
    checkRefused("HIERARCHY\nROOT a {\nOFFSET 0 -1e39 0 }",
                 "line 3: has \"-1e39\" as a number of OFFSET, but numbers must be finite and at most 3.4e+38");
    checkRefused("HIERARCHY\nROOT a {\nOFFSET 0 1e400 0 }",
                 "line 3: has \"1e400\" as a number of OFFSET, but numbers must be finite and at most 3.4e+38");
    checkRefused("HIERARCHY\nROOT a {\nOFFSET 0 0 0\nOFFSET 0 0 0 }", "line 4: has a second OFFSET of \"a\"");
    checkRefused("HIERARCHY\nROOT a {\nOFFSET 3e38 0 0\nJOINT b {\nOFFSET 3e38 0 0 } }", "line 4: places \"b\" at 6e+38, which is too far");
    checkRefused("HIERARCHY\nROOT a {\nCHANNELS 3 Xrotation Yrotation }", "line 3: announces 3 CHANNELS of \"a\", but names 2");
    checkRefused("HIERARCHY\nROOT a {\nCHANNELS 1e30 Xrotation", "line 3: announces 1e+30 CHANNELS of \"a\", but names 1");
    checkRefused(arm("CHANNELS 1 Xrotation", "1 2 3"), "line 16: must have \"Frames:\" after MOTION");
    checkRefused(arm("CHANNELS 1 Xrotation", "Frames: 2\n1 2"), "line 17: must have \"Frame Time:\" after the number of frames");
    checkRefused(arm("CHANNELS 1 Xrotation", "Frames: two"),
                 "line 16: has \"two\" where the number of frames should be, which is not a number");
    checkRefused(arm("CHANNELS 1 Xrotation", "Frames: 2\nFrame Time: 0\n1 2"),
                 "line 17: has the frame time 0 s, but 2 frames must follow each other in finite time");
    checkRefused(arm("CHANNELS 1 Xrotation", "Frames: 2\nFrame Time: 3e38\n1 2 3"),
                 "line 17: has the frame time 3e+38 s, but 3 frames must follow each other in finite time");
    checkRefused(arm("CHANNELS 1 Xrotation", "Frames: 2\nFrame Time: 1\n1\n2x\n"),
                 "line 19: has \"2x\" where a number of motion should be, which is not a number");
    checkRefused("HIERARCHY ROOT a {\nOFFSET 3e38 0 0 CHANNELS 1 Xposition }\nMOTION Frames: 1 Frame Time: 1\n3e38",
                 "line 4: places \"a\" at 6e+38, which is too far");
    checkRefused(arm("", "Frames: 2\nFrame Time: 1\n1 2"), "line 18: has 2 numbers of motion, but no joint has CHANNELS");
}

// Two bytes a unit, in either byte order. The name is e-acute and a clef; the clef takes two units.
BOOST_AUTO_TEST_CASE(text_in_utf_16_is_read_as_in_utf_8)
{
    const std::string utf8 =
        "HIERARCHY ROOT \xC3\xA9\xF0\x9D\x84\x9E {\nOFFSET 0 0 0 CHANNELS 1 Xrotation }\nMOTION Frames: 1 Frame Time: 1\n7";
    std::u16string units;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        if (utf8[at] == '\xC3') {
            units += u"\u00E9\U0001D11E";
            at += 5;
        } else {
            units += static_cast<char16_t>(utf8[at]);
        }
    }
    for (const bool isBigEndian : {false, true}) {
        std::string utf16 = isBigEndian ? "\xFE\xFF" : "\xFF\xFE";
        for (const char16_t unit : units) {
            const std::array<char, 2> bytes{static_cast<char>(unit & 0xFFu), static_cast<char>(unit >> 8u)};
            utf16 += bytes[isBigEndian ? 1 : 0];
            utf16 += bytes[isBigEndian ? 0 : 1];
        }
        const auto scene = loadBvh(utf16);
        BOOST_TEST(scene->skeletons().front()->bones().front()->getName() == "\xC3\xA9\xF0\x9D\x84\x9E");
        BOOST_TEST(scene->animationGroups().size() == loadBvh(utf8)->animationGroups().size());
        BOOST_TEST(bvhRefusal(utf16.substr(0, 40)) == bvhRefusal(utf8.substr(0, 22)));
    }
}

BOOST_AUTO_TEST_CASE(bvh_files_are_held_to_the_limits)
{
    checkRefused(nestedJoints(5), "line 6: is 5 joints deep, but the limit is 4 (ImportLimits::hierarchyDepth)",
                 {.limits = {.hierarchyDepth = 4}});
    checkRefused(nestedJoints(5), "line 6: is one more than the limit of 4 joints (ImportLimits::nodes)", {.limits = {.nodes = 4}});
    checkRefused(nestedJoints(5), "line 6: has one more joint than the limit of 4 (ImportLimits::jointsPerSkin)",
                 {.limits = {.jointsPerSkin = 4}});
    checkRefused(bvhRig(), "/animations/0: brings the key times and values to 64, but the limit is 63 (ImportLimits::keys)",
                 {.limits = {.keys = 63}});
    BOOST_TEST(bvhRefusal(nestedJoints(100'000)).find("ImportLimits::hierarchyDepth") != std::string::npos);
    BOOST_TEST(bvhRefusal(nestedJoints(2000), {.limits = {.unbackedBytes = 0}}).find("ImportLimits::unbackedBytes") != std::string::npos);
    BOOST_TEST(loadBvh(nestedJoints(2000))->nodes().size() == 2000u);
}

BOOST_AUTO_TEST_SUITE_END()
