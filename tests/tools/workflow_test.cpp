#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <armature/support/picture.hpp>
#include <import/fbx_record.hpp>
#include <import/point_cloud.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "fbx_character.hpp"
#include "models.hpp"
#include "program.hpp"

using namespace armature;
using namespace armature::test;

/// The usual work with libraries of motions: a character in one FBX file, clips in others, and one GLB to play.
namespace {

struct Library {
    std::filesystem::path folder = emptyOutputDirectory("workflow");
    std::string character = write("character.fbx", fbxCharacter());
    std::string wave = write("wave.fbx", fbxMotion({{"RightArm", "Z", {0., -70., -70., -70., 0.}},
                                                    {"RightForeArm", "Z", {0., -30., 10., -30., 0.}},
                                                    {"LeftArm", "Z", {0., -75., -75., -75., 0.}}}));
    std::string walk = write("walk.fbx", fbxMotion({{"LeftUpLeg", "X", {35., 0., -35., 0., 35.}},
                                                    {"LeftLeg", "X", {10., 45., 10., 5., 10.}},
                                                    {"RightUpLeg", "X", {-35., 0., 35., 0., -35.}},
                                                    {"RightLeg", "X", {10., 5., 10., 45., 10.}},
                                                    {"LeftArm", "Z", {-75., -75.}},
                                                    {"RightArm", "Z", {75., 75.}}}));
    std::string bow = write("bow.fbx", fbxMotion({{"Spine", "X", {0., 60., 0.}}, {"Head", "X", {0., 20., 0.}}, {"Tail", "X", {0., 40.}}}));
    std::string merged = (folder / "merged.glb").string();

