#include <filesystem>
#include <string>

#include <boost/test/unit_test.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <armature/import/load_scene.hpp>

#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"

// Files on disk and what they refer to: only regular files inside the model's own folder are ever opened.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

/// A folder "model" inside the test case's own empty folder. The model file in it has one buffer, which it names by a URI.
class ModelFolder {
public:
    explicit ModelFolder(std::string_view name) : outside_(emptyOutputDirectory(name)), inside_(outside_ / "model")
    {
        fs::create_directory(inside_);
    }

    [[nodiscard]] const fs::path& outside() const { return outside_; }
    [[nodiscard]] const fs::path& inside() const { return inside_; }

    /// Writes the data of a rig to `data` and loads a model that names it as `uri`.
    [[nodiscard]] std::unique_ptr<Scene> loadNaming(std::string_view uri, const fs::path& data, const ImportOptions& options = {}) const
    {
        auto asset = Asset::rig();
        if (!data.empty()) {
            writeAll(data, asset.binary());
        }
        return load(asset, uri, options);
    }

    [[nodiscard]] std::unique_ptr<Scene> load(Asset& asset, std::string_view uri, const ImportOptions& options = {}) const
    {
        asset.set("/buffers", R"([{"byteLength":)" + std::to_string(asset.binary().size()) + R"(,"uri":")" + std::string(uri) + R"("}])");
        writeAll(inside_ / "model.gltf", asset.gltf());
        return loadScene(inside_ / "model.gltf", options);
    }

    /// The problem that a model naming `uri` meets.
    [[nodiscard]] std::string problemOfFile(std::string_view uri, const fs::path& data = {}, const ImportOptions& options = {}) const
    {
        try {
            const auto scene = loadNaming(uri, data, options);
        } catch (const ImportError& error) {
            BOOST_TEST(error.getPlace() == "/buffers/0/uri");
            return error.getProblem();
        }
        return "was read";
    }

private:
    fs::path outside_;
    fs::path inside_;
};

std::string problemOfFile(const fs::path& file)
{
    try {
        const auto scene = loadScene(file);
    } catch (const ImportError& error) {
        BOOST_TEST(error.getFile() == file.string());
        return error.getProblem();
    }
    return "was read";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_a_folder_and_an_empty_file_are_refused)
{
    const ModelFolder folder("import_plain_files");
    BOOST_TEST(problemOfFile(folder.inside() / "nothing.glb") == "does not exist");
    BOOST_TEST(problemOfFile(folder.inside()) == "is a folder, but must be a regular file");
    writeAll(folder.inside() / "empty.glb", {});
    BOOST_TEST(problemOfFile(folder.inside() / "empty.glb") == "the file is empty");
    BOOST_TEST(problemOfFile(fs::path()) == "does not exist");
}

BOOST_AUTO_TEST_CASE(devices_and_pipes_are_refused_without_being_read)
{
    const ModelFolder folder("import_devices");
    BOOST_TEST(problemOfFile("/dev/zero") == "is a device, but must be a regular file");
    const fs::path pipe = folder.inside() / "pipe.glb";
    BOOST_REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    BOOST_TEST(problemOfFile(pipe) == "is a pipe, but must be a regular file");
}

BOOST_AUTO_TEST_CASE(a_file_without_permission_is_refused)
{
    const ModelFolder folder("import_permission");
    const fs::path file = folder.inside() / "secret.glb";
    writeAll(file, Asset::rig().glb());
    fs::permissions(file, fs::perms::none);
    if (access(file.c_str(), R_OK) == 0) {
        BOOST_TEST_MESSAGE("skipped: this user may read everything");
        return;
    }
    BOOST_TEST(problemOfFile(file).find("cannot be opened") == 0);
}

BOOST_AUTO_TEST_CASE(a_file_above_the_limit_is_refused_before_it_is_read)
{
    const ModelFolder folder("import_size_limit");
    const fs::path file = folder.inside() / "large.glb";
    writeAll(file, Asset::rig().glb());
    fs::resize_file(file, std::uintmax_t{600} << 20);  // sparse: takes no space on disk
    BOOST_TEST(problemOfFile(file) == "has 629145600 bytes, but the limit is 536870912 (ImportLimits::fileBytes)");
}

