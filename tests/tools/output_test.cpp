#include <initializer_list>

#include <boost/test/unit_test.hpp>
#include <fcntl.h>
#include <unistd.h>

#include "models.hpp"
#include "program.hpp"

#include <support/file_content.hpp>
#include <support/shared_data.hpp>

using namespace armature::test;

namespace {

bool isPng(const std::filesystem::path& file)
{
    return contentOf(file).starts_with("\x89PNG\r\n\x1a\n");
}

struct FolderOfOutput {
    std::filesystem::path folder = emptyOutputDirectory("outputs");
    std::string model = writeFile(folder / "strip.gltf", stripModel());
    std::string old = writeFile(folder / "old", "what was there");

    /// Returns all commands that write a file, each with `output` as that file.
    [[nodiscard]] std::vector<std::vector<std::string>> commandsWriting(const std::string& output) const
    {
        return {{"render", model, "-o", output, "--size", "64x64"},
                {"render", model, "-o", output, "--size", "64x64", "--frames", "2"},
                {"pose", model, "--obj", output},
                {"cut", model, "-o", output}};
    }

    /// Checks that every command refuses to write to any of `names` in the folder, because each of them is the model being read.
    void checkRefused(std::initializer_list<const char*> names) const
    {
        for (const char* name : names) {
            const std::string output = (folder / name).string();
            for (const auto& command : commandsWriting(output)) {
                const Outcome outcome = runArmature(command);
                BOOST_TEST_CONTEXT(command.front() << ' ' << output)
                {
                    BOOST_TEST(outcome.status == 1);
                    BOOST_TEST(outcome.errors == "error: " + output + ": cannot be written: it is an input; choose another name\n");
                }
            }
        }
    }

