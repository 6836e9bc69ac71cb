#pragma once

#include <filesystem>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <support/shared_data.hpp>

namespace armature::test::page {

/// Creates the files that examples name, in a folder of its own. The folder is the working folder during this object's lifetime. All files
/// are copies of the project's own character, whatever their extensions.
class ModelFolder {
public:
    explicit ModelFolder(std::string_view page) : before_(std::filesystem::current_path())
    {
        const std::filesystem::path character = buildDirectory() / "demos" / "character.glb";
        BOOST_TEST_REQUIRE(std::filesystem::exists(character));
        const std::filesystem::path folder = emptyOutputDirectory(page);
        for (const char* name : {"character.glb", "walk.glb", "walk.bvh"}) {
            std::filesystem::copy_file(character, folder / name);
        }
        std::filesystem::current_path(folder);
    }
    ~ModelFolder() { std::filesystem::current_path(before_); }
    ModelFolder(const ModelFolder&) = delete;
    ModelFolder& operator=(const ModelFolder&) = delete;

private:
    std::filesystem::path before_;
};

}  // namespace armature::test::page
