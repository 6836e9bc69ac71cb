#include <armature/ik/foot_placement.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_inverse.hpp>

#include <armature/skeleton/pose.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

#include "walker.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::walker;

namespace {

/// Uneven ground in the walker's own space: a hill with known normals.
GroundPoint hill(const glm::vec3& at)
{
    const float height = 0.2f * std::sin(2.f * at.x + 1.f) + 0.15f * std::cos(3.f * at.z);
    return {{at.x, height, at.z}, {-0.4f * std::cos(2.f * at.x + 1.f), 1.f, 0.45f * std::sin(3.f * at.z)}};
}

/// The largest difference between two poses of the same walker; rotations are compared by chord.
float differenceOf(const Pose& a, const Pose& b)
{
    float most = 0.f;
    for (std::size_t i = 0; i < a.bones.size(); ++i) {
        const glm::quat p = a.bones[i].rotation;
        const glm::quat q = b.bones[i].rotation;
        most = std::max({most, glm::distance(a.bones[i].translation, b.bones[i].translation),
                         std::min(glm::length(p - q), glm::length(p + q)), glm::distance(a.bones[i].scale, b.bones[i].scale)});
    }
    return most;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(foot_placement_rigs)

// The same ground, seen through a host that moves, turns, scales and mirrors, must give the same pose.
BOOST_AUTO_TEST_CASE(the_host_changes_nothing)
{
    Random random(11);
    Walker plain;
    FootPlacement reference(plain.feet(), hill, {.pelvis = &plain.pelvis});
    reference.update();
    const Pose expected = capturePose(plain.skeleton);
    BOOST_TEST(differenceOf(expected, captureRestPose(plain.skeleton)) > 0.05f);
    for (const float scale : {1.f, 0.01f, 100.f, -1.f}) {
        for (int round = 0; round < 10; ++round) {
            Walker walker;
            TransformNode& host = walker.scene.createTransformNode("host");
            walker.skeleton.setHostNode(&host);
            host.setTransform({random.vector(-3.f, 3.f) * std::abs(scale), random.rotation(), {scale, std::abs(scale), std::abs(scale)}});
            const glm::mat4 toWorld = host.getWorldMatrix();
            const auto ground = [&](const glm::vec3& at) {
                const GroundPoint point = hill(glm::vec3(glm::inverse(toWorld) * glm::vec4(at, 1.f)));
                return GroundPoint{glm::vec3(toWorld * glm::vec4(point.position, 1.f)),
                                   glm::inverseTranspose(glm::mat3(toWorld)) * point.normal};
            };
            FootPlacement placement(walker.feet(), ground, {.pelvis = &walker.pelvis, .up = glm::vec3(toWorld[1])});
            const FootPlacementReport report = placement.update();
            BOOST_TEST(differenceOf(capturePose(walker.skeleton), expected) < 2e-5f);
            BOOST_TEST(report.feet[0].ik.isReached);
        }
    }
}

BOOST_AUTO_TEST_CASE(linked_bones_are_moved_through_their_nodes)
{
    Walker plain;
    FootPlacement reference(plain.feet(), hill, {.pelvis = &plain.pelvis});
    reference.update();
    Walker walker;
    for (Bone* bone : walker.skeleton.bones()) {
        TransformNode& node = walker.scene.createTransformNode(bone->getName(), nullptr, bone->getTransform());
        bone->linkTransformNode(&node);
    }
    FootPlacement placement(walker.feet(), hill, {.pelvis = &walker.pelvis});
    placement.update();
    BOOST_TEST(differenceOf(capturePose(walker.skeleton), capturePose(plain.skeleton)) < 1e-6f);
}

// Bones with even and uneven scale keep it, and the ankles still reach their goals.
BOOST_AUTO_TEST_CASE(scale_stays_and_ankles_are_placed_exactly)
{
    Random random(12);
    for (int round = 0; round < 50; ++round) {
        Walker walker;
        for (Bone* bone : walker.skeleton.bones()) {
            bone->setScaling(round % 2 == 0 ? glm::vec3(random.real(0.8f, 1.2f)) : random.vector(0.9f, 1.1f));
        }
        const Pose before = capturePose(walker.skeleton);
        const std::array<glm::vec3, 2> animated{walker.legs[0].ankle(), walker.legs[1].ankle()};
        std::vector<FootPlacementLeg> feet = walker.feet();
        for (FootPlacementLeg& foot : feet) {
            foot.ankleHeight = ankleHeight;
        }
        const float left = random.real(0.f, 0.1f);
        FootPlacement placement(feet, steps(left, 0.f), {.pelvis = &walker.pelvis, .liftBegin = 1.f, .liftEnd = 2.f});
        const FootPlacementReport report = placement.update();
        BOOST_TEST(report.feet[0].ik.isReached);
        BOOST_TEST(near(walker.legs[0].ankle(), animated[0] + glm::vec3(0.f, left, 0.f), 2e-6));
        BOOST_TEST(near(walker.legs[1].ankle(), animated[1], 2e-6));
        const Pose after = capturePose(walker.skeleton);
        for (std::size_t i = 0; i < after.bones.size(); ++i) {
            BOOST_TEST((after.bones[i].scale == before.bones[i].scale));
        }
    }
}

// The leg is turned out by 40 degrees about the vertical through its hip; the knee stays in the plane of that direction.
BOOST_AUTO_TEST_CASE(the_knee_stays_in_the_plane_in_which_it_is_animated)
{
    Walker walker;
    walker.legs[0].upper->rotate({0.f, 1.f, 0.f}, glm::radians(40.f), Space::World);
    const glm::vec3 outwards(std::cos(glm::radians(40.f)), 0.f, -std::sin(glm::radians(40.f)));
    FootPlacement placement(walker.feet(), steps(0.5f, 0.f), {.pelvis = &walker.pelvis});
    placement.update();
    const Leg& leg = walker.legs[0];
    BOOST_TEST(std::abs(glm::dot(leg.knee() - leg.hip(), outwards)) < 1e-6f);
    BOOST_TEST(near(leg.ankle(), glm::vec3(0.2f, 0.6f, 0.f), 1e-6));
    BOOST_TEST(near(leg.upper->getDirection({1.f, 0.f, 0.f}), outwards, 1e-6));  // no twist
    BOOST_TEST(
        near(leg.foot->getDirection({0.f, 0.f, 1.f}), glm::vec3(std::sin(glm::radians(40.f)), 0.f, std::cos(glm::radians(40.f))), 1e-6));
}

// Poses that are stored as matrices are solved with matrices and angles, others with products of vectors. Both must give the same: legs
// that are bent or almost straight, in and out of reach, on slopes within and beyond the ankle's limit, planted or lifted.
BOOST_AUTO_TEST_CASE(parts_and_matrices_are_placed_alike)
{
    Random random(15);
    int reached = 0;
    int held = 0;
    for (int round = 0; round < 500; ++round) {
        Walker parts;
        Walker matrices;
        const float scale = random.real(0.5f, 2.f);
        const float bend = round % 4 == 0 ? 0.03f : 1.5f;
        for (std::size_t i = 0; i < parts.skeleton.bones().size(); ++i) {
            Bone& bone = *parts.skeleton.bones()[i];
            bone.setTransform({bone.getPosition(), bone.getRotationQuaternion(), glm::vec3(i % 4 == 1 ? scale : 1.f)});
        }
        parts.pelvis.setRotationQuaternion(random.rotation());
        float straightest = bend;
        for (const Leg& leg : parts.legs) {
            leg.upper->setRotationQuaternion(random.rotation());
            const float angle = random.real(-bend, bend);
            straightest = std::min(straightest, std::abs(angle));
            leg.lower->setRotationQuaternion(glm::angleAxis(angle, random.direction()));
            leg.foot->setRotationQuaternion(random.rotation());
        }
        for (std::size_t i = 0; i < parts.skeleton.bones().size(); ++i) {
            matrices.skeleton.bones()[i]->setLocalMatrix(parts.skeleton.bones()[i]->getLocalMatrix());
        }
        const FootPlacementOptions options{
            .up = {0.1f, 1.f, 0.f}, .liftBegin = 0.2f, .liftEnd = 2.f, .weight = round % 3 == 0 ? 0.7f : 1.f};
        const auto placed = [&](Walker& walker) {
            std::vector<FootPlacementLeg> feet = walker.feet();
            feet[1].maxAnkleAngle = 0.2f;
            feet[1].ankleHeight = 0.3f;
            FootPlacementOptions own = options;
            own.pelvis = &walker.pelvis;
            return FootPlacement(feet, hill, own);
        };
        FootPlacement ofParts = placed(parts);
        FootPlacement ofMatrices = placed(matrices);
        const FootPlacementReport report = ofParts.update();
        const FootPlacementReport expected = ofMatrices.update();
        // The rounding of stored matrices turns the plane of a leg the more, the straighter the leg is.
        const float rounding = 8e-6f + 4e-7f / std::max(straightest, 1e-2f);
        BOOST_TEST(differenceOf(capturePose(parts.skeleton), capturePose(matrices.skeleton)) < rounding);
        BOOST_TEST(std::abs(report.pelvisOffset - expected.pelvisOffset) < 2e-6f);
        for (std::size_t i = 0; i < 2; ++i) {
            const FootReport& foot = report.feet[i];
            BOOST_TEST((foot.ik.status == expected.feet[i].ik.status));
            BOOST_TEST(foot.ik.isReached == expected.feet[i].ik.isReached);
            BOOST_TEST(std::abs(foot.ik.distance - expected.feet[i].ik.distance) < 1e-5f);
            BOOST_TEST(std::abs(foot.ik.beyondReach - expected.feet[i].ik.beyondReach) < 1e-5f);
            BOOST_TEST(std::abs(foot.ik.jointChange - expected.feet[i].ik.jointChange) < 1e-4f);
            BOOST_TEST(std::abs(foot.ik.angle - expected.feet[i].ik.angle) < 1e-5f);
            BOOST_TEST(std::abs(foot.weight - expected.feet[i].weight) < 1e-5f);
            reached += foot.ik.isReached ? 1 : 0;
            held += foot.isAnkleHeld ? 1 : 0;
        }
    }
    BOOST_TEST(reached > 100);
    BOOST_TEST(held > 100);
}

// A leg that is straight at rest has no plane of its own: the knee goes where the toes point. The distance from hip to ankle is 2 - 0.3 =
// 1.7; half of it is the cosine of the thigh's angle.
BOOST_AUTO_TEST_CASE(a_straight_leg_bends_towards_its_toes)
{
    Walker walker({{0.2f, 0.f, 0.f}, {-0.2f, 0.f, 0.f}}, 2.f);
    FootPlacement placement(walker.feet(), steps(0.3f, 0.f), {.pelvis = &walker.pelvis});
    const FootPlacementReport report = placement.update();
    BOOST_TEST(report.feet[0].ik.isReached);
    BOOST_TEST(near(walker.legs[0].ankle(), glm::vec3(0.2f, 0.4f, 0.f), 1e-6));
    BOOST_TEST(near(walker.legs[0].knee(), glm::vec3(0.2f, 0.4f + 0.85f, std::sqrt(1.f - 0.85f * 0.85f)), 1e-5));
}

BOOST_AUTO_TEST_CASE(any_number_of_legs_stands)
{
    Walker walker({{0.2f, 0.f, 0.5f}, {-0.2f, 0.f, 0.5f}, {0.2f, 0.f, 0.f}, {-0.2f, 0.f, 0.f}, {0.2f, 0.f, -0.5f}, {-0.2f, 0.f, -0.5f}});
    std::vector<FootPlacementLeg> feet = walker.feet();
    for (FootPlacementLeg& foot : feet) {
        foot.probes.emplace();  // the ankle only
    }
    const auto stairs = [](const glm::vec3& at) { return GroundPoint{{at.x, 0.2f * std::round(2.f * at.z), at.z}}; };
    FootPlacement placement(feet, stairs, {.pelvis = &walker.pelvis});
    const FootPlacementReport report = placement.update();
    BOOST_TEST(report.pelvisOffset == -0.2f, boost::test_tools::tolerance(1e-6f));
    for (std::size_t i = 0; i < feet.size(); ++i) {
        BOOST_TEST(report.feet[i].ik.isReached);
        const std::size_t row = i / 2;
        BOOST_TEST(walker.legs[i].ankle().y == ankleHeight + 0.2f * (1.f - static_cast<float>(row)), boost::test_tools::tolerance(1e-5f));
    }
}

// In any pose, the report states how far the ankle is from its goal: its animated height above the ground, turned within its limit. No bone
// stretches.
BOOST_AUTO_TEST_CASE(random_poses_reach_what_is_within_reach)
{
    Random random(14);
    Walker walker;
    std::vector<FootPlacementLeg> feet = walker.feet();
    for (FootPlacementLeg& foot : feet) {
        foot.probes.emplace();
        foot.maxAnkleAngle = 0.2f;
    }
    FootPlacement placement(feet, hill, {.liftBegin = 5.f, .liftEnd = 6.f});
    int reached = 0;
    for (int round = 0; round < 2000; ++round) {
        for (const Leg& leg : walker.legs) {
            leg.upper->setRotationQuaternion(random.rotation());
            leg.lower->setRotationQuaternion(random.rotation());
            leg.foot->setRotationQuaternion(random.rotation());
        }
        const std::array<glm::vec3, 2> animated{walker.legs[0].ankle(), walker.legs[1].ankle()};
        const FootPlacementReport report = placement.update();
        for (std::size_t i = 0; i < 2; ++i) {
            const Leg& leg = walker.legs[i];
            const FootReport& foot = report.feet[i];
            const GroundPoint ground = hill(animated[i]);
            const float slope = std::acos(1.f / glm::length(ground.normal));
            const float raised = ankleHeight * (1.f / std::cos(std::min(slope, 0.2f)) - 1.f);
            const glm::vec3 wanted = animated[i] + glm::vec3(0.f, ground.position.y + raised, 0.f);
            BOOST_TEST(std::abs(foot.ik.distance - glm::distance(leg.ankle(), wanted)) < 1e-5f);
            BOOST_TEST(std::abs(foot.ik.beyondReach - std::max(0.f, glm::distance(leg.hip(), wanted) - 2.f)) < 1e-5f);
            BOOST_TEST(std::abs(foot.ik.angle - std::max(0.f, slope - 0.2f)) < 1e-5f);
            BOOST_TEST(std::abs(glm::distance(leg.knee(), leg.ankle()) - 1.f) < 1e-5f);
            reached += foot.ik.isReached ? 1 : 0;
        }
    }
    BOOST_TEST(reached > 200);
}

// The ground rises from out of reach below to where the leg is half folded. From full stretch, the knee's angle falls from straight as the
// square root of the distance: 2 sqrt(1e-3) for the first millimetre and less for every other.
BOOST_AUTO_TEST_CASE(rising_ground_moves_a_leg_without_jumps)
{
    Walker walker;
    float height = -1.f;
    FootPlacement placement(walker.feet(), [&](const glm::vec3& at) { return GroundPoint{{at.x, height, at.z}}; });
    placement.update();
    Pose before = capturePose(walker.skeleton);
    float most = 0.f;
    for (int step = 1; step <= 1800; ++step) {
        height = -1.f + 1e-3f * static_cast<float>(step);
        walker.skeleton.returnToRest();
        placement.update();
        const Pose after = capturePose(walker.skeleton);
        most = std::max(most, differenceOf(before, after));
        before = after;
    }
    BOOST_TEST(most < 1.2f * std::sqrt(1e-3f));  // a quaternion chord is half of its angle
}

// By the definition of a half-life: half of the way after one, three quarters after two.
BOOST_AUTO_TEST_CASE(changes_of_the_ground_are_followed_half_way_in_a_half_life)
{
    Walker walker;
    float height = 0.f;
    FootPlacement placement(walker.feet(),
                            [&](const glm::vec3& at) {
                                return GroundPoint{{at.x, at.x > 0.f ? height : 0.f, at.z}};
                            },
                            {.pelvis = &walker.pelvis, .footHalfLife = 0.1f, .pelvisHalfLife = 0.2f});
    const auto updated = [&](double seconds) {
        walker.skeleton.returnToRest();
        return placement.update(seconds);
    };
    BOOST_TEST(updated(1.).pelvisOffset == 0.f);  // the first update jumps to the goal
    height = 0.2f;
    updated(0.1);
    BOOST_TEST(walker.legs[0].ankle().y == ankleHeight + 0.1f, boost::test_tools::tolerance(1e-5f));
    updated(0.05);
    updated(0.05);
    BOOST_TEST(walker.legs[0].ankle().y == ankleHeight + 0.15f, boost::test_tools::tolerance(1e-5f));
    placement.reset();
    BOOST_TEST(updated(0.1).pelvisOffset == 0.f);
    BOOST_TEST(walker.legs[0].ankle().y == ankleHeight + 0.2f, boost::test_tools::tolerance(1e-5f));
    // The pelvis follows the current position of the foot: half of three quarters of the distance.
    height = -0.2f;
    placement.reset();
    BOOST_TEST(updated(0.).pelvisOffset == -0.2f, boost::test_tools::tolerance(1e-5f));
    height = 0.f;
    BOOST_TEST(updated(0.2).pelvisOffset == -0.2f + 0.5f * 0.75f * 0.2f, boost::test_tools::tolerance(1e-5f));
}

BOOST_AUTO_TEST_CASE(an_update_allocates_nothing_and_repeats_its_bits)
{
    Walker walker;
    FootPlacement placement(walker.feet(), hill, {.pelvis = &walker.pelvis, .footHalfLife = 0.1f});
    placement.update();
    const Pose once = capturePose(walker.skeleton);
    walker.skeleton.returnToRest();
    const AllocationCount count;
    placement.update();
    BOOST_TEST(count.sinceConstruction() == 0u);
    BOOST_TEST((capturePose(walker.skeleton) == once));
}

BOOST_AUTO_TEST_CASE(a_pose_is_corrected_as_the_bones_are)
{
    Random random(13);
    for (int round = 0; round < 10; ++round) {
        Walker walker;
        for (Bone* bone : walker.skeleton.bones()) {
            bone->setScaling(random.vector(0.9f, 1.1f));
        }
        TransformNode& host = walker.scene.createTransformNode("host");
        walker.skeleton.setHostNode(&host);
        host.setTransform({random.vector(-0.5f, 0.5f), glm::angleAxis(random.real(-3.f, 3.f), glm::vec3(0.f, 1.f, 0.f)), glm::vec3(2.f)});
        FootPlacement placement(walker.feet(), hill, {.pelvis = &walker.pelvis});
        Pose pose = capturePose(walker.skeleton);
        std::array<FootReport, 2> feet;
        const JointView joints = JointView(walker.skeleton, pose).placedAt(host.getWorldMatrix());
        const FootPlacementReport solved = placement.solve(joints, nullptr, 0., feet);
        const float offset = solved.pelvisOffset;
        const float change = solved.feet[0].ik.jointChange;
        const FootPlacementReport updated = placement.update();
        BOOST_TEST(differenceOf(pose, capturePose(walker.skeleton)) < 2e-6f);
        BOOST_TEST(offset == updated.pelvisOffset, boost::test_tools::tolerance(1e-4f));
        BOOST_TEST(change == updated.feet[0].ik.jointChange, boost::test_tools::tolerance(1e-3f));
        BOOST_TEST(change > 0.f);
        const AllocationCount count;
        placement.solve(joints);
        BOOST_TEST(count.sinceConstruction() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(removed_bones_leave_their_leg_out)
{
    Walker walker;
    FootPlacement placement(walker.feet(), steps(0.2f, 0.3f), {.pelvis = &walker.pelvis});
    walker.skeleton.removeBone(*walker.legs[0].lower, Removal::KeepChildren);
    const FootPlacementReport report = placement.update();
    BOOST_TEST((report.feet[0].ik.status == IkStatus::Gone));
    BOOST_TEST(report.feet[1].ik.isReached);
    BOOST_TEST((report.status == IkStatus::Solved));
    BOOST_TEST(report.pelvisOffset == 0.3f, boost::test_tools::tolerance(1e-6f));
    walker.skeleton.removeBone(walker.pelvis, Removal::KeepChildren);
    const FootPlacementReport withoutPelvis = placement.update();
    BOOST_TEST(withoutPelvis.pelvisOffset == 0.f);
    BOOST_TEST((withoutPelvis.status == IkStatus::Gone));
    BOOST_TEST(placement.getOptions().pelvis == nullptr);
    walker.skeleton.removeBone(*walker.legs[1].upper, Removal::Subtree);
    BOOST_TEST((placement.update().feet[1].ik.status == IkStatus::Gone));

    Walker other;  // a foot with another parent has no leg
    FootPlacement footless(other.feet(), steps(0.2f, 0.3f), {.pelvis = &other.pelvis});
    other.legs[0].foot->setParent(other.legs[0].upper);
    BOOST_TEST((footless.update().feet[0].ik.status == IkStatus::Gone));
}

BOOST_AUTO_TEST_CASE(a_query_that_throws_and_a_flat_host_change_nothing)
{
    Walker walker;
    const Pose before = capturePose(walker.skeleton);
    const auto lost = [](const glm::vec3& at) -> std::optional<GroundPoint> {
        return at.x > 0.f ? GroundPoint{{at.x, 0.3f, at.z}} : throw std::runtime_error("no ground loaded");
    };
    FootPlacement placement(walker.feet(), lost, {.pelvis = &walker.pelvis});
    BOOST_CHECK_EXCEPTION(placement.update(), std::runtime_error, says("no ground loaded"));
    TransformNode& host = walker.scene.createTransformNode("host");
    host.setScaling({1.f, 0.f, 1.f});
    walker.skeleton.setHostNode(&host);
    FootPlacement flat(walker.feet(), steps(0.3f, 0.f), {.pelvis = &walker.pelvis});
    BOOST_TEST(!flat.update().feet[0].ik.isReached);
    BOOST_TEST((capturePose(walker.skeleton) == before));
}

// Ground and time that are NaN, and bones without size: nothing breaks, and the next update is correct.
BOOST_AUTO_TEST_CASE(nonsense_does_not_stay)
{
    constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
    Walker walker;
    GroundPoint nonsense{glm::vec3(notANumber)};
    const auto ground = [&](const glm::vec3& at) { return at.x > 0.f ? nonsense : GroundPoint{{at.x, 0.1f, at.z}}; };
    FootPlacement placement(walker.feet(), ground, {.pelvis = &walker.pelvis, .footHalfLife = 0.1f, .pelvisHalfLife = 0.1f});
    BOOST_TEST(!placement.update(0.1).feet[0].hasGround);
    nonsense = {{0.2f, 0.1f, 0.f}, glm::vec3(notANumber, 1.f, 0.f)};
    walker.skeleton.returnToRest();
    BOOST_TEST(placement.update(std::numeric_limits<double>::quiet_NaN()).feet[0].hasGround);
    walker.skeleton.returnToRest();
    walker.legs[1].upper->setScaling({0.f, 0.f, 0.f});
    BOOST_TEST(!placement.update(-1.).feet[1].ik.isReached);
    walker.skeleton.returnToRest();
    BOOST_TEST(placement.update(std::numeric_limits<double>::infinity()).pelvisOffset == 0.1f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(near(walker.legs[0].ankle(), glm::vec3(0.2f, ankleHeight + 0.1f, 0.f), 1e-6));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused_by_name)
{
    Walker walker;
    Walker other;
    const std::vector<FootPlacementLeg> feet = walker.feet();
    const GroundQuery ground = steps(0.f, 0.f);
    const auto refused = [&](std::vector<FootPlacementLeg> legs, const FootPlacementOptions& options, std::string_view part) {
        BOOST_CHECK_EXCEPTION(FootPlacement(legs, ground, options), std::invalid_argument, says(part));
    };
    refused({}, {}, "no leg");
    refused({{}}, {}, "no foot");
    refused({{.foot = &walker.pelvis}}, {}, "pelvis");

    refused({feet[0], {.foot = other.legs[0].foot}}, {}, "skeleton \"walker\"");
    refused({{.foot = feet[0].foot, .maxAnkleAngle = 2.f}}, {}, "maxAnkleAngle is 2");
    refused({{.foot = feet[0].foot, .probes = {{glm::vec3(std::numeric_limits<float>::quiet_NaN())}}}}, {}, "probe");
    refused(feet, {.pelvis = &other.pelvis}, "pelvis");
    refused(feet, {.up = glm::vec3(0.f)}, "up is (0, 0, 0)");
    refused(feet, {.liftBegin = 0.5f, .liftEnd = 0.2f}, "liftEnd is 0.2");
    refused(feet, {.weight = 1.5f}, "weight is 1.5");
    BOOST_CHECK_EXCEPTION(FootPlacement(feet, GroundQuery(), {}), std::invalid_argument, says("no ground query"));
    FootPlacement placement(feet, ground, {.weight = 0.5f});
    BOOST_CHECK_EXCEPTION(placement.setOptions({.maxDrop = -1.f}), std::invalid_argument, says("maxDrop is -1"));
    BOOST_TEST(placement.getOptions().weight == 0.5f);
}

BOOST_AUTO_TEST_SUITE_END()