    [[nodiscard]] std::size_t fileCount() const
    {
        const std::filesystem::directory_iterator files(folder);
        return static_cast<std::size_t>(std::distance(begin(files), end(files)));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(outputs, FolderOfOutput)

BOOST_AUTO_TEST_CASE(the_model_is_never_overwritten)
{
    std::filesystem::create_hard_link(model, folder / "hard");
    std::filesystem::create_symlink("strip.gltf", folder / "symbolic");
    std::filesystem::create_symlink("symbolic", folder / "twice");
    checkRefused({"strip.gltf", "../outputs/strip.gltf", "hard", "symbolic", "twice"});
    BOOST_TEST(contentOf(model) == stripModel());
    BOOST_TEST(fileCount() == 5u);
}

BOOST_AUTO_TEST_CASE(what_the_model_names_is_never_overwritten)
{
    writeFile(model, R"({"asset": {"version": "2.0"}, "buffers": [{"uri": "named.bin", "byteLength": 4}], "images": [{"uri": "named.png"}],
        "nodes": [{"name": "root"}], "scenes": [{"nodes": [0]}], "scene": 0})");
    writeFile(folder / "named.bin", "data");
    writeFile(folder / "named.png", "picture");
    std::filesystem::create_symlink("named.bin", folder / "symbolic");
    checkRefused({"named.bin", "named.png", "../outputs/named.png", "symbolic", "strip.gltf"});
    BOOST_TEST(contentOf(folder / "named.bin") == "data");
    BOOST_TEST(contentOf(folder / "named.png") == "picture");
}

BOOST_AUTO_TEST_CASE(a_full_disk_leaves_what_was_there)
{
    for (const auto& command : commandsWriting(old)) {
        std::string arguments;
        for (const std::string& word : command) {
            arguments += " '" + word + "'";
        }
        const Outcome outcome = runOnFullDisk(arguments);
        BOOST_TEST(outcome.status == 1);
        BOOST_TEST(outcome.errors.starts_with("error: " + old + ": cannot be written: "), outcome.errors);
        BOOST_TEST(contentOf(old) == "what was there");
        BOOST_TEST(fileCount() == 2u);
    }
}

BOOST_AUTO_TEST_CASE(a_full_device_is_an_error)
{
    for (const auto& command : commandsWriting("/dev/full")) {
        const Outcome outcome = runArmature(command);
        BOOST_TEST(outcome.status == 1);
        BOOST_TEST(outcome.errors == "error: /dev/full: cannot be written: No space left on device\n");
    }
    BOOST_TEST(std::filesystem::is_character_file("/dev/full"));
}

BOOST_AUTO_TEST_CASE(links_stay_links_and_modes_stay_modes)
{
    std::filesystem::create_symlink("old", folder / "link");
    std::filesystem::create_symlink("new", folder / "dangling");
    const auto owner = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
    std::filesystem::permissions(old, owner);
    for (const char* name : {"link", "dangling"}) {
        const Outcome outcome = runArmature({"render", model, "-o", (folder / name).string(), "--size", "64x64"});
        BOOST_TEST(outcome.status == 0, outcome.errors);
        BOOST_TEST(std::filesystem::is_symlink(folder / name));
    }
    BOOST_TEST(isPng(old));
    BOOST_TEST((std::filesystem::status(old).permissions() == owner));
    BOOST_TEST(isPng(folder / "new"));
    BOOST_TEST(fileCount() == 5u);
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_written_leaves_what_was_there)
{
    std::filesystem::permissions(folder, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    const bool mayWrite = ::access(folder.c_str(), W_OK) == 0;
    for (const auto& command : commandsWriting(old)) {
        if (!mayWrite) {
            const Outcome outcome = runArmature(command);
            BOOST_TEST(outcome.status == 1);
            BOOST_TEST(outcome.errors == "error: " + old + ": cannot be written: Permission denied\n");
        }
    }
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
    BOOST_TEST(contentOf(old) == "what was there");
    // In /proc, nobody can create files, not even the superuser.
    BOOST_TEST(runArmature({"pose", model, "--obj", "/proc/out.obj"}).status == 1);
    BOOST_TEST(runArmature({"pose", model, "--obj", folder.string()}).errors
               == "error: " + folder.string() + ": cannot be written: Is a directory\n");
}

// The inputs do not exist, but the message about the folder comes before the program reads them.
BOOST_AUTO_TEST_CASE(a_missing_folder_is_said_before_any_work)
{
    const std::string output = (folder / "missing" / "file.png").string();
    const std::vector<std::vector<std::string>> commands{{"render", "no.glb", "-o", output},
                                                         {"pose", "no.glb", "--obj", output},
                                                         {"cut", "no.glb", "-o", output},
                                                         {"plot", "no.glb", "--bone", "hips", "-o", output},
                                                         {"graph", "no.json", "no.glb", "--script", "1", "-o", output},
                                                         {"graph", "no.json", "no.glb", "--script", "1", "--dot", output},
                                                         {"diff", "no.glb", "no.glb", "--picture", output},
                                                         {"cook", "no.glb", "-o", output},
                                                         {"convert", "no.glb", "-o", output},
                                                         {"convert", "--merge", "no.glb", "no.bvh", "-o", output},
                                                         {"retarget", "no.glb", "no.bvh", "-o", output},
                                                         {"retarget", "no.glb", "no.bvh", "-o", "new.glb", "--compare", output}};
    for (const auto& command : commands) {
        const Outcome outcome = runArmature(command);
        BOOST_TEST(outcome.status == 1);
        BOOST_TEST(outcome.errors
                   == "error: " + output + ": cannot be written: there is no folder " + (folder / "missing").string() + "\n");
    }
    BOOST_TEST(runArmature({"render", "no.glb", "-o", old + "/file.png"}).errors
               == "error: " + old + "/file.png: cannot be written: " + old + " is not a folder\n");
    BOOST_TEST(fileCount() == 2u);
}

// The program is killed during an animation that takes far longer than half a second.
BOOST_AUTO_TEST_CASE(an_interrupted_animation_leaves_what_was_there)
{
    const int probe = ::open(folder.c_str(), O_TMPFILE | O_WRONLY, 0600);
    if (probe >= 0) {
        ::close(probe);
    }
    for (const char* signal : {"TERM", "KILL"}) {
        const Outcome outcome = runShell("\"$ARMATURE\" render '" + model + "' -o '" + old
                                         + "' --size 512x512 --frames 10000 & sleep 0.5; kill -" + signal + " $!; wait $!");
        BOOST_TEST(outcome.status > 128);
        BOOST_TEST(contentOf(old) == "what was there");
        if (probe >= 0) {
            BOOST_TEST(fileCount() == 2u);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
