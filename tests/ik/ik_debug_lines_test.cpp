#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

#include <armature/ik/ik_debug_lines.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>

using namespace armature;
using namespace armature::test;

namespace {

std::vector<DebugLine> ofColor(const std::vector<DebugLine>& lines, const glm::vec4& color)
{
    std::vector<DebugLine> found;
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(found), [&](const DebugLine& line) { return line.color == color; });
    return found;
}

bool hasSegment(const std::vector<DebugLine>& lines, const glm::vec3& from, const glm::vec3& to)
{
    return std::any_of(lines.begin(), lines.end(), [&](const DebugLine& line) {
        return (glm::distance(line.from, from) < 1e-5f && glm::distance(line.to, to) < 1e-5f)
               || (glm::distance(line.from, to) < 1e-5f && glm::distance(line.to, from) < 1e-5f);
    });
}

/// An arm of two bones of one metre along +Y. Its host is at (10, 0, 0), twice as large, turned a quarter about Z: the arm lies along -X.
struct TurnedArm {
    TurnedArm()
    {
        host.setTransform({{10.f, 0.f, 0.f}, turned({0.f, 0.f, 1.f}, pi / 2.f), glm::vec3(2.f)});
        skeleton.setHostNode(&host);
    }
    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Bone& upper = skeleton.createBone("upper");
    Bone& lower = skeleton.createBone("lower", {.parent = &upper, .bind = toMat4(Transform{{0.f, 1.f, 0.f}}), .length = 1.f});
    IkDebugStyle style;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ik_debug_lines)

// By hand: joints at (10, 0, 0) and (8, 0, 0), the tip at (6, 0, 0). The goal at (0, 1, 0) in skeleton space is at (8, 0, 0) in the world.
BOOST_AUTO_TEST_CASE(a_chain_is_drawn_from_joint_to_joint_to_goal)
{
    const TurnedArm arm;
    const Chain chain = Chain::between(arm.upper, arm.lower);
    const IkGoal goal{.position = glm::vec3(0.f, 1.f, 0.f)};
    std::vector<DebugLine> lines{{{1.f, 2.f, 3.f}, {}, {}}};
    appendChainLines(lines, chain, arm.skeleton, {&goal, 1}, Space::Skeleton, arm.style);
    BOOST_TEST((lines.front().from == glm::vec3(1.f, 2.f, 3.f)));  // existing lines stay
    const auto bones = ofColor(lines, arm.style.chainColor);
    BOOST_TEST(hasSegment(bones, {10.f, 0.f, 0.f}, {8.f, 0.f, 0.f}));
    BOOST_TEST(hasSegment(bones, {8.f, 0.f, 0.f}, {6.f, 0.f, 0.f}));
    BOOST_TEST(hasSegment(ofColor(lines, arm.style.residualColor), {6.f, 0.f, 0.f}, {8.f, 0.f, 0.f}));
    const auto cross = ofColor(lines, arm.style.goalColor);  // extends a quarter of half a bone of 2 m either way, turned with the host
    BOOST_TEST(cross.size() == 3u);
    BOOST_TEST(hasSegment(cross, {7.75f, 0.f, 0.f}, {8.25f, 0.f, 0.f}));
    BOOST_TEST(hasSegment(cross, {8.f, -0.25f, 0.f}, {8.f, 0.25f, 0.f}));
    BOOST_TEST(hasSegment(cross, {8.f, 0.f, -0.25f}, {8.f, 0.f, 0.25f}));
}

BOOST_AUTO_TEST_CASE(goals_that_do_not_fit_are_refused)
{
    const TurnedArm arm;
    const Chain chain = Chain::between(arm.upper, arm.lower);
    const std::vector<IkGoal> goals(2);
    std::vector<DebugLine> lines;
    BOOST_CHECK_EXCEPTION(appendChainLines(lines, chain, arm.skeleton, goals), std::invalid_argument, says("2 goals for a chain of 1"));
    BOOST_CHECK_EXCEPTION(appendChainLines(lines, chain, arm.skeleton, {}, Space::Local), std::invalid_argument, says("Skeleton or World"));
    Skeleton empty;
    BOOST_CHECK_EXCEPTION(appendChainLines(lines, chain, empty), std::invalid_argument, says("0 bones"));
    BOOST_TEST(lines.empty());
}