BOOST_AUTO_TEST_CASE(buffers_beside_the_model_are_read)
{
    const ModelFolder folder("import_beside");
    BOOST_TEST(folder.loadNaming("data.bin", folder.inside() / "data.bin")->nodes().size() == 4);
    fs::create_directory(folder.inside() / "sub");
    BOOST_TEST(folder.loadNaming("sub/data.bin", folder.inside() / "sub/data.bin")->nodes().size() == 4);
    BOOST_TEST(folder.loadNaming("./sub/../data.bin", folder.inside() / "data.bin")->nodes().size() == 4);
}

BOOST_AUTO_TEST_CASE(uris_are_percent_decoded)
{
    const ModelFolder folder("import_percent");
    BOOST_TEST(folder.loadNaming("my%20data%2Ebin", folder.inside() / "my data.bin")->nodes().size() == 4);
    BOOST_TEST(folder.loadNaming("100%.bin", folder.inside() / "100%.bin")->nodes().size() == 4);
    BOOST_TEST(folder.loadNaming("d\u00e4ta.bin", folder.inside() / fs::path(u8"d\u00e4ta.bin"))->nodes().size() == 4);
}

BOOST_AUTO_TEST_CASE(a_missing_buffer_is_refused_by_name)
{
    const ModelFolder folder("import_missing");
    BOOST_TEST(folder.problemOfFile("data.bin") == "\"data.bin\" names a file that does not exist");
}

BOOST_AUTO_TEST_CASE(a_uri_that_climbs_out_of_the_folder_is_refused)
{
    const ModelFolder folder("import_climb");
    for (const std::string_view uri : {"../data.bin", "sub/../../data.bin", "%2e%2e/data.bin", "..%2Fdata.bin", "./../data.bin"}) {
        BOOST_TEST(
            folder.problemOfFile(uri, folder.outside() / "data.bin").find("leads out of this file's own folder") != std::string::npos, uri);
    }
}

BOOST_AUTO_TEST_CASE(whether_a_file_exists_outside_is_not_given_away)
{
    const ModelFolder folder("import_probe");
    const std::string there = folder.problemOfFile("../data.bin", folder.outside() / "data.bin");
    fs::remove(folder.outside() / "data.bin");
    BOOST_TEST(folder.problemOfFile("../data.bin") == there);
}

BOOST_AUTO_TEST_CASE(absolute_paths_and_schemes_are_refused)
{
    const ModelFolder folder("import_absolute");
    BOOST_TEST(folder.problemOfFile("/dev/zero").find("is an absolute path") != std::string::npos);
    BOOST_TEST(folder.problemOfFile("file:///dev/zero").find("has the scheme \"file\"") != std::string::npos);
    BOOST_TEST(folder.problemOfFile("https://example.com/data.bin").find("has the scheme \"https\"") != std::string::npos);
    BOOST_TEST(folder.problemOfFile("C:/data.bin").find("has the scheme \"C\"") != std::string::npos);
    BOOST_TEST(folder.problemOfFile("").find("is empty") != std::string::npos);
    BOOST_TEST(folder.problemOfFile("data%00.bin").find("NUL") != std::string::npos);
    BOOST_TEST(folder.problemOfFile(std::string(5000, 'a')).find("has 5000 characters") != std::string::npos);
    BOOST_TEST(folder.problemOfFile(std::string(300, 'a')) != "was read");
}

