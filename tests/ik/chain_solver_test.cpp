#include <array>
#include <cmath>
#include <numbers>

#include <ik/chain_stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(chain_solver)

namespace {

/// The method's name for messages.
const char* nameOf(ChainMethod method)
{
    constexpr std::array names{"Fabrik", "DampedLeastSquares"};
    return names[static_cast<std::size_t>(method)];
}

/// An upper and a lower arm of length 1 each along +Y, slightly bent about x, and a hand of 0.5.
struct StraightArm : StraightChain {
    StraightArm() : StraightChain(2)
    {
        bones.back()->setLength(0.5f);
        bend(0.2f);
    }
    Bone& upper = *bones[0];
    Bone& lower = *bones[1];
    Bone& hand = *bones[2];
};

std::vector<glm::quat> rotationsOf(const std::vector<Bone*>& bones)
{
    std::vector<glm::quat> rotations;
    rotations.reserve(bones.size());
    for (const Bone* bone : bones) {
        rotations.push_back(bone->getRotationQuaternion());
    }
    return rotations;
}

double angleBetweenTurns(const glm::quat& a, const glm::quat& b)
{
    const glm::dquat turn = glm::conjugate(glm::normalize(glm::dquat(a))) * glm::normalize(glm::dquat(b));
    return 2. * std::atan2(std::hypot(turn.x, turn.y, turn.z), std::abs(turn.w));
}

/// The interior angle at the elbow of a two-bone chain whose sides are 1 and 1.5, by the law of cosines.
double elbowAngle(double distance)
{
    return std::acos((1. + 2.25 - distance * distance) / 3.);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_method_reaches_a_point_within_reach)
{
    for (const ChainMethod method : chainMethods) {
        BOOST_TEST_CONTEXT(nameOf(method))
        {
            StraightArm arm;
            ChainSolver solver(arm.chain(), {.method = method});
            const glm::vec3 goal(0.6f, 0.8f, 0.9f);
            const auto report = solver.solve(arm.skeleton, {.position = goal});
            BOOST_TEST(near(arm.tip(), goal, 1.01e-4 * 2.5));
            BOOST_TEST(report.isReached);
            BOOST_TEST(std::abs(report.distance - glm::distance(arm.tip(), goal)) < 1e-6f);
            BOOST_TEST(report.beyondReach == 0.f);
            BOOST_TEST(report.activeLimits == 0u);
            BOOST_TEST(report.iterations >= 1u);
            float change = 0.f;
            for (std::size_t i = 0; i < 3; ++i) {
                const glm::quat before = i == 0 ? glm::quat(1.f, 0.f, 0.f, 0.f) : turned({1, 0, 0}, 0.2f);
                change = std::max(change, static_cast<float>(angleBetweenTurns(before, arm.bones[i]->getRotationQuaternion())));
            }
            BOOST_TEST(report.jointChange == change, boost::test_tools::tolerance(1e-4f));
            BOOST_TEST(solver.effectorReports().size() == 1u);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_goal_out_of_reach_stretches_the_chain_towards_it_and_says_by_how_much)
{
    for (const ChainMethod method : chainMethods) {
        BOOST_TEST_CONTEXT(nameOf(method))
        {
            StraightArm arm;
            ChainSolver solver(arm.chain(), {.method = method, .maxIterations = 500});
            const auto report = solver.solve(arm.skeleton, {.position = glm::vec3(3.f, 0.f, 4.f)});
            BOOST_TEST(near(arm.tip(), glm::vec3(1.5f, 0.f, 2.f), 3e-3));
            BOOST_TEST(!report.isReached);
            BOOST_TEST(report.distance == 2.5f, boost::test_tools::tolerance(1e-3f));
            BOOST_TEST(report.beyondReach == 2.5f, boost::test_tools::tolerance(1e-5f));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_goal_too_near_folds_the_chain_and_says_by_how_much)
{
    // By hand: bones of 3 and 1 cannot come nearer to the root than 2.
    for (const ChainMethod method : chainMethods) {
        BOOST_TEST_CONTEXT(nameOf(method))
        {
            Skeleton skeleton;
            Bone& upper = skeleton.createBone("upper");
            Bone& lower = skeleton.createBone("lower", {.parent = &upper, .bind = glm::translate(glm::mat4(1.f), {0, 3, 0})});
            lower.setLength(1.f);
            lower.setRotationQuaternion(turned({1, 0, 0}, 0.5f));
            ChainSolver solver(Chain::between(upper, lower), {.method = method, .maxIterations = 500});
            const auto report = solver.solve(skeleton, {.position = glm::vec3(0.f, 0.f, 0.5f)});
            BOOST_TEST(report.beyondReach == 1.5f, boost::test_tools::tolerance(1e-5f));
            BOOST_TEST(report.distance == 1.5f, boost::test_tools::tolerance(1e-2f));
            BOOST_TEST(!report.isReached);
        }
    }
}

BOOST_AUTO_TEST_CASE(two_bones_bend_as_the_law_of_cosines_says_by_every_method)
{
    Random random(31);
    for (int i = 0; i < 200; ++i) {
        const glm::vec3 goal = random.direction() * random.real(0.7f, 2.4f);
        for (const ChainMethod method : chainMethods) {
            StraightChain stage(1);
            stage.bones[1]->setLength(1.5f);
            stage.bend(0.4f);
            ChainSolver solver(stage.chain(), {.method = method, .maxIterations = 1000, .tolerance = 1e-6f});
            BOOST_TEST(solver.solve(stage.skeleton, {.position = goal}).isReached);
            const glm::dvec3 elbow = glm::dvec3(pointOf(*stage.bones[1]));
            const glm::dvec3 toTip = glm::normalize(glm::dvec3(stage.tip()) - elbow);
            const double angle = std::acos(glm::clamp(glm::dot(glm::normalize(-elbow), toTip), -1., 1.));
            BOOST_TEST(std::abs(angle - elbowAngle(glm::length(glm::dvec3(goal)))) < 2e-4, nameOf(method) << " " << angle);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rotation_goal_is_met_together_with_the_position)
{
    Random random(32);
    for (const ChainMethod method : chainMethods) {
        for (int i = 0; i < 50; ++i) {
            StraightArm arm;
            const IkGoal goal{.position = random.direction() * random.real(0.8f, 1.4f), .rotation = random.rotation()};
            ChainSolver solver(arm.chain(), {.method = method, .maxIterations = 300});
            const auto report = solver.solve(arm.skeleton, goal);
            BOOST_TEST(report.isReached, nameOf(method) << " " << report.distance << " " << report.angle);
            BOOST_TEST(near(arm.tip(), *goal.position, 3e-4));
            BOOST_TEST(angleBetweenTurns(arm.hand.getRotationQuaternion(Space::World), *goal.rotation) < 1.1e-3);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rotation_alone_leaves_the_position_free)
{
    for (const ChainMethod method : chainMethods) {
        StraightArm arm;
        arm.skeleton.returnToRest();
        ChainSolver solver(arm.chain(), {.method = method});
        const auto report = solver.solve(arm.skeleton, {.rotation = turned({0, 0, 1}, 1.f)});
        BOOST_TEST(report.isReached, nameOf(method));
        BOOST_TEST(report.distance == 0.f);
        BOOST_TEST(angleBetweenTurns(arm.hand.getRotationQuaternion(Space::World), turned({0, 0, 1}, 1.f)) < 1e-3);
    }
}

BOOST_AUTO_TEST_CASE(joints_that_the_tip_needs_help_from_turn_too)
{
    // The hand may turn by only half a radian, but the goal is one radian away.
    for (const ChainMethod method : chainMethods) {
        StraightArm arm;
        arm.skeleton.returnToRest();
        Chain chain = arm.chain();
        chain.setJoint(arm.hand, {.limit = SwingTwistJoint{{0, 1, 0}, 0.5f}});
        const auto report = ChainSolver(chain, {.method = method}).solve(arm.skeleton, {.rotation = turned({0, 0, 1}, 1.f)});
        BOOST_TEST(report.isReached, nameOf(method));
        BOOST_TEST(violationOf(arm.hand, chain.getJoint(arm.hand).limit) < 1e-6f);
    }
}

BOOST_AUTO_TEST_CASE(hinges_at_their_ends_are_reported)
{
    // By hand: with bones of 1 and 1.5, an elbow that bends by at most 0.5 keeps the tip at least sqrt(1 + 2.25 + 3 cos 0.5) from the root.
    const double farthestFold = std::sqrt(3.25 + 3. * std::cos(0.5));
    for (const ChainMethod method : chainMethods) {
        BOOST_TEST_CONTEXT(nameOf(method))
        {
            StraightChain stage(1);
            stage.bones[1]->setLength(1.5f);
            Chain chain = stage.chain();
            chain.setJoint(*stage.bones[1], {.limit = HingeJoint{{1, 0, 0}, 0.f, 0.5f}});
            ChainSolver solver(chain, {.method = method, .maxIterations = 2000});
            const auto report = solver.solve(stage.skeleton, {.position = glm::vec3(0.f, 0.5f, 1.5f)});
            BOOST_TEST(!report.isReached);
            BOOST_TEST(!report.isLimitActive(0));
            BOOST_TEST(report.isLimitActive(1));
            BOOST_TEST(report.beyondReach == 0.f);
            BOOST_TEST(glm::length(stage.tip()) == farthestFold, boost::test_tools::tolerance(1e-3));
            BOOST_TEST(report.distance == farthestFold - std::sqrt(2.5), boost::test_tools::tolerance(2e-2));
            BOOST_TEST(violationOf(*stage.bones[1], chain.getJoint(*stage.bones[1]).limit) < 1e-6f);
        }
    }
}

BOOST_AUTO_TEST_CASE(fixed_and_stiff_joints_stay_to_the_bit_and_stiffer_ones_turn_less)
{
    for (const ChainMethod method : chainMethods) {
        BOOST_TEST_CONTEXT(nameOf(method))
        {
            StraightChain stage(4);
            stage.bend(0.3f);
            Chain chain = stage.chain();
            chain.setJoint(*stage.bones[1], {.limit = FixedJoint{}});
            chain.setJoint(*stage.bones[3], {.limit = HingeJoint{{1, 0, 0}, -1.f, 0.f}, .stiffness = 1.f});  // 0.3 lies outside
            const auto before = rotationsOf(stage.bones);
            ChainSolver solver(chain, {.method = method, .maxIterations = 300});
            BOOST_TEST(solver.solve(stage.skeleton, {.position = glm::vec3(1.f, 2.f, 1.f)}).isReached);
            const auto after = rotationsOf(stage.bones);
            BOOST_TEST((after[1] == before[1]));
            BOOST_TEST((after[3] == before[3]));
            BOOST_TEST((after[2] != before[2]));
        }
    }
    StraightChain even(3);
    even.bend(0.3f);
    StraightChain stiff(3);
    stiff.bend(0.3f);
    Chain chain = stiff.chain();
    chain.setJoint(*stiff.bones[1], {.stiffness = 0.9f});
    const auto change = [](StraightChain& stage, const Chain& joints) {
        const glm::quat before = stage.bones[1]->getRotationQuaternion();
        ChainSolver(joints, {.method = ChainMethod::DampedLeastSquares}).solve(stage.skeleton, {.position = glm::vec3(1.f, 2.f, 1.f)});
        return angleBetweenTurns(before, stage.bones[1]->getRotationQuaternion());
    };
    BOOST_TEST(change(stiff, chain) < 0.2 * change(even, even.chain()));
}

BOOST_AUTO_TEST_CASE(a_prismatic_joint_slides_within_its_range_and_does_not_turn)
{
    // A shoulder and a telescope along its +Y: the telescope slides to the goal's distance.
    for (const ChainMethod method : chainMethods) {
        BOOST_TEST_CONTEXT(nameOf(method))
        {
            StraightChain stage(1);
            Chain chain = stage.chain();
            chain.setJoint(*stage.bones[1], {.limit = PrismaticJoint{{0, 2, 0}, 0.f, 1.f}});
            ChainSolver solver(chain, {.method = method, .maxIterations = 300});
            const auto report = solver.solve(stage.skeleton, {.position = glm::vec3(1.5f, 2.f, 0.f)});
            BOOST_TEST(report.isReached);
            BOOST_TEST(report.beyondReach == 0.f);
            BOOST_TEST(near(stage.bones[1]->getPosition(), glm::vec3(0.f, 1.5f, 0.f), 1e-3));
            BOOST_TEST((stage.bones[1]->getRotationQuaternion() == glm::quat(1.f, 0.f, 0.f, 0.f)));
            const auto tooFar = solver.solve(stage.skeleton, {.position = glm::vec3(3.f, 4.f, 0.f)});
            BOOST_TEST(tooFar.beyondReach == 2.f, boost::test_tools::tolerance(1e-4f));
            BOOST_TEST(tooFar.isLimitActive(1));
            BOOST_TEST(near(stage.bones[1]->getPosition(), glm::vec3(0.f, 2.f, 0.f), 1e-3));
        }
    }
}

BOOST_AUTO_TEST_CASE(softness_stays_short_of_the_end_of_reach_and_changes_nothing_well_within)
{
    // By hand: reach 2.5, softness 0.2, so the zone is the last 0.5. A goal at 2.5 is treated as one at 2.5 - 0.5 / e.
    for (const ChainMethod method : chainMethods) {
        StraightChain stage(1);
        stage.bones[1]->setLength(1.5f);
        stage.bend(0.4f);
        ChainSolver solver(stage.chain(), {.method = method, .maxIterations = 500, .softness = 0.2f});
        const auto near = solver.solve(stage.skeleton, {.position = glm::vec3(0.f, 0.f, 1.9f)});
        BOOST_TEST(near.isReached);
        const auto far = solver.solve(stage.skeleton, {.position = glm::vec3(0.f, 0.f, 2.5f)});
        BOOST_TEST(!far.isReached);
        BOOST_TEST(glm::length(stage.tip()) == 2.5 - 0.5 / std::numbers::e, boost::test_tools::tolerance(1e-3));
        BOOST_TEST(far.distance == 0.5 / std::numbers::e, boost::test_tools::tolerance(1e-2));
        BOOST_TEST(far.beyondReach == 0.f);
    }
}

BOOST_AUTO_TEST_CASE(preferred_rotations_are_sought_with_the_freedom_that_is_left)
{
    // Four bones and a goal for their end have many solutions. A preferred bend of the second joint brings the solution nearer to it.
    const glm::quat liked = turned({1, 0, 0}, 1.2f);
    for (const ChainMethod method : chainMethods) {
        BOOST_TEST_CONTEXT(nameOf(method))
        {
            const auto solved = [&](bool prefers) {
                StraightChain stage(3);
                stage.bend(0.2f);
                Chain chain = stage.chain();
                if (prefers) {
                    chain.setJoint(*stage.bones[1], {.preferred = liked, .preference = 0.8f});
                }
                ChainSolver solver(chain, {.method = method, .maxIterations = 200});
                BOOST_TEST(solver.solve(stage.skeleton, {.position = glm::vec3(0.f, 2.f, 2.f)}).isReached);
                return angleBetweenTurns(stage.bones[1]->getRotationQuaternion(), liked);
            };
            const double far = solved(false);
            BOOST_TEST(solved(true) < (method == ChainMethod::DampedLeastSquares ? 0.05 : 0.7) * far);
        }
    }
}

BOOST_AUTO_TEST_CASE(every_solver_has_a_weight)
{
    const glm::vec3 goal(0.6f, 0.8f, 0.9f);
    for (const ChainMethod method : chainMethods) {
        BOOST_TEST_CONTEXT(nameOf(method))
        {
            const auto solved = [&](float weight, float goalWeight) {
                StraightArm arm;
                ChainSolver(arm.chain(), {.method = method, .weight = weight})
                    .solve(arm.skeleton, {.position = goal, .positionWeight = goalWeight});
                return rotationsOf(arm.bones);
            };
            StraightArm untouched;
            BOOST_TEST((solved(0.f, 1.f) == rotationsOf(untouched.bones)));
            BOOST_TEST((solved(1.f, 0.f) == rotationsOf(untouched.bones)));
            const auto whole = solved(1.f, 1.f);
            const auto half = solved(0.5f, 1.f);
            for (std::size_t i = 0; i < 3; ++i) {
                const glm::quat from = untouched.bones[i]->getRotationQuaternion();
                BOOST_TEST(nearRotation(half[i], glm::slerp(from, whole[i], 0.5f), 1e-5));
            }
            // A goal of half the weight is approached half way.
            StraightArm arm;
            const glm::vec3 start = arm.tip();
            ChainSolver(arm.chain(), {.method = method}).solve(arm.skeleton, {.position = goal, .positionWeight = 0.5f});
            BOOST_TEST(near(arm.tip(), 0.5f * (start + goal), 3e-4));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_solution_blended_by_weight_keeps_the_limits)
{
    Random random(33);
    for (int i = 0; i < 300; ++i) {
        RandomChain stage(random, Joints::Limited, Scales::Any);
        stage.poseAtRandom(random);
        const glm::vec3 goal = stage.effector();
        stage.poseAtRandom(random);
        ChainSolver solver(stage.chain(),
                           {.method = chainMethods[static_cast<std::size_t>(i) % chainMethods.size()], .weight = random.real(0.1f, 0.9f)});
        solver.solve(stage.skeleton, {.position = goal}, Space::Skeleton);
        BOOST_TEST(stage.worstViolation() <= 1e-5f);
    }
}

BOOST_AUTO_TEST_CASE(the_incoming_pose_is_made_to_obey_its_limits)
{
    for (const ChainMethod method : chainMethods) {
        StraightArm arm;
        Chain chain = arm.chain();
        chain.setJoint(arm.lower, {.limit = HingeJoint{{1, 0, 0}, 0.5f, 2.f}});
        arm.lower.setRotationQuaternion(turned({0, 0, 1}, 2.f));
        const auto report = ChainSolver(chain, {.method = method}).solve(arm.skeleton, {.position = glm::vec3(0.6f, 0.8f, 0.9f)});
        BOOST_TEST(violationOf(arm.lower, chain.getJoint(arm.lower).limit) < 1e-6f);
        BOOST_TEST(report.isReached);
    }
}

BOOST_AUTO_TEST_SUITE_END()
