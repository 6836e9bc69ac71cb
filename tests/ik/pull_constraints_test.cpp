#include <boost/test/unit_test.hpp>

#include <cmath>

#include <armature/ik/constraints.hpp>

#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/rounds.hpp>

#include "constraint_stage.hpp"

using namespace armature;
using namespace armature::test;

namespace {

glm::dvec3 pointBelow(const Node& node, const glm::dvec3& ownPoint)
{
    return glm::dvec3(glm::dmat4(node.getWorldMatrix()) * glm::dvec4(ownPoint, 1.));
}

/// The angle at `at` between the directions to two points.
double angleAt(const glm::dvec3& at, const glm::dvec3& a, const glm::dvec3& b)
{
    return std::atan2(glm::length(glm::cross(a - at, b - at)), glm::dot(a - at, b - at));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pull_constraints)

// --- aim ------------------------------------------------------------------------------------------------------------

// The matrices take points on the axis to the world. There the axis must point at the target, and the up axis must lean towards up, in the
// plane of up and the line of sight.
BOOST_AUTO_TEST_CASE(the_axis_points_at_the_target_under_any_parents)
{
    Random random(31);
    onStages(random, [&](ConstraintStage& stage) {
        const glm::vec3 axis = random.direction();
        const glm::vec3 upAxis = glm::cross(axis, random.direction()) + 0.3f * axis;
        const glm::dvec3 target = pointBelow(stage.source, {0.1, 0.2, 0.3});
        const auto report =
            aimAt(stage.bone, stage.source, {0.1f, 0.2f, 0.3f}, {.axis = axis, .upAxis = upAxis, .up = glm::vec3(0.f, 1.f, 0.f)});
        const glm::dvec3 origin = pointBelow(stage.bone, {});
        BOOST_TEST(angleAt(origin, pointBelow(stage.bone, axis), target) < 2e-5);
        BOOST_TEST(report.isReached);
        BOOST_TEST(report.angle < 1e-6f);
        BOOST_TEST(report.distance < 1e-4f);
        const glm::dvec3 sight = glm::normalize(target - origin);
        const glm::dvec3 up = pointBelow(stage.bone, upAxis) - origin;
        const glm::dvec3 level = glm::normalize(glm::cross(glm::dvec3(0., 1., 0.), sight));
        BOOST_TEST(std::abs(glm::dot(up, level)) < 1e-4 * glm::length(up));
        BOOST_TEST(glm::dot(glm::cross(level, up), sight) * -1. <= 1e-5 * glm::length(up));
    });
}

// The shortest turn has an axis at right angles to both directions. In an unscaled parent it is the turn by the angle between them.
BOOST_AUTO_TEST_CASE(without_up_no_roll_appears)
{
    Random random(32);
    for (int round = 0; round < 50; ++round) {
        ConstraintStage stage(random, Above::Plain, false);
        stage.bone.setScaling(glm::vec3(1.f));
        const glm::quat before = stage.bone.getRotationQuaternion(Space::World);
        const glm::vec3 axis = stage.bone.getDirection({0.f, 1.f, 0.f});
        const glm::vec3 wanted = glm::normalize(stage.source.getPosition() - stage.bone.getPosition(Space::World));
        const auto report = aimAt(stage.bone, stage.source);
        BOOST_TEST(nearRotation(stage.bone.getRotationQuaternion(Space::World),
                                turned(glm::cross(axis, wanted), std::acos(glm::dot(axis, wanted))) * before, 1e-5));
        BOOST_TEST(std::abs(report.jointChange - std::acos(glm::clamp(glm::dot(axis, wanted), -1.f, 1.f))) < 1e-3f);
    }
}

// By hand: a node at the origin turns its +Z towards +X at half weight: 45 of 90 degrees remain.
BOOST_AUTO_TEST_CASE(aim_reports_what_is_left)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    const auto report = aimAt(node, {2.f, 0.f, 0.f}, Space::World, {.axis = {0.f, 0.f, 1.f}, .weight = 0.5f});
    BOOST_TEST(std::abs(report.angle - pi / 4.f) < 1e-6f);
    BOOST_TEST(std::abs(report.jointChange - pi / 4.f) < 1e-6f);
    BOOST_TEST(std::abs(report.distance - std::sqrt(2.f)) < 1e-6f);
    BOOST_TEST(!report.isReached);
}

