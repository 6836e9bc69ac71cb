#include <boost/test/unit_test.hpp>

#include <support/shared_data.hpp>

#include "models.hpp"
#include "program.hpp"

using namespace armature::test;

namespace {

struct ModelToBake {
    std::filesystem::path folder = emptyOutputDirectory("bake");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(bake_command, ModelToBake)

// By hand: "bend" changes z and w of the rotations in one block of 16 lanes, in 31 frames. Ten rows of 16 base values and a set of two
// bytes are added. With 16 bits, the frames take half, and ten rows of steps are added. "0" steps by 4: the frames on both sides of the
// step differ by 4, which is the clip's error.
BOOST_AUTO_TEST_CASE(clips_are_listed_with_memory_and_error)
{
    const Outcome outcome = runArmature({"bake", file});
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.errors == "");
    const auto lines = linesOf(outcome.output);
    BOOST_TEST_REQUIRE(lines.size() == 6u, outcome.output);
    BOOST_TEST(lines[0] == "skeleton 0 \"stripSkin\", 2 bones");
    BOOST_TEST(lines[2].starts_with("     1.000      31    30.00  floats        4610 "), lines[2]);
    BOOST_TEST(lines[3].starts_with("     1.000      31    30.00  16 bits       3266 "), lines[3]);
    BOOST_TEST(lines[3].ends_with("  \"bend\""), lines[3]);
    BOOST_TEST(lines[4].starts_with("     2.000      61    30.00  floats        4546           4           0  \"0\""), lines[4]);
}

BOOST_AUTO_TEST_CASE(the_rate_can_be_given)
{
    const Outcome outcome = runArmature({"bake", file, "--rate", "60"});
    BOOST_TEST(outcome.output.find("     1.000      61    60.00  floats ") != std::string::npos, outcome.output);
    for (const std::string rate : {"0", "-1", "1001", "2.5", "many", ""}) {
        const Outcome refused = runArmature({"bake", file, "--rate=" + rate});
        BOOST_TEST(refused.status == 2);
        BOOST_TEST(refused.errors.find("--rate") != std::string::npos, refused.errors);
    }
}

BOOST_AUTO_TEST_CASE(a_bound_can_be_given)
{
    const Outcome close = runArmature({"bake", file, "--max-error", "0.5", "--max-degrees", "10"});
    BOOST_TEST(close.status == 0, close.errors);
    const Outcome refused = runArmature({"bake", file, "--max-error", "1e-12"});
    BOOST_TEST(refused.status == 1);
    BOOST_TEST(refused.output.find("refused: ") != std::string::npos, refused.output);
    BOOST_TEST(refused.output.find("it is off by") != std::string::npos, refused.output);
    BOOST_TEST(refused.errors.find("cannot be baked as closely as that") != std::string::npos, refused.errors);
    for (const std::string bound : {"0", "-1", "many", "inf", ""}) {
        BOOST_TEST(runArmature({"bake", file, "--max-error=" + bound}).status == 2);
        BOOST_TEST(runArmature({"bake", file, "--max-degrees=" + bound}).status == 2);
    }
}

BOOST_AUTO_TEST_CASE(a_file_without_skeletons_says_so)
{
    const std::string empty = writeFile(folder / "empty.gltf", R"({"asset": {"version": "2.0"}})");
    BOOST_TEST(runArmature({"bake", empty}).output == "no skeletons\n");
}

BOOST_AUTO_TEST_SUITE_END()
