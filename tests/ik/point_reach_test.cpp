#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>
#include <vector>

#include <armature/skeleton/pose.hpp>
#include <ik/chain_stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

#include "ik/limits/turn_limit.hpp"

using namespace armature;
using namespace armature::test;

// Chains of bones that scale evenly and one goal for a position are solved without matrices. Expected values come from a computation in
// double here, or from the other way: a base that scales unevenly by a hundred-thousandth has to go that way.
BOOST_AUTO_TEST_SUITE(point_reach)

namespace {

glm::dmat4 matrixOf(const Bone& bone)
{
    const Transform t = bone.getTransform();
    const glm::dmat4 turn = glm::mat4_cast(glm::normalize(glm::dquat(t.rotation)));
    return glm::translate(glm::dmat4(1.), glm::dvec3(t.translation)) * turn * glm::scale(glm::dmat4(1.), glm::dvec3(t.scale));
}

/// A point of a bone in skeleton space, computed in double from the stored transforms.
glm::dvec3 exactPoint(const Bone& bone, const glm::dvec3& ownPoint)
{
    glm::dvec4 point(ownPoint, 1.);
    for (const Bone* each = &bone; each != nullptr; each = each->getParentBone()) {
        point = matrixOf(*each) * point;
    }
    return point;
}

/// A random chain whose bones scale evenly: larger, smaller, mirrored along one axis or three, or turned by a scale negative along two.
/// Some bones hold matrices instead of parts.
struct EvenChain {
    EvenChain(Random& random, Joints joints, float unevenness)
    {
        const float size = random.real(0.3f, 3.f);
        Transform base{random.vector(-1.f, 1.f), random.rotation(), size * signs(random)};
        base.scale.y *= 1.f + unevenness;
        Bone* parent = &skeleton.createBone("base", {.bind = toMat4(base)});
        const int count = random.integer(2, 9);
        for (int i = 0; i < count; ++i) {
            const Transform rest{random.vector(-1.f, 1.f), random.rotation(),
                                 std::exp2(std::round(random.real(-1.f, 1.f))) * signs(random)};
            parent = &skeleton.createBone("bone" + std::to_string(i), {.parent = parent, .bind = toMat4(rest)});
            if (random.chance(0.5)) {
                parent->setTransform(rest);  // otherwise the pose stays the bind matrix
            }
            bones.push_back(parent);
        }
        ownPoint = random.chance(0.3) ? glm::vec3(0.f) : random.vector(-1.f, 1.f);
        chain.addEffector(*bones.front(), *bones.back(), ownPoint);
        for (Bone* bone : bones) {
            chain.setJoint(*bone, {.limit = joints == Joints::Limited ? limitOf(random) : BallJoint{}});
        }
        if (std::holds_alternative<FixedJoint>(chain.getJoint(*bones.front()).limit)) {  // so that some joint may rotate
            chain.setJoint(*bones[1], {});
        }
    }

    static glm::vec3 signs(Random& random)
    {
        const auto sign = [&] { return random.chance(0.25) ? -1.f : 1.f; };
        const float x = sign();
        const float y = sign();
        return {x, y, sign()};
    }
    static JointLimit limitOf(Random& random)
    {
        const JointLimit limit = randomLimit(random);
        return std::holds_alternative<PrismaticJoint>(limit) ? JointLimit(BallJoint{}) : limit;
    }

    /// The distances between joints that may rotate, and from the last one to the effector.
    [[nodiscard]] std::vector<double> segments() const
    {
        std::vector<double> lengths;
        const glm::dvec3* last = nullptr;
        glm::dvec3 point;
        const auto add = [&](const glm::dvec3& next) {
            if (last != nullptr) {
                lengths.push_back(glm::length(next - point));
            }
            point = next;
            last = &point;
        };
        for (const Bone* bone : bones) {
            if (!std::holds_alternative<FixedJoint>(chain.getJoint(*bone).limit)) {
                add(exactPoint(*bone, {}));
            }
        }
        add(exactPoint(*bones.back(), ownPoint));
        return lengths;
    }
    [[nodiscard]] glm::dvec3 root() const
    {
        for (const Bone* bone : bones) {
            if (!std::holds_alternative<FixedJoint>(chain.getJoint(*bone).limit)) {
                return exactPoint(*bone, {});
            }
        }
        return exactPoint(*bones.back(), ownPoint);
    }
    void poseAtRandom(Random& random, float angle)
    {
        for (Bone* bone : bones) {
            const glm::quat rest = bone->getRotationQuaternion();
            const LimitedTurn turn = limitTurn(chain.getJoint(*bone).limit, glm::angleAxis(random.real(0.f, angle), random.direction()));
            bone->setRotationQuaternion(rest * turn.turn);
        }
    }
    /// How far a bone's rotation exceeds its limit. Rests are split so that the signs of their scales are those of the pose.
    [[nodiscard]] float violation(std::size_t number)
    {
        const Bone& bone = *bones[number];
        const glm::quat rest = JointView(skeleton).getRest(number + 1).rotation;
        return limitViolation(chain.getJoint(bone).limit, glm::inverse(rest) * bone.getRotationQuaternion());
    }
    [[nodiscard]] glm::vec3 tip() const { return pointOf(*bones.back(), ownPoint); }

