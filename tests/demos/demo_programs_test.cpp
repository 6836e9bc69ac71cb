#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/support/picture.hpp>
#include <support/file_content.hpp>
#include <support/shared_data.hpp>
#include <tools/program.hpp>

using armature::test::contentOf;
using armature::test::Outcome;

namespace {

// Runs a demo without a display, so that it opens no window on the machine that runs the tests.
Outcome runDemo(const std::string& name, const std::string& arguments)
{
    const std::filesystem::path program = armature::test::buildDirectory() / "demos" / name;
    return armature::test::runShell("unset DISPLAY WAYLAND_DISPLAY; exec '" + program.string() + "' " + arguments);
}

// Checks the frame count of an animated PNG: the chunk acTL begins with the number of frames, big-endian.
void checkFrames(const std::filesystem::path& file, char frames)
{
    const std::string bytes = contentOf(file);
    const std::size_t control = bytes.find("acTL");
    BOOST_REQUIRE(control != std::string::npos);
    BOOST_TEST((bytes.substr(control + 4, 4) == std::string({'\0', '\0', '\0', frames})));
}

// Returns how many pixels differ from the corner pixel.
std::size_t pixelsDrawn(const armature::support::Picture& picture)
{
    const auto background = picture.at(2, 2);
    std::size_t drawn = 0;
    for (std::size_t y = 0; y < picture.height; ++y) {
        for (std::size_t x = 0; x < picture.width; ++x) {
            const auto pixel = picture.at(x, y);
            drawn += std::equal(pixel.begin(), pixel.end(), background.begin()) ? 0u : 1u;
        }
    }
    return drawn;
}

// Returns a path that cannot be created, because its parent is a file.
std::filesystem::path badPath(const std::filesystem::path& folder)
{
    std::ofstream(folder / "file") << "not a folder";
    return folder / "file" / "picture.png";
}

void checkRefusal(const Outcome& outcome, const std::filesystem::path& path)
{
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(outcome.errors.starts_with("error: "), outcome.errors);
    BOOST_TEST(outcome.errors.find(path.string()) != std::string::npos, outcome.errors);
    BOOST_TEST(std::count(outcome.errors.begin(), outcome.errors.end(), '\n') == 1, outcome.errors);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(demo_programs)

BOOST_AUTO_TEST_CASE(bind_pose_draws_three_identical_pictures)
{
    const auto folder = armature::test::emptyOutputDirectory("bind_pose");
    const Outcome outcome = runDemo("bind_pose", "'" + (folder / "pictures").string() + "'");
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors.empty(), outcome.errors);
    const auto first = armature::support::readPng(folder / "pictures" / "bind_turned.png");
    BOOST_TEST(first.width == 480u);
    BOOST_TEST((first == armature::support::readPng(folder / "pictures" / "bind_at_shoulder.png")));
    BOOST_TEST((first == armature::support::readPng(folder / "pictures" / "bind_identity.png")));
    BOOST_TEST(armature::support::readPng(folder / "pictures" / "bind_pose.png").width == 1440u);

    // The picture shows the raised arm: this pixel would be background if the arm hung down or were stretched out.
    const auto background = first.at(2, 2);
    const auto arm = first.at(385, 65);
    BOOST_TEST(!std::equal(arm.begin(), arm.end(), background.begin()));
}

BOOST_AUTO_TEST_CASE(bind_pose_names_the_folder_that_it_cannot_make)
{
    const auto path = badPath(armature::test::emptyOutputDirectory("bind_pose_refused"));
    checkRefusal(runDemo("bind_pose", "'" + path.string() + "'"), path);
    BOOST_TEST(runDemo("bind_pose", "one two").status == 2);
}

BOOST_AUTO_TEST_CASE(crowd_draws_walkers_and_says_where_the_time_goes)
{
    const auto file = armature::test::emptyOutputDirectory("crowd") / "crowd.png";
    const Outcome outcome = runDemo("crowd", "'" + file.string() + "' 20");
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors.empty(), outcome.errors);
    const auto picture = armature::support::readPng(file);
    BOOST_TEST(picture.width == 1280u);
    BOOST_TEST(pixelsDrawn(picture) > 20'000u);
    BOOST_TEST(runDemo("crowd", "--frames 2 20").status == 0);
}

BOOST_AUTO_TEST_CASE(crowd_names_what_it_cannot_do)
{
    const auto path = badPath(armature::test::emptyOutputDirectory("crowd_refused"));
    checkRefusal(runDemo("crowd", "'" + path.string() + "' 2"), path);
    checkRefusal(runDemo("crowd", "--frames 1 1 '" + path.string() + "'"), path);
    for (const std::string arguments : {"--frames", "--frames none", "--frames 0", "out.png many", "--help", "out.png 1 a b"}) {
        BOOST_TEST(runDemo("crowd", arguments).status == 2, arguments);
    }
}

BOOST_AUTO_TEST_CASE(look_at_draws_watchers_who_see_the_lamp)
{
    const auto folder = armature::test::emptyOutputDirectory("look_at");
    const Outcome outcome = runDemo("look_at", "'" + (folder / "still.png").string() + "'");
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors.empty(), outcome.errors);
    BOOST_TEST(outcome.output.find("15 of 15 watchers") != std::string::npos, outcome.output);
    const auto picture = armature::support::readPng(folder / "still.png");
    BOOST_TEST(picture.width == 1280u);
    BOOST_TEST(pixelsDrawn(picture) > 100'000u);
    BOOST_TEST(runDemo("look_at", "'" + (folder / "moving.png").string() + "' 3").status == 0);
    checkFrames(folder / "moving.png", 3);
}

BOOST_AUTO_TEST_CASE(look_at_names_the_file_that_it_cannot_write)
{
    const auto path = badPath(armature::test::emptyOutputDirectory("look_at_refused"));
    checkRefusal(runDemo("look_at", "'" + path.string() + "'"), path);
    for (const std::string arguments : {"out.png 0", "out.png many", "--help", "out.png 1 a"}) {
        BOOST_TEST(runDemo("look_at", arguments).status == 2, arguments);
    }
}

BOOST_AUTO_TEST_CASE(windmill_writes_an_animated_picture)
{
    const auto file = armature::test::emptyOutputDirectory("windmill") / "windmill.png";
    const Outcome outcome = runDemo("windmill", "'" + file.string() + "' 3");
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(armature::support::readPng(file).width == 800u);
    checkFrames(file, 3);
}

BOOST_AUTO_TEST_CASE(windmill_names_the_file_that_it_cannot_write)
{
    const auto path = badPath(armature::test::emptyOutputDirectory("windmill_refused"));
    checkRefusal(runDemo("windmill", "'" + path.string() + "' 3"), path);
    BOOST_TEST(runDemo("windmill", "'" + path.string() + "' 0").status == 2);
    BOOST_TEST(runDemo("windmill", "'" + path.string() + "' many").status == 2);
}

BOOST_AUTO_TEST_CASE(walks_are_drawn_as_a_still_and_as_frames)
{
    for (const std::string demo : {"locomotion", "foot_placement", "springs"}) {
        const auto folder = armature::test::emptyOutputDirectory(demo);
        const Outcome outcome = runDemo(demo, "'" + (folder / "still.png").string() + "'");
        BOOST_TEST(outcome.status == 0, outcome.errors);
        BOOST_TEST(outcome.errors.empty(), outcome.errors);
        const auto picture = armature::support::readPng(folder / "still.png");
        BOOST_TEST(picture.width == 1280u);
        BOOST_TEST(pixelsDrawn(picture) > 200'000u);
        BOOST_TEST(runDemo(demo, "'" + (folder / "moving.png").string() + "' 3").status == 0);
        checkFrames(folder / "moving.png", 3);
    }
}

BOOST_AUTO_TEST_CASE(retarget_draws_four_bodies)
{
    const auto folder = armature::test::emptyOutputDirectory("retarget_demo");
    const Outcome outcome = runDemo("retarget", "'" + (folder / "still.png").string() + "'");
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors.empty(), outcome.errors);
    BOOST_TEST(outcome.output.find("4 bodies") != std::string::npos, outcome.output);
    const auto picture = armature::support::readPng(folder / "still.png");
    BOOST_TEST(picture.width == 1280u);
    BOOST_TEST(pixelsDrawn(picture) > 100'000u);
    BOOST_TEST(runDemo("retarget", "'" + (folder / "moving.png").string() + "' 3").status == 0);
    checkFrames(folder / "moving.png", 3);
    const auto path = badPath(folder);
    checkRefusal(runDemo("retarget", "'" + path.string() + "'"), path);
    BOOST_TEST(runDemo("retarget", "out.png 0").status == 2);
}

// A WebP animation has a chunk ANMF for each frame (WebP Container Specification, "Animation").
BOOST_AUTO_TEST_CASE(hero_writes_an_animated_webp)
{
    const auto folder = armature::test::emptyOutputDirectory("hero");
    const Outcome outcome = runDemo("hero", "'" + (folder / "hero.webp").string() + "' 2");
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors.empty(), outcome.errors);
    BOOST_TEST(outcome.output.find("2 frames, 44 walkers") != std::string::npos, outcome.output);
    const std::string bytes = contentOf(folder / "hero.webp");
    BOOST_TEST(bytes.substr(8, 4) == "WEBP");
    std::size_t frames = 0;
    for (std::size_t at = bytes.find("ANMF"); at != std::string::npos; at = bytes.find("ANMF", at + 4)) {
        ++frames;
    }
    BOOST_TEST(frames == 2u);
    BOOST_TEST(bytes.size() > 20'000u);
    const auto path = badPath(folder);
    checkRefusal(runDemo("hero", "'" + path.string() + "'"), path);
    for (const std::string arguments : {"out.webp 0", "out.webp many", "--help", "out.webp 1 a"}) {
        BOOST_TEST(runDemo("hero", arguments).status == 2, arguments);
    }
}

BOOST_AUTO_TEST_CASE(springs_names_the_file_that_it_cannot_write)
{
    const auto path = badPath(armature::test::emptyOutputDirectory("springs_refused"));
    checkRefusal(runDemo("springs", "'" + path.string() + "'"), path);
    BOOST_TEST(runDemo("springs", "out.png 0").status == 2);
}

BOOST_AUTO_TEST_CASE(foot_placement_names_the_file_that_it_cannot_write)
{
    const auto path = badPath(armature::test::emptyOutputDirectory("foot_placement_refused"));
    checkRefusal(runDemo("foot_placement", "'" + path.string() + "'"), path);
    for (const std::string arguments : {"out.png 0", "out.png many", "--help", "out.png 1 a"}) {
        BOOST_TEST(runDemo("foot_placement", arguments).status == 2, arguments);
    }
}

BOOST_AUTO_TEST_CASE(ik_arm_reaches_what_is_within_reach)
{
    const auto folder = armature::test::emptyOutputDirectory("ik_arm");
    const Outcome outcome = runDemo("ik_arm", "'" + (folder / "still.png").string() + "'");
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors.empty(), outcome.errors);
    BOOST_TEST(outcome.output.find("0.19: reached, 0.000 off") != std::string::npos, outcome.output);
    BOOST_TEST(outcome.output.find("0.01: not reached") != std::string::npos, outcome.output);
    const auto picture = armature::support::readPng(folder / "still.png");
    BOOST_TEST(picture.width == 1440u);
    BOOST_TEST(pixelsDrawn(picture) > 20'000u);
    BOOST_TEST(runDemo("ik_arm", "'" + (folder / "moving.png").string() + "' 4").status == 0);
    checkFrames(folder / "moving.png", 4);
}

BOOST_AUTO_TEST_CASE(ik_arm_names_the_file_that_it_cannot_write)
{
    const auto path = badPath(armature::test::emptyOutputDirectory("ik_arm_refused"));
    checkRefusal(runDemo("ik_arm", "'" + path.string() + "'"), path);
    checkRefusal(runDemo("ik_arm", "'" + path.string() + "' 2"), path);
    for (const std::string arguments : {"out.png 0", "out.png many", "--help", "out.png 1 a"}) {
        BOOST_TEST(runDemo("ik_arm", arguments).status == 2, arguments);
    }
}

BOOST_AUTO_TEST_CASE(the_generator_writes_the_character_and_names_the_file_that_it_cannot_write)
{
    const auto folder = armature::test::emptyOutputDirectory("character_generator");
    BOOST_TEST(runDemo("character_generator", "'" + (folder / "character.glb").string() + "'").status == 0);
    const std::string bytes = contentOf(folder / "character.glb");
    BOOST_TEST(bytes.size() > 100'000u);
    BOOST_TEST((bytes == contentOf(armature::test::buildDirectory() / "demos" / "character.glb")));

    const auto path = badPath(folder);
    checkRefusal(runDemo("character_generator", "'" + path.string() + "'"), path);
    BOOST_TEST(runDemo("character_generator", "").status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
