#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/support/picture.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "models.hpp"
#include "printed_json.hpp"
#include "program.hpp"

// Tests of the program on BVH files: each command reads them, and their motion is put onto a character in another format.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

/// "upper" is one unit above "lower" and turns by 90 degrees about z in a second; nothing else moves. The names are those of the strip.
constexpr std::string_view turn = R"(HIERARCHY
ROOT root
{
    OFFSET 0 0 0
    JOINT lower
    {
        OFFSET 0 0 0
        CHANNELS 0
        JOINT upper
        {
            OFFSET 0 1 0
            CHANNELS 1 Zrotation
            End Site
            {
                OFFSET 0 1 0
            }
        }
    }
}
MOTION
Frames: 2
Frame Time: 1
0
90
)";

struct Motion {
    fs::path folder = emptyOutputDirectory("bvh");
    std::string file = writeFile(folder / "turn.bvh", turn);
    std::string output = (folder / "out.glb").string();
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(bvh_files, Motion)

BOOST_AUTO_TEST_CASE(a_bvh_file_is_inspected_and_posed)
{
    const Outcome inspected = runArmature({"inspect", file});
    BOOST_TEST(inspected.status == 0, inspected.errors);
    BOOST_TEST(inspected.output.find("4 nodes, 1 skeleton, 0 meshes, 1 animation, 0 materials, 0 images, 0 warnings\n")
               != std::string::npos);
    BOOST_TEST(inspected.output.find("0 \"Motion\": 1 s, 1 channel, 2 keys: 1 rotation LINEAR\n") != std::string::npos, inspected.output);
    const Outcome posed = runArmature({"pose", file, "--animation", "Motion", "--time", "0.5", "--json"});
    BOOST_TEST(posed.status == 0, posed.errors);
    const PrintedJson pose(posed.output);
    const glm::dmat4 end = pose["nodes"].items().at(3)["world"].matrix();
    BOOST_TEST(near(glm::dvec3(end[3]), glm::dvec3(-std::sqrt(.5), 1. + std::sqrt(.5), 0.), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_folder_of_bvh_files_becomes_one_of_glb_files)
{
    const Outcome outcome = runArmature({"convert", folder.string(), "-o", (folder / "out").string()});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    const auto scene = loadScene(folder / "out" / "turn.glb");
    scene->animationGroups().front()->goTo(1.);
    BOOST_TEST(near(scene->findTransformNode("upper:end")->getPosition(Space::World), glm::vec3(-1, 1, 0), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_bvh_motion_is_merged_into_a_character)
{
    const std::string strip = writeFile(folder / "strip.gltf", stripModel());
    const Outcome outcome = runArmature({"convert", "--merge", strip, file, "-o", output});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    const auto scene = loadScene(output);
    AnimationGroup* const motion = scene->findAnimationGroup("Motion");
    BOOST_TEST_REQUIRE(motion != nullptr);
    BOOST_TEST(motion->unboundChannelCount() == 0u);
    motion->goTo(1.);
    // As in the strip's own clip: "upper" is at (10, 1, 0), turned.
    const glm::mat4 upper = scene->findTransformNode("upper")->getWorldMatrix();
    BOOST_TEST(near(glm::vec3(upper[3]), glm::vec3(10, 1, 0), 1e-6));
    BOOST_TEST(near(glm::vec3(upper[1]), glm::vec3(-1, 0, 0), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_spoilt_bvh_file_is_an_error_that_names_its_line)
{
    const std::string spoilt = writeFile(folder / "spoilt.bvh", "HIERARCHY\nROOT a\n{\nOFFSET 0 x 0\n}\n");
    const Outcome outcome = runArmature({"inspect", spoilt});
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(outcome.errors == "error: " + spoilt + ": line 4: has \"x\" where a number of OFFSET should be, which is not a number\n");
}

// A blank picture has a single colour. Four pixels of other colours would already suffice for a bone; the limit here is 64.
BOOST_AUTO_TEST_CASE(a_motion_file_is_drawn_as_bones)
{
    const std::string picture = (folder / "bones.png").string();
    const Outcome outcome = runArmature({"render", file, "-o", picture, "--size", "64x64"});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors.find("blank") == std::string::npos, outcome.errors);
    const support::Picture drawn = support::readPng(picture);
    const std::vector<std::uint8_t> corner(drawn.pixels.begin(), drawn.pixels.begin() + 4);
    std::size_t others = 0;
    for (std::size_t pixel = 0; pixel < drawn.pixels.size(); pixel += 4) {
        others += std::equal(corner.begin(), corner.end(), drawn.pixels.begin() + static_cast<std::ptrdiff_t>(pixel)) ? 0u : 1u;
    }
    BOOST_TEST(others > 64u);
}

BOOST_AUTO_TEST_CASE(a_blank_picture_is_said)
{
    const std::string empty =
        writeFile(folder / "empty.gltf", R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"name":"a"}]})");
    const Outcome outcome = runArmature({"render", empty, "-o", (folder / "empty.png").string(), "--size", "64x64"});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors == "warning: " + empty + ": has no visible meshes and no bones: the picture is blank\n");
}

BOOST_AUTO_TEST_SUITE_END()
