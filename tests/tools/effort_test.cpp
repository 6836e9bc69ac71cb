#include <filesystem>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/error.hpp>
#include <armature/import/import_options.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/shared_data.hpp>

#include "models.hpp"
#include "program.hpp"
#include "programs/armature/effort.hpp"
#include "programs/armature/humanoid_choice.hpp"
#include "programs/armature/picture_cost.hpp"

// A command's work is bounded by the size of its input and by --allow. The amounts are computed by hand from docs/armature_program.md: 8
// bytes for each byte read, plus 256 MB * TIMES.

using namespace armature::test;
namespace fs = std::filesystem;
namespace tools = armature::tools;

namespace {

/// A skinned strip with clips of one and two seconds, and a cloud of points with its own clip; the cloud's points take no bytes in the
/// file.
struct EffortModels {
    fs::path folder = emptyOutputDirectory("effort");
    std::string strip = writeFile(folder / "strip.gltf", stripModel());
    std::string cloud = writeFile(folder / "cloud.gltf", cloudModel());
    std::string output = (folder / "out.glb").string();

    /// Returns a model of 40 000 points, all at the origin: an accessor without a buffer view is all zeros and takes no bytes.
    static std::string cloudModel()
    {
        GltfText gltf;
        gltf.addFloats("SCALAR", {0.f, 1.f});
        gltf.addFloats("VEC3", {0.f, 0.f, 0.f, 1.f, 0.f, 0.f});
        std::string text = gltf.text(R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "cloud"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 2}, "mode": 0}]}],
            "animations": [{"name": "drift", "samplers": [{"input": 0, "output": 1}],
                            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}])");
        return text.insert(text.find("], \"bufferViews\""), R"(, {"componentType": 5126, "type": "VEC3", "count": 40000})");
    }

    /// Checks that a command succeeds by default and is refused with `--allow` set to `allowed`.
    void requireRefusal(std::vector<std::string> arguments, const std::string& allowed) const
    {
        const Outcome usual = runArmature(arguments);
        BOOST_TEST(usual.status == 0, usual.errors);
        fs::remove(output);
        arguments.insert(arguments.end(), {"--allow", allowed});
        const Outcome refused = runArmature(arguments);
        BOOST_TEST(refused.status == 1, arguments.front());
        BOOST_TEST(refused.errors.find("(--allow raises this)") != std::string::npos, refused.errors);
        BOOST_TEST(refused.errors.find(folder.filename().string()) != std::string::npos, refused.errors);
        BOOST_TEST(!fs::exists(output));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(effort, EffortModels)

// 1000 frames of 2 bones are 1001 * 2 poses of at least 40 bytes. That exceeds 0.0001 * 256 MB plus 8 times a file of a few kilobytes.
BOOST_AUTO_TEST_CASE(frames_times_bones_are_refused_beyond_what_is_allowed)
{
    requireRefusal({"bake", strip, "--rate", "1000"}, "0.0001");
    requireRefusal({"cook", strip, "--bake", "--rate", "1000", "-o", output}, "0.0001");
}

// 10 000 keys a second for two seconds, of 3 + 1 and 4 + 1 numbers, 12 bytes each: more than a megabyte.
BOOST_AUTO_TEST_CASE(keys_times_rate_are_refused_beyond_what_is_allowed)
{
    requireRefusal({"cut", strip, "--fps", "10000", "-o", output}, "0.001");
}

// 40 000 points of 128 bytes each.
BOOST_AUTO_TEST_CASE(vertices_that_no_byte_holds_are_not_compared_one_by_one)
{
    requireRefusal({"diff", cloud, cloud}, "0.01");
    requireRefusal({"pose", cloud, "--obj", (folder / "cloud.obj").string()}, "0.01");
}

// The output is complete. Only the comparison with the original, in one pose and nine moments of the clip, stops early. A pose costs 40 000
// * 4 steps of 5 ns in each of two models, that is 100 000 bytes; the cloud itself costs 480 000 bytes.
BOOST_AUTO_TEST_CASE(a_conversion_is_compared_in_as_many_poses_as_are_allowed)
{
    const Outcome usual = runArmature({"convert", cloud, "-o", output});
    BOOST_TEST(usual.output.find(" in 10 poses") != std::string::npos, usual.output + usual.errors);
    BOOST_TEST(usual.errors.find("compared") == std::string::npos, usual.errors);
    const auto size = fs::file_size(output);
    const Outcome hurried = runArmature({"convert", cloud, "-o", output, "--allow", "0.0025"});
    BOOST_TEST(hurried.status == 0, hurried.errors);
    BOOST_TEST(hurried.errors.find("of 10 poses; --allow compares more") != std::string::npos, hurried.errors);
    BOOST_TEST(fs::file_size(output) == size);
}

// 40 skins of the same 500 joints, and then 40 skins that lack one joint each. Making a map costs 4 us per joint, examining a joint 1 us,
// and 16 ns count as a byte: 40 * 31 000 + 125 000 bytes and the names' letters, against 40 * 156 000.
BOOST_AUTO_TEST_CASE(skins_of_the_same_joints_are_mapped_once)
{
    constexpr std::size_t joints = 500;
    constexpr std::size_t skins = 40;
    for (const bool differ : {false, true}) {
        armature::Scene scene;
        std::vector<armature::TransformNode*> nodes;
        for (std::size_t joint = 0; joint < joints; ++joint) {
            nodes.push_back(&scene.createTransformNode("j", nodes.empty() ? nullptr : nodes.back()));
        }
        for (std::size_t skin = 0; skin < skins; ++skin) {
            armature::Skeleton& skeleton = scene.createSkeleton("skin");
            armature::Bone* above = nullptr;
            for (std::size_t joint = 0; joint < joints; ++joint) {
                if (!differ || joint != 10 + skin) {
                    above = &skeleton.createBone("j", {.parent = above});
                    above->linkTransformNode(nodes[joint]);
                }
            }
        }
        armature::Budget budget(2'000'000);
        if (differ) {
            BOOST_CHECK_THROW(static_cast<void>(tools::chooseHumanoid(scene, "skins", budget)), armature::OverBudget);
        } else {
            const tools::HumanoidChoice choice = tools::chooseHumanoid(scene, "skins", budget);
            BOOST_TEST(choice.skeleton == scene.skeletons().front());
        }
    }
}

// 61 frames of a chain of 2000 joints. Two rigs take 244 poses, each of which examines every joint a few times, for 160 ns: 10 MB. Walking
// from each joint up to the root, past 1000 joints on average at 5 ns each, would cost 300 MB and more.
BOOST_AUTO_TEST_CASE(retargeting_costs_as_much_as_there_are_joints_however_deep)
{
    GltfText gltf;
    gltf.addFloats("SCALAR", {0.f, 1.f});
    gltf.addFloats("VEC4", {0.f, 0.f, 0.f, 1.f, 0.f, 0.6f, 0.f, 0.8f});
    std::string nodes;
    std::string list;
    for (int joint = 0; joint < 2000; ++joint) {
        nodes += (joint > 0 ? ", " : "") + ("{\"name\": \"j" + std::to_string(joint) + "\", \"translation\": [0, 0.001, 0]");
        nodes += joint < 1999 ? ", \"children\": [" + std::to_string(joint + 1) + "]}" : "}";
        list += (joint > 0 ? ", " : "") + std::to_string(joint);
    }
    const std::string chain =
        writeFile(folder / "chain.gltf", gltf.text(R"("scenes": [{"nodes": [0]}], "nodes": [)" + nodes + R"(], "skins": [{"joints": [)"
                                                   + list + R"(]}], "animations": [{"name": "turn", "samplers": [{"input": 0, "output": 1}],
                      "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}]}])"));
    const std::vector<std::string> arguments{"retarget", chain, chain, "--by-name", "-o", output};
    const Outcome usual = runArmature(arguments);
    BOOST_TEST(usual.status == 0, usual.errors);
    std::vector<std::string> hurried = arguments;
    hurried.insert(hurried.end(), {"--allow", "0.3"});
    BOOST_TEST(runArmature(hurried).status == 0, runArmature(hurried).errors);
    requireRefusal(arguments, "0.02");
}

// 40 squares of 48 by 48 pixels, at 60 ns per pixel, are 346 000 bytes; their 240 points are 23 000 bytes. The file justifies 8 times 5 KB.
BOOST_AUTO_TEST_CASE(a_picture_costs_as_often_as_it_is_covered)
{
    GltfText gltf;
    std::vector<float> corners;
    for (int square = 0; square < 40; ++square) {
        const float z = 0.001f * static_cast<float>(square);
        for (const auto& [x, y] : {std::pair(0.f, 0.f), {1.f, 0.f}, {0.f, 1.f}, {1.f, 0.f}, {1.f, 1.f}, {0.f, 1.f}}) {
            corners.insert(corners.end(), {x, y, z});
        }
    }
    gltf.addFloats("VEC3", corners);
    const std::string squares = writeFile(folder / "squares.gltf", gltf.text(R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}])"));
    const std::string picture = (folder / "out.png").string();
    requireRefusal({"render", squares, "--size", "48x48", "-o", picture}, "0.001");
    requireRefusal({"diff", squares, squares, "--size", "144x48", "--picture", picture}, "0.002");
    BOOST_TEST(runArmature({"render", squares, "--size", "16x16", "-o", picture, "--allow", "0.001"}).status == 0);
    // The user may choose any picture size: the budget suffices for one picture of a normal model, whether small or large.
    const auto scene = armature::loadScene(squares);
    for (const int side : {720, 8000}) {
        tools::Effort effort("squares", {}, {.unbackedBytes = 90'000'000});
        BOOST_CHECK_NO_THROW(tools::requirePicture(effort, *scene, {side, side}));
        BOOST_CHECK_THROW(tools::requirePicture(effort, *scene, {side, side}), armature::Error);
    }
}