    Skeleton skeleton{"even"};
    std::vector<Bone*> bones;
    glm::vec3 ownPoint;
    Chain chain{skeleton};
};

double sumOf(const std::vector<double>& numbers)
{
    double sum = 0.;
    for (const double number : numbers) {
        sum += number;
    }
    return sum;
}

}  // namespace

BOOST_AUTO_TEST_CASE(reports_say_what_the_pose_is_computed_in_double)
{
    Random random(20270901);
    std::size_t reached = 0;
    std::size_t beyond = 0;
    for (int i = 0; i < 3000; ++i) {
        EvenChain stage(random, random.chance(0.5) ? Joints::Limited : Joints::Free, 0.f);
        const Pose rest = capturePose(stage.skeleton);
        stage.poseAtRandom(random, 2.f);
        const glm::vec3 goal = random.chance(0.7) ? stage.tip() : stage.tip() * random.real(2.f, 20.f);
        applyPose(stage.skeleton, rest);
        const std::vector<double> segments = stage.segments();
        const double length = sumOf(segments);
        const double longest = *std::max_element(segments.begin(), segments.end());
        const double away = glm::length(glm::dvec3(goal) - stage.root());
        const float weight = random.chance(0.7) ? 1.f : random.real(0.f, 1.f);
        ChainSolver solver(stage.chain, {.weight = weight});
        const auto report = solver.solve(stage.skeleton, {.position = goal}, Space::Skeleton);
        const double distance = glm::length(exactPoint(*stage.bones.back(), glm::dvec3(stage.ownPoint)) - glm::dvec3(goal));
        BOOST_TEST(std::abs(static_cast<double>(report.distance) - distance) < 3e-6 * (length + glm::length(glm::dvec3(goal))));
        const double within = 1e-4 * length - static_cast<double>(report.distance);
        const double rounding = 1e-6 * (length + glm::length(glm::dvec3(goal)));  // some chains have no length at all
        BOOST_TEST((report.isReached == (within >= 0.) || std::abs(within) < rounding));
        const double far = std::max({0., away - length, 2. * longest - length - away});
        BOOST_TEST(std::abs(static_cast<double>(report.beyondReach) - (report.isReached ? 0. : far)) < 2e-5 * (length + away));
        double change = 0.;
        for (std::size_t bone = 0; bone < stage.skeleton.bones().size(); ++bone) {
            const glm::quat now = stage.skeleton.bones()[bone]->getRotationQuaternion();
            change = std::max(change, static_cast<double>(angleBetweenRotations(now, rest.bones[bone].rotation)));
        }
        BOOST_TEST(std::abs(static_cast<double>(report.jointChange) - change) < 2e-6);
        for (std::size_t bone = 0; bone < stage.bones.size(); ++bone) {
            BOOST_TEST(stage.violation(bone) <= 1e-5f);
        }
        reached += report.isReached ? 1u : 0u;
        beyond += report.beyondReach > 0.f ? 1u : 0u;
    }
    BOOST_TEST(reached > 1200u);
    BOOST_TEST(beyond > 300u);
}

BOOST_AUTO_TEST_CASE(chains_reach_as_much_with_matrices_as_without)
{
    std::size_t different = 0;
    std::size_t reached = 0;
    std::size_t straight = 0;
    double apart = 0.;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        const auto solved = [&](float unevenness, ChainReport& outReport) {
            Random random(seed);
            EvenChain stage(random, random.chance(0.5) ? Joints::Limited : Joints::Free, unevenness);
            const Pose rest = capturePose(stage.skeleton);
            stage.poseAtRandom(random, random.chance(0.5) ? 0.3f : 2.f);
            const glm::vec3 goal = stage.tip() * (random.chance(0.8) ? 1.f : 20.f);
            applyPose(stage.skeleton, rest);
            outReport = ChainSolver(stage.chain, {.softness = random.chance(0.3) ? 0.1f : 0.f})
                            .solve(stage.skeleton, {.position = goal, .positionWeight = random.chance(0.7) ? 1.f : 0.6f}, Space::Skeleton);
            return capturePose(stage.skeleton);
        };
        ChainReport fast;
        ChainReport slow;
        const Pose pose = solved(0.f, fast);
        const Pose other = solved(1e-5f, slow);
        different += fast.isReached == slow.isReached ? 0u : 1u;
        reached += fast.isReached ? 1u : 0u;
        BOOST_TEST(std::abs(fast.beyondReach - slow.beyondReach) <= 1e-3f * (fast.beyondReach + slow.beyondReach) + 1e-4f);
        double difference = 0.;
        for (std::size_t bone = 1; bone < pose.bones.size(); ++bone) {
            difference =
                std::max(difference, static_cast<double>(angleBetweenRotations(pose.bones[bone].rotation, other.bones[bone].rotation)));
        }
        apart += std::min(difference, 1.);
        if (fast.beyondReach > 0.f && slow.iterations == 1 && fast.iterations == 1) {
            ++straight;
            BOOST_TEST(difference < 2e-3);
        }
    }
    BOOST_TEST(different < 8u);
    BOOST_TEST(reached > 500u);
    BOOST_TEST(straight > 20u);
    BOOST_TEST_MESSAGE("mean difference of poses " << apart / 1500.);
    BOOST_TEST(apart / 1500. < 0.15);
}

