#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/cooked/cooked_file.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/shared_data.hpp>

#include "models.hpp"
#include "printed_json.hpp"
#include "program.hpp"

using namespace armature::test;
using armature::CookedFile;
using armature::CookedKind;

namespace {

struct ModelToCook {
    std::filesystem::path folder = emptyOutputDirectory("cook");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
    std::string cooked = (folder / "strip.cooked").string();
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(cook_command, ModelToCook)

BOOST_AUTO_TEST_CASE(skeletons_and_clips_are_cooked)
{
    const Outcome outcome = runArmature({"cook", file, "-o", cooked});
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.errors == "");
    BOOST_TEST(linesOf(outcome.output)[0].starts_with(cooked + ": 1 skeleton, 2 clips, 0 baked clips, 0 crowds in "), outcome.output);
    const auto opened = CookedFile::open(cooked);
    BOOST_TEST(opened->createSkeleton(0)->bones().size() == 2u);
    BOOST_TEST(opened->find(CookedKind::Clip, "bend").value() == 0u);
    BOOST_TEST(opened->getClip(1)->getDuration() == 2.);
}

BOOST_AUTO_TEST_CASE(clips_are_baked_and_crowds_made_where_asked_for)
{
    BOOST_TEST(runArmature({"cook", file, "-o", cooked, "--bake", "--rate", "30"}).status == 0);
    BOOST_TEST(CookedFile::open(cooked)->count(CookedKind::BakedClip) == 2u);
    BOOST_TEST(CookedFile::open(cooked)->count(CookedKind::Crowd) == 0u);
    BOOST_TEST(CookedFile::open(cooked)->getBakedClip(0)->frameCount() == 31u);
    BOOST_TEST(runArmature({"cook", file, "-o", cooked, "--crowd", "--quantize", "--rate", "30"}).status == 0);
    const auto opened = CookedFile::open(cooked);
    BOOST_TEST(opened->getBakedClip(0)->isQuantized());
    BOOST_TEST((opened->getCrowd(0) == armature::CookedCrowd{"stripSkin", 0, {0, 1}}));
    const Outcome refused = runArmature({"cook", file, "-o", (folder / "close").string(), "--bake", "--max-error", "1e-12"});
    BOOST_TEST(refused.status == 1);
    BOOST_TEST(refused.errors.find("give --rate, --max-error or --max-degrees") != std::string::npos, refused.errors);
    BOOST_TEST(!std::filesystem::exists(folder / "close"));
}

BOOST_AUTO_TEST_CASE(clips_of_other_files_are_put_on_the_first_files_skeletons)
{
    const std::string motion = writeFile(folder / "motion.gltf", stripModel());
    BOOST_TEST(runArmature({"cook", file, motion, "-o", cooked}).status == 0);
    const auto opened = CookedFile::open(cooked);
    BOOST_TEST(opened->count(CookedKind::Skeleton) == 1u);
    BOOST_TEST(opened->count(CookedKind::Clip) == 4u);
}

BOOST_AUTO_TEST_CASE(inspect_lists_what_is_in_a_cooked_file)
{
    BOOST_TEST(runArmature({"cook", file, "-o", cooked, "--crowd", "--rate", "30"}).status == 0);
    const Outcome outcome = runArmature({"inspect", cooked});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    const auto lines = linesOf(outcome.output);
    BOOST_TEST_REQUIRE(lines.size() == 15u, outcome.output);
    BOOST_TEST(lines[2] == "skeletons");
    BOOST_TEST(lines[3].starts_with("  0 \"stripSkin\": 2 bones, a palette of 2, "), lines[3]);
    BOOST_TEST(lines[6].starts_with("  0 \"bend\": 1.000 s, 1 channel, 2 keys, "), lines[6]);
    BOOST_TEST(lines[10].starts_with("  0 \"bend\": 1.000 s, 2 bones, 31 frames at 30.00 a second of floats, off by "), lines[10]);
    BOOST_TEST(lines[14].starts_with("  0 \"stripSkin\": skeleton 0, baked clips [0, 1], "), lines[14]);
    const PrintedJson json(runArmature({"inspect", cooked, "--json"}).output);
    BOOST_TEST(json["skeletons"].items()[0]["bones"].number() == 2.);
    BOOST_TEST(json["bakedClips"].items()[1]["frames"].number() == 61.);
    BOOST_TEST(json["crowds"].items()[0]["bakedClips"].items()[1].number() == 1.);
}

BOOST_AUTO_TEST_CASE(a_spoilt_file_is_refused_with_status_one)
{
    BOOST_TEST(runArmature({"cook", file, "-o", cooked}).status == 0);
    std::filesystem::resize_file(cooked, std::filesystem::file_size(cooked) - 1);
    const Outcome outcome = runArmature({"inspect", cooked});
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(outcome.output == "");
    BOOST_TEST(outcome.errors.starts_with("error: " + cooked + ": header: the file should have "), outcome.errors);
}

BOOST_AUTO_TEST_CASE(the_model_is_never_written_over)
{
    const Outcome outcome = runArmature({"cook", file, "-o", file});
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(outcome.errors.find("it is an input") != std::string::npos, outcome.errors);
    const Outcome full = runOnFullDisk("cook '" + file + "' -o '" + cooked + "'");
    BOOST_TEST(full.status == 1);
    BOOST_TEST(full.errors.find("cannot be written") != std::string::npos, full.errors);
    BOOST_TEST(!std::filesystem::exists(cooked));
}

BOOST_AUTO_TEST_SUITE_END()
