#include <iterator>

#include <boost/test/unit_test.hpp>

#include <support/file_content.hpp>
#include <support/shared_data.hpp>

#include "models.hpp"
#include "program.hpp"

using namespace armature::test;

namespace {

struct ModelToConvert {
    std::filesystem::path folder = emptyOutputDirectory("convert");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
    std::string output = (folder / "out.glb").string();
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(convert_command, ModelToConvert)

// The expected output follows from the strip in models.hpp: its own pose, and nine moments of each of two clips.
BOOST_AUTO_TEST_CASE(a_model_is_written_and_told_of)
{
    const Outcome outcome = runArmature({"convert", file, "-o", output});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors == "");
    const std::string report = output + ": 4 nodes, 1 skin, 1 mesh, 6 vertices, 2 clips\nposed vertices are at most 0 mm off in 19 poses\n";
    BOOST_TEST(outcome.output.starts_with(report + "wrote " + output + ": "), outcome.output);
    BOOST_TEST(contentOf(output).starts_with("glTF"));
    const std::string time = "0.7";
    const Outcome before = runArmature({"pose", file, "--animation", "bend", "--time", time, "--json"});
    const Outcome after = runArmature({"pose", output, "--animation", "bend", "--time", time, "--json"});
    const auto linesBefore = linesOf(before.output);
    const auto linesAfter = linesOf(after.output);
    BOOST_TEST_REQUIRE(linesBefore.size() == linesAfter.size());
    for (std::size_t line = 2; line < linesBefore.size(); ++line) {  // the second line names the file
        BOOST_TEST(linesBefore[line] == linesAfter[line]);
    }
}

// The output has the repairs that reading made and lacks what reading dropped, so the user is told of both.
BOOST_AUTO_TEST_CASE(what_reading_has_to_say_is_told)
{
    const std::string bent =
        writeFile(folder / "bent.gltf", R"({"asset":{"version":"2.0"},"nodes":[{"rotation":[0,0,0,2]}],"scenes":[{"nodes":[0]}]})");
    const Outcome outcome = runArmature({"convert", bent, "-o", output});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors.starts_with("warning: "), outcome.errors);
    BOOST_TEST(outcome.errors.find("rotation") != std::string::npos, outcome.errors);
}

BOOST_AUTO_TEST_CASE(every_form_is_written_and_writing_one_again_changes_nothing)
{
    for (const std::vector<std::string>& options : {std::vector<std::string>{},
                                                    {"--compress"},
                                                    {"--quantize"},
                                                    {"--quantize-positions"},
                                                    {"--quantize", "--quantize-positions", "--compress"}}) {
        for (const char* name : {"a.glb", "a.gltf", "a.bin.glb"}) {
            std::vector<std::string> command{"convert", file, "-o", (folder / name).string()};
            command.insert(command.end(), options.begin(), options.end());
            BOOST_TEST(runArmature(command).status == 0);
            const std::string first = contentOf(folder / name);
            command[1] = (folder / name).string();
            command[3] = (folder / ("again" + std::filesystem::path(name).extension().string())).string();
            BOOST_TEST(runArmature(command).status == 0);
            if (std::filesystem::path(name).extension() == ".glb") {
                BOOST_TEST((contentOf(command[3]) == first), name);
            }
        }
    }
    BOOST_TEST(std::filesystem::exists(folder / "a.bin"));
}

BOOST_AUTO_TEST_CASE(the_model_stays_and_a_full_disk_leaves_nothing)
{
    const Outcome same = runArmature({"convert", file, "-o", file});
    BOOST_TEST(same.status == 1);
    BOOST_TEST(same.errors == "error: " + file + ": cannot be written: it is an input; choose another name\n");
    BOOST_TEST(contentOf(file) == stripModel());
    const Outcome full = runOnFullDisk("convert '" + file + "' -o '" + output + "'");
    BOOST_TEST(full.status == 1);
    BOOST_TEST(full.errors.starts_with("error: " + output + ": cannot be written: "), full.errors);
    BOOST_TEST(!std::filesystem::exists(output));
    BOOST_TEST(std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()) == 1);
    BOOST_TEST(runArmature({"convert", file, "-o", "/dev/full"}).errors
               == "error: /dev/full: cannot be written: No space left on device\n");
    BOOST_TEST(runArmature({"convert", file}).status == 2);
}

BOOST_AUTO_TEST_CASE(the_data_that_the_model_names_stay)
{
    const std::string named = writeFile(folder / "named.gltf", R"({"asset": {"version": "2.0"}, "nodes": [{}], "scenes": [{"nodes": [0]}],
        "buffers": [{"uri": "data.bin", "byteLength": 4}]})");
    const std::string data = writeFile(folder / "data.bin", "data");
    for (const std::string& refused : {data, (folder / "data.gltf").string()}) {
        const Outcome over = runArmature({"convert", named, "-o", refused});
        BOOST_TEST(over.status == 1);
        BOOST_TEST(over.errors == "error: " + data + ": cannot be written: it is an input; choose another name\n");
    }
    BOOST_TEST(contentOf(data) == "data");
}

BOOST_AUTO_TEST_SUITE_END()