BOOST_AUTO_TEST_CASE(what_is_allowed_is_a_number_above_0)
{
    for (const std::string times : {"0", "-1", "much", ""}) {
        BOOST_TEST(runArmature({"inspect", strip, "--allow=" + times}).status == 2);
    }
}

// The total budget is 100 + 8 * 50 bytes.
BOOST_AUTO_TEST_CASE(an_effort_is_what_files_justify_and_an_option_adds)
{
    const std::string file = (folder / "fifty").string();
    writeFile(file, std::string(50, ' '));
    tools::Effort effort("model.glb", std::span(&file, 1), {.unbackedBytes = 100});
    BOOST_TEST(effort.affords(300));
    BOOST_TEST(!effort.affords(201));
    BOOST_CHECK_NO_THROW(effort.require(200, "nothing"));
    BOOST_CHECK_EXCEPTION(effort.require(1, "baking clip \"walk\""), armature::Error, [](const armature::Error& error) {
        return std::string(error.what())
               == "model.glb: baking clip \"walk\" needs 1 byte after 500 so far, but the bytes in the file justify 500 in all (--allow "
                  "raises "
                  "this)";
    });
    BOOST_CHECK_EXCEPTION(
        effort.within("baking", [](armature::Budget& budget) { budget.require(7); }), armature::Error,
        [](const armature::Error& error) { return std::string(error.what()).find("needs 7 bytes") != std::string::npos; });
}

