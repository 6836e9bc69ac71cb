#include "page.hpp"

#include <memory>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/modifier_stack.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <armature/vrm/vrm_model.hpp>

using namespace armature::test::page;

// The examples of docs/vrm.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_vrm_page)
{
    const auto scene = std::make_unique<armature::Scene>();
    armature::TransformNode& hips = scene->createTransformNode("hips");
    armature::VrmModel made;
    made.humanoid = {{armature::HumanoidRole::Head, made.add(scene->createTransformNode("head", &hips, {{0.f, 0.5f, 0.f}}))}};
    made.expressions = {{.name = "happy", .isPreset = true}};
    addVrmModel(*scene, made);

    armature::VrmCharacter character(*scene);  // the first model of the scene
    character.setExpression("happy", 0.5f);
    character.lookAt(glm::vec3(0.f, 1.5f, 2.f));
    scene->animate(1. / 60.);
    character.update(1. / 60.);
    check(near(character.getShownExpression("happy"), 0.5f));

    armature::Scene world;
    const armature::SceneInstance placed = world.instantiate(*scene, {.transform = {{3.f, 0.f, 0.f}}});
    armature::VrmCharacter second(world, findVrmModel(world, placed).value(), placed.getRoot());
    second.update(1. / 60.);

    const armature::VrmModel& model = vrmModels(*scene)[0];
    const armature::TransformNode* head = model.find(armature::HumanoidRole::Head);
    if (!model.meta.allowRedistribution) {
        // ask the author
    }
    check(head == scene->findTransformNode("head"));

    addVrmAnimation(*scene, {.nodes = model.nodes, .humanoid = model.humanoid});
    check(vrmAnimations(*scene)[0].find(armature::HumanoidRole::Head) == head);
}

BOOST_AUTO_TEST_CASE(examples_of_node_constraints)
{
    armature::Scene scene;
    armature::TransformNode& lamp = scene.createTransformNode("lamp");
    lamp.setPosition({0.f, 0.f, 5.f});
    armature::Skeleton& skeleton = scene.createSkeleton("body");
    armature::Bone* const chest = &skeleton.createBone("chest");
    armature::Bone* const twist = &skeleton.createBone("twist", {.parent = chest});
    armature::Bone* const hand = &skeleton.createBone("hand", {.parent = chest});
    armature::Bone* const glove = &skeleton.createBone("glove", {.parent = chest});
    armature::Bone* const eye = &skeleton.createBone("eye", {.parent = chest});
    hand->setRotation({1.f, 0.f, 0.f});

    const std::vector<armature::NodeConstraint> given{
        {.node = twist, .source = hand, .rule = {.kind = armature::NodeConstraintKind::Roll, .weight = 0.5f}},           // about x
        {.node = eye, .source = &lamp, .rule = {.kind = armature::NodeConstraintKind::Aim, .axis = {0.f, 0.f, 1.f}}},  // +z points at it
        {.node = glove, .source = hand}};                                                                             // the same turn from rest
    armature::NodeConstraints constraints(given);
    armature::ModifierStack& stack = scene.createModifierStack(skeleton);
    stack.add("constraints", constraints);
    scene.animate(1. / 60.);
    check(near(twist->getRotation(), glm::vec3(0.5f, 0.f, 0.f)));
    check(near(glove->getRotation(), glm::vec3(1.f, 0.f, 0.f)));
}
