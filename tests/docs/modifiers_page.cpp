#include "page.hpp"

#include <cmath>
#include <optional>
#include <span>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/modifier_stack.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

using namespace armature::test::page;

// The examples of docs/modifiers.md, in order and word for word; examples_test.cpp compares them with the page. The body stands in a
// T-pose, 1.6 m tall. All its axes are those of the world.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_modifiers_page)
{
    armature::Scene scene;
    armature::Skeleton& skeleton = scene.createSkeleton("body");
    armature::Bone& pelvis = addBone(skeleton, "pelvis", nullptr, {0.f, 0.95f, 0.f});
    armature::Bone& chest = addBone(skeleton, "chest", &pelvis, {0.f, 0.35f, 0.f});
    armature::Bone& head = addBone(skeleton, "head", &chest, {0.f, 0.3f, 0.f});
    armature::Bone& upperArm = addBone(skeleton, "upperArm", &chest, {0.2f, 0.1f, 0.f});
    armature::Bone& forearm = addBone(skeleton, "forearm", &upperArm, {0.28f, 0.f, 0.f});
    armature::Bone& hand = addBone(skeleton, "hand", &forearm, {0.26f, 0.f, 0.f});
    armature::Bone& otherUpperArm = addBone(skeleton, "otherUpperArm", &chest, {-0.2f, 0.1f, 0.f});
    armature::Bone& otherForearm = addBone(skeleton, "otherForearm", &otherUpperArm, {-0.28f, 0.f, 0.f});
    armature::Bone& otherHand = addBone(skeleton, "otherHand", &otherForearm, {-0.26f, 0.f, 0.f});
    armature::Bone& thigh = addBone(skeleton, "thigh", &pelvis, {0.1f, -0.05f, 0.f});
    armature::Bone& foot = addBone(skeleton, "foot", &addBone(skeleton, "shin", &thigh, {0.f, -0.41f, 0.02f}), {0.f, -0.41f, -0.02f});
    addBone(skeleton, "toes", &foot, {0.f, -0.08f, 0.12f});
    const armature::FootPlacementLeg leg{.foot = &foot};
    armature::FootPlacement feet(std::span(&leg, 1), [](const glm::vec3& at) { return armature::GroundPoint{{at.x, 0.f, at.z}}; });
    armature::TransformNode& handle = scene.createTransformNode("handle", nullptr, {.translation = {0.1f, 1.3f, 0.3f}});
    armature::TransformNode& lamp = scene.createTransformNode("lamp", nullptr, {.translation = {0.5f, 1.7f, 2.f}});
    armature::BoneIkController reach(forearm);
    reach.setTarget(handle);
    armature::BoneLookController look(head);
    look.setTarget(lamp);
    armature::ChainSolver bothHands(armature::Chain::between(otherUpperArm, otherHand));
    const armature::ModifierStack::Function nod = [](armature::JointView joints, double) {
        joints.setRotationQuaternion(2, glm::angleAxis(0.1f, glm::vec3(1.f, 0.f, 0.f)));
    };

    armature::ModifierStack& stack = scene.createModifierStack(skeleton);
    stack.add("feet", feet);                           // a FootPlacement
    stack.add("reach", reach);                         // a BoneIkController
    stack.add("look", look, {.weight = 0.f});          // a BoneLookController, not yet
    stack.find("look")->fadeTo(1.f, 0.5);              // seconds
    scene.animate(0.25);                               // groups, mixers, then feet, reach and look
    check(near(hand.getPosition(armature::Space::World), handle.getPosition(armature::Space::World)));
    check(near(stack.find("look")->getWeight(), 0.5f));

    stack.add("both hands", [&](armature::JointView joints, double) {
        bothHands.solve(joints, armature::IkGoal{.position = lamp.getPosition(armature::Space::World)});
    });
    double time = 0.;
    armature::ModifierStack::Modifier& breath = stack.add("breath", [&, chest = *armature::JointView(skeleton).find("chest")](
                                                              armature::JointView joints, double seconds) {
        time += seconds;
        const float swell = 0.02f * static_cast<float>(std::sin(1.5 * time));
        joints.setScaling(chest, glm::vec3(1.f + swell));
    });
    stack.moveBefore(breath, stack.find("feet"));  // first of all

    breath.setMask(0.f);                                        // nowhere
    breath.setSubtreeMask(*skeleton.findBone("chest"), 1.f);    // but from the chest up
    breath.setMask(*skeleton.findBone("head"), 0.5f);           // the head half
    stack.add("nod", nod, {.weight = 0.5f, .below = skeleton.findBone("head")});  // the same two calls
    stack.find("both hands")->setEnabled(false);

    armature::TransformNode& gun = scene.createTransformNode("gun", &hand);
    armature::TransformNode& grip = scene.createTransformNode("grip", &gun, {.translation = {0.f, 0.f, 0.15f}});
    armature::BoneIkController hold(otherForearm);
    hold.setTarget(grip);
    stack.add("hold", hold);  // after "reach", which moves the gun
    scene.animate(1. / 60.);
    check(near(otherHand.getPosition(armature::Space::World), grip.getPosition(armature::Space::World)));

    forearm.setRotation({0.f, 0.2f, 0.f});  // no clip moves it
    armature::ModifierStack::Modifier& bend = stack.add("bend", [number = *armature::JointView(skeleton).find("forearm")](
                                                            armature::JointView joints, double) {
        joints.setRotationQuaternion(number, joints.getTransform(number).rotation * glm::angleAxis(0.3f, glm::vec3(0.f, 1.f, 0.f)));
    });
    stack.find("reach")->setEnabled(false);
    stack.find("hold")->setEnabled(false);
    scene.animate(1. / 60.);
    scene.animate(1. / 60.);
    check(near(forearm.getRotation().y, 0.5f));  // not 0.8
    bend.setWeight(0.f);
    scene.animate(1. / 60.);
    check(near(forearm.getRotation().y, 0.2f));

    armature::Crowd crowd(skeleton);
    const armature::CrowdInstance member = crowd.add();
    armature::Pose pose = armature::captureRestPose(skeleton);

    armature::ModifierStack shared;
    shared.add("look", [&look](armature::JointView joints, double) { look.solve(joints, {0.5f, 1.7f, 2.f}); });
    crowd.setModifier(member, [&shared](armature::JointView joints) { shared.apply(joints); });

    shared.advance(1. / 60.);  // its fades, once a frame
    crowd.update(1. / 60., armature::Threads::All);
    shared.apply(armature::JointView(skeleton, pose));
    check(pose.bones[2].rotation == crowd.getPose(member).bones[2].rotation);
}
