#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/error.hpp>
#include <programs/armature/retargeting.hpp>
#include <support/file_content.hpp>
#include <support/near.hpp>
#include <support/rename_fault.hpp>

#include "motions.hpp"
#include "program.hpp"

using namespace armature::test;
using armature::tools::retarget;
using armature::tools::RetargetingOptions;

namespace {

namespace fs = std::filesystem;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(retarget_outputs, Motions)

// The picture can fail in many ways before and after drawing. In each case, no model file may remain.
BOOST_AUTO_TEST_CASE(without_its_picture_no_model_is_written)
{
    for (const std::string picture : {"/missing/compare.png", "/dev/full"}) {
        const Outcome outcome = runArmature({"retarget", lower, character, "-o", out, "--compare", picture, "--size", "60x40"});
        BOOST_TEST(outcome.status == 1);
        BOOST_TEST(outcome.errors.starts_with("error: " + picture + ": cannot be written: "), outcome.errors);
        BOOST_TEST(!fs::exists(out));
    }
    const std::string picture = (folder / "compare.png").string();
    const Outcome outcome = runArmature({"retarget", lower, character, "-o", "/missing/out.glb", "--compare", picture, "--size", "60x40"});
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(!fs::exists(picture));
}

// Whichever of the two final renames fails, both files keep their old state.
BOOST_AUTO_TEST_CASE(the_model_and_its_picture_are_both_replaced_or_neither)
{
    const std::string picture = (folder / "compare.png").string();
    const RetargetingOptions options{.target = character, .picture = picture, .pictureSize = {60, 40}};
    for (const bool hasOld : {false, true}) {
        if (hasOld) {
            put("out.glb", "old model");
            put("compare.png", "old picture");
        }
        for (const int which : {0, 1}) {
            const RenameFault fault(which, RenameEnd::FailsOnce);
            BOOST_CHECK_THROW(static_cast<void>(retarget({.inputs = {lower}, .output = out}, options)), armature::Error);
            BOOST_TEST(fault.hasHappened());
            BOOST_TEST(((fs::exists(out) ? contentOf(out) : "") == (hasOld ? "old model" : "")), "rename " << which);
            BOOST_TEST(((fs::exists(picture) ? contentOf(picture) : "") == (hasOld ? "old picture" : "")), "rename " << which);
        }
    }
    static_cast<void>(retarget({.inputs = {lower}, .output = out}, options));
    BOOST_TEST(contentOf(out).starts_with("glTF"));
    BOOST_TEST(contentOf(picture).starts_with("\x89PNG"));
    BOOST_TEST(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 3);  // and the motion's folder
}

BOOST_AUTO_TEST_CASE(drawing_does_not_change_the_model)
{
    const std::string drawn = (folder / "drawn.glb").string();
    BOOST_TEST(runArmature({"retarget", lower, character, "-o", out}).status == 0);
    BOOST_TEST(runArmature({"retarget", lower, character, "-o", drawn, "--compare", drawn + ".png", "--size", "60x40"}).status == 0);
    BOOST_TEST((contentOf(out) == contentOf(drawn)));
}

BOOST_AUTO_TEST_CASE(no_input_and_no_output_is_written_over)
{
    const std::string map = put("map.json", "{}");
    const std::string strip = put("strip.gltf", stripModel());
    const std::string gltf = (folder / "out.gltf").string();
    const std::string data = (folder / "out.bin").string();
    fs::create_hard_link(map, folder / "hard.glb");
    const std::vector<std::pair<std::vector<std::string>, std::string>> refused{
        {{"-o", lower}, lower},
        {{"-o", map, "--map", map}, map},
        {{"-o", (folder / "hard.glb").string(), "--map", map}, (folder / "hard.glb").string()},
        {{"-o", out, "--map", map, "--compare", map}, map},
        {{"-o", out, "--compare", lower}, lower},
        {{"-o", out, "--compare", folder.string() + "/in/../out.glb"}, folder.string() + "/in/../out.glb"},
        {{"-o", gltf, "--compare", data}, data}};
    for (const auto& [arguments, file] : refused) {
        std::vector<std::string> command{"retarget", lower, character};
        command.insert(command.end(), arguments.begin(), arguments.end());
        const Outcome outcome = runArmature(command);
        BOOST_TEST(outcome.status == 1);
        BOOST_TEST(outcome.errors.starts_with("error: " + file + ": cannot be written: "), outcome.errors);
        BOOST_TEST(says(outcome.errors, "choose another name"), outcome.errors);
    }
    BOOST_TEST(contentOf(map) == "{}");
    BOOST_TEST(contentOf(lower) == motion());
    BOOST_TEST(!fs::exists(out));
    BOOST_TEST(!fs::exists(gltf));
    const Outcome target = runArmature({"retarget", strip, strip, "-o", strip, "--by-name"});
    BOOST_TEST(target.status == 1);
    BOOST_TEST(contentOf(strip) == stripModel());
}

// In a batch, many/lower.glb is the output of one job (from in/lower.bvh) and the source of another.
BOOST_AUTO_TEST_CASE(no_job_writes_over_the_source_of_another)
{
    fs::create_directories(folder / "many/many");
    fs::copy_file(character, folder / "many/lower.glb");
    const std::string many = (folder / "many").string();
    const Outcome outcome = runArmature({"retarget", (folder / "in").string(), folder.string(), character, "-o", many});
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(says(outcome.errors, "many/lower.glb would be written over, which is an input"), outcome.errors);
    BOOST_TEST((contentOf(folder / "many/lower.glb") == contentOf(character)));
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_made_is_named)
{
    for (const std::string command : {"retarget", "convert"}) {
        const Outcome outcome = runArmature({command, lower, character, "-o", "/proc/armature/"});
        BOOST_TEST(outcome.status == 1);
        BOOST_TEST(outcome.errors.starts_with("error: /proc/armature: cannot be created: "), outcome.errors);
    }
}

BOOST_AUTO_TEST_SUITE_END()
