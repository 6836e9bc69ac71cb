#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <armature/ik/joint_limits.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

#include "spline_model.hpp"

using namespace armature;
using namespace armature::test;

namespace {

glm::dvec3 placeOf(const Node& node, const glm::dvec3& ownPoint = {})
{
    return glm::dvec3(glm::dmat4(node.getWorldMatrix()) * glm::dvec4(ownPoint, 1.));
}

/// A chain of bones up the Y axis, one metre apart, below a root bone and a host. The last bone is one metre long.
struct Tail {
    explicit Tail(std::size_t count)
    {
        skeleton.setHostNode(&host);
        Bone* parent = &skeleton.createBone("hips");
        for (std::size_t i = 0; i < count; ++i) {
            const glm::vec3 place(0.f, i > 0 ? 1.f : 0.f, 0.f);
            BoneOptions options{.parent = parent, .bind = toMat4(Transform{place})};
            options.length = i + 1 == count ? std::optional(1.f) : std::nullopt;
            parent = &skeleton.createBone("tail" + std::to_string(i), options);
            bones.push_back(parent);
        }
    }
    [[nodiscard]] glm::dvec3 tip() const { return placeOf(*bones.back(), {0., 1., 0.}); }

    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    std::vector<Bone*> bones;
};

const std::vector<glm::vec3> bow{{0.f, 0.f, 0.f}, {1.f, 2.f, 0.5f}, {3.f, 3.f, -1.f}, {5.f, 2.f, 0.f}};

}  // namespace

BOOST_AUTO_TEST_SUITE(spline_chain)

// The curve is computed independently in double, as a polyline with a sagitta below 1e-5.
BOOST_AUTO_TEST_CASE(joints_lie_on_the_curve_under_any_parents_and_bones_keep_their_lengths)
{
    Random random(51);
    for (int round = 0; round < 60; ++round) {
        Tail tail(static_cast<std::size_t>(random.integer(2, 8)));
        const bool deforms = round % 2 == 1;
        for (Bone* bone : tail.skeleton.bones()) {
            glm::vec3 scale = deforms ? random.vector(0.7f, 1.4f) : glm::vec3(1.f);
            scale.x *= deforms && random.chance(0.3) ? -1.f : 1.f;
            const glm::vec3 place = bone == tail.bones.front() || bone->getParentBone() == nullptr
                                        ? random.vector(-1.f, 1.f)
                                        : glm::vec3(0.f, random.real(0.3f, 0.8f), 0.1f);
            bone->setTransform({place, random.rotation(), scale});
        }
        tail.host.setTransform({random.vector(-3.f, 3.f), random.rotation(), deforms ? random.vector(0.5f, 2.f) : glm::vec3(1.f)});
        TransformNode& driver = tail.scene.createTransformNode("driver");
        if (round % 3 == 0) {
            driver.setTransform(tail.bones.back()->getTransform());
            tail.bones.back()->linkTransformNode(&driver);
        }
        std::vector<glm::vec3> points;
        for (int i = 0; i < random.integer(2, 6); ++i) {
            points.push_back(random.vector(-3.f, 3.f));
        }
        std::vector<Transform> before;
        for (const Bone* bone : tail.bones) {
            before.push_back(bone->getTransform());
        }
        SplineChain chain(*tail.bones.front(), *tail.bones.back(),
                          {.startRoll = random.real(-1.f, 1.f), .endRoll = random.real(-1.f, 1.f)});
        const SplineReport report = chain.solve(tail.skeleton, points);
        const auto line = polyline(points);
        BOOST_TEST(glm::length(placeOf(*tail.bones.front()) - glm::dvec3(points.front())) < 1e-4);
        for (const Bone* bone : tail.bones) {
            BOOST_TEST(distanceTo(line, placeOf(*bone)) < 1e-4);
        }
        BOOST_TEST(distanceTo(line, tail.tip()) < 1e-4);
        BOOST_TEST(report.iterations == 1u);
        for (std::size_t i = 0; i < before.size(); ++i) {
            BOOST_TEST((tail.bones[i]->getTransform().scale == before[i].scale));
            BOOST_TEST((i == 0 || tail.bones[i]->getTransform().translation == before[i].translation));
        }
    }
}

