#include <boost/test/unit_test.hpp>

#include "models.hpp"
#include "program.hpp"

#include <support/shared_data.hpp>

using namespace armature::test;

namespace {

struct ModelAtHand {
    std::filesystem::path folder = emptyOutputDirectory("command_line");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
    std::string picture = (folder / "out.png").string();
};

// Checks that usage is refused: status 2, one line on standard error that begins with "error: " and contains `part`, nothing on standard
// output.
void checkUsageRefused(const std::vector<std::string>& arguments, std::string_view part)
{
    const Outcome outcome = runArmature(arguments);
    std::string words;
    for (const std::string& argument : arguments) {
        words += argument + ' ';
    }
    BOOST_TEST_CONTEXT(words)
    {
        BOOST_TEST(outcome.status == 2);
        BOOST_TEST(outcome.output == "");
        BOOST_TEST(linesOf(outcome.errors).size() == 1u);
        BOOST_TEST(outcome.errors.starts_with("error: "), outcome.errors);
        BOOST_TEST(outcome.errors.find(part) != std::string::npos, outcome.errors << " does not say " << part);
    }
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(command_line, ModelAtHand)

BOOST_AUTO_TEST_CASE(help_and_version_go_to_standard_output)
{
    const Outcome help = runArmature({"--help"});
    BOOST_TEST(help.status == 0);
    BOOST_TEST(help.errors == "");
    for (const std::string command : {"view", "render", "inspect", "pose", "bake", "clips", "cut", "plot", "map", "retarget"}) {
        BOOST_TEST(help.output.find(command) != std::string::npos, help.output);
        const Outcome ofCommand = runArmature({command, "--help"});
        BOOST_TEST(ofCommand.status == 0);
        BOOST_TEST(ofCommand.output.find("FILE") != std::string::npos, ofCommand.output);
    }
    const Outcome version = runArmature({"--version"});
    BOOST_TEST(version.status == 0);
    BOOST_TEST(version.output.starts_with("armature "), version.output);
}

BOOST_AUTO_TEST_CASE(wrong_usage_is_refused_in_one_line_with_status_two)
{
    checkUsageRefused({}, "subcommand");
    checkUsageRefused({"dance", file}, "dance");
    checkUsageRefused({"inspect"}, "FILE");
    checkUsageRefused({"inspect", file, "more"}, "more");
    checkUsageRefused({"inspect", "--loud", file}, "--loud");
    checkUsageRefused({"pose", file, "--time"}, "--time");
    checkUsageRefused({"pose", file, "--json", "--time", "0", "--time", "1", "--animation", "bend"}, "--time");
    checkUsageRefused({"render", file}, "output");
    checkUsageRefused({"inspect", file, "--fbx-reader", "1"}, "there are \"own\", \"assimp\"");
    checkUsageRefused({"convert", file, "-o", picture, "--up", "2"}, "there are \"X\", \"Y\", \"Z\"");
}

BOOST_AUTO_TEST_CASE(a_bad_time_is_refused)
{
    for (const std::string time : {"-1", "nan", "inf", "1s", "", "1e999", "0x10", "1000001", "1,5", " 1"}) {
        checkUsageRefused({"pose", file, "--json", "--animation", "bend", "--time=" + time}, "--time");
        checkUsageRefused({"render", file, "-o", picture, "--animation", "bend", "--time=" + time}, "--time");
    }
    checkUsageRefused({"pose", file, "--json", "--time", "0.5"}, "needs --animation");
    BOOST_TEST(runArmature({"pose", file, "--json", "--time", "0"}).status == 0);
    BOOST_TEST(!std::filesystem::exists(picture));
}

BOOST_AUTO_TEST_CASE(a_bad_size_is_refused_with_the_limit)
{
    for (const std::string size : {"640", "640x", "x480", "640x480x3", "640x-", "a x b", "640*480", "99999999999x1"}) {
        checkUsageRefused({"render", file, "-o", picture, "--size=" + size}, "1280x720");
    }
    for (const std::string size : {"0x480", "640x0", "-640x480", "16385x1", "1x16385"}) {
        checkUsageRefused({"render", file, "-o", picture, "--size=" + size}, "16384");
    }
    checkUsageRefused({"render", file, "-o", picture, "--size", "16384x16384"}, "64000000");
    BOOST_TEST(!std::filesystem::exists(picture));
}

BOOST_AUTO_TEST_CASE(a_bad_number_of_frames_is_refused_with_the_limit)
{
    for (const std::string frames : {"0", "-3", "ten", "1.5", "10001"}) {
        checkUsageRefused({"render", file, "-o", picture, "--frames=" + frames}, "10000");
    }
    checkUsageRefused({"render", file, "-o", picture, "--frames", "3", "--animation", "bend", "--time", "1"}, "--time");
}

BOOST_AUTO_TEST_CASE(an_unknown_animation_is_refused_with_the_list_of_clips)
{
    for (const std::string animation : {"walk", "2", "-1", " ", "Bend"}) {
        checkUsageRefused({"pose", file, "--json", "--animation=" + animation}, "0 \"bend\", 1 \"0\"");
        checkUsageRefused({"render", file, "-o", picture, "--animation=" + animation}, "0 \"bend\", 1 \"0\"");
    }
    checkUsageRefused({"pose", file, "--json", "--animation=bnd"}, "has no animation \"bnd\"; did you mean \"bend\"? it has 0 \"bend\"");
    const std::string still =
        writeFile(folder / "still.gltf", R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{}]})");
    checkUsageRefused({"pose", still, "--json", "--animation", "0"}, "no animations");
    checkUsageRefused({"render", still, "-o", picture, "--frames", "2"}, "no animations");
}

BOOST_AUTO_TEST_CASE(a_reader_that_goes_away_ends_the_program_quietly)
{
    const Outcome outcome = runShell("{ \"$ARMATURE\" pose '" + file + "' --json; echo status $? >&2; } | true");
    BOOST_TEST(outcome.errors == "status 0\n");
}

BOOST_AUTO_TEST_CASE(standard_output_that_takes_nothing_is_an_error)
{
    const Outcome full = runOnFullDisk("inspect '" + file + "' > '" + (folder / "out.txt").string() + "'");
    BOOST_TEST(full.status == 1);
    BOOST_TEST(full.errors.starts_with("error: standard output: "), full.errors);
    BOOST_TEST(linesOf(full.errors).size() == 1u);
    const Outcome closed = runShell("\"$ARMATURE\" inspect '" + file + "' >&-");
    BOOST_TEST(closed.status == 1);
    BOOST_TEST(closed.errors.starts_with("error: standard output: "), closed.errors);
}

BOOST_AUTO_TEST_SUITE_END()
