#include "model_folder.hpp"
#include "page.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/armature.hpp>

using namespace armature::test::page;

// The examples of docs/importing.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_importing_page)
{
    const ModelFolder folder("importing_page");
    {
    const auto character = armature::loadScene("character.glb");
    for (const auto& clip : armature::loadClips("walk.glb")) {
        character->createAnimationGroup(clip);
    }
    check(character->animationGroups().size() == 2 * armature::loadClips("walk.glb").size());
    }
    std::filesystem::create_directory("models");
    std::filesystem::copy_file("character.glb", "models/character.glb");
    std::ofstream("models/notes.txt") << "no model";
    for (const auto& entry : std::filesystem::recursive_directory_iterator("models")) {
        if (!entry.is_regular_file()) {
            continue;
        }
        try {
            const auto scene = armature::loadScene(entry.path());
            std::printf("%s\n", entry.path().c_str());
            for (const armature::Skeleton* skeleton : scene->skeletons()) {
                std::printf("  skeleton %s: %zu bones\n", skeleton->getName().c_str(), skeleton->bones().size());
            }
            for (const armature::AnimationGroup* group : scene->animationGroups()) {
                std::printf("  clip %s: %g s\n", group->getName().c_str(), group->getClip().getDuration());
            }
            for (const std::string& warning : scene->warnings()) {
                std::printf("  warning: %s\n", warning.c_str());
            }
        } catch (const armature::ImportError& error) {
            std::printf("%s\n", error.what());  // the file, the place in it, the problem
        }
    }
    const auto scene = armature::loadScene("character.glb");
    armature::Bone& head = *scene->skeletons().front()->findBone("head");
    head.setRotation({0.f, glm::radians(40.f), 0.f});
    head.lookAt({0.f, 1.6f, 3.f}, armature::Space::World);
    scene->skeletons().front()->returnToRest();
    check(near(head.getLocalMatrix(), head.getRestMatrix()));

    const auto followers = armature::loadScene("character.glb", {.linkMode = armature::LinkMode::NodeDrives});
    armature::Bone& follower = *followers->skeletons().front()->findBone("head");
    const glm::mat4 before = follower.getLocalMatrix();
    follower.setRotation({0.f, 1.f, 0.f});
    check(near(follower.getLocalMatrix(), before));
    {
    const auto character = armature::loadScene("character.glb");
    for (const auto& clip : armature::loadClips("walk.bvh")) {
        character->createAnimationGroup(clip);
    }
    }
}
// clang-format on