// By hand: all points of the outline are half a metre from the joint and 0.4 rad off the rest axis (-X with the host), whatever the swing.
BOOST_AUTO_TEST_CASE(a_cone_is_about_the_axis_at_rest_and_red_where_it_holds)
{
    TurnedArm arm;
    arm.style.size = 0.5f;
    const SwingTwistJoint cone{.maxSwing = 0.4f};
    for (const float swing : {0.1f, 0.4f, 0.9f}) {
        arm.lower.setRotationQuaternion(turned({1.f, 0.f, 0.f}, swing));
        std::vector<DebugLine> lines;
        appendLimitLines(lines, arm.lower, cone, arm.style);
        const bool isActive = swing >= 0.4f;
        BOOST_TEST(ofColor(lines, isActive ? arm.style.limitColor : arm.style.activeLimitColor).empty());
        const auto outline = ofColor(lines, isActive ? arm.style.activeLimitColor : arm.style.limitColor);
        BOOST_TEST(outline.size() == 48u + 8u);
        for (const DebugLine& line : outline) {
            const glm::vec3 way = line.to - glm::vec3(8.f, 0.f, 0.f);
            BOOST_TEST(std::abs(glm::length(way) - 0.5f) < 1e-5f);
            BOOST_TEST(std::abs(-way.x - 0.5f * std::cos(0.4f)) < 1e-5f);
        }
        // The pose line: the axis swung about the skeleton's X, which is the world's Y.
        const auto pose = ofColor(lines, arm.style.poseColor);
        BOOST_TEST(hasSegment(pose, {8.f, 0.f, 0.f}, {8.f - 0.5f * std::cos(swing), 0.f, 0.5f * std::sin(swing)}));
    }
}

// By hand: about Z of a bone along +Y, the zero angle is up and 90 degrees is to the left (-X), in a skeleton without a host.
BOOST_AUTO_TEST_CASE(a_hinge_is_an_arc_with_the_bone_in_it)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone", {.length = 1.f});
    bone.setRotationQuaternion(turned({0.f, 0.f, 1.f}, pi / 4.f));
    const IkDebugStyle style{.size = 1.f, .segments = 4};
    const HingeJoint hinge{{0.f, 0.f, 2.f}, 0.f, pi / 2.f};
    std::vector<DebugLine> lines;
    appendLimitLines(lines, bone, hinge, style);
    BOOST_TEST(lines.size() == 4u);
    BOOST_TEST(hasSegment(ofColor(lines, style.limitColor), {0.f, 1.f, 0.f}, {-1.f, 0.f, 0.f}));  // the arc: a quarter turn is one segment
    BOOST_TEST(hasSegment(ofColor(lines, style.limitColor), {}, {0.f, 1.f, 0.f}));
    BOOST_TEST(hasSegment(ofColor(lines, style.limitColor), {}, {-1.f, 0.f, 0.f}));
    BOOST_TEST(hasSegment(ofColor(lines, style.poseColor), {}, {-std::sqrt(0.5f), std::sqrt(0.5f), 0.f}));
    bone.setRotationQuaternion(turned({0.f, 0.f, 1.f}, pi / 2.f));
    lines.clear();
    appendLimitLines(lines, bone, hinge, style);
    BOOST_TEST(ofColor(lines, style.activeLimitColor).size() == 3u);
}