BOOST_AUTO_TEST_CASE(a_target_at_the_origin_and_a_target_along_up_do_no_harm)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    node.setPosition({1.f, 2.f, 3.f});
    node.setRotation({0.1f, 0.2f, 0.3f});
    const glm::quat before = node.getRotationQuaternion();
    BOOST_TEST(!aimAt(node, {1.f, 2.f, 3.f}).isReached);
    BOOST_TEST((node.getRotationQuaternion() == before));
    BOOST_TEST(aimAt(node, {1.f, 9.f, 3.f}, Space::World, {.up = glm::vec3(0.f, 1.f, 0.f)}).isReached);
    BOOST_TEST(aimAt(node, {1.f, -9.f, 3.f}, Space::World, {.up = glm::vec3(0.f, 1.f, 0.f)}).isReached);
    BOOST_CHECK_EXCEPTION(aimAt(node, {}, Space::World, {.axis = glm::vec3(0.f)}), std::invalid_argument, says("axis"));
    BOOST_CHECK_EXCEPTION(aimAt(node, {}, Space::World, {.upAxis = {0.f, 2.f, 0.f}, .up = glm::vec3(1.f)}), std::invalid_argument,
                          says("parallel"));
    BOOST_CHECK_EXCEPTION(aimAt(node, {}, Space::Own), std::invalid_argument, says("Space::Own"));
}

// By hand: a node whose pivot is at its own (1, 0, 0) turns about the pivot, and its axis through the pivot hits the target.
BOOST_AUTO_TEST_CASE(nodes_on_bones_and_nodes_with_pivots_are_aimed_and_moved_as_well)
{
    Random random(35);
    onStages(random, [&](ConstraintStage& stage) {
        TransformNode& node = stage.scene.createTransformNode("node");
        node.setParent(&stage.bone);
        node.setTransform(ConstraintStage::anyPose(random, Above::Uneven));
        node.setPivotPoint({1.f, 0.f, 0.f});
        const glm::dvec3 pivot = pointBelow(node, {1., 0., 0.});
        const glm::dvec3 target = pointBelow(stage.source, {});
        BOOST_TEST(aimAt(node, stage.source).isReached);
        BOOST_TEST(glm::length(pointBelow(node, {1., 0., 0.}) - pivot) < 1e-4);
        BOOST_TEST(angleAt(pivot, pointBelow(node, {1., 1., 0.}), target) < 5e-5);
        BOOST_TEST(copyPosition(node, stage.source).isReached);
        BOOST_TEST(glm::length(pointBelow(node, {}) - target) < 1e-4);
    });
}

// --- stretch --------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(the_tip_comes_to_the_target_and_stays_there)
{
    Random random(33);
    onStages(random, [&](ConstraintStage& stage) {
        for (const StretchMode mode : {StretchMode::Scale, StretchMode::MoveChildren}) {
            stage.child.returnToRest();
            stage.pose(random);
            TransformNode& socket = stage.scene.createTransformNode("socket");
            socket.attachToBone(stage.child);
            const StretchOptions options{.mode = mode, .keepVolume = random.real(0.f, 1.f)};
            auto report = stretchTo(stage.bone, stage.source, {0.f, 0.f, 0.f}, options);
            const glm::dvec3 target = pointBelow(stage.source, {});
            const double size = glm::length(target - pointBelow(stage.bone, {}));
            BOOST_TEST(report.isReached);
            BOOST_TEST(glm::length(pointBelow(stage.child, {}) - target) < 3e-5 * (size + glm::length(target)));
            BOOST_TEST(glm::length(pointBelow(socket, {}) - target) < 3e-5 * (size + glm::length(target)));
            const Pose pose = capturePose(stage.skeleton);
            for (int again = 0; again < 5; ++again) {
                report = stretchTo(stage.bone, stage.source, {0.f, 0.f, 0.f}, options);
            }
            const Pose later = capturePose(stage.skeleton);
            for (std::size_t i = 0; i < pose.bones.size(); ++i) {
                BOOST_TEST(near(later.bones[i].scale, pose.bones[i].scale, 1e-4));
                BOOST_TEST(near(later.bones[i].translation, pose.bones[i].translation, 1e-4));
            }
        }
    });
}

