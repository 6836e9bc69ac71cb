
#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include "models.hpp"
#include "program.hpp"

#include <support/shared_data.hpp>

using namespace armature::test;

namespace {

struct FolderOfBadFiles {
    std::filesystem::path folder = emptyOutputDirectory("bad_files");
    std::string picture = (folder / "out.png").string();
};

// Checks that each subcommand refuses a bad file: status 1, one line "error: FILE: ..." on standard error, and no other output anywhere.
void checkFileRefused(const std::string& file, const std::string& picture, std::string_view part = {})
{
    const std::vector<std::vector<std::string>> commands{{"inspect", file},
                                                         {"inspect", file, "--json"},
                                                         {"pose", file, "--json"},
                                                         {"render", file, "-o", picture},
                                                         {"view", file},
                                                         {"clips", file},
                                                         {"cut", file, "-o", picture},
                                                         {"plot", file, "--bone", "upper", "-o", picture}};
    for (const auto& command : commands) {
        const Outcome outcome = runArmature(command);
        BOOST_TEST_CONTEXT(command.front() << ' ' << file)
        {
            BOOST_TEST(outcome.status == 1);
            BOOST_TEST(outcome.output == "");
            BOOST_TEST(linesOf(outcome.errors).size() == 1u, outcome.errors);
            BOOST_TEST(outcome.errors.starts_with("error: " + file + ": "), outcome.errors);
            BOOST_TEST(outcome.errors.find(part) != std::string::npos, outcome.errors << " does not say " << part);
            BOOST_TEST(!std::filesystem::exists(picture));
        }
    }
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(bad_files, FolderOfBadFiles)

BOOST_AUTO_TEST_CASE(files_that_cannot_be_read_are_refused)
{
    checkFileRefused((folder / "missing.glb").string(), picture);
    checkFileRefused(folder.string(), picture);
    const std::string secret = writeFile(folder / "secret.gltf", stripModel());
    std::filesystem::permissions(secret, std::filesystem::perms::none);
    if (::access(secret.c_str(), R_OK) == 0) {
        BOOST_TEST_MESSAGE("this user may read every file: permission is not tested");
        return;
    }
    checkFileRefused(secret, picture);
}

BOOST_AUTO_TEST_CASE(files_that_are_no_models_are_refused)
{
    checkFileRefused(writeFile(folder / "empty.glb", ""), picture);
    checkFileRefused(writeFile(folder / "empty.gltf", ""), picture);
    checkFileRefused(writeFile(folder / "picture.glb", "\x89PNG\r\n\x1a\n____________________________"), picture);
    checkFileRefused(writeFile(folder / "text.gltf", "once upon a time"), picture);
    checkFileRefused(writeFile(folder / "array.gltf", "[1, 2, 3]"), picture);
    checkFileRefused(writeFile(folder / "zeros.glb", std::string(1000, '\0')), picture);
    checkFileRefused("/dev/null", picture);
}

BOOST_AUTO_TEST_CASE(every_cut_of_a_file_is_refused)
{
    const std::string whole = stripModel();
    for (std::size_t length = whole.size() - 1; length > 0; length = length * 3 / 4) {
        const std::string cut = writeFile(folder / "cut.gltf", std::string_view(whole).substr(0, length));
        const Outcome outcome = runArmature({"inspect", cut});
        BOOST_TEST_CONTEXT("cut to " << length << " bytes: " << outcome.errors)
        {
            BOOST_TEST(outcome.status == 1);
            BOOST_TEST(outcome.errors.starts_with("error: " + cut + ": "));
            BOOST_TEST(linesOf(outcome.errors).size() == 1u);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_line_names_the_place)
{
    std::string model = stripModel();
    const std::string sound = "\"joints\": [1, 2]";
    model.replace(model.find(sound), sound.size(), "\"joints\": [1, 77]");
    checkFileRefused(writeFile(folder / "joint.gltf", model), picture, ": /skins/0/joints/1: ");
}

BOOST_AUTO_TEST_CASE(a_line_stays_one_line_whatever_the_name_holds)
{
    const Outcome outcome = runArmature({"inspect", (folder / "two\nlines\x1b[31m.glb").string()});
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(linesOf(outcome.errors).size() == 1u);
    BOOST_TEST(outcome.errors.find("two\\nlines\\x1b[31m.glb") != std::string::npos, outcome.errors);
}

BOOST_AUTO_TEST_CASE(output_that_cannot_be_written_is_an_error_that_names_it)
{
    const std::string file = writeFile(folder / "strip.gltf", stripModel());
    const std::string nowhere = (folder / "no/such/folder/out").string();
    const std::vector<std::vector<std::string>> commands{{"render", file, "-o", nowhere},
                                                         {"render", file, "-o", nowhere, "--frames", "2"},
                                                         {"pose", file, "--obj", nowhere},
                                                         {"pose", file, "--json", "--obj", nowhere}};
    for (const auto& command : commands) {
        const Outcome outcome = runArmature(command);
        BOOST_TEST_CONTEXT(command.front() << ' ' << command.back() << ": " << outcome.errors)
        {
            BOOST_TEST(outcome.status == 1);
            BOOST_TEST(outcome.output == "");
            BOOST_TEST(linesOf(outcome.errors).size() == 1u);
            BOOST_TEST(outcome.errors.starts_with("error: " + nowhere + ": "));
        }
    }
}

BOOST_AUTO_TEST_CASE(output_that_does_not_fit_on_the_disk_is_an_error_that_names_it)
{
    const std::string file = writeFile(folder / "strip.gltf", stripModel());
    const std::string obj = (folder / "out.obj").string();
    const std::vector<std::pair<std::string, std::string>> commands{
        {"pose '" + file + "' --obj '" + obj + "'", obj},
        {"render '" + file + "' -o '" + picture + "' --size 64x64", picture},
        {"render '" + file + "' -o '" + picture + "' --size 64x64 --frames 2", picture}};
    for (const auto& [command, output] : commands) {
        const Outcome outcome = runOnFullDisk(command);
        BOOST_TEST_CONTEXT(command << ": " << outcome.errors)
        {
            BOOST_TEST(outcome.status == 1);
            BOOST_TEST(linesOf(outcome.errors).size() == 1u);
            BOOST_TEST(outcome.errors.starts_with("error: " + output + ": "));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