BOOST_AUTO_TEST_CASE(products_stop_at_the_largest_number)
{
    constexpr std::uint64_t half = std::uint64_t{1} << 63u;
    static_assert(armature::productOf(half, 1) == half);
    static_assert(armature::productOf(half, 2) == UINT64_MAX);
    static_assert(armature::productOf(0, UINT64_MAX) == 0);
    static_assert(armature::costOfWork(UINT64_MAX, 16) == UINT64_MAX / 16);
    armature::Budget budget(UINT64_MAX - 1);
    budget.addBacking(UINT64_MAX / 16);
    BOOST_TEST(budget.limit() == UINT64_MAX);
}

// Whenever the work is interrupted, the file has its old content or the complete new content.
BOOST_AUTO_TEST_CASE(interrupted_work_leaves_no_half_file)
{
    const std::string whole = (folder / "whole.glb").string();
    BOOST_TEST_REQUIRE(runArmature({"cut", strip, "--fps", "100000", "-o", whole}).status == 0);
    const auto size = fs::file_size(whole);
    const fs::path place = emptyOutputDirectory("effort_interrupted");
    std::size_t interrupted = 0;
    for (const std::string after : {"0.005", "0.02", "0.04", "0.06", "0.08", "0.1", "0.15", "0.2"}) {
        const std::string out = (place / "out.glb").string();
        writeFile(out, "old");
        const Outcome outcome = runShell("timeout -s INT " + after + " \"$ARMATURE\" cut '" + strip + "' --fps 100000 -o '" + out + "'");
        interrupted += outcome.status != 0 ? 1 : 0;
        const auto left = fs::file_size(out);
        BOOST_TEST((left == size || left == 3u), left << " bytes after " << after << " s");
        BOOST_TEST(std::distance(fs::directory_iterator(place), fs::directory_iterator()) == 1);
    }
    BOOST_TEST(interrupted > 0u);
}

BOOST_AUTO_TEST_SUITE_END()
