#include <numbers>

#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/skeleton/pose.hpp>

#include <ik/limb_stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(bone_look_controller)

namespace {

glm::dvec3 sightOf(const Bone& bone, const glm::vec3& forward = {0.f, 0.f, 1.f})
{
    return glm::normalize(glm::dvec3(glm::vec3(bone.getWorldMatrix() * glm::vec4(forward, 0.f))));
}

}  // namespace

// The hand is at (0, 2, 0) and looks along +Z. A target along +X is a quarter turn about Y away.
BOOST_AUTO_TEST_CASE(a_quarter_turn_by_hand)
{
    Limb limb;
    BoneLookController controller(limb.hand);
    controller.setTarget({5.f, 2.f, 0.f});
    const auto report = controller.update();
    BOOST_TEST(near(sightOf(limb.hand), glm::dvec3(1., 0., 0.), 1e-6));
    BOOST_TEST(near(limb.hand.getDirection({0.f, 1.f, 0.f}), glm::vec3(0.f, 1.f, 0.f), 1e-6));
    BOOST_TEST(report.isReached);
    BOOST_TEST(report.jointChange == pi / 2.f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST((!report.isYawHeld && !report.isPitchHeld));
}

BOOST_AUTO_TEST_CASE(limits_hold_the_sight_and_say_so)
{
    Limb limb;
    BoneLookOptions options;
    options.maxYaw = pi / 6.f;
    options.minYaw = -pi / 4.f;
    options.maxPitch = pi / 3.f;
    options.minPitch = -pi / 3.f;
    BoneLookController controller(limb.hand, options);
    controller.setTarget({5.f, 2.f, 0.f});  // yaw 90 degrees
    auto report = controller.update();
    BOOST_TEST(near(sightOf(limb.hand), glm::dvec3(0.5, 0., std::sqrt(0.75)), 1e-6));
    BOOST_TEST(!report.isReached);
    BOOST_TEST(report.angle == pi / 3.f, boost::test_tools::tolerance(1e-4f));
    BOOST_TEST(report.isYawHeld);
    BOOST_TEST(!report.isPitchHeld);
    controller.setTarget({0.f, 12.f, 0.1f});  // nearly straight up
    report = controller.update();
    BOOST_TEST(near(sightOf(limb.hand), glm::dvec3(0., std::sqrt(0.75), 0.5), 1e-5));
    BOOST_TEST(report.isPitchHeld);
    BOOST_TEST(!report.isYawHeld);
    controller.setTarget({-1.f, 2.f, -0.1f});  // along -X and a little behind: nearer to a yaw of -45 than of 30 degrees
    static_cast<void>(controller.update());
    BOOST_TEST(near(sightOf(limb.hand), glm::dvec3(-std::sqrt(0.5), 0., std::sqrt(0.5)), 1e-6));
}

// A range whose ends lie on both sides of straight backwards, like a rear gunner's.
BOOST_AUTO_TEST_CASE(limits_hold_beyond_half_a_turn)
{
    Limb limb;
    BoneLookOptions options;
    options.minYaw = pi * 0.75f;
    options.maxYaw = pi * 1.5f;
    BoneLookController controller(limb.hand, options);
    const auto yawAfter = [&](double yaw) {
        controller.setTarget(glm::vec3(10. * glm::dvec3(std::sin(yaw), 0., std::cos(yaw)) + Limb::place(limb.hand)));
        static_cast<void>(controller.update());
        const glm::dvec3 sight = sightOf(limb.hand);
        return std::atan2(sight.x, sight.z);
    };
    const double turn = 2. * std::numbers::pi;
    for (double yaw = -7.; yaw < 7.; yaw += 0.05) {
        const double inside = std::remainder(yaw - 1.125 * std::numbers::pi, turn);
        const double half = 0.375 * std::numbers::pi;
        const double expected = 1.125 * std::numbers::pi + std::clamp(inside, -half, half);
        BOOST_TEST_CONTEXT("yaw " << yaw)
        {
            BOOST_TEST(std::abs(std::remainder(yawAfter(yaw) - expected, turn)) < 1e-5);
        }
    }
    options.minYaw = -3.f * pi;  // more than a whole turn: no limit
    options.maxYaw = 0.f;
    controller.setOptions(options);
    BOOST_TEST(std::abs(yawAfter(1.) - 1.) < 1e-5);
}

BOOST_AUTO_TEST_CASE(any_matrix_above_lets_it_look_exactly_and_keeps_the_scale)
{
    Random random(41);
    Limb limb;
    for (int round = 0; round < 1000; ++round) {
        limb.randomise(random, static_cast<Above>(round % 4));
        const glm::vec3 scale = random.vector(0.3f, 2.f) * (round % 3 == 0 ? glm::vec3(-1.f, 1.f, 1.f) : glm::vec3(1.f));
        limb.hand.setScaling(scale);
        BoneLookOptions options;
        options.forward = random.direction();
        options.upAxis = glm::cross(options.forward, random.direction());
        options.upSpace = round % 2 == 0 ? Space::World : Space::Local;
        if (glm::length(options.upAxis) < 0.1f) {
            continue;
        }
        BoneLookController controller(limb.hand, options);
        const glm::vec3 target = random.vector(-5.f, 5.f);
        controller.setTarget(target);
        const auto report = controller.update();
        const glm::dvec3 direction = glm::normalize(glm::dvec3(target) - Limb::place(limb.hand));
        BOOST_TEST_CONTEXT("round " << round)
        {
            BOOST_TEST(near(sightOf(limb.hand, options.forward), direction, 2e-5));
            BOOST_TEST(report.isReached);
            BOOST_TEST((limb.hand.getScaling() == scale));
        }
    }
}

BOOST_AUTO_TEST_CASE(look_at_keeps_the_bones_scale)
{
    Limb limb;
    limb.hand.setScaling({2.f, -0.5f, 3.f});
    limb.base.setScaling({1.f, 2.f, 1.f});
    BoneLookController controller(limb.hand);
    controller.setTarget({3.f, 4.f, 5.f});
    BOOST_TEST(controller.update().isReached);
    BOOST_TEST((limb.hand.getScaling() == glm::vec3(2.f, -0.5f, 3.f)));
}

BOOST_AUTO_TEST_CASE(look_at_has_a_weight)
{
    Limb limb;
    BoneLookOptions options;
    options.weight = 0.5f;
    BoneLookController controller(limb.hand, options);
    controller.setTarget({5.f, 2.f, 0.f});
    const auto report = controller.update();
    BOOST_TEST(near(sightOf(limb.hand), glm::dvec3(std::sqrt(0.5), 0., std::sqrt(0.5)), 1e-6));
    BOOST_TEST(report.angle == pi / 4.f, boost::test_tools::tolerance(1e-4f));
    options.weight = 0.f;
    controller.setOptions(options);
    const glm::quat before = limb.hand.getRotationQuaternion();
    static_cast<void>(controller.update());
    BOOST_TEST((limb.hand.getRotationQuaternion() == before));
}

BOOST_AUTO_TEST_CASE(adjusting_turns_in_the_looking_frame)
{
    Limb limb;
    BoneLookOptions options;
    options.adjustRoll = pi / 2.f;
    BoneLookController controller(limb.hand, options);
    controller.setTarget({5.f, 2.f, 0.f});
    static_cast<void>(controller.update());
    BOOST_TEST(near(sightOf(limb.hand), glm::dvec3(1., 0., 0.), 1e-6));  // a roll leaves the sight unchanged
    // Looking along +X, a roll of 90 degrees about +X takes the bone's up axis from +Y to +Z.
    BOOST_TEST(near(limb.hand.getDirection({0.f, 1.f, 0.f}), glm::vec3(0.f, 0.f, 1.f), 1e-6));
}

BOOST_AUTO_TEST_CASE(where_direction_and_up_coincide_nothing_changes)
{
    Limb limb;
    BoneLookController controller(limb.hand);
    const glm::quat before = limb.hand.getRotationQuaternion();
    controller.setTarget({0.f, 7.f, 0.f});
    BOOST_TEST(controller.update().iterations == 0u);
    controller.setTarget({0.f, 2.f, 0.f});  // at the bone itself
    BOOST_TEST(controller.update().iterations == 0u);
    limb.host.setScaling({0.f, 1.f, 1.f});
    controller.setTarget({5.f, 2.f, 0.f});
    BOOST_TEST(controller.update().iterations == 0u);
    BOOST_TEST((limb.hand.getRotationQuaternion() == before));
}

BOOST_AUTO_TEST_CASE(following_takes_its_half_life)
{
    Limb limb;
    BoneLookOptions options;
    options.halfLife = 0.5f;
    BoneLookController controller(limb.hand, options);
    controller.setTarget({0.f, 2.f, 5.f});
    static_cast<void>(controller.update(0.));
    controller.setTarget({5.f, 2.f, 0.f});
    for (int frame = 0; frame < 10; ++frame) {
        static_cast<void>(controller.update(0.05));
    }
    BOOST_TEST(near(sightOf(limb.hand), glm::dvec3(std::sqrt(0.5), 0., std::sqrt(0.5)), 1e-5));
    controller.reset();
    static_cast<void>(controller.update(0.05));
    BOOST_TEST(near(sightOf(limb.hand), glm::dvec3(1., 0., 0.), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_pose_is_solved_as_the_skeleton_is)
{
    Random random(42);
    Limb limb;
    for (int round = 0; round < 100; ++round) {
        limb.randomise(random, static_cast<Above>(round % 4));
        limb.host.setTransform({});
        BoneLookOptions options;
        options.maxYaw = 0.5f;
        options.minYaw = -0.5f;
        BoneLookController controller(limb.hand, options);
        const glm::vec3 target = random.vector(-3.f, 3.f);
        controller.setTarget(target);
        Pose pose = capturePose(limb.skeleton);
        const auto ofPose = controller.solve(JointView(limb.skeleton, pose), target, Space::Skeleton);
        const auto ofSkeleton = controller.update();
        BOOST_TEST(nearRotation(pose.bones[3].rotation, limb.hand.getRotationQuaternion(), 2e-6));
        BOOST_TEST(ofPose.isPitchHeld == ofSkeleton.isPitchHeld);
        BOOST_TEST(ofPose.isYawHeld == ofSkeleton.isYawHeld);
    }
}

BOOST_AUTO_TEST_CASE(members_of_a_crowd_look_at_one_target)
{
    Limb limb;
    const BoneLookController controller(limb.hand);
    Crowd crowd(limb.skeleton);
    const CrowdInstance member = crowd.add();
    Pose pose;
    crowd.getPose(member, pose);
    BOOST_TEST(controller.solve(JointView(limb.skeleton, pose), {5.f, 2.f, 0.f}, Space::Skeleton).isReached);
    crowd.setOverride(member, 3, pose.bones[3]);
    crowd.update(0.);
    BOOST_TEST(near(glm::vec3(crowd.getAbsoluteMatrix(member, 3)[2]), glm::vec3(1.f, 0.f, 0.f), 1e-6));
}

BOOST_AUTO_TEST_CASE(options_that_cannot_be_are_refused_by_name)
{
    Limb limb;
    const auto refused = [&](auto change, std::string text) {
        BoneLookOptions options;
        change(options);
        BOOST_CHECK_EXCEPTION(BoneLookController(limb.hand, options), std::invalid_argument, says("base/upper/lower/hand: " + text));
    };
    refused([](BoneLookOptions& o) { o.forward = glm::vec3(0.f); }, "forward (0, 0, 0) must be finite and not zero");
    refused([](BoneLookOptions& o) { o.upAxis = o.forward; }, "upAxis (0, 0, 1) lies along forward");
    refused([](BoneLookOptions& o) { o.up = glm::vec3(NAN); }, "up (nan, nan, nan) must be finite");
    refused(
        [](BoneLookOptions& o) {
            o.minYaw = 1.f;
            o.maxYaw = 0.f;
        },
        "minYaw 1 must lie in [-1000000, 0]");
    refused([](BoneLookOptions& o) { o.maxPitch = INFINITY; }, "maxPitch inf must lie in");
    refused([](BoneLookOptions& o) { o.weight = 2.f; }, "weight 2 must lie in [0, 1]");
    refused([](BoneLookOptions& o) { o.halfLife = NAN; }, "halfLife nan must lie in");
    refused([](BoneLookOptions& o) { o.upSpace = Space::Own; }, "the up direction cannot be given in the bone's own axes");
}

BOOST_AUTO_TEST_CASE(a_solve_allocates_nothing)
{
    Limb limb;
    TransformNode& target = limb.scene.createTransformNode("target", nullptr, {{0.f, 0.f, 3.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)});
    BoneLookController controller(limb.hand);
    controller.setTarget(target);
    Pose pose = capturePose(limb.skeleton);
    const JointView joints(limb.skeleton, pose);
    IkMemory memory;
    static_cast<void>(controller.update());
    static_cast<void>(controller.solve(joints, {1.f, 0.f, 0.f}, Space::Skeleton, &memory, 0.01));
    const AllocationCount count;
    for (int frame = 0; frame < 10; ++frame) {
        target.setPosition({1.f, 0.1f * static_cast<float>(frame), 0.f});
        static_cast<void>(controller.update(0.01));
        static_cast<void>(controller.solve(joints, {1.f, 0.f, 0.f}, Space::Skeleton, &memory, 0.01));
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
