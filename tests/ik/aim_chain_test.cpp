#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>

#include <armature/ik/aim_chain.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr float degree = pi / 180.f;

glm::dvec3 worldPointOf(const Node& node, const glm::dvec3& ownPoint)
{
    return glm::dvec3(glm::dmat4(node.getWorldMatrix()) * glm::dvec4(ownPoint, 1.));
}

/// The angle in world space between a bone's line of sight and a target, computed from the bone's matrices.
double missedBy(const Bone& bone, const glm::dvec3& target, const glm::dvec3& forward = {0., 0., 1.}, const glm::dvec3& eye = {})
{
    const glm::dvec3 sight = worldPointOf(bone, eye + forward) - worldPointOf(bone, eye);
    const glm::dvec3 wanted = target - worldPointOf(bone, eye);
    return std::atan2(glm::length(glm::cross(sight, wanted)), glm::dot(sight, wanted));
}

float turnSince(const Bone& bone, const glm::quat& before)
{
    return 2.f * std::acos(std::min(1.f, std::abs(glm::dot(before, bone.getRotationQuaternion()))));
}

/// Bones up the Y axis, `step` apart.
struct Spine {
    explicit Spine(std::size_t count, float step = 0.5f)
    {
        Bone* parent = &skeleton.createBone("hips");
        skeleton.setHostNode(&host);
        for (std::size_t i = 0; i < count; ++i) {
            parent = &skeleton.createBone("spine" + std::to_string(i), {.parent = parent, .bind = toMat4(Transform{{0.f, step, 0.f}})});
            bones.push_back(parent);
        }
    }
    void pose(Random& random, bool deforms)
    {
        for (Bone* bone : skeleton.bones()) {
            const glm::vec3 scale =
                deforms ? random.vector(0.5f, 1.5f) * (random.chance(0.3) ? glm::vec3(-1.f, 1.f, 1.f) : glm::vec3(1.f)) : glm::vec3(1.f);
            bone->setTransform({random.vector(-0.5f, 0.5f), random.rotation(), scale});
        }
        host.setTransform({random.vector(-3.f, 3.f), random.rotation(), deforms ? random.vector(0.3f, 3.f) : glm::vec3(1.f)});
    }

