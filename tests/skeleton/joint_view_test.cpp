#include <algorithm>
#include <stdexcept>

#include <boost/test/unit_test.hpp>

#include <glm/gtc/matrix_transform.hpp>

#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <support/near.hpp>
#include <support/random.hpp>

#include "skeleton/joint_access.hpp"
#include "skeleton/joint_places.hpp"
#include "skeleton/skeleton_access.hpp"

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(joint_view)

namespace {

/// A rig whose first bone is the child of its second.
struct Rig {
    Rig() { upper.setParent(&base, Keep::Local); }

    Skeleton skeleton{"rig"};
    Bone& upper = skeleton.createBone("upper", {.bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f}), .length = 2.f});
    Bone& base = skeleton.createBone("base", {.bind = glm::translate(glm::mat4(1.f), {5.f, 0.f, 0.f})});
    Bone& tip = skeleton.createBone("tip", {.parent = &upper, .bind = glm::scale(glm::mat4(1.f), {1.f, -2.f, 1.f})});
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_view_knows_the_rig_by_numbers)
{
    Rig rig;
    Pose pose = capturePose(rig.skeleton);
    for (const JointView& joints : {JointView(rig.skeleton), JointView(rig.skeleton, pose)}) {
        BOOST_TEST(joints.size() == 3u);
        BOOST_TEST(joints.getName(1) == "base");
        BOOST_TEST(joints.find("tip").value() == 2u);
        BOOST_TEST(!joints.find("hand"));
        BOOST_TEST(joints.getParent(0).value() == 1u);
        BOOST_TEST(!joints.getParent(1));
        BOOST_TEST(joints.getFirstChild(1).value() == 0u);
        BOOST_TEST(!joints.getFirstChild(2));
        BOOST_TEST(joints.getLength(0).value() == 2.f);
        BOOST_TEST(!joints.getLength(2));
        BOOST_TEST((joints.getAbsoluteMatrix(0) == glm::translate(glm::mat4(1.f), {5.f, 1.f, 0.f})));
        BOOST_TEST((joints.getLocalMatrix(0) == glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})));
        BOOST_TEST((joints.getWorldMatrix() == glm::mat4(1.f)));
        BOOST_TEST(toString(joints).starts_with("0 \"upper\": t (0, 1, 0)"));
    }
}

// A mirror along y equals one along x with half a turn about z: the rest is split in the way that has the pose's signs.
BOOST_AUTO_TEST_CASE(a_rest_is_split_with_the_signs_that_the_pose_has)
{
    Rig rig;
    Pose pose = capturePose(rig.skeleton);
    pose.bones[2].scale = {-1.f, 1.f, 1.f};
    const Transform rest = JointView(rig.skeleton, pose).getRest(2);
    BOOST_TEST(near(rest.scale, glm::vec3(-1.f, 2.f, 1.f), 1e-6));
    BOOST_TEST(near(toMat4(rest), rig.tip.getRestMatrix(), 1e-6));
}

BOOST_AUTO_TEST_CASE(what_is_set_is_read_by_the_view_and_by_what_it_is_of)
{
    Rig rig;
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    rig.upper.linkTransformNode(&node);
    Pose pose = capturePose(rig.skeleton);
    JointView bones(rig.skeleton);
    JointView posed(rig.skeleton, pose);
    for (JointView* joints : {&bones, &posed}) {
        joints->setPosition(0, {1.f, 2.f, 3.f});
        joints->setRotationQuaternion(0, glm::quat(0.f, 0.f, 3.f, 0.f));
        joints->setScaling(0, {2.f, 2.f, 2.f});
        const Transform expected{{1.f, 2.f, 3.f}, glm::quat(0.f, 0.f, 1.f, 0.f), {2.f, 2.f, 2.f}};
        BOOST_TEST((joints->getTransform(0) == expected));
        BOOST_TEST(near(joints->getAbsoluteMatrix(2), rig.base.getAbsoluteMatrix() * toMat4(expected) * rig.tip.getLocalMatrix(), 1e-6));
    }
    BOOST_TEST((node.getTransform() == pose.bones[0]));
    bones.setTransform(2, {{1.f, 1.f, 1.f}});
    BOOST_TEST((rig.tip.getPosition() == glm::vec3(1.f)));
}

BOOST_AUTO_TEST_CASE(a_character_stands_where_its_host_or_the_caller_says)
{
    Rig rig;
    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    host.setPosition({7.f, 0.f, 0.f});
    rig.skeleton.setHostNode(&host);
    Pose pose = capturePose(rig.skeleton);
    const glm::mat4 elsewhere = glm::translate(glm::mat4(1.f), {0.f, 0.f, 4.f});
    BOOST_TEST((JointView(rig.skeleton).getWorldMatrix() == host.getWorldMatrix()));
    BOOST_TEST((JointView(rig.skeleton, pose).getWorldMatrix() == glm::mat4(1.f)));
    BOOST_TEST((JointView(rig.skeleton, pose).placedAt(elsewhere).getWorldMatrix() == elsewhere));
    BOOST_CHECK_THROW(static_cast<void>(JointView(rig.skeleton).placedAt(elsewhere)), std::invalid_argument);
    rig.skeleton.setHostNode(nullptr);
}

