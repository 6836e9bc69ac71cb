#include <filesystem>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/error.hpp>
#include <armature/import/import_options.hpp>
#include <support/shared_data.hpp>

#include "models.hpp"
#include "program.hpp"
#include "tools/effort.hpp"

// What a command does is bounded by the size of its input, and by --allow. Amounts are worked out by hand from what
// docs/armature_program.md says: 8 bytes for each byte read, and 256 MB * TIMES beyond that.

using namespace armature::test;
namespace fs = std::filesystem;
namespace tools = armature::tools;

namespace {

/// A skinned strip whose clip lasts ten seconds, and a cloud of points that no byte of the file holds, moved by a clip of its own.
struct Models {
    fs::path folder = emptyOutputDirectory("effort");
    std::string strip = writeFile(folder / "strip.gltf", stripModel());
    std::string cloud = writeFile(folder / "cloud.gltf", cloudModel());
    std::string output = (folder / "out.glb").string();

    /// 40 000 points, all at the origin: an accessor without a view is zero, and takes no bytes.
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

    /// Refused with less, done with what is usual.
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

BOOST_FIXTURE_TEST_SUITE(effort, Models)

// 1000 frames of 2 bones are 1001 * 2 poses of 40 bytes and more: more than 0.0001 * 256 MB + 8 times a file of a few kilobytes.
BOOST_AUTO_TEST_CASE(frames_times_bones_are_refused_beyond_what_is_allowed)
{
    requireRefusal({"bake", strip, "--rate", "1000"}, "0.0001");
    requireRefusal({"cook", strip, "--bake", "--rate", "1000", "-o", output}, "0.0001");
}

// 10 000 keys a second for two seconds, of 3 + 1 and 4 + 1 numbers of 12 bytes: over a megabyte.
BOOST_AUTO_TEST_CASE(keys_times_rate_are_refused_beyond_what_is_allowed)
{
    requireRefusal({"cut", strip, "--fps", "10000", "-o", output}, "0.001");
}

// 40 000 points of 128 bytes.
BOOST_AUTO_TEST_CASE(vertices_that_no_byte_holds_are_not_compared_one_by_one)
{
    requireRefusal({"diff", cloud, cloud}, "0.01");
    requireRefusal({"pose", cloud, "--obj", (folder / "cloud.obj").string()}, "0.01");
}

// What is written is whole; only the comparison with the original, in one pose and nine moments of the clip, is cut short. A pose takes
// 40 000 * 4 steps of 5 ns in each of two models, 100 000 bytes; the cloud itself 480 000.
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

BOOST_AUTO_TEST_CASE(what_is_allowed_is_a_number_above_0)
{
    for (const std::string times : {"0", "-1", "much", ""}) {
        BOOST_TEST(runArmature({"inspect", strip, "--allow=" + times}).status == 2);
    }
}

// 100 + 8 * 50 bytes.
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

// At whatever moment it is interrupted: nothing, or the whole file. What it was before stays until then.
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
