#pragma once

#include <memory>
#include <string>

#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>

#include <support/shared_data.hpp>

#include "calls.hpp"

namespace armature::test::capi {

[[nodiscard]] inline std::string characterFile()
{
    return (buildDirectory() / "demos/character.glb").string();
}

/// The project's character, loaded through the C API and in C++.
struct Character {
    Character() : inCpp(loadScene(characterFile()))
    {
        ok(armature_scene_load(context, characterFile().c_str(), nullptr, &scene));
        ok(armature_scene_skeleton(scene, 0, &skeleton));
    }

    [[nodiscard]] armature_group* group(const char* name) const
    {
        armature_group* found = nullptr;
        ok(armature_scene_find_group(scene, name, &found));
        return found;
    }
    [[nodiscard]] armature_clip* clip(const char* name) const
    {
        armature_clip* found = nullptr;
        ok(armature_group_clip(group(name), &found));
        return found;
    }
    [[nodiscard]] armature_bone* bone(const char* name) const
    {
        armature_bone* found = nullptr;
        ok(armature_skeleton_find_bone(skeleton, name, &found));
        return found;
    }
    [[nodiscard]] Skeleton& cppSkeleton() const { return *inCpp->skeletons()[0]; }

    /// Checks that the palettes have the same bits.
    void comparePalettes() const
    {
        const float* rows = nullptr;
        std::size_t count = 0;
        ok(armature_skeleton_palette(skeleton, 0, &rows, &count));
        const auto expected = cppSkeleton().getFinalMatrices();
        BOOST_TEST_REQUIRE(count == expected.size());
        bool isEqual = true;
        for (std::size_t i = 0; i < 12 * count; ++i) {
            const auto row = static_cast<glm::length_t>(i % 12 / 4);
            isEqual = isEqual && rows[i] == expected[i / 12][row][static_cast<glm::length_t>(i % 4)];
        }
        BOOST_TEST(isEqual);
    }

    Context context;
    armature_scene* scene = nullptr;
    armature_skeleton* skeleton = nullptr;
    std::unique_ptr<Scene> inCpp;
};

}  // namespace armature::test::capi