BOOST_AUTO_TEST_CASE(mistakes_throw_and_change_nothing)
{
    Rig rig;
    Pose pose = capturePose(rig.skeleton);
    const Pose before = pose;
    JointView bones(rig.skeleton);
    JointView posed(rig.skeleton, pose);
    for (JointView* joints : {&bones, &posed}) {
        BOOST_CHECK_THROW(static_cast<void>(joints->getName(3)), std::invalid_argument);
        BOOST_CHECK_THROW(static_cast<void>(joints->getAbsoluteMatrix(3)), std::invalid_argument);
        BOOST_CHECK_THROW(joints->setTransform(3, {}), std::invalid_argument);
        BOOST_CHECK_THROW(joints->setPosition(1, glm::vec3(NAN)), std::invalid_argument);
        BOOST_CHECK_THROW(joints->setScaling(1, glm::vec3(INFINITY)), std::invalid_argument);
        BOOST_CHECK_THROW(joints->setRotationQuaternion(1, glm::quat(0.f, 0.f, 0.f, 0.f)), std::invalid_argument);
    }
    BOOST_TEST((pose == before));
    BOOST_TEST((capturePose(rig.skeleton) == before));
    pose.bones.pop_back();
    BOOST_CHECK_THROW(JointView(rig.skeleton, pose), std::invalid_argument);
}

// A pose computes a long chain in pieces; a skeleton computes it joint by joint.
BOOST_AUTO_TEST_CASE(a_deep_joint_of_a_pose_has_the_bits_of_a_skeleton)
{
    Random random(77);
    Skeleton skeleton("deep");
    Bone* above = nullptr;
    for (int i = 0; i < 200; ++i) {
        above = &skeleton.createBone("bone", {.parent = above});
        above->setTransform({random.vector(-1.f, 1.f), random.rotation(), random.vector(0.9f, 1.1f)});
    }
    Pose pose = capturePose(skeleton);
    const JointView joints(skeleton, pose);
    for (const std::size_t joint : {0u, 1u, 62u, 63u, 64u, 65u, 127u, 128u, 199u}) {
        BOOST_TEST((joints.getAbsoluteMatrix(joint) == skeleton.bones()[joint]->getAbsoluteMatrix()), joint);
    }
}

// A bone's last position in the list is cached; the cached value must never be taken for the current one.
BOOST_AUTO_TEST_CASE(the_position_of_a_bone_is_current_whatever_came_and_went)
{
    Random random(78);
    Skeleton skeleton("changing");
    for (int round = 0; round < 300; ++round) {
        const std::size_t count = skeleton.bones().size();
        const auto any = [&] { return skeleton.bones()[static_cast<std::size_t>(random.integer(0, static_cast<int>(count) - 1))]; };
        if (count < 5 || random.chance(0.5)) {
            skeleton.createBone("bone", {.parent = count > 0 && random.chance(0.7) ? any() : nullptr});
        } else if (random.chance(0.8)) {
            skeleton.removeBone(*any());
        } else {
            skeleton.sortBones();
        }
        const std::unique_ptr<Skeleton> clone = skeleton.clone();
        for (const Skeleton* each : {static_cast<const Skeleton*>(&skeleton), static_cast<const Skeleton*>(clone.get())}) {
            const auto bones = each->bones();
            for (std::size_t i = 0; i < bones.size(); ++i) {
                BOOST_TEST_REQUIRE(SkeletonAccess::positionOf(*bones[i]) == i);
            }
        }
    }
}

// Joints in random order under random parents, with scales and mirrors, queried in any order, in several poses.
BOOST_AUTO_TEST_CASE(places_that_are_remembered_have_the_bits_of_those_found_from_the_root)
{
    Random random(20261126);
    Skeleton skeleton("deep");
    constexpr std::size_t count = 300;
    for (std::size_t joint = 0; joint < count; ++joint) {
        const auto last = static_cast<int>(joint) - 1;
        Bone* const parent = joint > 0 ? skeleton.bones()[static_cast<std::size_t>(random.integer(std::max(0, last - 2), last))] : nullptr;
        skeleton.createBone("joint", {.parent = parent});
    }
    Pose pose = capturePose(skeleton);
    JointPlaces places(3);
    for (int round = 0; round < 4; ++round) {
        for (Transform& bone : pose.bones) {
            bone = {random.vector(-1.f, 1.f), random.rotation(), random.vector(-1.1f, 1.1f)};
        }
        const JointView joints(skeleton, pose);
        places.begin(joints);
        for (int look = 0; look < 400; ++look) {
            const auto joint = static_cast<std::size_t>(random.integer(0, count - 1));
            BOOST_TEST_REQUIRE((places.at(joint) == JointAccess::absolute(joints, joint)), "joint " << joint << ", round " << round);
        }
    }
    const JointView bones(skeleton);
    places.begin(bones);
    BOOST_TEST((places.at(count - 1) == JointAccess::absolute(bones, count - 1)));
}

BOOST_AUTO_TEST_SUITE_END()
