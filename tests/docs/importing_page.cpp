#include "model_folder.hpp"
#include "page.hpp"

#include <boost/test/unit_test.hpp>

#include <armature/armature.hpp>

using namespace armature::test::page;

// The examples of docs/importing.md in their order, as they stand there; examples_test.cpp holds the two against each other.
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
