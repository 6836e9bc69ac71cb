#include <limits>
#include <stdexcept>

#include <armature/scene/scene.hpp>
#include <armature/scene/skeleton_of_nodes.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

/// An upper arm of 2, a forearm of 3, a hand with a set length of 0.5, and a bracelet halfway down the forearm.
struct Arm {
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("arm");
    Bone& upper = skeleton.createBone("upper", {.bind = moved(1.f, 1.f)});
    Bone& forearm = skeleton.createBone("forearm", {.parent = &upper, .bind = moved(0.f, 2.f)});
    Bone& hand = skeleton.createBone("hand", {.parent = &forearm, .bind = moved(0.f, 3.f), .length = 0.5f});
    TransformNode& bracelet = scene.createTransformNode("bracelet", &forearm, {.translation = {0.25f, 1.5f, 0.f}});
};

glm::vec3 placeOf(const Bone& bone)
{
    return glm::vec3(bone.getAbsoluteMatrix()[3]);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bone_lengthen)

// By hand: the forearm starts at (1, 3) and is bent by a right angle, so its y points along -x.
BOOST_AUTO_TEST_CASE(lengthening_moves_what_is_below_and_neither_turns_nor_scales_it)
{
    Arm arm;
    arm.forearm.setRotation({0.f, 0.f, 1.5707963f});
    arm.forearm.lengthen(1.5f);
    BOOST_TEST(near(placeOf(arm.forearm), glm::vec3{1.f, 3.f, 0.f}, 1e-6));
    BOOST_TEST(near(placeOf(arm.hand), glm::vec3{1.f - 4.5f, 3.f, 0.f}, 1e-6));
    BOOST_TEST(near(arm.bracelet.getPosition(Space::World), glm::vec3{1.f - 2.25f, 3.f + 0.375f, 0.f}, 1e-6));
    BOOST_TEST(near(arm.hand.getScaling(), glm::vec3{1.f, 1.f, 1.f}, 0.));
    arm.hand.lengthen(2.f);
    BOOST_TEST(arm.hand.getLength().value() == 1.f);
}

BOOST_AUTO_TEST_CASE(a_lengthened_bone_stays_long_at_rest_and_its_bind_is_untouched)
{
    Arm arm;
    const glm::mat4 bind = arm.hand.getAbsoluteInverseBindMatrix();
    arm.forearm.lengthen(2.f);
    arm.skeleton.returnToRest();
    BOOST_TEST(near(placeOf(arm.hand), glm::vec3{1.f, 9.f, 0.f}, 1e-6));
    BOOST_TEST((arm.hand.getAbsoluteInverseBindMatrix() == bind));
    BOOST_TEST(near(glm::vec3(arm.hand.getFinalMatrix()[3]), glm::vec3{0.f, 3.f, 0.f}, 1e-6));  // the mesh at the hand moves by 3
    BOOST_TEST(arm.forearm.getLength().value() == 3.f);                                         // at bind, as documented
}

// An imported arm: bones follow nodes, and writes go to the nodes.
BOOST_AUTO_TEST_CASE(a_limb_whose_bones_are_linked_is_lengthened_through_its_nodes)
{
    Scene scene;
    TransformNode& elbow = scene.createTransformNode("elbow");
    TransformNode& wrist = scene.createTransformNode("wrist", &elbow, {.translation = {0.f, 3.f, 0.f}});
    TransformNode& bracelet = scene.createTransformNode("bracelet", &elbow, {.translation = {0.f, 1.f, 0.f}});
    Skeleton& skeleton = createSkeletonOfNodes(elbow, "arm");
    skeleton.getBone("bracelet").linkTransformNode(nullptr);
    skeleton.removeBone(skeleton.getBone("bracelet"));
    skeleton.getBone("elbow").lengthen(2.f);
    BOOST_TEST(near(wrist.getPosition(), glm::vec3{0.f, 6.f, 0.f}, 0.));
    BOOST_TEST(near(bracelet.getPosition(), glm::vec3{0.f, 2.f, 0.f}, 0.));
    BOOST_TEST(near(placeOf(skeleton.getBone("wrist")), glm::vec3{0.f, 6.f, 0.f}, 0.));
    skeleton.getBone("wrist").linkTransformNode(&wrist, LinkMode::NodeDrives);
    BOOST_CHECK_EXCEPTION(skeleton.getBone("elbow").lengthen(2.f), std::invalid_argument, says("cannot be lengthened, because only node"));
    BOOST_TEST(near(wrist.getPosition(), glm::vec3{0.f, 6.f, 0.f}, 0.));
}

BOOST_AUTO_TEST_CASE(a_factor_that_is_no_length_is_refused_and_nothing_changes)
{
    Arm arm;
    for (const float factor : {0.f, -1.f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        BOOST_CHECK_EXCEPTION(arm.forearm.lengthen(factor), std::invalid_argument, says("only a finite number above 0"));
    }
    arm.hand.setPosition({0.f, 1e20f, 0.f});
    BOOST_CHECK_EXCEPTION(arm.forearm.lengthen(1e30f), std::invalid_argument, says("would be too far away"));
    BOOST_TEST(arm.bracelet.getPosition().y == 1.5f);
    BOOST_TEST(arm.hand.getPosition().y == 1e20f);
}

BOOST_AUTO_TEST_CASE(a_bone_that_must_be_there_is_returned_or_named_with_those_like_it)
{
    Arm arm;
    const Skeleton& skeleton = arm.skeleton;
    BOOST_TEST(&arm.skeleton.getBone("forearm") == &arm.forearm);
    BOOST_TEST(&skeleton.getBone("hand") == &arm.hand);
    BOOST_CHECK_EXCEPTION(static_cast<void>(arm.skeleton.getBone("foream")), std::invalid_argument,
                          says("skeleton \"arm\" has no bone \"foream\"; did you mean \"forearm\"?"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(skeleton.getBone("tail")), std::invalid_argument, says("it has 3 bones"));
}

BOOST_AUTO_TEST_SUITE_END()
