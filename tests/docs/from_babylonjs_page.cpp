#include "page.hpp"

#include <cstdint>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

#include <armature/armature.hpp>

using namespace armature::test::page;

// The examples of docs/from_babylonjs.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_from_babylonjs_page)
{
    armature::Scene scene;
    armature::TransformNode& character = scene.createTransformNode("character");
    armature::Skeleton& skeleton = scene.createSkeleton("rig");
    skeleton.setHostNode(&character);

    armature::Bone& hips = skeleton.createBone("hips", {.bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
    armature::Bone& arm = skeleton.createBone("arm", {.parent = &hips, .bind = glm::translate(glm::mat4(1.f), {0.5f, 0.5f, 0.f})});

    character.setPosition({10.f, 0.f, 0.f});
    character.setScaling(glm::vec3(2.f));
    check(near(arm.getPosition(armature::Space::Local), {0.5f, 0.5f, 0.f}));
    check(near(arm.getPosition(armature::Space::Skeleton), {0.5f, 1.5f, 0.f}));  // Babylon.js: getPosition(Space.WORLD)
    check(near(arm.getPosition(armature::Space::World), {11.f, 3.f, 0.f}));      // Babylon.js: getPosition(Space.WORLD, character)

    armature::TransformNode& elsewhere = scene.createTransformNode("elsewhere");
    check(near(arm.getPosition(armature::Space::World, &elsewhere), {0.5f, 1.5f, 0.f}));

    const std::vector<std::uint16_t> newSlots = skeleton.sortBones(armature::PaletteOrder::FollowBones);
    std::vector<std::uint16_t> joints{1, 0, 1};  // of a mesh that the skeleton moves
    for (std::uint16_t& joint : joints) {
        joint = newSlots[joint];
    }
    check(skeleton.getBoneByIndex(joints[0]) == &arm);

    const armature::Node* found = nullptr;
    hips.forEachDescendant([&](armature::Node& node) {
        found = node.getName() == "arm" ? &node : nullptr;
        return found != nullptr ? armature::Visit::Stop : armature::Visit::Continue;
    });
    check(found == &arm);

    int changes = 0;
    {
        const armature::Subscription subscription = arm.observeChange([&](armature::Node&) { ++changes; });
        hips.setPosition({0.f, 2.f, 0.f});
        hips.setPosition({0.f, 1.f, 0.f});  // nobody has read the arm since the first change
    }
    hips.setPosition({0.f, 1.f, 0.f});  // nobody listens
    check(changes == 1);

    armature::TransformNode& sword = scene.createTransformNode("sword");
    sword.attachToBone(arm);
    character.setPosition({0.f, 0.f, 5.f});
    check(near(sword.getPosition(armature::Space::World), arm.getPosition(armature::Space::World)));  // at once: nothing to prepare

    armature::TransformNode& door = scene.createTransformNode("door");
    door.setPivotPoint({1.f, 0.f, 0.f});  // the hinge
    door.rotate({0.f, 1.f, 0.f}, glm::radians(90.f));
    check(near(door.getPivotPoint(armature::Space::World), {1.f, 0.f, 0.f}));
    check(near(door.getPosition(armature::Space::World), {1.f, 0.f, 1.f}));

    character.lookAt({4.f, 0.f, 5.f});
    check(near(character.getDirection({0.f, 0.f, 1.f}), {1.f, 0.f, 0.f}));

    arm.setScaling({1.f, 3.f, 1.f});
    arm.setRotation({0.f, glm::radians(90.f), 0.f}, armature::Space::World);
    check(near(arm.getScaling(), {1.f, 3.f, 1.f}));
    check(near(arm.getDirection({0.f, 0.f, 1.f}), {1.f, 0.f, 0.f}));

    arm.scale({2.f, 1.f, 1.f}, armature::ChildScaling::Inherit);
    check(near(arm.getScaling(), {2.f, 3.f, 1.f}));

    hips.setScaling({0.f, 1.f, 1.f});
    check(!arm.isInvertibleIn(armature::Space::World));
    check(!arm.getLocalPositionFromAbsolute({1.f, 2.f, 3.f}).has_value());
}
// clang-format on