BOOST_AUTO_TEST_CASE(a_symbolic_link_out_of_the_folder_is_refused)
{
    const ModelFolder folder("import_symlink_out");
    fs::create_symlink(folder.outside() / "data.bin", folder.inside() / "link.bin");
    fs::create_directory_symlink(folder.outside(), folder.inside() / "up");
    const fs::path data = folder.outside() / "data.bin";
    BOOST_TEST(folder.problemOfFile("link.bin", data).find("through a symbolic link") != std::string::npos);
    BOOST_TEST(folder.problemOfFile("up/data.bin", data).find("through a symbolic link") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_symbolic_link_within_the_folder_is_followed)
{
    const ModelFolder folder("import_symlink_in");
    fs::create_symlink("data.bin", folder.inside() / "link.bin");
    BOOST_TEST(folder.loadNaming("link.bin", folder.inside() / "data.bin")->nodes().size() == 4);
}

BOOST_AUTO_TEST_CASE(links_in_a_circle_are_refused)
{
    const ModelFolder folder("import_symlink_circle");
    fs::create_symlink("b.bin", folder.inside() / "a.bin");
    fs::create_symlink("a.bin", folder.inside() / "b.bin");
    BOOST_TEST(folder.problemOfFile("a.bin").find("cannot be followed") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_folder_or_pipe_as_buffer_is_refused)
{
    const ModelFolder folder("import_odd_buffers");
    BOOST_TEST(folder.problemOfFile(".").find("is a folder") != std::string::npos);
    BOOST_REQUIRE(mkfifo((folder.inside() / "pipe").c_str(), 0600) == 0);
    BOOST_TEST(folder.problemOfFile("pipe").find("is a pipe") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_buffer_file_above_the_limit_is_refused)
{
    const ModelFolder folder("import_buffer_limit");
    writeAll(folder.inside() / "data.bin", Asset::rig().binary());
    fs::resize_file(folder.inside() / "data.bin", std::uintmax_t{600} << 20);
    BOOST_TEST(folder.problemOfFile("data.bin").find("has 629145600 bytes, but the limit is 536870912") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_buffer_file_that_is_too_short_is_refused_with_both_lengths)
{
    const ModelFolder folder("import_short_buffer");
    writeAll(folder.inside() / "data.bin", bytesOf("short"));
    auto asset = Asset::rig();
    const auto size = std::to_string(asset.binary().size());
    BOOST_CHECK_EXCEPTION(static_cast<void>(folder.load(asset, "data.bin")), ImportError,
                          says("/buffers/0/byteLength: is " + size + ", but the data has 5 bytes"));
}

BOOST_AUTO_TEST_CASE(external_files_can_be_forbidden)
{
    const ModelFolder folder("import_forbidden");
    ImportOptions options;
    options.allowExternalFiles = false;
    BOOST_TEST(folder.problemOfFile("data.bin", folder.inside() / "data.bin", options).find("allowExternalFiles is off")
               != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_model_in_memory_may_not_name_files)
{
    BOOST_TEST(Asset::rig().set("/buffers", R"([{"byteLength":4,"uri":"data.bin"}])").refusal().getProblem().find("loaded from memory")
               != std::string::npos);
}

BOOST_AUTO_TEST_CASE(pictures_outside_the_folder_are_left_out_unread)
{
    const ModelFolder folder("import_pictures");
    writeAll(folder.outside() / "secret.png", bytesOf("secret"));
    writeAll(folder.inside() / "skin.png", bytesOf("picture"));
    fs::create_symlink(folder.outside() / "secret.png", folder.inside() / "link.png");
    auto asset = Asset::rig().set("/images", R"([{"uri":"../secret.png"},{"uri":"link.png"},{"uri":"skin.png"}])");
    writeAll(folder.inside() / "model.glb", asset.glb());
    const auto scene = loadScene(folder.inside() / "model.glb");
    BOOST_TEST(scene->images()[0].bytes.empty());
    BOOST_TEST(scene->images()[1].bytes.empty());
    BOOST_TEST((scene->images()[2].bytes == bytesOf("picture")));
    BOOST_TEST(hasWarning(*scene, "/images/0/uri: \"../secret.png\" leads out of this file's own folder"));
}

BOOST_AUTO_TEST_CASE(a_file_name_with_special_characters_loads)
{
    const ModelFolder folder("import_special_name");
    const fs::path file = folder.inside() / fs::path(u8"m\u00f6del #1 %20.glb");
    writeAll(file, Asset::rig().glb());
    BOOST_TEST(loadScene(file)->nodes().size() == 4);
}

// what() is a C string, which a NUL would end; a line break would end the line of a log.
BOOST_AUTO_TEST_CASE(a_message_is_whole_on_one_line_and_names_the_file)
{
    using namespace std::string_view_literals;
    const ImportError error("a\0b.glb"sv, "/nodes/0", "is\nbroken\x7f");
    BOOST_TEST(error.what() == "a\\x00b.glb: /nodes/0: is\\nbroken\\x7f"sv);
    BOOST_TEST(error.getFile() == "a\0b.glb"sv);
    const auto messageOf = [](std::string_view name) {
        try {
            static_cast<void>(loadScene(std::span<const std::byte>(), name));
        } catch (const ImportError& refusal) {
            return std::string(refusal.what());
        }
        return std::string();
    };
    BOOST_TEST(messageOf("") == "(no file name): header: the file is empty");
    BOOST_TEST(messageOf("x\0y"sv) == "x\\x00y: header: the file is empty");
}

BOOST_AUTO_TEST_SUITE_END()