    [[nodiscard]] Chain row() const { return Chain::between(*bones.front(), *bones.back()); }

    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    std::vector<Bone*> bones;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(aim_chain)

// The line of sight is taken from the world matrices in double, so only the rounding of the pose to float remains.
BOOST_AUTO_TEST_CASE(the_last_bone_looks_at_the_target_under_any_parents_and_through_links)
{
    Random random(41);
    for (int round = 0; round < 200; ++round) {
        Spine spine(static_cast<std::size_t>(random.integer(1, 6)));
        spine.pose(random, round % 2 == 1);
        TransformNode& driver = spine.scene.createTransformNode("driver");
        if (round % 3 == 0) {
            driver.setTransform(spine.bones.front()->getTransform());
            spine.bones.front()->linkTransformNode(&driver);
        }
        const glm::vec3 forward = random.direction();
        const glm::vec3 eye = random.vector(-0.1f, 0.1f);
        AimChain chain(*spine.bones.front(), *spine.bones.back(),
                       {.forward = forward, .eye = eye, .upAxis = glm::cross(forward, glm::vec3(0.3f, 1.f, 0.2f))});
        const glm::vec3 target = random.vector(-1.f, 1.f) + 20.f * random.direction();
        std::vector<Transform> before;
        for (const Bone* bone : spine.bones) {
            before.push_back(bone->getTransform());
        }
        const auto report = chain.solve(spine.skeleton, target);
        BOOST_TEST(report.isReached);
        BOOST_TEST(report.activeLimits == 0u);
        BOOST_TEST(missedBy(*spine.bones.back(), glm::dvec3(target), glm::dvec3(forward), glm::dvec3(eye)) < 1e-4);
        for (std::size_t i = 0; i < before.size(); ++i) {
            BOOST_TEST((spine.bones[i]->getTransform().scale == before[i].scale));
            BOOST_TEST((spine.bones[i]->getTransform().translation == before[i].translation));
        }
    }
}

// By hand: all bones are at one point, and the target is 90 degrees to the left. Weights of 1/6, 2/6 and 3/6 give turns of 15, 30 and 45
// degrees, all about Y.
BOOST_AUTO_TEST_CASE(bones_turn_by_their_weights)
{
    Spine spine(3, 0.f);
    Chain row = spine.row();
    for (std::size_t i = 0; i < 3; ++i) {
        row.setJoint(*spine.bones[i], {.stiffness = 1.f - static_cast<float>(i + 1) / 3.f});
    }
    const auto report = AimChain(row).solve(spine.skeleton, {5.f, 0.f, 0.f});
    BOOST_TEST(report.isReached);
    BOOST_TEST(report.iterations == 1u);
    for (std::size_t i = 0; i < 3; ++i) {
        BOOST_TEST(nearRotation(spine.bones[i]->getRotationQuaternion(), turned({0.f, 1.f, 0.f}, 15.f * degree * static_cast<float>(i + 1)),
                                1e-6));
    }
    BOOST_TEST(std::abs(report.jointChange - 45.f * degree) < 1e-5f);

    spine.skeleton.returnToRest();
    row.setJoint(*spine.bones[1], {.stiffness = 1.f});
    AimChain(row).solve(spine.skeleton, {5.f, 0.f, 0.f});
    BOOST_TEST((spine.bones[1]->getRotationQuaternion() == glm::quat(1.f, 0.f, 0.f, 0.f)));
    BOOST_TEST(nearRotation(spine.bones[0]->getRotationQuaternion(), turned({0.f, 1.f, 0.f}, 22.5f * degree), 1e-6));
}

// By hand: the head may turn by only 10 degrees, so the two bones below it turn by the other 80, half each.
BOOST_AUTO_TEST_CASE(other_bones_make_up_for_a_limit)
{
    Spine spine(3, 0.f);
    Chain row = spine.row();
    row.setJoint(*spine.bones[2], {.limit = HingeJoint{{0.f, 1.f, 0.f}, -10.f * degree, 10.f * degree}});
    const auto report = AimChain(row).solve(spine.skeleton, {5.f, 0.f, 0.f});
    BOOST_TEST(report.isReached);
    BOOST_TEST(report.activeLimits == 4u);
    BOOST_TEST(std::abs(turnSince(*spine.bones[2], {1.f, 0.f, 0.f, 0.f}) - 10.f * degree) < 1e-3f);
    BOOST_TEST(std::abs(turnSince(*spine.bones[0], {1.f, 0.f, 0.f, 0.f}) + turnSince(*spine.bones[1], {1.f, 0.f, 0.f, 0.f}) - 80.f * degree)
               < 2e-3f);
}

// By hand: three turns of 10 degrees leave 60 of 90 degrees. All bones are at one point, so the line of sight passes the target, which is 5
// m away, at a distance of 5 m * sin(60 degrees).
BOOST_AUTO_TEST_CASE(beyond_all_limits_the_report_says_what_is_left)
{
    Spine spine(3, 0.f);
    Chain row = spine.row();
    for (const Bone* bone : spine.bones) {
        row.setJoint(*bone, {.limit = SwingTwistJoint{{0.f, 0.f, 1.f}, 10.f * degree, -0.1f, 0.1f}});
    }
    const auto report = AimChain(row).solve(spine.skeleton, {5.f, 0.f, 0.f});
    BOOST_TEST(!report.isReached);
    BOOST_TEST(std::abs(report.angle - 60.f * degree) < 1e-4f);
    BOOST_TEST(std::abs(report.distance - 5.f * std::sin(60.f * degree)) < 1e-3f);
    BOOST_TEST(report.activeLimits == 7u);
    BOOST_TEST(report.iterations < 10u);
}

// Targets come from poses within the limits, so every target can be looked at.
BOOST_AUTO_TEST_CASE(limits_hold_and_what_they_allow_is_found)
{
    Random random(42);
    const int targets = rounds(1000);
    int reached = 0;
    for (int round = 0; round < targets; ++round) {
        Spine spine(4);
        Chain row = spine.row();
        std::vector<SwingTwistJoint> limits;
        for (std::size_t i = 0; i < spine.bones.size(); ++i) {
            const float twist = random.real(0.1f, 1.f);
            limits.push_back({{0.f, 1.f, 0.f}, random.real(0.1f, 0.8f), -twist, twist});
            row.setJoint(*spine.bones[i], {.limit = limits.back(), .stiffness = 1.f - random.real(0.1f, 1.f)});
            const glm::vec3 axis(random.real(-1.f, 1.f), 0.f, random.real(-1.f, 1.f));
            spine.bones[i]->setRotationQuaternion(turned(axis, random.real(0.f, 0.9f) * limits[i].maxSwing)
                                                  * turned({0.f, 1.f, 0.f}, random.real(-0.9f, 0.9f) * twist));
        }
        const glm::vec3 target = spine.bones.back()->getAbsolutePositionFromLocal({0.f, 0.f, random.real(1.f, 10.f)}, Space::Skeleton);
        spine.skeleton.returnToRest();
        const auto report = AimChain(row, {.maxIterations = 64}).solve(spine.skeleton, target, Space::Skeleton);
        reached += report.isReached ? 1 : 0;
        for (std::size_t i = 0; i < spine.bones.size(); ++i) {
            BOOST_TEST(limitViolation(limits[i], spine.bones[i]->getRotationQuaternion()) < 1e-5f);
        }
    }
    BOOST_TEST(reached >= targets * 99 / 100);
    BOOST_TEST_MESSAGE(reached << " of " << targets << " targets were looked at");
}

BOOST_AUTO_TEST_CASE(an_aim_chain_has_a_weight)
{
    Random random(43);
    Spine spine(4);
    spine.pose(random, false);
    const Pose before = capturePose(spine.skeleton);
    AimChain chain(*spine.bones.front(), *spine.bones.back(), {.weight = 0.f});
    const glm::vec3 target(3.f, 4.f, 5.f);
    const auto none = chain.solve(spine.skeleton, target);
    BOOST_TEST((capturePose(spine.skeleton) == before));
    BOOST_TEST(none.jointChange == 0.f);
    chain.setOptions({.weight = 1.f});
    chain.solve(spine.skeleton, target);
    const Pose whole = capturePose(spine.skeleton);
    applyPose(spine.skeleton, before);
    chain.setOptions({.weight = 0.5f});
    const auto half = chain.solve(spine.skeleton, target);
    BOOST_TEST(!half.isReached);
    const Pose expected = blendPoses(before, whole, 0.5f);
    for (std::size_t i = 0; i < expected.bones.size(); ++i) {
        BOOST_TEST(nearRotation(spine.skeleton.bones()[i]->getRotationQuaternion(), expected.bones[i].rotation, 1e-5));
    }
}

// Sheared poses are stored as matrices; as above, the line of sight is taken from the world matrices.
BOOST_AUTO_TEST_CASE(sheared_bones_look_at_the_target)
{
    Random random(47);
    for (int round = 0; round < 100; ++round) {
        Spine spine(3);
        spine.pose(random, true);
        for (Bone* bone : spine.bones) {
            glm::mat4 shear(1.f);
            shear[1][0] = random.real(-0.3f, 0.3f);
            shear[2][1] = random.real(-0.3f, 0.3f);
            bone->setLocalMatrix(bone->getLocalMatrix() * shear);
        }
        const glm::vec3 eye = random.vector(-0.1f, 0.1f);
        const glm::vec3 target = random.vector(-1.f, 1.f) + 20.f * random.direction();
        AimChain chain(*spine.bones.front(), *spine.bones.back(), {.eye = eye});
        BOOST_TEST(chain.solve(spine.skeleton, target).isReached);
        BOOST_TEST(missedBy(*spine.bones.back(), glm::dvec3(target), {0., 0., 1.}, glm::dvec3(eye)) < 1e-4);
    }
}

BOOST_AUTO_TEST_CASE(a_pose_is_solved_as_the_skeleton_is_with_the_same_bits_every_time)
{
    Random random(44);
    for (int round = 0; round < 20; ++round) {
        Spine spine(4);
        spine.pose(random, true);
        Pose pose = capturePose(spine.skeleton);
        Pose again = pose;
        const glm::vec3 target = 5.f * random.direction();
        Chain row = spine.row();
        for (const Bone* bone : spine.bones) {
            row.setJoint(*bone, {.stiffness = 2.f / 3.f});
        }
        row.setJoint(*spine.bones[1], {.limit = SwingTwistJoint{.maxSwing = 0.2f}});
        AimChain chain(row);
        const auto report = chain.solve(spine.skeleton, target, Space::Skeleton);
        const auto ofPose = chain.solve(JointView(spine.skeleton, pose), target, Space::Skeleton);
        BOOST_TEST(std::abs(report.angle - ofPose.angle) < 1e-3f);
        const Pose solved = capturePose(spine.skeleton);
        for (std::size_t i = 0; i < pose.bones.size(); ++i) {
            BOOST_TEST(nearRotation(pose.bones[i].rotation, solved.bones[i].rotation, 1e-3));
        }
        const AllocationCount count;
        chain.solve(JointView(spine.skeleton, again), target, Space::Skeleton);
        BOOST_TEST(count.sinceConstruction() == 0u);
        BOOST_TEST((again == pose));
    }
}

// By hand: bones at one point turn together like a single bone: by the shortest turn, about the axis perpendicular to sight and target.
BOOST_AUTO_TEST_CASE(an_aim_chain_does_not_roll)
{
    Random random(45);
    for (int round = 0; round < 50; ++round) {
        Spine spine(4, 0.f);
        for (Bone* bone : spine.bones) {
            bone->setRotationQuaternion(random.rotation());
        }
        AimChain chain(*spine.bones.front(), *spine.bones.back());
        const glm::quat before = spine.bones.back()->getRotationQuaternion(Space::World);
        const glm::vec3 sight = before * glm::vec3(0.f, 0.f, 1.f);
        const glm::vec3 target = random.direction();
        chain.solve(spine.skeleton, target);
        const float angle = std::atan2(glm::length(glm::cross(sight, target)), glm::dot(sight, target));
        BOOST_TEST(
            nearRotation(spine.bones.back()->getRotationQuaternion(Space::World), turned(glm::cross(sight, target), angle) * before, 1e-5));
    }
}

// By hand: half a turn about the up axis, split in two halves; the head stays upright.
BOOST_AUTO_TEST_CASE(a_target_straight_behind_is_turned_to_about_the_up_axis)
{
    Spine spine(2, 0.f);
    AimChain chain(*spine.bones.front(), *spine.bones.back());
    BOOST_TEST(chain.solve(spine.skeleton, {0.f, 0.f, -4.f}).isReached);
    BOOST_TEST(near(spine.bones.back()->getDirection({0.f, 1.f, 0.f}), glm::vec3(0.f, 1.f, 0.f), 1e-6));
    BOOST_TEST(near(spine.bones.front()->getDirection({0.f, 1.f, 0.f}), glm::vec3(0.f, 1.f, 0.f), 1e-6));
}

// The target moves along a smooth path in front of the spine: no bone turns by more than a few times the target's own angle.
BOOST_AUTO_TEST_CASE(a_smooth_target_gives_smooth_turns)
{
    Spine spine(4);
    Chain row = spine.row();
    row.setJoint(*spine.bones[3], {.limit = SwingTwistJoint{{0.f, 1.f, 0.f}, 0.3f, -0.3f, 0.3f}});
    AimChain chain(row);
    const int steps = rounds(2000);
    Pose last;
    float largest = 0.f;
    for (int step = 0; step <= steps; ++step) {
        const float time = 2.f * pi * static_cast<float>(step) / static_cast<float>(steps);
        spine.skeleton.returnToRest();
        chain.solve(spine.skeleton, {4.f * std::sin(time), 2.f + 2.f * std::sin(2.f * time), 5.f});
        const Pose pose = capturePose(spine.skeleton);
        for (std::size_t i = 0; i < last.bones.size(); ++i) {
            const float cosine = std::abs(glm::dot(pose.bones[i].rotation, last.bones[i].rotation));
            largest = std::max(largest, 2.f * std::acos(std::min(1.f, cosine)));
        }
        last = pose;
    }
    BOOST_TEST(largest < 10.f * 2.f * pi / static_cast<float>(steps));
}

BOOST_AUTO_TEST_CASE(a_singular_matrix_changes_nothing)
{
    Spine spine(3);
    AimChain chain(*spine.bones.front(), *spine.bones.back());
    const Pose rest = capturePose(spine.skeleton);
    spine.host.setScaling({1.f, 0.f, 1.f});
    BOOST_TEST((chain.solve(spine.skeleton, {1.f, 1.f, 1.f}).status == IkStatus::Singular));
    BOOST_TEST((capturePose(spine.skeleton) == rest));
    spine.bones[1]->setScaling(glm::vec3(0.f));
    const Pose flat = capturePose(spine.skeleton);
    BOOST_TEST((chain.solve(spine.skeleton, {1.f, 1.f, 1.f}, Space::Skeleton).status == IkStatus::Singular));
    BOOST_TEST((capturePose(spine.skeleton) == flat));
}

BOOST_AUTO_TEST_CASE(bad_use_is_refused)
{
    Spine spine(3);
    Bone& root = *spine.bones.front();
    Bone& tip = *spine.bones.back();
    BOOST_CHECK_EXCEPTION(AimChain(tip, root), std::invalid_argument, says("hips/spine0 is not below the root hips/spine0/spine1/spine2"));
    BOOST_CHECK_EXCEPTION(AimChain(root, tip, {.upAxis = {0.f, 0.f, -2.f}}), std::invalid_argument, says("parallel"));
    BOOST_CHECK_EXCEPTION(AimChain(root, tip, {.weight = 1.5f}), std::invalid_argument, says("1.5"));
    AimChain chain(root, tip);
    BOOST_TEST(chain.getChain().joints().size() == 3u);
    Chain forked = spine.row();
    forked.addEffector(root, *spine.bones[1]);
    BOOST_CHECK_EXCEPTION(AimChain{forked}, std::invalid_argument, says("3 joints and 2 effectors"));
    BOOST_CHECK_THROW(chain.solve(spine.skeleton, {0.f, std::numeric_limits<float>::infinity(), 0.f}), std::invalid_argument);
    BOOST_CHECK_THROW(chain.solve(spine.skeleton, {0.f, 1.f, 0.f}, Space::Local), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