// By hand: an arm of 2 m along +Y whose rest is scaled by 2, so its tip is at 4 m; at most 1.5 times that is 6 m. To keep the volume at
// 1.5 times the length, the thickness is multiplied by 1 / sqrt(1.5).
BOOST_AUTO_TEST_CASE(the_range_counts_from_the_rest)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("arm", {.bind = toMat4(Transform{.scale = glm::vec3(2.f)}), .length = 2.f});
    const StretchOptions options{.minStretch = 0.5f, .maxStretch = 1.5f, .keepVolume = 1.f};
    for (int again = 0; again < 3; ++again) {
        const auto report = stretchTo(bone, {0.f, 7.f, 0.f}, Space::World, options);
        BOOST_TEST(std::abs(report.distance - 1.f) < 1e-5f);
        BOOST_TEST(std::abs(report.beyondReach - 1.f) < 1e-5f);
        BOOST_TEST(report.isMaxHeld);
        BOOST_TEST(!report.isMinHeld);
        BOOST_TEST(!report.isReached);
        BOOST_TEST(near(bone.getTransform().scale, glm::vec3(2.f / std::sqrt(1.5f), 3.f, 2.f / std::sqrt(1.5f)), 1e-6));
    }
    const auto back = stretchTo(bone, {0.f, 0.5f, 0.f}, Space::World, options);
    BOOST_TEST(back.isMinHeld);
    BOOST_TEST(!back.isMaxHeld);
    BOOST_TEST(std::abs(back.distance - 1.5f) < 1e-5f);
    BOOST_TEST(near(bone.getTransform().scale, glm::vec3(2.f * std::sqrt(2.f), 1.f, 2.f * std::sqrt(2.f)), 1e-6));
    BOOST_TEST(stretchTo(bone, {0.f, 4.f, 0.f}, Space::World, options).isReached);
    BOOST_TEST(near(bone.getTransform().scale, glm::vec3(2.f), 1e-6));
}

// By hand: without turning, the tip of a bone along +Y is nearest to (3, 2, 0) at (0, 2, 0).
BOOST_AUTO_TEST_CASE(without_aiming_only_the_length_changes)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone", {.length = 1.f});
    const auto report = stretchTo(bone, {3.f, 2.f, 0.f}, Space::Skeleton, {.aims = false});
    BOOST_TEST((bone.getTransform().scale == glm::vec3(1.f, 2.f, 1.f)));
    BOOST_TEST((bone.getTransform().rotation == glm::quat(1.f, 0.f, 0.f, 0.f)));
    BOOST_TEST(report.distance == 3.f);
}

// By hand: a child one metre along its parent's -Z is moved to 2.5 m; the parent's own pose stays.
BOOST_AUTO_TEST_CASE(moving_children_scales_nothing)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    Bone& child =
        skeleton.createBone("child", {.parent = &bone, .bind = toMat4(Transform{{0.25f, 0.f, -1.f}, turned({1.f, 0.f, 0.f}, 1.f)})});
    const StretchOptions options{.mode = StretchMode::MoveChildren, .axis = BoneAxis::Z, .maxStretch = 3.f};
    BOOST_TEST(stretchTo(bone, {0.f, 0.f, -2.5f}, Space::World, options).isReached);
    BOOST_TEST((child.getTransform().translation == glm::vec3(0.25f, 0.f, -2.5f)));
    BOOST_TEST((child.getTransform().scale == glm::vec3(1.f)));
    BOOST_TEST((bone.getTransform() == Transform()));
    const auto far = stretchTo(bone, {0.f, 0.f, -4.f}, Space::World, options);
    BOOST_TEST(std::abs(far.distance - 1.f) < 1e-6f);
    BOOST_TEST(near(child.getTransform().translation, glm::vec3(0.25f, 0.f, -3.f), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_bone_without_length_cannot_be_stretched)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("leaf");
    BOOST_CHECK_EXCEPTION(stretchTo(bone, {0.f, 1.f, 0.f}), std::invalid_argument, says("leaf: stretchTo: no length along own Y"));
    BOOST_CHECK_EXCEPTION(stretchTo(bone, {0.f, 1.f, 0.f}, Space::World, {.mode = StretchMode::MoveChildren, .tip = 1.f}),
                          std::invalid_argument, says("no child bones"));
    BOOST_CHECK_EXCEPTION(stretchTo(bone, {0.f, 1.f, 0.f}, Space::World, {.tip = 1.f, .minStretch = 2.f, .maxStretch = 1.f}),
                          std::invalid_argument, says("[2, 1]"));
    BOOST_TEST(stretchTo(bone, {0.f, 3.f, 0.f}, Space::World, {.tip = 1.5f}).isReached);
    BOOST_TEST((bone.getTransform().scale == glm::vec3(1.f, 2.f, 1.f)));
}

// --- limits ---------------------------------------------------------------------------------------------------------