// By hand: about the bone's own Y, the zero angle is shown across it. The arc is as wide as the range and half as far out as a cone.
BOOST_AUTO_TEST_CASE(a_twist_is_an_arc_about_the_swung_axis)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone", {.length = 2.f});  // so the size is 1
    bone.setRotationQuaternion(turned({0.f, 0.f, 1.f}, pi / 2.f) * turned({0.f, 1.f, 0.f}, 0.3f));
    const IkDebugStyle style;
    std::vector<DebugLine> lines;
    appendLimitLines(lines, bone, SwingTwistJoint{.minTwist = -0.5f, .maxTwist = 1.f}, style);
    const auto arc = ofColor(lines, style.limitColor);
    BOOST_TEST(arc.size() == 14u);  // 12 segments for 1.5 of 6.28 radians at 48 a turn, and two ends
    float length = 0.f;
    for (const DebugLine& line : arc) {
        BOOST_TEST(std::abs(glm::length(line.to) - 0.5f) < 1e-5f);
        BOOST_TEST(std::abs(line.to.x) < 1e-5f);  // across the swung axis, which is -X
        length += glm::length(line.from) > 0.f ? glm::distance(line.from, line.to) : 0.f;
    }
    BOOST_TEST(std::abs(length - 0.5f * 1.5f) < 1e-3f);
    BOOST_TEST(ofColor(lines, style.poseColor).size() == 1u);
}

// By hand: from the rest at (0, 1, 0) along the parent's +X, 1 to 3 m, in a host twice as large: from (2, 2, 0) to (6, 2, 0).
BOOST_AUTO_TEST_CASE(a_prismatic_joint_is_its_range)
{
    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    host.setScaling(glm::vec3(2.f));
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    skeleton.setHostNode(&host);
    Bone& bone = skeleton.createBone("bone", {.bind = toMat4(Transform{{0.f, 1.f, 0.f}})});
    bone.setPosition({2.f, 1.f, 0.f});
    const IkDebugStyle style;
    std::vector<DebugLine> lines;
    appendLimitLines(lines, bone, PrismaticJoint{{1.f, 0.f, 0.f}, 1.f, 3.f}, style);
    BOOST_TEST(hasSegment(ofColor(lines, style.limitColor), {2.f, 2.f, 0.f}, {6.f, 2.f, 0.f}));
    const auto pose = ofColor(lines, style.poseColor);
    BOOST_TEST(near(0.5f * (pose.front().from + pose.front().to), glm::vec3(4.f, 2.f, 0.f), 1e-6));
    bone.setPosition({5.f, 1.f, 0.f});
    lines.clear();
    appendLimitLines(lines, bone, PrismaticJoint{{1.f, 0.f, 0.f}, 1.f, 3.f}, style);
    BOOST_TEST(ofColor(lines, style.activeLimitColor).size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_chain_shows_the_limits_of_its_joints_and_free_ones_show_nothing)
{
    const TurnedArm arm;
    Chain chain = Chain::between(arm.upper, arm.lower);
    std::vector<DebugLine> lines;
    appendLimitLines(lines, chain, arm.skeleton);
    BOOST_TEST(lines.empty());
    chain.setJoint(arm.lower, {.limit = FixedJoint{}});
    appendLimitLines(lines, chain, arm.skeleton);
    BOOST_TEST(lines.size() == 3u);
    chain.setJoint(arm.upper, {.limit = HingeJoint{}});
    appendLimitLines(lines, chain, arm.skeleton);
    BOOST_TEST(lines.size() > 50u);
    std::vector<DebugLine> same;
    same.reserve(lines.size());
    const AllocationCount count;
    appendLimitLines(same, chain, arm.skeleton);
    BOOST_TEST(count.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_CASE(a_curve_goes_through_its_points)
{
    const std::vector<glm::vec3> points{{0.f, 0.f, 0.f}, {1.f, 2.f, 0.f}, {3.f, 2.f, 1.f}};
    std::vector<DebugLine> lines;
    appendCurveLines(lines, points);
    BOOST_TEST(lines.size() == 2u * 16u + 3u * 3u);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const glm::vec3 at = i < 2 ? lines[16 * i].from : lines[31].to;
        BOOST_TEST(near(at, points[i], 1e-6));
    }
    BOOST_CHECK_THROW(appendCurveLines(lines, std::span(points).first(1)), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