BOOST_AUTO_TEST_CASE(one_iteration_is_enough_when_the_goal_moves_by_a_hundredth)
{
    Random random(20270902);
    std::size_t frames = 0;
    std::size_t iterations = 0;
    for (int i = 0; i < 200; ++i) {
        StraightChain stage(static_cast<std::size_t>(random.integer(2, 9)));
        for (Bone* bone : stage.bones) {
            bone->setRotationQuaternion(glm::angleAxis(random.real(0.2f, 0.6f), random.direction()));
        }
        const auto length = static_cast<float>(stage.bones.size());
        ChainSolver solver(stage.chain(), {.warmStart = true});
        const glm::vec3 from = stage.tip();
        const glm::vec3 way = random.direction() * (0.01f * length);
        for (int frame = 1; frame <= 5; ++frame) {
            const auto report = solver.solve(stage.skeleton, {.position = from + way * static_cast<float>(frame)}, Space::Skeleton);
            if (report.beyondReach == 0.f) {
                BOOST_TEST(report.isReached);
                ++frames;
                iterations += report.iterations;
            }
        }
    }
    BOOST_TEST(frames > 900u);
    BOOST_TEST(static_cast<double>(iterations) < 1.2 * static_cast<double>(frames), iterations << " in " << frames << " frames");
}

// Half angles say the same as angles: the angle of a rotation about the axis is known, and so is the nearer end of the range.
BOOST_AUTO_TEST_CASE(half_angles_place_a_twist_as_angles_do)
{
    Random random(20270904);
    for (int i = 0; i < 20000; ++i) {
        const glm::vec3 axis = random.direction();
        const float from = random.real(-4.f, 3.f);
        const float to = from + random.real(0.f, 6.f);
        const TurnLimit limit = TurnLimit::of(HingeJoint{axis, from, to});
        const double angle = random.real(-3.f, 3.f);
        const glm::dquat turn = glm::angleAxis(angle, limit.axis) * (random.chance(0.5) ? 1. : -1.);
        const double middle = 0.5 * (static_cast<double>(from) + static_cast<double>(to));
        const double half = 0.5 * (static_cast<double>(to) - static_cast<double>(from));
        const double left = std::remainder(angle - middle, 2. * std::numbers::pi);
        const TurnPlace place = limit.place(turn);
        BOOST_TEST(std::abs(place.beyondTwist - std::sin(0.5 * (std::abs(left) - half))) < 1e-12);
        BOOST_TEST((std::abs(left) < 1e-9 || place.twistSide == (left < 0. ? -1 : 1)));
    }
}

// The shortest rotation between two directions does not twist about either. Joints that turn by more than a third of a turn may keep some.
BOOST_AUTO_TEST_CASE(arms_do_not_twist_however_the_bones_are_mirrored)
{
    Random random(20270903);
    std::size_t checked = 0;
    for (int i = 0; i < 1000; ++i) {
        EvenChain stage(random, Joints::Free, 0.f);
        const Pose rest = capturePose(stage.skeleton);
        stage.poseAtRandom(random, 1.f);
        const glm::vec3 goal = stage.tip();
        applyPose(stage.skeleton, rest);
        const auto report = ChainSolver(stage.chain).solve(stage.skeleton, {.position = goal}, Space::Skeleton);
        if (!report.isReached) {
            continue;
        }
        for (std::size_t j = 0; j < stage.bones.size(); ++j) {
            const Bone& bone = *stage.bones[j];
            const bool isLast = j + 1 == stage.bones.size();
            const glm::dvec3 next(isLast ? stage.ownPoint : stage.bones[j + 1]->getPosition());
            const glm::dvec3 arm = glm::dvec3(bone.getScaling()) * next;
            const glm::dquat before(rest.bones[j + 1].rotation);
            const glm::dquat turn = glm::dquat(bone.getRotationQuaternion()) * glm::conjugate(before);
            if (glm::length(arm) > 1e-3 && std::abs(turn.w) > 0.51) {
                const glm::dvec3 axis = glm::normalize(before * arm);
                BOOST_TEST(std::abs(glm::dot(glm::dvec3(turn.x, turn.y, turn.z), axis)) < 2e-5);
                ++checked;
            }
        }
    }
    BOOST_TEST(checked > 3000u);
}

BOOST_AUTO_TEST_SUITE_END()
