#include <numbers>
#include <stdexcept>
#include <string>

#include <glm/gtc/matrix_transform.hpp>

#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/skeleton/pose.hpp>

#include <ik/limb_stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(bone_ik_controller)

// Two bones of 1 and a target at sqrt(2): a right angle in the elbow, 45 degrees in the shoulder.
BOOST_AUTO_TEST_CASE(a_right_angle_by_hand)
{
    Limb limb;
    BoneIkController controller(limb.lower);
    controller.setTarget({0.f, std::numbers::sqrt2_v<float>, 0.f});
    controller.setPole({-5.f, 1.f, 0.f});  // the elbow bends away from the pole: towards +X
    const auto report = controller.update();
    const glm::vec3 elbow(std::sqrt(0.5f), std::sqrt(0.5f), 0.f);
    BOOST_TEST(near(Limb::place(limb.lower), glm::dvec3(elbow), 1e-6));
    BOOST_TEST(near(Limb::place(limb.hand), glm::dvec3(0., std::numbers::sqrt2, 0.), 1e-6));
    BOOST_TEST(report.isReached);
    BOOST_TEST(report.distance < 1e-6f);
    BOOST_TEST(report.iterations == 1u);
    BOOST_TEST(report.jointChange == pi / 2.f, boost::test_tools::tolerance(1e-5f));  // the elbow's turn
    BOOST_TEST(report.beyondReach == 0.f);
}