// The expected length is that of the polyline. The chain of four bones of one metre is shorter than the bow of more than 6 m.
BOOST_AUTO_TEST_CASE(the_report_says_what_is_left_over_and_what_hangs_out)
{
    Tail tail(4);
    SplineChain chain(*tail.bones.front(), *tail.bones.back());
    const double length = lengthOf(polyline(bow));
    const SplineReport shorter = chain.solve(tail.skeleton, bow);
    BOOST_TEST(std::abs(shorter.curveLength - length) < 1e-3);
    BOOST_TEST(std::abs(shorter.chainLength - 4.f) < 1e-5f);
    BOOST_TEST(shorter.beyondReach > 2.f);
    BOOST_TEST(shorter.beyondReach < length - 4. + 1e-3);  // straight bones cut corners, so a chain covers more than its length of a bow
    BOOST_TEST(shorter.isTooShort);
    BOOST_TEST(!shorter.isTooLong);
    BOOST_TEST(!shorter.isReached);
    BOOST_TEST(std::abs(shorter.distance - glm::length(tail.tip() - glm::dvec3(bow.back()))) < 1e-5);

    // By hand: 1.5 m of the chain's 4 m extend straight beyond a line of 2.5 m along X.
    const std::vector<glm::vec3> straight{{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {2.5f, 0.f, 0.f}};
    const SplineReport longer = chain.solve(tail.skeleton, straight);
    BOOST_TEST(std::abs(longer.beyondReach - 1.5f) < 1e-5f);
    BOOST_TEST(std::abs(longer.distance - 1.5f) < 1e-5f);
    BOOST_TEST(std::abs(longer.curveLength - 2.5f) < 1e-5f);
    BOOST_TEST(longer.isTooLong);
    BOOST_TEST(!longer.isTooShort);
    BOOST_TEST(near(tail.tip(), glm::dvec3(4., 0., 0.), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_chain_that_stretches_ends_where_the_curve_ends)
{
    Random random(52);
    for (int round = 0; round < 40; ++round) {
        Tail tail(6);
        std::vector<glm::vec3> points{random.vector(-1.f, 1.f)};
        for (int i = 0; i < 4; ++i) {
            points.push_back(points.back() + random.vector(-1.f, 1.f) + glm::vec3(1.5f, 0.f, 0.f));
        }
        SplineChain chain(*tail.bones.front(), *tail.bones.back(), {.minStretch = 0.2f, .maxStretch = 4.f});
        const SplineReport report = chain.solve(tail.skeleton, points);
        BOOST_TEST(report.isReached);
        BOOST_TEST(report.beyondReach == 0.f);
        BOOST_TEST((!report.isTooLong && !report.isTooShort));
        BOOST_TEST(glm::length(tail.tip() - glm::dvec3(points.back())) < 1e-4);
        const auto line = polyline(points);
        const double part = lengthTo(line, placeOf(*tail.bones[1]));
        for (std::size_t i = 1; i < tail.bones.size(); ++i) {
            BOOST_TEST(distanceTo(line, placeOf(*tail.bones[i])) < 1e-4);
            BOOST_TEST(std::abs(lengthTo(line, placeOf(*tail.bones[i])) - static_cast<double>(i) * part) < 2e-2);  // segments of 5e-3
            BOOST_TEST(tail.bones[i]->getPosition().y <= static_cast<float>(part) + 5e-3f);
            BOOST_TEST((tail.bones[i]->getScaling() == glm::vec3(1.f)));
        }
        const Pose pose = capturePose(tail.skeleton);
        chain.solve(tail.skeleton, points);  // stretch is relative to the rest, so nothing drifts
        const Pose again = capturePose(tail.skeleton);
        for (std::size_t i = 0; i < pose.bones.size(); ++i) {
            BOOST_TEST(near(again.bones[i].translation, pose.bones[i].translation, 1e-5));
        }
    }
}

// By hand: three bones and a tip of one metre each, along 10 m. The bones stretch to twice their length, the tip does not: 7 m, 3 remain.
BOOST_AUTO_TEST_CASE(stretch_keeps_to_its_range)
{
    Tail tail(4);
    SplineChain chain(*tail.bones.front(), *tail.bones.back(), {.minStretch = 0.5f, .maxStretch = 2.f});
    const std::vector<glm::vec3> lengthy{{0.f, 0.f, 0.f}, {0.f, 10.f, 0.f}};
    const SplineReport report = chain.solve(tail.skeleton, lengthy);
    BOOST_TEST(std::abs(report.beyondReach - 3.f) < 1e-5f);
    BOOST_TEST(std::abs(report.chainLength - 7.f) < 1e-5f);
    BOOST_TEST(report.isTooShort);
    const std::vector<glm::vec3> little{{0.f, 0.f, 0.f}, {0.f, 2.f, 0.f}};
    const SplineReport hanging = chain.solve(tail.skeleton, little);
    BOOST_TEST(std::abs(hanging.beyondReach - 0.5f) < 1e-5f);
    BOOST_TEST(hanging.isTooLong);
}

// Each bone's turn from its rest is a pure swing with no twist about its own axis, according to splitSwingTwist().
BOOST_AUTO_TEST_CASE(a_spline_chain_does_not_twist)
{
    Tail tail(6);
    SplineChain chain(*tail.bones.front(), *tail.bones.back());
    chain.solve(tail.skeleton, bow);
    for (const Bone* bone : tail.bones) {
        BOOST_TEST(std::abs(splitSwingTwist(bone->getRotationQuaternion(), {0.f, 1.f, 0.f}).twistAngle) < 1e-5f);
    }
    // By hand: along the rest pose nothing turns.
    chain.solve(tail.skeleton, std::vector<glm::vec3>{{0.f, 0.f, 0.f}, {0.f, 3.f, 0.f}, {0.f, 7.f, 0.f}});
    for (const Bone* bone : tail.bones) {
        BOOST_TEST(nearRotation(bone->getRotationQuaternion(), glm::quat(1.f, 0.f, 0.f, 0.f), 1e-6));
    }
}

// By hand: on a straight line up, the rolls are turns about Y, evenly spaced from 0.3 to 1.5 over four bones. On a bow, the same rolls are
// added to the rotations without roll.
BOOST_AUTO_TEST_CASE(rolls_are_shared_out_along_the_chain)
{
    Tail tail(4);
    SplineChain chain(*tail.bones.front(), *tail.bones.back(), {.startRoll = 0.3f, .endRoll = 1.5f});
    chain.solve(tail.skeleton, std::vector<glm::vec3>{{0.f, 0.f, 0.f}, {0.f, 5.f, 0.f}});
    for (std::size_t i = 0; i < 4; ++i) {
        const glm::quat expected = turned({0.f, 1.f, 0.f}, 0.3f + 0.4f * static_cast<float>(i));
        BOOST_TEST(nearRotation(tail.bones[i]->getRotationQuaternion(Space::World), expected, 1e-6));
    }
    SplineChain plain(*tail.bones.front(), *tail.bones.back());
    plain.solve(tail.skeleton, bow);
    std::vector<glm::quat> untwisted;
    for (const Bone* bone : tail.bones) {
        untwisted.push_back(bone->getRotationQuaternion(Space::World));
    }
    chain.solve(tail.skeleton, bow);
    for (std::size_t i = 0; i < 4; ++i) {
        const glm::quat expected = untwisted[i] * turned({0.f, 1.f, 0.f}, 0.3f + 0.4f * static_cast<float>(i));
        BOOST_TEST(nearRotation(tail.bones[i]->getRotationQuaternion(Space::World), expected, 1e-5));
    }
}

BOOST_AUTO_TEST_CASE(a_spline_chain_has_a_weight)
{
    Random random(53);
    Tail tail(5);
    for (Bone* bone : tail.bones) {
        bone->setRotationQuaternion(random.rotation());
    }
    const Pose before = capturePose(tail.skeleton);
    SplineChain chain(*tail.bones.front(), *tail.bones.back(), {.minStretch = 0.5f, .maxStretch = 2.f, .weight = 0.f});
    chain.solve(tail.skeleton, bow);
    BOOST_TEST((capturePose(tail.skeleton) == before));
    chain.setOptions({.minStretch = 0.5f, .maxStretch = 2.f});
    chain.solve(tail.skeleton, bow);
    const Pose whole = capturePose(tail.skeleton);
    applyPose(tail.skeleton, before);
    chain.setOptions({.minStretch = 0.5f, .maxStretch = 2.f, .weight = 0.3f});
    chain.solve(tail.skeleton, bow);
    const Pose expected = blendPoses(before, whole, 0.3f);
    for (std::size_t i = 0; i < expected.bones.size(); ++i) {
        BOOST_TEST(near(tail.skeleton.bones()[i]->getPosition(), expected.bones[i].translation, 1e-5));
        BOOST_TEST(nearRotation(tail.skeleton.bones()[i]->getRotationQuaternion(), expected.bones[i].rotation, 1e-5));
    }
}

BOOST_AUTO_TEST_CASE(a_pose_is_laid_as_the_skeleton_is_with_the_same_bits_and_without_allocation)
{
    Tail tail(5);
    for (const float maxStretch : {1.f, 2.f}) {
        SplineChain chain(*tail.bones.front(), *tail.bones.back(), {.minStretch = 1.f, .maxStretch = maxStretch, .endRoll = 1.f});
        tail.skeleton.returnToRest();
        Pose pose = capturePose(tail.skeleton);
        Pose again = pose;
        chain.solve(tail.skeleton, bow, Space::Skeleton);
        chain.solve(JointView(tail.skeleton, pose), bow);
        const Pose solved = capturePose(tail.skeleton);
        for (std::size_t i = 0; i < pose.bones.size(); ++i) {
            BOOST_TEST(near(pose.bones[i].translation, solved.bones[i].translation, 1e-6));
            BOOST_TEST(nearRotation(pose.bones[i].rotation, solved.bones[i].rotation, 1e-6));
        }
        const AllocationCount count;
        chain.solve(JointView(tail.skeleton, again), bow);
        BOOST_TEST(count.sinceConstruction() == 0u);
        BOOST_TEST((again == pose));
    }
}

// A bone without an end, here the last one, keeps its rest rotation relative to its parent.
BOOST_AUTO_TEST_CASE(a_chain_may_end_at_a_joint_or_at_a_tip_of_its_own)
{
    Skeleton skeleton;
    Bone& first = skeleton.createBone("first");
    Bone& last = skeleton.createBone("last", {.parent = &first, .bind = toMat4(Transform{{0.f, 2.f, 0.f}})});
    const std::vector<glm::vec3> line{{0.f, 0.f, 0.f}, {2.f, 0.f, 0.f}};
    SplineChain toJoint(first, last);
    BOOST_TEST(toJoint.solve(skeleton, line).isReached);
    BOOST_TEST(near(last.getPosition(Space::World), glm::vec3(2.f, 0.f, 0.f), 1e-6));
    BOOST_TEST((last.getRotationQuaternion() == glm::quat(1.f, 0.f, 0.f, 0.f)));
    SplineChain toTip(first, last, {.tip = glm::vec3(0.f, 0.f, 1.f)});
    const SplineReport report = toTip.solve(skeleton, line);
    BOOST_TEST(std::abs(report.chainLength - 3.f) < 1e-6f);
    BOOST_TEST(near(last.getAbsolutePositionFromLocal({0.f, 0.f, 1.f}), glm::vec3(3.f, 0.f, 0.f), 1e-6));
}

// By hand: the root stays beside the curve, so the second bone lies at the curve's start.
BOOST_AUTO_TEST_CASE(the_root_may_stay_where_it_is)
{
    Tail tail(3);
    SplineChain chain(*tail.bones.front(), *tail.bones.back(), {.movesRoot = false});
    chain.solve(tail.skeleton, std::vector<glm::vec3>{{0.f, 0.f, 1.f}, {0.f, 5.f, 1.f}});
    BOOST_TEST((tail.bones[0]->getPosition() == glm::vec3(0.f)));
    BOOST_TEST(near(placeOf(*tail.bones[1]), glm::dvec3(0., 0., 1.), 1e-6));
    BOOST_TEST(near(placeOf(*tail.bones[2]), glm::dvec3(0., 1., 1.), 1e-6));
}

// Each step moves the control points by about 1e-3. No bone may turn by more than 20 times that, in radians.
BOOST_AUTO_TEST_CASE(a_smooth_curve_gives_smooth_turns)
{
    Tail tail(6);
    for (const float maxStretch : {1.f, 3.f}) {
        SplineChain chain(*tail.bones.front(), *tail.bones.back(), {.minStretch = 1.f / maxStretch, .maxStretch = maxStretch});
        Pose last;
        float largest = 0.f;
        for (int step = 0; step < 3000; ++step) {
            const float time = 1e-3f * static_cast<float>(step);
            const std::vector<glm::vec3> points{
                {0.f, 0.f, 0.f}, {std::sin(time), 1.5f, 0.3f}, {0.5f, 3.f, std::cos(time)}, {0.f, 4.5f + 0.5f * std::sin(2.f * time), 0.f}};
            tail.skeleton.returnToRest();
            chain.solve(tail.skeleton, points);
            const Pose pose = capturePose(tail.skeleton);
            for (std::size_t i = 0; i < last.bones.size(); ++i) {
                const glm::quat turn = glm::conjugate(last.bones[i].rotation) * pose.bones[i].rotation;
                largest = std::max(largest, 2.f * glm::length(glm::vec3(turn.x, turn.y, turn.z)));
            }
            last = pose;
        }
        BOOST_TEST(largest < 20e-3f);
    }
}

BOOST_AUTO_TEST_CASE(bad_use_is_refused_and_a_singular_matrix_changes_nothing)
{
    Tail tail(3);
    Bone& root = *tail.bones.front();
    Bone& tip = *tail.bones.back();
    BOOST_CHECK_EXCEPTION(SplineChain(tip, root), std::invalid_argument, says("is not below the root"));
    BOOST_CHECK_EXCEPTION(SplineChain(root, tip, {.minStretch = 2.f}), std::invalid_argument, says("[2, 1]"));
    BOOST_CHECK_EXCEPTION(SplineChain(root, tip, {.weight = -1.f}), std::invalid_argument, says("-1"));
    SplineChain chain(root, tip);
    const Pose rest = capturePose(tail.skeleton);
    const std::vector<glm::vec3> one{{1.f, 1.f, 1.f}, {1.f, 1.f, 1.f}};
    BOOST_CHECK_EXCEPTION(chain.solve(tail.skeleton, one), std::invalid_argument, says("2 control points"));
    const std::vector<glm::vec3> bad{{1.f, 1.f, 1.f}, {1.f, std::numeric_limits<float>::quiet_NaN(), 1.f}};
    BOOST_CHECK_THROW(chain.solve(tail.skeleton, bad), std::invalid_argument);
    BOOST_CHECK_THROW(chain.solve(tail.skeleton, bow, Space::Own), std::invalid_argument);
    tail.host.setScaling({0.f, 1.f, 1.f});
    BOOST_TEST((chain.solve(tail.skeleton, bow).status == IkStatus::Singular));
    BOOST_TEST((capturePose(tail.skeleton) == rest));
}

// The curve bends by a quarter turn over five bones of one metre. Limits that are wide enough change nothing. A hinge about another axis
// keeps one bone from bending with the curve, and a fixed joint keeps the next at rest.
BOOST_AUTO_TEST_CASE(a_tail_obeys_the_limits_and_weights_of_its_chain)
{
    const std::vector<glm::vec3> points{{0.f, 0.f, 0.f}, {0.f, 2.f, 0.5f}, {0.f, 3.5f, 2.f}, {0.f, 4.f, 4.f}};
    Tail free(5);
    SplineChain(*free.bones.front(), *free.bones.back()).solve(free.skeleton, points);

    Tail wide(5);
    Chain roomy = Chain::between(*wide.bones.front(), *wide.bones.back());
    for (const Bone* bone : wide.bones) {
        roomy.setJoint(*bone, {.limit = HingeJoint{{1.f, 0.f, 0.f}, -1.f, 1.5f}});
    }
    SplineChain laidWide(roomy);
    BOOST_TEST(laidWide.solve(wide.skeleton, points).activeLimits == 0u);
    for (std::size_t i = 0; i < 5; ++i) {
        BOOST_TEST(nearRotation(wide.bones[i]->getRotationQuaternion(), free.bones[i]->getRotationQuaternion(), 1e-5));
    }

    Tail narrow(5);
    Chain held = Chain::between(*narrow.bones.front(), *narrow.bones.back());
    const HingeJoint stiffHinge{{0.f, 0.f, 1.f}, -0.1f, 0.1f};
    held.setJoint(*narrow.bones[2], {.limit = stiffHinge});
    held.setJoint(*narrow.bones[3], {.limit = FixedJoint{}});
    held.setJoint(*narrow.bones[4], {.stiffness = 0.5f});
    const SplineReport report = SplineChain(held).solve(narrow.skeleton, points);
    BOOST_TEST(report.activeLimits == 4u);
    BOOST_TEST(limitViolation(stiffHinge, narrow.bones[2]->getRotationQuaternion()) < 1e-6f);
    BOOST_TEST((narrow.bones[3]->getRotationQuaternion() == glm::quat(1.f, 0.f, 0.f, 0.f)));
    // The last bone, with a stiffness of one half, goes half of the way to where it would point without stiffness: at the curve's end.
    Tail whole(5);
    Chain last = Chain::between(*whole.bones.front(), *whole.bones.back());
    last.setJoint(*whole.bones[2], {.limit = stiffHinge});
    last.setJoint(*whole.bones[3], {.limit = FixedJoint{}});
    SplineChain(last).solve(whole.skeleton, points);
    const glm::quat none(1.f, 0.f, 0.f, 0.f);
    BOOST_TEST(angleBetweenRotations(whole.bones[4]->getRotationQuaternion(), none) > 0.1);
    BOOST_TEST(
        nearRotation(narrow.bones[4]->getRotationQuaternion(), glm::slerp(none, whole.bones[4]->getRotationQuaternion(), 0.5f), 1e-5));
}

BOOST_AUTO_TEST_SUITE_END()
