#include <armature/skeleton/pose.hpp>

#include <limits>
#include <stdexcept>
#include <string>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using test::near;
using test::nearRotation;
using test::quarterTurn;
using test::Random;
using test::says;

namespace {

Transform randomTransform(Random& random)
{
    return {random.vector(-2.f, 2.f), random.rotation(), random.vector(0.5f, 2.f)};
}

// A body with two arms and hands: five bones, symmetric about x = 0 at rest.
struct Character {
    Skeleton skeleton{"character"};
    Bone& body = skeleton.createBone("Body");
    Bone& leftArm = arm("LeftArm", 1.f);
    Bone& rightArm = arm("RightArm", -1.f);
    Bone& leftHand = hand("hand_L", leftArm);
    Bone& rightHand = hand("hand_R", rightArm);

    Bone& arm(const char* name, float side)
    {
        const glm::mat4 bind = glm::translate(glm::mat4(1.f), {side, 2.f, 0.f});
        return skeleton.createBone(name, {.parent = &body, .bind = bind});
    }
    Bone& hand(const char* name, Bone& parent)
    {
        return skeleton.createBone(name, {.parent = &parent, .bind = glm::translate(glm::mat4(1.f), {0.f, -1.f, 0.f})});
    }
};

// The bytes of the matrices that a snapshot must restore.
std::string bytesOf(const Skeleton& skeleton)
{
    std::string bytes;
    for (const Bone* bone : skeleton.bones()) {
        for (const glm::mat4& matrix : {bone->getLocalMatrix(), bone->getFinalMatrix(), bone->getBindMatrix(),
                                        bone->getAbsoluteInverseBindMatrix(), bone->getRestMatrix()}) {
            bytes.append(reinterpret_cast<const char*>(&matrix), sizeof matrix);
        }
    }
    return bytes;
}

Pose anyPoseOf(Random& random, std::size_t bones)
{
    Pose pose;
    for (std::size_t i = 0; i < bones; ++i) {
        pose.bones.push_back(randomTransform(random));
    }
    return pose;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pose)

BOOST_AUTO_TEST_CASE(what_is_applied_is_captured_bit_for_bit)
{
    Random random(601);
    Character character;
    const Pose pose = anyPoseOf(random, 5);
    applyPose(character.skeleton, pose);
    BOOST_TEST((capturePose(character.skeleton) == pose));
}

BOOST_AUTO_TEST_CASE(applying_to_linked_bones_moves_their_nodes)
{
    Random random(602);
    Scene scene;
    Character character;
    TransformNode& node = scene.createTransformNode("node");
    character.leftArm.linkTransformNode(&node);
    const Pose pose = anyPoseOf(random, 5);
    applyPose(character.skeleton, pose);
    BOOST_TEST((node.getTransform() == pose.bones[1]));
    BOOST_TEST((capturePose(character.skeleton) == pose));
}

BOOST_AUTO_TEST_CASE(a_pose_that_does_not_fit_is_refused_and_nothing_changes)
{
    Character character;
    const Pose before = capturePose(character.skeleton);
    BOOST_CHECK_EXCEPTION(applyPose(character.skeleton, Pose{{Transform{}}}), std::invalid_argument, says("a pose of 1 bone "));
    Pose broken = before;
    broken.bones[0].translation.x = 7.f;
    broken.bones[4].scale.y = std::numeric_limits<float>::quiet_NaN();
    BOOST_CHECK_EXCEPTION(applyPose(character.skeleton, broken), std::invalid_argument, says("hand_R"));
    BOOST_TEST((capturePose(character.skeleton) == before));
}

// By hand: halfway between no turn and a quarter turn is an eighth of a turn; halfway between 1 and 3 is 2.
BOOST_AUTO_TEST_CASE(blending_goes_halfway)
{
    const Pose from{{Transform{{0.f, 0.f, 0.f}, glm::quat(1.f, 0.f, 0.f, 0.f), {1.f, 1.f, 1.f}}}};
    const Pose to{{Transform{{2.f, 4.f, 6.f}, glm::angleAxis(quarterTurn, glm::vec3(0.f, 0.f, 1.f)), {3.f, 3.f, 3.f}}}};
    const Transform half = blendPoses(from, to, 0.5f).bones[0];
    BOOST_TEST(near(half.translation, glm::vec3(1.f, 2.f, 3.f), 1e-6));
    BOOST_TEST(nearRotation(half.rotation, glm::angleAxis(quarterTurn / 2.f, glm::vec3(0.f, 0.f, 1.f)), 1e-6));
    BOOST_TEST(near(half.scale, glm::vec3(2.f), 1e-6));
}

BOOST_AUTO_TEST_CASE(blending_takes_the_short_way_whatever_the_sign)
{
    Pose from{{Transform{}}};
    Pose to{{Transform{}}};
    to.bones[0].rotation = -glm::angleAxis(0.2f, glm::vec3(1.f, 0.f, 0.f));
    BOOST_TEST(nearRotation(blendPoses(from, to, 0.5f).bones[0].rotation, glm::angleAxis(0.1f, glm::vec3(1.f, 0.f, 0.f)), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_difference_added_to_its_base_gives_the_pose)
{
    Random random(603);
    const Pose base = anyPoseOf(random, 40);
    const Pose pose = anyPoseOf(random, 40);
    const Pose sum = addDifference(base, differenceOfPoses(base, pose));
    const Pose none = addDifference(base, differenceOfPoses(base, pose), 0.f);
    for (std::size_t i = 0; i < 40; ++i) {
        BOOST_TEST(near(sum.bones[i].translation, pose.bones[i].translation, 1e-6));
        BOOST_TEST(nearRotation(sum.bones[i].rotation, pose.bones[i].rotation, 1e-6));
        BOOST_TEST(near(sum.bones[i].scale, pose.bones[i].scale, 1e-6));
        BOOST_TEST(nearRotation(none.bones[i].rotation, base.bones[i].rotation, 1e-6));
        BOOST_TEST(near(none.bones[i].scale, base.bones[i].scale, 1e-6));
    }
}

// The side on which a difference multiplies is part of the contract: after the base, in the bone's own axes.
BOOST_AUTO_TEST_CASE(a_difference_turns_in_the_bones_own_axes)
{
    const glm::quat aboutX = glm::angleAxis(quarterTurn, glm::vec3(1.f, 0.f, 0.f));
    const glm::quat aboutZ = glm::angleAxis(quarterTurn, glm::vec3(0.f, 0.f, 1.f));
    Pose base{{Transform{}}};
    Pose difference{{Transform{}}};
    base.bones[0].rotation = aboutX;
    difference.bones[0].rotation = aboutZ;
    BOOST_TEST(nearRotation(addDifference(base, difference).bones[0].rotation, aboutX * aboutZ, 1e-6));
}

BOOST_AUTO_TEST_CASE(no_factor_leads_from_scale_nothing_to_something)
{
    Pose base{{Transform{}}};
    base.bones[0].scale.y = 0.f;
    BOOST_CHECK_EXCEPTION(static_cast<void>(differenceOfPoses(base, Pose{{Transform{}}})), std::invalid_argument, says("bone 0"));
}

BOOST_AUTO_TEST_CASE(poses_of_different_sizes_do_not_mix)
{
    const Pose one{{Transform{}}};
    const Pose none;
    BOOST_CHECK_THROW(static_cast<void>(blendPoses(one, none, 0.5f)), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(differenceOfPoses(one, none)), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(addDifference(one, none)), std::invalid_argument);
}

// FNV-1a of nothing is its offset basis; the hash of 40 bytes was computed with the published algorithm in another language.
BOOST_AUTO_TEST_CASE(hashes_are_fnv_1a_and_ignore_the_sign_of_zero)
{
    BOOST_TEST(hashOf(Pose{}) == 0xcbf29ce484222325u);
    Pose pose{{Transform{}}};
    const std::uint64_t hash = hashOf(pose);
    BOOST_TEST(hash == 0x1e773bf22b6856a5u);
    pose.bones[0].translation.x = -0.f;
    BOOST_TEST(hashOf(pose) == hash);
    pose.bones[0].translation.x = std::numeric_limits<float>::denorm_min();
    BOOST_TEST(hashOf(pose) != hash);
}

BOOST_AUTO_TEST_CASE(counterparts_are_found_by_name)
{
    Skeleton skeleton;
    for (const char* name :
         {"spine", "LeftLeg", "RightLeg", "arm_L", "arm_R", "handL", "handR", "l.toe", "r.toe", "tail", "Legend", "left_ear"}) {
        skeleton.createBone(name);
    }
    const MirrorMap expected{0, 2, 1, 4, 3, 6, 5, 8, 7, 9, 10, 11};
    BOOST_TEST(mirrorMapByName(skeleton) == expected, boost::test_tools::per_element());
}

// By hand: mirrored, a left arm turned by +40 degrees about z is a right arm turned by -40 degrees.
BOOST_AUTO_TEST_CASE(mirroring_exchanges_sides)
{
    Character character;
    character.leftArm.setRotationQuaternion(glm::angleAxis(0.7f, glm::vec3(0.f, 0.f, 1.f)));
    character.leftHand.setRotationQuaternion(glm::angleAxis(0.3f, glm::vec3(1.f, 0.f, 0.f)));
    const Pose mirrored = mirrorPose(character.skeleton, capturePose(character.skeleton), mirrorMapByName(character.skeleton));
    BOOST_TEST(nearRotation(mirrored.bones[1].rotation, glm::quat(1.f, 0.f, 0.f, 0.f), 1e-6));
    BOOST_TEST(nearRotation(mirrored.bones[2].rotation, glm::angleAxis(-0.7f, glm::vec3(0.f, 0.f, 1.f)), 1e-6));
    BOOST_TEST(nearRotation(mirrored.bones[4].rotation, glm::angleAxis(0.3f, glm::vec3(1.f, 0.f, 0.f)), 1e-6));
    BOOST_TEST(near(mirrored.bones[2].translation, glm::vec3(-1.f, 2.f, 0.f), 1e-6));
}

BOOST_AUTO_TEST_CASE(mirroring_twice_changes_nothing)
{
    Random random(604);
    Character character;
    for (Bone* bone : character.skeleton.bones()) {
        bone->setRotationQuaternion(random.rotation());
    }
    const MirrorMap map = mirrorMapByName(character.skeleton);
    const Pose pose = capturePose(character.skeleton);
    const Pose twice = mirrorPose(character.skeleton, mirrorPose(character.skeleton, pose, map), map);
    for (std::size_t i = 0; i < pose.bones.size(); ++i) {
        BOOST_TEST(near(toMat4(twice.bones[i]), toMat4(pose.bones[i]), 2e-6));
    }
}

BOOST_AUTO_TEST_CASE(a_mirror_map_that_does_not_fit_is_refused)
{
    Character character;
    const Pose pose = capturePose(character.skeleton);
    BOOST_CHECK_THROW(static_cast<void>(mirrorPose(character.skeleton, pose, {0, 1})), std::invalid_argument);
    BOOST_CHECK_EXCEPTION(static_cast<void>(mirrorPose(character.skeleton, pose, {0, 1, 2, 3, 9})), std::invalid_argument, says("is 9"));
}

BOOST_AUTO_TEST_CASE(a_snapshot_puts_everything_back_bit_for_bit)
{
    Random random(605);
    Character character;
    Skeleton& skeleton = character.skeleton;
    applyPose(skeleton, anyPoseOf(random, 5));
    glm::mat4 sheared(1.f);
    sheared[1][0] = 0.4f;
    character.rightHand.setLocalMatrix(sheared);
    character.leftHand.setAbsoluteInverseBindMatrix(toMat4(randomTransform(random)));
    const std::string before = bytesOf(skeleton);
    const SkeletonSnapshot snapshot(skeleton);

    for (Bone* bone : skeleton.bones()) {
        bone->setBindMatrix(toMat4(randomTransform(random)));
        bone->setRestMatrix(toMat4(randomTransform(random)));
        bone->setTransform(randomTransform(random));
        bone->setLength(3.f);
    }
    skeleton.update();
    snapshot.restore(skeleton);
    BOOST_TEST((bytesOf(skeleton) == before));
    BOOST_TEST(!character.leftHand.getLength().has_value());
}

BOOST_AUTO_TEST_CASE(a_snapshot_of_another_tree_is_refused)
{
    Character character;
    const SkeletonSnapshot snapshot(character.skeleton);
    character.leftHand.setParent(&character.body);
    BOOST_CHECK_EXCEPTION(snapshot.restore(character.skeleton), std::invalid_argument, says("since the snapshot"));
}

// Names as exporters leave them, with a number for every object of the file.
BOOST_AUTO_TEST_CASE(names_with_numbers_have_counterparts)
{
    Skeleton skeleton("rig");
    for (const char* name : {"hips_01", "arm_L_012", "hand_L_013", "arm_R_034", "hand_R_035", "finger_L_1_20", "finger_L_2_21",
                             "finger_R_1_40", "finger_R_2_41", "toe_L_7"}) {
        skeleton.createBone(name);
    }
    const MirrorMap map = mirrorMapByName(skeleton);
    BOOST_TEST((map == MirrorMap{0, 3, 4, 1, 2, 7, 8, 5, 6, 9}));
    const auto unpaired = findUnpairedBones(skeleton, map);
    BOOST_REQUIRE(unpaired.size() == 1u);
    BOOST_TEST(unpaired[0]->getName() == "toe_L_7");
    BOOST_CHECK_EXCEPTION(static_cast<void>(findUnpairedBones(skeleton, {})), std::invalid_argument, says("a mirror map of 0"));
}

// Without the numbers there are two bones of each name. A guess could be wrong, so no pair is made.
BOOST_AUTO_TEST_CASE(a_number_that_tells_bones_apart_is_not_left_out)
{
    Skeleton skeleton("rig");
    for (const char* name : {"finger_L_1", "finger_L_2", "finger_R_3", "finger_R_4"}) {
        skeleton.createBone(name);
    }
    const MirrorMap map = mirrorMapByName(skeleton);
    BOOST_TEST((map == MirrorMap{0, 1, 2, 3}));
    BOOST_TEST(findUnpairedBones(skeleton, map).size() == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
