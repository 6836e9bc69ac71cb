#include "page.hpp"

#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

#include <armature/armature.hpp>

using namespace armature::test::page;

// The examples of docs/matrices.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_matrices_page)
{
    armature::Skeleton skeleton("character");
    armature::Bone& body = skeleton.createBone("body", {.bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
    armature::Bone& arm = skeleton.createBone("arm", {.parent = &body, .bind = glm::translate(glm::mat4(1.f), {0.4f, 0.5f, 0.f})});

    arm.setRotation({0.f, 0.f, glm::radians(45.f)});  // marks the arm
    const glm::mat4 now = arm.getAbsoluteMatrix();    // computes the arm; the body has not changed
    check(near(glm::vec3(now[3]), {0.4f, 1.5f, 0.f}));

    skeleton.returnToRest();
    check(near(arm.getFinalMatrix(), glm::mat4(1.f)));

    const glm::mat4 shoulder = glm::translate(glm::mat4(1.f), {0.25f, 0.375f, 0.f});
    const glm::vec3 z(0.f, 0.f, 1.f);

    arm.setBindMatrix(shoulder * glm::rotate(glm::mat4(1.f), glm::radians(30.f), z), armature::BindUpdate::ResetPose);
    arm.setRotation({0.f, 0.f, glm::radians(75.f)});
    const glm::mat4 turned = arm.getFinalMatrix();

    arm.setBindMatrix(shoulder, armature::BindUpdate::ResetPose);
    arm.setRotation({0.f, 0.f, glm::radians(45.f)});
    const glm::mat4 straight = arm.getFinalMatrix();
    check(near(straight, turned));

    const glm::mat4 turn = glm::rotate(glm::mat4(1.f), glm::radians(45.f), z);
    const glm::vec3 joint(shoulder[3]);

    arm.setBindMatrix(glm::mat4(1.f), armature::BindUpdate::ResetPose);
    arm.setRotation({0.f, 0.f, glm::radians(45.f)});
    arm.setPosition(joint - glm::vec3(turn * glm::vec4(joint, 0.f)));
    check(near(arm.getFinalMatrix(), turned));

    arm.setRotation({0.f, 0.f, glm::radians(-80.f)});
    arm.setCurrentPoseAsRest();
    arm.setRotation({0.f, 0.f, glm::radians(20.f)});
    arm.returnToRest();
    check(near(arm.getRotation().z, glm::radians(-80.f)));

    const glm::mat4 given = glm::translate(glm::mat4(1.f), {-0.4f, -1.5f, 0.f});
    arm.setAbsoluteInverseBindMatrix(given);
    check(arm.getAbsoluteInverseBindMatrix() == given);
    check(near(arm.getAbsoluteBindMatrix(), glm::translate(glm::mat4(1.f), {0.4f, 1.5f, 0.f})));

    std::vector<glm::mat4> shirt(skeleton.getFinalMatrices().size(), glm::scale(glm::mat4(1.f), glm::vec3(0.5f)));
    const std::size_t set = skeleton.addInverseBindSet(shirt);
    const auto shirtFinals = skeleton.getFinalMatrices(set);
    check(near(armature::toMat4(shirtFinals[0]), body.getAbsoluteMatrix() * shirt[0]));

    armature::Scene scene;
    armature::TransformNode& place = scene.createTransformNode("place");
    place.setPosition({10'000.f, 0.f, 0.f});
    skeleton.setHostNode(&place);
    check(near(body.getAbsoluteMatrix(), body.getLocalMatrix()));  // as before
    check(near(body.getWorldMatrix(), place.getWorldMatrix() * body.getAbsoluteMatrix()));

    body.setScaling({1.f, 1.5f, 0.7f});
    const glm::quat wanted = glm::angleAxis(glm::radians(40.f), glm::normalize(glm::vec3(1.f, 2.f, 3.f)));
    arm.setRotationQuaternion(wanted, armature::Space::World);
    check(near(glm::mat4_cast(arm.getRotationQuaternion(armature::Space::World)), glm::mat4_cast(wanted)));
    check(near(arm.getDirection({0.f, 1.f, 0.f}), wanted * glm::vec3(0.f, 1.f, 0.f)));
    body.setScaling(glm::vec3(1.f));

    armature::TransformNode& node = scene.createTransformNode("arm");
    arm.linkTransformNode(&node);
    node.setPosition({1.f, 2.f, 3.f});
    check(near(arm.getPosition(), {1.f, 2.f, 3.f}));

    arm.setPosition({9.f, 9.f, 9.f});  // nothing: the node drives
    check(near(arm.getPosition(), {1.f, 2.f, 3.f}));
    arm.linkTransformNode(&node, armature::LinkMode::ForwardWrites);
    arm.setPosition({9.f, 9.f, 9.f});
    check(near(node.getPosition(), {9.f, 9.f, 9.f}));
    arm.linkTransformNode(nullptr);
    check(near(arm.getPosition(), {9.f, 9.f, 9.f}));

    armature::TransformNode& sword = scene.createTransformNode("sword", &arm);
    arm.setPosition({0.f, 5.f, 0.f});
    check(near(sword.getWorldMatrix(), arm.getWorldMatrix()));
}
// clang-format on
