#include <array>
#include <memory>

#include <boost/test/unit_test.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "../../demos/character/motions.hpp"

using armature::test::near;
using character::jointCount;

namespace {

std::unique_ptr<armature::Scene> loadCharacter()
{
    return armature::loadScene(armature::test::buildDirectory() / "demos" / "character.glb");
}

// Computes the skinning matrix from the pose, without any matrix of the file: moves the joint's rest position to the origin, turns, and
// moves to the joint's current position.
glm::dmat4 expectedFinal(const character::Placement& placement, const character::JointRest& rest)
{
    const glm::dmat4 turned = glm::translate(glm::dmat4(1.), glm::dvec3(placement.position)) * glm::mat4_cast(glm::dquat(placement.turn));
    return glm::translate(turned, -glm::dvec3(rest.head));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(character_file)

BOOST_AUTO_TEST_CASE(it_loads_without_warnings)
{
    const auto scene = loadCharacter();
    for (const std::string& warning : scene->warnings()) {
        BOOST_TEST(false, warning);
    }
    BOOST_REQUIRE(scene->skeletons().size() == 1u);
    BOOST_TEST(scene->skeletons()[0]->bones().size() == jointCount - 1);
    BOOST_TEST(scene->nodes().size() == jointCount + 1);
    BOOST_REQUIRE(scene->meshInstances().size() == 1u);
    BOOST_TEST((scene->meshInstances()[0]->getSkeleton() == scene->skeletons()[0]));
    BOOST_TEST(scene->materials().size() == 11u);
    BOOST_TEST(scene->animationGroups().size() == 11u);
    for (const char* clip : {"walk", "idle", "wave", "run", "walkLeft", "walkRight", "turnLeft", "turnRight", "start", "stop", "jump"}) {
        BOOST_REQUIRE(scene->findAnimationGroup(clip) != nullptr);
        BOOST_TEST(scene->findAnimationGroup(clip)->unboundChannelCount() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(its_own_pose_is_the_bind_pose)
{
    const auto scene = loadCharacter();
    for (const armature::Bone* bone : scene->skeletons()[0]->bones()) {
        BOOST_TEST(near(bone->getFinalMatrix(), glm::dmat4(1.), 1e-6), bone->getName());
    }
}

BOOST_AUTO_TEST_CASE(every_clip_shows_the_poses_that_it_was_made_from)
{
    struct Motion {
        const char* name;
        character::Pose (*poseAt)(const character::Rig&, float);
        int keys;
        double keysPerSecond;
    };
    const std::array<Motion, 9> motions{{{"walk", character::walkPose, 30, 30.},
                                         {"idle", character::idlePose, 120, 30.},
                                         {"wave", character::wavePose, 30, 10.},
                                         {"run", character::runPose, 21, 30.},
                                         {"walkLeft", character::walkLeftPose, 30, 30.},
                                         {"walkRight", character::walkRightPose, 30, 30.},
                                         {"turnLeft", character::turnLeftPose, 36, 30.},
                                         {"turnRight", character::turnRightPose, 36, 30.},
                                         {"jump", character::jumpPose, 42, 30.}}};
    const character::Rig rig = character::makeRig();
    const auto scene = loadCharacter();
    const armature::Skeleton& skeleton = *scene->skeletons()[0];
    for (const Motion& motion : motions) {
        armature::AnimationGroup& group = *scene->findAnimationGroup(motion.name);
        for (int key = 0; key <= motion.keys; key += 3) {
            group.goTo(key / motion.keysPerSecond);
            const float phase = static_cast<float>(key % motion.keys) / static_cast<float>(motion.keys);
            const auto placements = place(rig, motion.poseAt(rig, phase));
            for (std::size_t joint = 1; joint < jointCount; ++joint) {  // the root is not a joint of the skin
                const armature::Bone& bone = *skeleton.getBoneByIndex(joint - 1);
                BOOST_TEST(bone.getName() == rig[joint].name);
                BOOST_TEST(near(bone.getFinalMatrix(), expectedFinal(placements[joint], rig[joint]), 2e-6), motion.name << ", key " << key);
            }
        }
    }
}

// Between keys, ten keys a second with tangents reproduce the motion within a third of a degree.
BOOST_AUTO_TEST_CASE(the_cubic_clip_follows_the_motion_between_its_keys)
{
    const character::Rig rig = character::makeRig();
    const auto scene = loadCharacter();
    armature::AnimationGroup& group = *scene->findAnimationGroup("wave");
    for (int step = 1; step < 60; step += 2) {
        group.goTo(step / 20.);
        const auto placements = place(rig, character::wavePose(rig, static_cast<float>(step) / 60.f));
        const auto hand = indexOf(character::Joint::HandRight);
        const glm::dmat4 expected = expectedFinal(placements[hand], rig[hand]);
        BOOST_TEST(near(scene->skeletons()[0]->getBoneByIndex(hand - 1)->getFinalMatrix(), expected, 0.02), "step " << step);
    }
}

// Nodes drive the joints of a file, so writing to a bone writes to its node. By hand: only the head and what is attached to it turn.
BOOST_AUTO_TEST_CASE(its_head_turns_when_told_to)
{
    const auto scene = loadCharacter();
    armature::Skeleton& skeleton = *scene->skeletons()[0];
    armature::Bone& head = *skeleton.findBone("head");
    const glm::mat4 before = head.getFinalMatrix();
    const glm::mat4 chest = head.getParentBone()->getFinalMatrix();
    const glm::quat rest = head.getRotationQuaternion();
    head.setRotation({0.f, glm::radians(40.f), 0.f}, armature::Space::World);
    const glm::quat turned = glm::angleAxis(glm::radians(40.f), glm::vec3(0, 1, 0));
    BOOST_TEST(armature::test::nearRotation(head.getRotationQuaternion(armature::Space::World), turned, 1e-6));
    BOOST_TEST(!near(head.getFinalMatrix(), before, 0.1));
    BOOST_TEST((head.getParentBone()->getFinalMatrix() == chest));
    head.setRotationQuaternion(rest);
    BOOST_TEST(near(head.getFinalMatrix(), before, 1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