    [[nodiscard]] std::string write(const char* name, const std::vector<FbxRecord>& records) const
    {
        const std::vector<std::byte> bytes = fbxBinary(records, {.isPacked = true});
        return writeFile(folder / name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    [[nodiscard]] support::Picture drawn(const std::string& file, const std::string& clip, const std::string& time) const
    {
        const std::filesystem::path picture = folder / (clip + ".png");
        const Outcome outcome =
            runArmature({"render", file, "-o", picture.string(), "--animation", clip, "--time", time, "--size", "320x320"});
        BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
        return support::readPng(picture);
    }
};

/// Returns how many pixels differ from the corner pixel, which shows the background.
std::size_t pixelsDrawn(const support::Picture& picture)
{
    std::size_t count = 0;
    for (std::size_t pixel = 0; pixel < picture.width * picture.height; ++pixel) {
        const auto* const color = &picture.pixels[4 * pixel];
        count +=
            std::abs(color[0] - picture.pixels[0]) + std::abs(color[1] - picture.pixels[1]) + std::abs(color[2] - picture.pixels[2]) > 24
                ? 1u
                : 0u;
    }
    return count;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(motion_library, Library)

// Expected positions are those of fbx_character.hpp, turned by hand.
BOOST_AUTO_TEST_CASE(a_character_and_three_motions_become_one_file_that_plays)
{
    const Outcome outcome = runArmature({"convert", "--merge", character, wave, walk, bow, "-o", merged});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors
               == "warning: " + bow
                      + ": the clip \"bow\" has 1 of 3 channels for what the character lacks, which are left out: mixamorig:Tail\n");
    BOOST_TEST(outcome.output.find("posed vertices are at most 0 mm off") != std::string::npos, outcome.output);

    const auto scene = loadScene(merged);
    BOOST_TEST(scene->skeletons().size() == 1u);
    BOOST_TEST(scene->skeletons()[0]->bones().size() == 11u);
    BOOST_TEST(scene->animationGroups().size() == 3u);
    for (const char* clip : {"wave", "walk", "bow"}) {
        AnimationGroup* const group = scene->findAnimationGroup(clip);
        BOOST_TEST_REQUIRE(group != nullptr, clip);
        BOOST_TEST(group->unboundChannelCount() == 0u);
        BOOST_TEST(group->getClip().getDuration() == 1., boost::test_tools::tolerance(1e-6));
    }
    const auto placeOf = [&](const std::string& bone) { return scene->findTransformNode("mixamorig:" + bone)->getPosition(Space::World); };
    BOOST_TEST(near(placeOf("LeftForeArm"), glm::vec3(0.48f, 1.43f, 0.f), 1e-5f));  // the T pose

    scene->findAnimationGroup("bow")->goTo(0.5);  // the head is 48 above the spine's joint in the T pose
    BOOST_TEST(near(placeOf("Head"), glm::vec3(0.f, 1.05f + 0.48f * 0.5f, 0.48f * 0.8660254f), 1e-5f));
    scene->findAnimationGroup("bow")->goTo(0.);
    scene->findAnimationGroup("walk")->goTo(0.);  // the left thigh is turned by 35 degrees: FBX's X turns -Y towards -Z
    const float sine = std::sin(glm::radians(35.f));
    const float cosine = std::cos(glm::radians(35.f));
    BOOST_TEST(near(placeOf("LeftLeg"), glm::vec3(0.09f, 0.87f - 0.44f * cosine, -0.44f * sine), 1e-5f));
    BOOST_TEST(near(placeOf("RightLeg"), glm::vec3(-0.09f, 0.87f - 0.44f * cosine, 0.44f * sine), 1e-5f));
}

BOOST_AUTO_TEST_CASE(the_merged_character_is_drawn_in_every_motion)
{
    BOOST_TEST_REQUIRE(runArmature({"convert", "--merge", character, wave, walk, bow, "-o", merged}).status == 0);
    const support::Picture waving = drawn(merged, "wave", "0.5");
    const support::Picture walking = drawn(merged, "walk", "0");
    const support::Picture bowing = drawn(merged, "bow", "0.5");
    for (const support::Picture* picture : {&waving, &walking, &bowing}) {
        const std::size_t drawnPixels = pixelsDrawn(*picture);
        BOOST_TEST(drawnPixels > picture->width * picture->height / 20);
        BOOST_TEST(drawnPixels < picture->width * picture->height / 2);
    }
    BOOST_TEST((waving.pixels != walking.pixels));
    BOOST_TEST((walking.pixels != bowing.pixels));
}

// A character from Maya without motion, and three files of the same rig with one motion each. The merged file must play the same motions.
// (In the third file, joints scale without their children; its scene has extra nodes for that, which the character lacks. A warning says
// so.)
BOOST_AUTO_TEST_CASE(the_motions_of_a_corpus_character_are_merged, *boost::unit_test::precondition(needsSharedData))
{
    const std::string base = (*sharedDirectory() / "corpus/valid/ufbx/maya_game_sausage_7500_binary").string();
    const Outcome outcome =
        runArmature({"convert", "--merge", base + ".fbx", base + "_spin.fbx", base + "_wiggle.fbx", base + "_deform.fbx", "-o", merged});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    BOOST_TEST(linesOf(outcome.errors).size() == 4u, outcome.errors);
    BOOST_TEST(outcome.errors.find("\"pCube1\" is to be smoothed by subdivision: its control mesh is shown") != std::string::npos);
    BOOST_TEST(loadScene(merged)->animationGroups().size() == 3u);
    const auto posed = [&](const std::string& file, const std::string& clip, const std::string& time) {
        const std::string obj = (folder / "posed.obj").string();
        BOOST_TEST_REQUIRE(runArmature({"pose", file, "--animation", clip, "--time", time, "--obj", obj}).status == 0);
        return readObjPoints(obj);
    };
    std::size_t poses = 0;
    for (const char* clip : {"spin", "wiggle"}) {
        for (const char* time : {"0", "0.3", "0.6", "0.8"}) {
            const Points found = posed(merged, clip, time);
            const Points expected = posed(base + '_' + clip + ".fbx", "0", time);
            BOOST_TEST(std::max(farthest(found, expected), farthest(expected, found)) < 1e-5 * diagonalOf(expected));
            ++poses;
        }
    }
    reportExamined("corpus poses of merged FBX files", poses);
}

BOOST_AUTO_TEST_SUITE_END()
