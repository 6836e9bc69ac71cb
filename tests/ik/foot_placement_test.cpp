#include <armature/ik/foot_placement.hpp>

#include <cmath>
#include <optional>
#include <utility>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/pose.hpp>

#include <support/near.hpp>

#include "walker.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::walker;

BOOST_AUTO_TEST_SUITE(foot_placement)

BOOST_AUTO_TEST_CASE(level_ground_changes_no_bit)
{
    Walker walker;
    const Pose before = capturePose(walker.skeleton);
    FootPlacement placement(walker.feet(), steps(0.f, 0.f), {.pelvis = &walker.pelvis});
    const FootPlacementReport report = placement.update();
    BOOST_TEST((capturePose(walker.skeleton) == before));
    BOOST_TEST(report.pelvisOffset == 0.f);
    BOOST_REQUIRE(report.feet.size() == 2u);
    for (const FootReport& foot : report.feet) {
        BOOST_TEST(foot.ik.isReached);
        BOOST_TEST(foot.hasGround);
        BOOST_TEST(foot.weight == 1.f);
        BOOST_TEST(foot.ik.jointChange == 0.f);
    }
}

// By hand: hip and ankle are 1.4 apart; with a step of 0.3, 1.1. By the law of cosines the knee's cosine is (1 + 1 - 1.1^2) / 2 = 0.395.
BOOST_AUTO_TEST_CASE(a_step_bends_one_knee)
{
    Walker walker;
    const Pose before = capturePose(walker.skeleton);
    FootPlacement placement(walker.feet(), steps(0.3f, 0.f), {.pelvis = &walker.pelvis});
    const FootPlacementReport report = placement.update();
    BOOST_TEST(report.pelvisOffset == 0.f);
    BOOST_TEST(near(walker.legs[0].ankle(), glm::vec3(0.2f, 0.4f, 0.f), 1e-6));
    BOOST_TEST(near(walker.legs[1].ankle(), glm::vec3(-0.2f, 0.1f, 0.f), 1e-6));
    BOOST_TEST(walker.legs[0].kneeCosine() == 0.395f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(walker.legs[0].knee().x == 0.2f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(walker.legs[0].knee().z == std::sqrt(1.f - 0.55f * 0.55f), boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(nearRotation(walker.legs[0].foot->getRotationQuaternion(Space::World), glm::quat(1.f, 0.f, 0.f, 0.f), 1e-6));
    const Pose after = capturePose(walker.skeleton);
    for (const std::size_t bone : {0u, 5u, 6u, 7u, 8u}) {  // the pelvis and the right leg
        BOOST_TEST((after.bones[bone] == before.bones[bone]));
    }
    BOOST_TEST(report.feet[0].ik.isReached);
    BOOST_TEST(report.feet[0].ik.beyondReach == 0.f);
}

// The numbers of the other leg's joints change with the removal.
BOOST_AUTO_TEST_CASE(a_ground_query_may_remove_the_leg_for_which_it_is_called)
{
    Walker walker;
    bool isWhole = true;
    const auto ground = [&](const glm::vec3& place) -> std::optional<GroundPoint> {
        if (std::exchange(isWhole, false)) {
            walker.skeleton.removeBone(*walker.legs[0].upper);
        }
        return GroundPoint{{place.x, 0.3f, place.z}};
    };
    FootPlacement placement(walker.feet(), ground);
    const FootPlacementReport report = placement.update();
    BOOST_TEST((report.feet[0].ik.status == IkStatus::Gone));
    BOOST_TEST(report.feet[1].ik.isReached);
    BOOST_TEST(near(walker.legs[1].ankle(), glm::vec3(-0.2f, 0.4f, 0.f), 1e-6));
}

// The pelvis goes down with the lower foot, whose leg keeps its pose. The hip and ankle of the other leg are then 1.1 apart.
BOOST_AUTO_TEST_CASE(the_pelvis_follows_the_lowest_foot)
{
    Walker walker;
    FootPlacement placement(walker.feet(), steps(0.f, -0.3f), {.pelvis = &walker.pelvis});
    const FootPlacementReport report = placement.update();
    BOOST_TEST(report.pelvisOffset == -0.3f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(near(walker.pelvis.getPosition(Space::World), glm::vec3(0.f, hipHeight - 0.3f, 0.f), 1e-6));
    BOOST_TEST(near(walker.legs[0].ankle(), glm::vec3(0.2f, 0.1f, 0.f), 1e-6));
    BOOST_TEST(near(walker.legs[1].ankle(), glm::vec3(-0.2f, -0.2f, 0.f), 1e-6));
    BOOST_TEST(walker.legs[0].kneeCosine() == 0.395f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(walker.legs[1].kneeCosine() == 0.02f, boost::test_tools::tolerance(1e-4f));
    // Both up: the pelvis rises, by at most 0.1 of the leg length of 2.
    walker.skeleton.returnToRest();
    FootPlacement risen(walker.feet(), steps(0.3f, 0.4f), {.pelvis = &walker.pelvis, .maxRise = 0.1f});
    BOOST_TEST(risen.update().pelvisOffset == 0.2f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(near(walker.legs[1].ankle(), glm::vec3(-0.2f, 0.5f, 0.f), 1e-6));
}

// The foot's up is the ground's normal and the sole lies on the ground: the ankle is 0.1 away from it.
BOOST_AUTO_TEST_CASE(the_ankle_turns_to_the_slope_and_the_sole_lies_on_it)
{
    for (const float angle : {0.1f, -0.3f, 0.6f}) {
        Walker walker;
        FootPlacement placement(walker.feet(), slope(angle), {.pelvis = &walker.pelvis});
        const FootPlacementReport report = placement.update();
        const glm::vec3 normal(0.f, std::cos(angle), -std::sin(angle));
        for (std::size_t i = 0; i < 2; ++i) {
            BOOST_TEST(report.feet[i].ik.isReached);
            BOOST_TEST(near(walker.legs[i].foot->getDirection({0.f, 1.f, 0.f}), normal, 1e-6));
            BOOST_TEST(near(walker.legs[i].foot->getDirection({1.f, 0.f, 0.f}), glm::vec3(1.f, 0.f, 0.f), 1e-6));
            BOOST_TEST(glm::dot(walker.legs[i].ankle(), normal) == ankleHeight, boost::test_tools::tolerance(1e-5f));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_ankles_limit_holds_and_is_reported)
{
    Walker walker;
    std::vector<FootPlacementLeg> feet = walker.feet();
    feet[0].maxAnkleAngle = 0.3f;
    FootPlacement placement(feet, slope(0.5f), {.pelvis = &walker.pelvis});
    const FootPlacementReport report = placement.update();
    BOOST_TEST(near(walker.legs[0].foot->getDirection({0.f, 1.f, 0.f}), glm::vec3(0.f, std::cos(0.3f), -std::sin(0.3f)), 1e-6));
    BOOST_TEST(report.feet[0].ik.angle == 0.2f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(report.feet[0].isAnkleHeld);
    BOOST_TEST(!report.feet[0].ik.isReached);
    BOOST_TEST(!report.feet[1].isAnkleHeld);
    BOOST_TEST(report.feet[1].ik.angle == 0.f);
}

BOOST_AUTO_TEST_CASE(a_foot_without_ground_stays_where_it_is_animated)
{
    Walker walker;
    const auto overTheEdge = [](const glm::vec3& at) {
        return at.x > 0.f ? std::nullopt : std::optional(GroundPoint{{at.x, -0.25f, at.z}});
    };
    FootPlacement placement(walker.feet(), overTheEdge, {.pelvis = &walker.pelvis});
    const FootPlacementReport report = placement.update();
    BOOST_TEST(report.pelvisOffset == -0.25f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(!report.feet[0].hasGround);
    BOOST_TEST(report.feet[0].weight == 0.f);
    BOOST_TEST(near(walker.legs[0].ankle(), glm::vec3(0.2f, 0.1f, 0.f), 1e-6));
    BOOST_TEST(near(walker.legs[1].ankle(), glm::vec3(-0.2f, -0.15f, 0.f), 1e-6));

    walker.skeleton.returnToRest();
    const Pose before = capturePose(walker.skeleton);
    FootPlacement nothing(walker.feet(), [](const glm::vec3&) { return std::optional<GroundPoint>(); }, {.pelvis = &walker.pelvis});
    BOOST_TEST(nothing.update().pelvisOffset == 0.f);
    BOOST_TEST((capturePose(walker.skeleton) == before));
}

BOOST_AUTO_TEST_CASE(the_weight_scales_what_is_changed)
{
    Walker walker;
    const Pose before = capturePose(walker.skeleton);
    FootPlacement placement(walker.feet(), slope(0.4f), {.pelvis = &walker.pelvis, .weight = 0.f});
    BOOST_TEST(placement.update().pelvisOffset == 0.f);
    BOOST_TEST((capturePose(walker.skeleton) == before));

    placement.setOptions({.pelvis = &walker.pelvis, .weight = 0.5f});
    placement.update();
    BOOST_TEST(near(walker.legs[0].foot->getDirection({0.f, 1.f, 0.f}), glm::vec3(0.f, std::cos(0.2f), -std::sin(0.2f)), 1e-6));
    walker.skeleton.returnToRest();
    FootPlacement half(walker.feet(), steps(0.2f, -0.3f), {.pelvis = &walker.pelvis, .weight = 0.5f});
    BOOST_TEST(half.update().pelvisOffset == -0.15f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(near(walker.legs[0].ankle(), glm::vec3(0.2f, 0.2f, 0.f), 1e-6));
    BOOST_TEST(near(walker.legs[1].ankle(), glm::vec3(-0.2f, -0.05f, 0.f), 1e-6));
}

// The ground is 1 below and there is no pelvis to lower: the ankle should be 2.4 from the hip, but the leg is 2 long.
BOOST_AUTO_TEST_CASE(ground_beyond_reach_is_reported_and_the_leg_is_straight)
{
    Walker walker;
    FootPlacement placement(walker.feet(), steps(-1.f, 0.f));
    const FootPlacementReport report = placement.update();
    BOOST_TEST(report.pelvisOffset == 0.f);
    BOOST_TEST(!report.feet[0].ik.isReached);
    BOOST_TEST(report.feet[0].ik.beyondReach == 0.4f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(report.feet[0].ik.distance == 0.4f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(near(walker.legs[0].ankle(), glm::vec3(0.2f, hipHeight - 2.f, 0.f), 1e-6));
    BOOST_TEST(report.feet[1].ik.isReached);

    walker.skeleton.returnToRest();
    FootPlacement limited(walker.feet(), steps(-1.f, 0.f), {.pelvis = &walker.pelvis, .maxDrop = 0.15f});  // 0.15 leg lengths are 0.3
    const FootPlacementReport lowered = limited.update();
    BOOST_TEST(lowered.pelvisOffset == -0.3f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(lowered.feet[0].ik.beyondReach == 0.1f, boost::test_tools::tolerance(1e-5f));
}

// A foot lifted by 0.35 leg lengths or more follows the animation; the one probe is at the ankle because the foot is turned.
BOOST_AUTO_TEST_CASE(a_lifted_foot_is_let_go_but_not_into_the_ground)
{
    Walker walker;
    std::vector<FootPlacementLeg> feet = walker.feet();
    feet[0].probes.emplace();
    const auto lift = [&] {
        walker.skeleton.returnToRest();
        walker.legs[0].upper->rotate({1.f, 0.f, 0.f}, -1.2f, Space::World);  // thigh up, knee bent
        walker.legs[0].lower->rotate({1.f, 0.f, 0.f}, 0.6f, Space::World);
        return walker.legs[0].ankle();
    };
    const glm::vec3 lifted = lift();
    BOOST_TEST(lifted.y > ankleHeight + 0.7f);
    FootPlacement placement(feet, steps(-0.2f, -0.2f), {.pelvis = &walker.pelvis});
    FootPlacementReport report = placement.update();
    BOOST_TEST(report.pelvisOffset == -0.2f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(report.feet[0].weight == 0.f);
    BOOST_TEST(near(walker.legs[0].ankle(), lifted, 1e-6));

    // The ground reaches up to the lifted ankle: the ankle stays as high above it as a standing one.
    const float high = lifted.y - 0.05f;
    lift();
    FootPlacement above(feet, steps(high, 0.f), {.pelvis = &walker.pelvis});
    report = above.update();
    BOOST_TEST(report.pelvisOffset == 0.f);
    BOOST_TEST(near(walker.legs[0].ankle(), lifted + glm::vec3(0.f, 0.05f, 0.f), 1e-6));
}

// The highest ground under the foot's probes counts: the toes are 0.2 in front of the ankle, on the next step.
BOOST_AUTO_TEST_CASE(the_highest_ground_under_a_foot_counts)
{
    Walker walker;
    const auto stairs = [](const glm::vec3& at) { return GroundPoint{{at.x, at.z > 0.1f ? 0.15f : 0.f, at.z}}; };
    FootPlacement placement(walker.feet(), stairs, {.pelvis = &walker.pelvis});
    BOOST_TEST(placement.update().pelvisOffset == 0.15f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(near(walker.legs[0].ankle(), glm::vec3(0.2f, 0.25f, 0.f), 1e-6));
    // Walls are not ground to stand on: only their height counts.
    walker.skeleton.returnToRest();
    const auto wall = [](const glm::vec3& at) { return GroundPoint{{at.x, at.z > 0.1f ? 0.1f : 0.f, at.z}, {0.f, 0.01f, -1.f}}; };
    FootPlacement before(walker.feet(), wall, {.pelvis = &walker.pelvis});
    before.update();
    BOOST_TEST(near(walker.legs[0].ankle(), glm::vec3(0.2f, 0.2f, 0.f), 1e-6));
    BOOST_TEST(near(walker.legs[0].foot->getDirection({0.f, 1.f, 0.f}), glm::vec3(0.f, 1.f, 0.f), 1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