BOOST_AUTO_TEST_CASE(beyond_its_reach_the_limb_points_at_the_target_and_says_how_far_off_it_is)
{
    Limb limb;
    limb.host.setScaling(glm::vec3(3.f));
    BoneIkController controller(limb.lower);
    controller.setTarget({15.f, 0.f, 0.f});  // 5 in skeleton units; the limb reaches 2
    const auto report = controller.update();
    BOOST_TEST(near(Limb::place(limb.hand), glm::dvec3(6., 0., 0.), 1e-6));
    BOOST_TEST(!report.isReached);
    BOOST_TEST(report.distance == 3.f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(report.beyondReach == 3.f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(controller.getMaxReach() == 2.f, boost::test_tools::tolerance(1e-6f));
}

BOOST_AUTO_TEST_CASE(the_angle_in_the_elbow_stays_within_its_limits)
{
    Limb limb;
    BoneIkOptions options;
    options.minAngle = pi / 3.f;        // the hand comes no nearer than 1
    options.maxAngle = 2.f * pi / 3.f;  // the hand gets no farther than sqrt(3)
    BoneIkController controller(limb.lower, options);
    controller.setTarget({0.f, 0.f, 5.f});
    auto report = controller.update();
    BOOST_TEST(near(Limb::place(limb.hand), glm::dvec3(0., 0., std::sqrt(3.)), 1e-6));
    BOOST_TEST(report.isAngleHeld);
    BOOST_TEST(report.beyondReach == 5.f - std::sqrt(3.f), boost::test_tools::tolerance(1e-5f));
    controller.setTarget({0.f, 0.f, 0.25f});
    report = controller.update();
    BOOST_TEST(near(Limb::place(limb.hand), glm::dvec3(0., 0., 1.), 1e-6));
    BOOST_TEST(report.isAngleHeld);
    BOOST_TEST(report.beyondReach == 0.75f, boost::test_tools::tolerance(1e-5f));
    controller.setTarget({0.f, 0.f, 1.5f});
    report = controller.update();
    BOOST_TEST(report.isReached);
    BOOST_TEST(!report.isAngleHeld);
}

BOOST_AUTO_TEST_CASE(ik_on_a_leaf_bone_works_through_its_length_and_never_half_builds_a_controller)
{
    Limb limb;
    Bone& finger = limb.bone("finger", &limb.hand, {{0.f, 1.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)});
    BOOST_CHECK_EXCEPTION(BoneIkController{finger}, std::invalid_argument,
                          says("base/upper/lower/hand/finger: the lower bone has no length"));
    BOOST_CHECK_EXCEPTION(BoneIkController{limb.base}, std::invalid_argument, says("base: a root bone cannot be the lower"));
    BOOST_CHECK_EXCEPTION(BoneIkController{limb.upper}, std::invalid_argument,
                          says("base: the upper bone has no length: base/upper is at its joint"));

    finger.setLength(0.5f);
    BoneIkController controller(finger);
    const glm::vec3 target(0.3f, 3.f, -0.4f);
    controller.setTarget(target);
    BOOST_TEST(controller.update().isReached);
    BOOST_TEST(near(finger.getAbsolutePositionFromLocal({0.f, 0.5f, 0.f}), target, 1e-6));
}

BOOST_AUTO_TEST_CASE(options_that_cannot_be_are_refused_by_name_and_change_nothing)
{
    Limb limb;
    const auto refused = [&](auto change, std::string text) {
        BoneIkOptions options;
        change(options);
        BOOST_CHECK_EXCEPTION(BoneIkController(limb.lower, options), std::invalid_argument, says("base/upper/lower: " + text));
    };
    refused([](BoneIkOptions& o) { o.bendAxis = glm::vec3(0.f, 2.f, 0.f); }, "the bend axis (0, 1, 0) lies along the upper bone");
    refused([](BoneIkOptions& o) { o.bendAxis = glm::vec3(0.f); }, "bendAxis (0, 0, 0) must be finite and not zero");
    refused([](BoneIkOptions& o) { o.tip = glm::vec3(NAN); }, "tip (nan, nan, nan) must be finite");
    refused([](BoneIkOptions& o) { o.tip = glm::vec3(0.f); }, "the lower bone has no length");
    refused(
        [](BoneIkOptions& o) {
            o.minAngle = 2.f;
            o.maxAngle = 1.f;
        },
        "minAngle 2 must lie in [0, 1]");
    refused([](BoneIkOptions& o) { o.maxAngle = 4.f; }, "maxAngle 4 must lie in [0, 3.14159");
    refused([](BoneIkOptions& o) { o.weight = NAN; }, "weight nan must lie in [0, 1]");
    refused([](BoneIkOptions& o) { o.softness = -1.f; }, "softness -1 must lie in [0, 1]");
    refused([](BoneIkOptions& o) { o.halfLife = -1.f; }, "halfLife -1 must lie in");
    refused([](BoneIkOptions& o) { o.maxPoleTurn = -1.f; }, "maxPoleTurn -1 must lie in");

    BoneIkController controller(limb.lower);
    BoneIkOptions along;
    along.bendAxis = glm::vec3(0.f, 1.f, 0.f);
    BOOST_CHECK_THROW(controller.setOptions(along), std::invalid_argument);
    BOOST_TEST(!controller.getOptions().bendAxis.has_value());
    BOOST_CHECK_EXCEPTION(controller.setTarget({INFINITY, 0.f, 0.f}), std::invalid_argument, says("base/upper/lower: target (inf, 0, 0)"));
    BOOST_CHECK_EXCEPTION(controller.setPole(glm::vec3(0.f), Space::Own), std::invalid_argument, says("in Skeleton or World space"));
}

BOOST_AUTO_TEST_CASE(without_a_target_or_with_a_singular_matrix_above_nothing_changes)
{
    Limb limb;
    BoneIkController controller(limb.lower);
    const Pose before = capturePose(limb.skeleton);
    BOOST_TEST((controller.update().status == IkStatus::NoTarget));
    controller.setTarget({1.f, 1.f, 0.f});
    limb.host.setScaling({1.f, 0.f, 1.f});
    const auto report = controller.update();
    BOOST_TEST(!report.isReached);
    BOOST_TEST((report.status == IkStatus::Singular));
    BOOST_TEST((capturePose(limb.skeleton) == before));
}

BOOST_AUTO_TEST_CASE(ik_reads_the_current_absolute_matrix)
{
    Limb limb;
    BoneIkController controller(limb.lower);
    const glm::vec3 target(1.f, 2.f, 3.f);
    controller.setTarget(target);
    limb.base.setPosition({0.5f, 2.f, 2.5f});  // nothing has been read or updated since
    limb.host.setPosition({0.f, -0.5f, 0.f});
    BOOST_TEST(controller.update().isReached);
    BOOST_TEST(near(Limb::place(limb.hand), glm::dvec3(target), 2e-6));
}

// The right hand holds a gun, the left hand holds the gun's grip: each solve sees the results of the previous one.
BOOST_AUTO_TEST_CASE(a_chain_hand_gun_other_hand_settles_in_one_frame)
{
    Limb limb;
    const Transform up{{0.f, 1.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)};
    Bone& leftUpper = limb.bone("left upper", &limb.base, {{0.5f, 0.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)});
    Bone& leftLower = limb.bone("left lower", &leftUpper, up);
    Bone& leftHand = limb.bone("left hand", &leftLower, up);
    TransformNode& gun = limb.scene.createTransformNode("gun", &limb.hand, {{0.f, 0.1f, 0.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)});
    TransformNode& grip = limb.scene.createTransformNode("grip", &gun, {{0.2f, 0.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)});
    BoneIkController right(limb.lower);
    BoneIkController left(leftLower);
    left.setTarget(grip);
    for (int frame = 0; frame < 20; ++frame) {
        const float t = 0.3f * static_cast<float>(frame);
        right.setTarget({0.5f + 0.5f * std::sin(t), 1.2f, 0.5f * std::cos(t)});
        BOOST_TEST(right.update().isReached);
        BOOST_TEST(left.update().isReached);
        BOOST_TEST(near(Limb::place(leftHand), Limb::place(grip), 2e-6));
    }
}

BOOST_AUTO_TEST_CASE(ik_keeps_the_bones_scale)
{
    Random random(11);
    Limb limb;
    for (int round = 0; round < 200; ++round) {
        limb.randomise(random, static_cast<Above>(round % 4));
        limb.upper.setScaling(random.vector(-2.f, 2.f) + glm::vec3(0.01f));
        const Transform upper = limb.upper.getTransform();
        const Transform lower = limb.lower.getTransform();
        BoneIkOptions options;
        options.tip = glm::vec3(0.2f, 1.f, 0.1f);
        BoneIkController controller(limb.lower, options);
        controller.setTarget(random.vector(-3.f, 3.f));
        static_cast<void>(controller.update());
        BOOST_TEST((limb.upper.getScaling() == upper.scale));
        BOOST_TEST((limb.lower.getScaling() == lower.scale));
        BOOST_TEST((limb.upper.getPosition() == upper.translation));
        BOOST_TEST((limb.lower.getPosition() == lower.translation));
    }
}

BOOST_AUTO_TEST_CASE(the_weight_leads_from_the_incoming_pose_to_the_solution)
{
    Limb limb;
    const glm::quat before = glm::angleAxis(0.4f, glm::vec3(1.f, 0.f, 0.f));
    BoneIkOptions options;
    std::vector<glm::quat> uppers;
    for (const float weight : {0.f, 0.5f, 1.f}) {
        limb.upper.setRotationQuaternion(before);
        options.weight = weight;
        BoneIkController controller(limb.lower, options);
        controller.setTarget({1.f, 1.f, 0.3f});
        static_cast<void>(controller.update());
        uppers.push_back(limb.upper.getRotationQuaternion());
    }
    BOOST_TEST((uppers[0] == before));
    BOOST_TEST(nearRotation(uppers[1], glm::slerp(before, uppers[2], 0.5f), 1e-6));
}

BOOST_AUTO_TEST_CASE(following_takes_its_half_life_however_the_time_is_cut)
{
    const auto solvedAfter = [](int frames) {
        Limb limb;
        BoneIkOptions options;
        options.halfLife = 0.25f;
        BoneIkController controller(limb.lower, options);
        controller.setTarget({1.5f, 0.5f, 0.f});
        static_cast<void>(controller.update(0.));  // the first update jumps to the solution
        controller.setTarget({0.5f, 1.5f, 0.f});
        for (int frame = 0; frame < frames; ++frame) {
            static_cast<void>(controller.update(0.5 / frames));
        }
        return limb.upper.getRotationQuaternion();
    };
    const auto solved = [](const glm::vec3& target) {
        Limb limb;
        BoneIkController controller(limb.lower);
        controller.setTarget(target);
        static_cast<void>(controller.update());
        return limb.upper.getRotationQuaternion();
    };
    // Two half-lives: three quarters of the way.
    const glm::quat expected = glm::slerp(solved({1.5f, 0.5f, 0.f}), solved({0.5f, 1.5f, 0.f}), 0.75f);
    BOOST_TEST(nearRotation(solvedAfter(1), expected, 1e-5));
    BOOST_TEST(nearRotation(solvedAfter(50), expected, 1e-5));
}

BOOST_AUTO_TEST_CASE(a_removed_target_or_bone_ends_it_and_another_target_begins_anew)
{
    Limb limb;
    TransformNode& target = limb.scene.createTransformNode("target", nullptr, {{1.f, 1.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)});
    BoneIkController controller(limb.lower);
    controller.setTarget(target, {0.f, 0.2f, 0.f});
    limb.scene.removeTransformNode(target);
    const Pose before = capturePose(limb.skeleton);
    BOOST_TEST((controller.update().status == IkStatus::Gone));
    BOOST_TEST((capturePose(limb.skeleton) == before));
    controller.setTarget({1.f, 1.2f, 0.f});
    BOOST_TEST(controller.update().isReached);
    BOOST_TEST(near(Limb::place(limb.hand), glm::dvec3(1., 1.2, 0.), 1e-6));
    limb.skeleton.removeBone(limb.lower, Removal::KeepChildren);
    BOOST_TEST((controller.update().status == IkStatus::Gone));
    BOOST_CHECK_EXCEPTION(controller.setTarget(glm::vec3(0.f)), std::invalid_argument, says("has been removed"));
}

BOOST_AUTO_TEST_CASE(linked_bones_are_moved_through_their_nodes)
{
    Limb limb;
    TransformNode& upperNode = limb.scene.createTransformNode("upper node");
    TransformNode& lowerNode = limb.scene.createTransformNode("lower node", &upperNode);
    upperNode.setTransform(limb.upper.getTransform());
    lowerNode.setTransform(limb.lower.getTransform());
    limb.upper.linkTransformNode(&upperNode);
    limb.lower.linkTransformNode(&lowerNode);
    BoneIkController controller(limb.lower);
    controller.setTarget({1.f, 0.7f, 0.4f});
    BOOST_TEST(controller.update().isReached);
    BOOST_TEST(near(Limb::place(limb.hand), glm::dvec3(1., 0.7, 0.4), 1e-6));
    BOOST_TEST((upperNode.getRotationQuaternion() == limb.upper.getRotationQuaternion()));
    BOOST_TEST((lowerNode.getRotationQuaternion() != glm::quat(1.f, 0.f, 0.f, 0.f)));
}

BOOST_AUTO_TEST_CASE(a_pose_is_solved_as_the_skeleton_is)
{
    Random random(21);
    Limb limb;
    for (int round = 0; round < 100; ++round) {
        limb.randomise(random, static_cast<Above>(round % 4));
        BoneIkController controller(limb.lower);
        const glm::vec3 target = random.vector(-3.f, 3.f);
        const glm::vec3 pole = random.vector(-3.f, 3.f);
        controller.setTarget(target, Space::Skeleton);
        controller.setPole(pole, Space::Skeleton);
        Pose pose = capturePose(limb.skeleton);
        const auto ofPose = controller.solve(JointView(limb.skeleton, pose), target, pole, Space::Skeleton);
        const auto ofSkeleton = controller.update();
        BOOST_TEST(nearRotation(pose.bones[1].rotation, limb.upper.getRotationQuaternion(), 2e-6));
        BOOST_TEST(nearRotation(pose.bones[2].rotation, limb.lower.getRotationQuaternion(), 2e-6));
        BOOST_TEST(ofPose.isReached == ofSkeleton.isReached);
    }
}

BOOST_AUTO_TEST_CASE(a_member_of_a_crowd_reaches_its_own_target)
{
    Limb limb;
    const BoneIkController controller(limb.lower);
    Crowd crowd(limb.skeleton);
    const CrowdInstance first = crowd.add();
    const CrowdInstance second = crowd.add();
    Pose pose;
    for (const auto& [instance, target] : {std::pair(first, glm::vec3(1.f, 1.f, 0.f)), std::pair(second, glm::vec3(0.f, 0.5f, 1.f))}) {
        crowd.getPose(instance, pose);
        BOOST_TEST(controller.solve(JointView(limb.skeleton, pose), target, {}, Space::Skeleton).isReached);
        crowd.setOverride(instance, 1, pose.bones[1]);
        crowd.setOverride(instance, 2, pose.bones[2]);
    }
    crowd.update(0.);
    BOOST_TEST(near(glm::vec3(crowd.getAbsoluteMatrix(first, 3)[3]), glm::vec3(1.f, 1.f, 0.f), 1e-6));
    BOOST_TEST(near(glm::vec3(crowd.getAbsoluteMatrix(second, 3)[3]), glm::vec3(0.f, 0.5f, 1.f), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_solve_allocates_nothing)
{
    Limb limb;
    TransformNode& pole = limb.scene.createTransformNode("pole", nullptr, {{0.f, 0.f, 3.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)});
    BoneIkController controller(limb.lower);
    controller.setTarget({1.f, 1.f, 0.f});
    controller.setPole(pole);
    Pose pose = capturePose(limb.skeleton);
    const JointView joints(limb.skeleton, pose);
    IkMemory memory;
    static_cast<void>(controller.update());
    static_cast<void>(controller.solve(joints, {1.f, 0.f, 0.f}, {}, Space::Skeleton, &memory, 0.01));
    const AllocationCount count;
    for (int frame = 0; frame < 10; ++frame) {
        controller.setTarget({1.f, 0.1f * static_cast<float>(frame), 0.f});
        static_cast<void>(controller.update(0.01));
        static_cast<void>(controller.solve(joints, {1.f, 0.f, 0.f}, {}, Space::Skeleton, &memory, 0.01));
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
}

// The same number of bones, but the lower bone has another parent.
BOOST_AUTO_TEST_CASE(joints_with_another_parent_are_the_callers_mistake)
{
    const auto addBones = [](Skeleton& skeleton, int parentOfTip) {
        Bone& root = skeleton.createBone("root");
        Bone& middle = skeleton.createBone("middle", {.parent = &root, .bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
        Bone& tip = skeleton.createBone(
            "tip", {.parent = parentOfTip == 1 ? &middle : &root, .bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
        tip.setLength(1.f);
        return &tip;
    };
    Skeleton own;
    Skeleton alike;
    Skeleton other;
    const BoneIkController controller(*addBones(own, 1));
    static_cast<void>(addBones(alike, 1));
    static_cast<void>(addBones(other, 0));
    BOOST_TEST(controller.solve(alike, {1.f, 1.f, 0.f}, {}, Space::Skeleton).isReached);
    BOOST_CHECK_EXCEPTION(
        static_cast<void>(controller.solve(other, {1.f, 1.f, 0.f}, {}, Space::Skeleton)), std::invalid_argument,
        [](const std::invalid_argument& error) { return std::string(error.what()).find("has another parent in") != std::string::npos; });
}

// By hand: with the upper bone s times as wide, the tip of a bend of cosine c is sqrt((1 + c)^2 + s^2 (1 - c^2)) away. For s^2 > 2 this is
// largest at c = 1 / (s^2 - 1), else when straight.
BOOST_AUTO_TEST_CASE(a_wide_limb_reaches_farthest_a_little_bent)
{
    for (const double s : {0.5, 1., 1.2, 1.41, 1.4255, 1.5, 2., 5.}) {
        Limb limb;
        limb.upper.setScaling({static_cast<float>(s), 1.f, 1.f});
        BoneIkController controller(limb.lower);
        const double c = s * s > 2. ? 1. / (s * s - 1.) : 1.;
        const double farthest = std::sqrt((1. + c) * (1. + c) + s * s * (1. - c * c));
        BOOST_TEST(static_cast<double>(controller.getMaxReach()) == farthest, boost::test_tools::tolerance(1e-6));
        controller.setPole({0.f, 0.f, 5.f});
        controller.setTarget({0.f, static_cast<float>(0.99 * farthest), 0.f});
        BOOST_TEST(controller.update().isReached);
    }
}

BOOST_AUTO_TEST_SUITE_END()
