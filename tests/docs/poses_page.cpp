#include "page.hpp"

#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/armature.hpp>

using namespace armature::test::page;

namespace {

void addLimb(armature::Skeleton& skeleton, const char* name, const glm::vec3& at)
{
    skeleton.createBone(name, {.parent = skeleton.findBone("body"), .bind = glm::translate(glm::mat4(1.f), at)});
}

}  // namespace

// The examples of docs/poses.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_poses_page)
{
    armature::Skeleton skeleton("two arms, two legs");
    skeleton.createBone("body");
    addLimb(skeleton, "arm_L", {0.2f, 0.5f, 0.f});
    addLimb(skeleton, "arm_R", {-0.2f, 0.5f, 0.f});
    addLimb(skeleton, "leg_L", {0.1f, 0.f, 0.f});
    addLimb(skeleton, "leg_R", {-0.1f, 0.f, 0.f});

    armature::Bone& arm = *skeleton.findBone("arm_L");
    arm.setRotation({0.f, 0.f, glm::radians(60.f)});                     // Euler angles: pitch, yaw, roll
    arm.rotate({0.f, 1.f, 0.f}, 0.3f, armature::Space::World);           // and turned further, about the world's axis
    arm.lookAt({1.f, 2.f, 0.f}, armature::Space::World, {.forward = {0.f, 1.f, 0.f}});  // or its +Y pointed at something
    skeleton.returnToRest();                                             // and all of it back

    const armature::Pose rest = armature::capturePose(skeleton);
    skeleton.findBone("arm_L")->setRotation({0.f, 0.f, 1.f});
    skeleton.findBone("leg_R")->setRotation({0.7f, 0.f, 0.f});
    const armature::Pose stride = armature::capturePose(skeleton);

    armature::applyPose(skeleton, rest);
    check(near(skeleton.findBone("arm_L")->getRotation(), {0.f, 0.f, 0.f}));

    armature::applyPose(skeleton, armature::blendPoses(rest, stride, 0.5f));  // halfway
    check(near(skeleton.findBone("arm_L")->getRotation(), {0.f, 0.f, 0.5f}));

    const armature::Pose change = armature::differenceOfPoses(rest, stride);
    armature::applyPose(skeleton, armature::addDifference(rest, change, 0.25f));  // a quarter of the way
    check(near(skeleton.findBone("leg_R")->getRotation(), {0.175f, 0.f, 0.f}));

    std::vector<armature::Transform> frame = rest.bones;  // one for each of skeleton.bones(), from anywhere
    frame[0].translation = {0.f, 1.f, 0.f};
    skeleton.setLocalTransforms(frame);
    check(near(skeleton.findBone("body")->getPosition(), {0.f, 1.f, 0.f}));

    const std::vector<armature::Bone*> arms{skeleton.findBone("arm_L"), skeleton.findBone("arm_R")};
    skeleton.setLocalTransforms(arms, std::vector{stride.bones[1], rest.bones[2]});
    check(near(arms[0]->getRotation(), {0.f, 0.f, 1.f}));

    const armature::MirrorMap sides = armature::mirrorMapByName(skeleton);
    check(armature::findUnpairedBones(skeleton, sides).empty());  // names that say a side and have no partner
    armature::applyPose(skeleton, armature::mirrorPose(skeleton, stride, sides));
    check(near(skeleton.findBone("arm_R")->getRotation(), {0.f, 0.f, -1.f}));
    check(near(skeleton.findBone("leg_L")->getRotation(), {0.7f, 0.f, 0.f}));

    const armature::SkeletonSnapshot before(skeleton);
    arm.setBindMatrix(glm::mat4(1.f), armature::BindUpdate::ResetPose);
    arm.setLength(3.f);
    before.restore(skeleton);
    check(arm.getLength() != 3.f);

    skeleton.returnToRest();  // the left arm is at (0.2 0.5 0) on the body
    skeleton.getBone("body").lengthen(2.f);
    check(near(skeleton.getBone("arm_L").getPosition(), {0.4f, 1.f, 0.f}));

    const std::string text = armature::saveSkeletonJson(skeleton);
    const auto copy = armature::loadSkeletonJson(text, "arm.json");  // the name is for messages
    check(armature::saveSkeletonJson(*copy) == text);
}