// By hand: a hinge about X that may turn by 0.5 either way, from a rest that is turned by 1 about Z. Turned by 2, it goes back to 0.5.
BOOST_AUTO_TEST_CASE(a_limit_counts_from_the_rest)
{
    Skeleton skeleton;
    const glm::quat rest = turned({0.f, 0.f, 1.f}, 1.f);
    Bone& bone = skeleton.createBone("bone", {.bind = glm::mat4_cast(rest)});
    bone.setRotationQuaternion(rest * turned({1.f, 0.f, 0.f}, 2.f));
    const HingeJoint hinge{{1.f, 0.f, 0.f}, -0.5f, 0.5f};
    const auto half = limitJoint(bone, hinge, 0.5f);
    BOOST_TEST(half.isHeld);
    BOOST_TEST(std::abs(half.angle - 0.75f) < 1e-6f);
    BOOST_TEST(nearRotation(bone.getRotationQuaternion(), rest * turned({1.f, 0.f, 0.f}, 1.25f), 1e-6));
    const auto whole = limitJoint(bone, hinge);
    BOOST_TEST(whole.isReached);
    BOOST_TEST(nearRotation(bone.getRotationQuaternion(), rest * turned({1.f, 0.f, 0.f}, 0.5f), 1e-6));
    const glm::quat held = bone.getRotationQuaternion();
    const auto within = limitJoint(bone, hinge);
    BOOST_TEST(!within.isHeld);
    BOOST_TEST((bone.getRotationQuaternion() == held));
}

BOOST_AUTO_TEST_CASE(limited_joints_are_within_their_limits)
{
    Random random(34);
    const SwingTwistJoint cone{{0.f, 1.f, 0.f}, 0.6f, 3.f, 4.f};  // beyond half a turn
    std::size_t held = 0;
    onStages(random, [&](ConstraintStage& stage) {
        const glm::quat rest = random.rotation();
        stage.bone.setRestMatrix(glm::mat4_cast(rest));
        held += limitJoint(stage.bone, cone).isHeld ? 1u : 0u;
        BOOST_TEST(limitViolation(cone, glm::conjugate(rest) * stage.bone.getTransform().rotation) < 1e-5f);
    });
    BOOST_TEST(held > 6u * static_cast<std::size_t>(rounds(10)));
}

// By hand: a telescope from 0 to 2 m along the rest's own X, which points along the parent's Y. The bone is at (1, 3, 0) and turned.
BOOST_AUTO_TEST_CASE(a_prismatic_joint_slides_only)
{
    Skeleton skeleton;
    const glm::quat rest = turned({0.f, 0.f, 1.f}, pi / 2.f);
    Bone& bone = skeleton.createBone("bone", {.bind = toMat4(Transform{{0.f, 0.5f, 0.f}, rest})});
    bone.setPosition({1.f, 3.f, 0.f});
    bone.setRotationQuaternion(turned({1.f, 0.f, 0.f}, 1.f));
    const auto report = limitJoint(bone, PrismaticJoint{{1.f, 0.f, 0.f}, 0.f, 2.f});
    BOOST_TEST(report.isHeld);
    BOOST_TEST(near(bone.getPosition(), glm::vec3(0.f, 2.5f, 0.f), 1e-6));
    BOOST_TEST(nearRotation(bone.getRotationQuaternion(), rest, 1e-6));
}

BOOST_AUTO_TEST_CASE(a_fixed_joint_goes_back_to_its_rest_and_a_ball_stays)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    node.setTransform({{1.f, 2.f, 3.f}, turned({1.f, 1.f, 0.f}, 1.f), glm::vec3(2.f)});
    const Transform before = node.getTransform();
    BOOST_TEST(!limitJoint(node, BallJoint{}, Transform()).isHeld);
    BOOST_TEST((node.getTransform() == before));
    limitJoint(node, FixedJoint{}, Transform());
    BOOST_TEST((node.getTransform() == Transform{before.translation, glm::quat(1.f, 0.f, 0.f, 0.f), before.scale}));
    BOOST_CHECK_EXCEPTION(limitJoint(node, HingeJoint{glm::vec3(0.f)}, Transform()), std::invalid_argument, says("axis"));
}

// The turn towards the target comes first. If the stretch fits no float, the turn is undone and no child moves.
BOOST_AUTO_TEST_CASE(a_refused_stretch_changes_nothing)
{
    for (const StretchMode mode : {StretchMode::Scale, StretchMode::MoveChildren}) {
        Skeleton skeleton;
        const float size = mode == StretchMode::Scale ? 1e30f : 1.f;
        Bone& bone = skeleton.createBone("bone");
        bone.setScaling(glm::vec3(size));
        bone.setCurrentPoseAsRest();
        Bone& close = skeleton.createBone("close", {.parent = &bone});
        close.setPosition({0.f, 1.f / size, 0.f});
        close.setCurrentPoseAsRest();
        Bone& far = skeleton.createBone("far", {.parent = &bone});
        far.setPosition({0.f, mode == StretchMode::Scale ? 0.f : 3e37f, 0.f});
        const Pose before = capturePose(skeleton);
        const StretchOptions options{.mode = mode, .maxStretch = 1e20f};
        BOOST_TEST((stretchTo(bone, {1e10f, 0.f, 0.f}, Space::Skeleton, options).status == IkStatus::Undefined));
        BOOST_TEST((capturePose(skeleton) == before));
    }
}

BOOST_AUTO_TEST_SUITE_END()
