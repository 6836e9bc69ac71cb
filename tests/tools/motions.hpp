#pragma once

#include <filesystem>
#include <string>

#include <boost/test/unit_test.hpp>

#include <support/shared_data.hpp>

#include "models.hpp"

namespace armature::test {

/// Returns a BVH file of a person. In one second, over 30 frames, the left arm comes down by 60 degrees about z, and the body moves 50 cm
/// forward. `prefix` precedes all names except the root's.
[[nodiscard]] std::string motion(const std::string& prefix = "");

/// A folder that contains a motion, and the demos' character to put it on.
struct Motions {
    std::filesystem::path folder = emptyOutputDirectory("retarget");
    std::string character = (buildDirectory() / "demos" / "character.glb").string();
    std::string lower = put("in/lower.bvh", motion());
    std::string out = (folder / "out.glb").string();

    Motions() { BOOST_TEST_REQUIRE(std::filesystem::exists(character)); }

    std::string put(const std::filesystem::path& name, const std::string& text) const
    {
        std::filesystem::create_directories((folder / name).parent_path());
        return writeFile(folder / name, text);
    }
};

}  // namespace armature::test
