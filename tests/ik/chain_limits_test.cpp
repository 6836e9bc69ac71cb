#include <array>
#include <cmath>
#include <stdexcept>

#include <armature/skeleton/pose.hpp>
#include <ik/chain_stage.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

// Twist, straight limbs, degenerate chains and refused options.
BOOST_AUTO_TEST_SUITE(chain_solver)

namespace {

bool isFinitePose(const Skeleton& skeleton)
{
    for (const Bone* bone : skeleton.bones()) {
        const glm::quat turn = bone->getRotationQuaternion();
        const glm::vec3 position = bone->getPosition();
        if (!std::isfinite(glm::dot(turn, turn)) || !std::isfinite(glm::dot(position, position))) {
            return false;
        }
    }
    return true;
}

/// How far a bone has turned about its own +Y since `before`.
float twistSince(const Bone& bone, const glm::quat& before)
{
    return splitSwingTwist(glm::inverse(before) * bone.getRotationQuaternion(), {0.f, 1.f, 0.f}).twistAngle;
}

/// How far a bone's +Y has turned since `before`.
float swingSince(const Bone& bone, const glm::quat& before)
{
    const glm::vec3 y(0.f, 1.f, 0.f);
    return std::acos(glm::clamp(glm::dot(before * y, bone.getRotationQuaternion() * y), -1.f, 1.f));
}

/// The bend direction of a chain of two bones: the normal of the plane of its bones.
glm::vec3 bendOf(const StraightChain& stage)
{
    const glm::vec3 elbow = pointOf(*stage.bones[1]);
    return glm::normalize(glm::cross(elbow, stage.tip() - elbow));
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_roll_or_twist_appears_and_a_straight_limb_does_not_flip)
{
    Random random(51);
    for (const ChainMethod method : chainMethods) {
        for (int i = 0; i < 100; ++i) {
            StraightChain stage(static_cast<std::size_t>(random.integer(1, 5)));
            stage.bend(0.3f);
            std::vector<glm::quat> before;
            for (const Bone* bone : stage.bones) {
                before.push_back(bone->getRotationQuaternion());
            }
            const float length = static_cast<float>(stage.bones.size());
            const glm::vec3 goal = random.direction() * random.real(0.4f, 1.2f) * length;
            ChainSolver(stage.chain(), {.method = method}).solve(stage.skeleton, {.position = goal});
            for (std::size_t joint = 0; joint < stage.bones.size(); ++joint) {
                if (swingSince(*stage.bones[joint], before[joint]) > 2.f) {
                    continue;  // nearly turned over, where any twist is equally good
                }
                BOOST_TEST(std::abs(twistSince(*stage.bones[joint], before[joint])) < 2e-3,
                           static_cast<int>(method) << " joint " << joint << " of " << stage.bones.size());
            }
        }
    }
    for (const ChainMethod method : chainMethods) {
        // A limb bent about x with goals in the plane of its bend: all turns are about x.
        StraightChain bent(1);
        bent.bend(0.4f);
        ChainSolver solver(bent.chain(), {.method = method});
        for (int i = 0; i < 60; ++i) {
            const float angle = 0.1f * static_cast<float>(i);
            solver.solve(bent.skeleton,
                         {.position = (0.5f + 0.05f * static_cast<float>(i)) * glm::vec3(0.f, std::cos(angle), std::sin(angle))});
            for (const Bone* bone : bent.bones) {
                const glm::quat turn = bone->getRotationQuaternion();
                BOOST_TEST(std::abs(turn.y) < 1e-5f);
                BOOST_TEST(std::abs(turn.z) < 1e-5f);
            }
        }
        // A straight limb with goals on its own line: it bends about x, the same way each time, and straightens again.
        for (int i = 0; i <= 30; ++i) {
            StraightChain straight(1);
            const float distance = 0.5f + 0.06f * static_cast<float>(i);
            ChainSolver(straight.chain(), {.method = method, .maxIterations = 1000})
                .solve(straight.skeleton, {.position = glm::vec3(0.f, distance, 0.f)});
            BOOST_TEST(near(straight.tip(), glm::vec3(0.f, std::min(distance, 2.f), 0.f), 1e-3), static_cast<int>(method));
            if (distance < 1.99f) {
                BOOST_TEST(near(bendOf(straight), glm::vec3(1.f, 0.f, 0.f), 1e-4), static_cast<int>(method) << " at " << distance);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_straight_limb_with_a_hinge_bends_into_its_range)
{
    for (const ChainMethod method : chainMethods) {
        for (const float sign : {-1.f, 1.f}) {
            StraightChain stage(1);
            Chain chain = stage.chain();
            chain.setJoint(*stage.bones[1], {.limit = HingeJoint{{0, 0, 1}, std::min(0.f, 2.f * sign), std::max(0.f, 2.f * sign)}});
            const auto report =
                ChainSolver(chain, {.method = method, .maxIterations = 500}).solve(stage.skeleton, {.position = glm::vec3(0.f, 1.5f, 0.f)});
            BOOST_TEST(report.isReached, static_cast<int>(method));
            BOOST_TEST(near(bendOf(stage), glm::vec3(0.f, 0.f, sign), 1e-4));
        }
    }
}

BOOST_AUTO_TEST_CASE(goals_at_the_root_or_the_effector_and_chains_of_no_length_are_harmless)
{
    for (const ChainMethod method : chainMethods) {
        BOOST_TEST_CONTEXT(static_cast<int>(method))
        {
            StraightChain stage(1);
            stage.bend(0.5f);
            const Pose before = capturePose(stage.skeleton);
            ChainSolver solver(stage.chain(), {.method = method, .maxIterations = 500});
            const auto there = solver.solve(stage.skeleton, {.position = stage.tip()});
            BOOST_TEST(there.isReached);
            for (std::size_t i = 0; i < 2; ++i) {
                BOOST_TEST(nearRotation(stage.bones[i]->getRotationQuaternion(), before.bones[i].rotation, 1e-5));
            }
            const auto atRoot = solver.solve(stage.skeleton, {.position = glm::vec3(0.f)});
            BOOST_TEST(isFinitePose(stage.skeleton));
            BOOST_TEST(atRoot.distance < 2e-2f);

            StraightChain points(2, 0.f);
            ChainSolver none(points.chain(), {.method = method});
            const auto report = none.solve(points.skeleton, {.position = glm::vec3(1.f, 2.f, 2.f)});
            BOOST_TEST(isFinitePose(points.skeleton));
            BOOST_TEST(report.distance == 3.f);
            BOOST_TEST(report.beyondReach == 3.f);
            BOOST_TEST(!report.isReached);

            StraightChain partly(2);
            partly.bones[1]->setPosition(glm::vec3(0.f));
            ChainSolver some(partly.chain(), {.method = method, .maxIterations = 500});
            some.solve(partly.skeleton, {.position = glm::vec3(0.5f, 1.f, 0.2f)});
            BOOST_TEST(isFinitePose(partly.skeleton));

            StraightChain fixed(2);
            Chain chain = fixed.chain();
            for (const Bone* bone : fixed.bones) {
                chain.setJoint(*bone, {.limit = FixedJoint{}});
            }
            const Pose fixedBefore = capturePose(fixed.skeleton);
            BOOST_TEST(!ChainSolver(chain, {.method = method}).solve(fixed.skeleton, {.position = glm::vec3(1.f)}).isReached);
            BOOST_TEST((capturePose(fixed.skeleton) == fixedBefore));
            const auto nothing = solver.solve(stage.skeleton, IkGoal{});
            BOOST_TEST(nothing.isReached);
        }
    }
}

BOOST_AUTO_TEST_CASE(hostile_numbers_never_give_a_pose_that_is_not_finite)
{
    Random random(52);
    int singular = 0;
    for (int i = 0; i < 400; ++i) {
        RandomChain stage(random, Joints::Limited, Scales::Any);
        for (Bone* bone : stage.bones) {
            if (random.chance(0.2)) {
                bone->setPosition(glm::vec3(0.f));
            }
            if (random.chance(0.1)) {
                bone->setScaling(random.chance(0.2) ? glm::vec3(0.f) : random.vector(-1e-3f, 1e-3f) + glm::vec3(1e-3f));
            }
        }
        const float size = std::pow(10.f, random.real(-20.f, 15.f));
        const IkGoal goal{.position = size * random.direction(),
                          .rotation = random.chance(0.5) ? std::optional(random.rotation()) : std::nullopt};
        ChainSolver solver(
            stage.chain(),
            {.method = chainMethods[static_cast<std::size_t>(i) % chainMethods.size()], .softness = random.real(0.f, 1.f), .restarts = 1});
        const Pose before = capturePose(stage.skeleton);
        const auto report = solver.solve(stage.skeleton, goal);
        BOOST_TEST(isFinitePose(stage.skeleton));
        // If a matrix above is singular, nothing changes.
        singular += report.status == IkStatus::Singular ? 1 : 0;
        BOOST_TEST((report.status == IkStatus::Solved || capturePose(stage.skeleton) == before));
    }
    BOOST_TEST(singular > 0);
    BOOST_TEST(singular < 200);
}

BOOST_AUTO_TEST_CASE(no_solve_ends_farther_off_than_it_began)
{
    Random random(53);
    for (int i = 0; i < 600; ++i) {
        RandomChain stage(random, Joints::Limited, Scales::Any);
        stage.poseAtRandom(random);
        const glm::vec3 goal = stage.effector() + random.direction() * random.real(0.f, 3.f);
        const float before = glm::distance(stage.effector(), goal);
        ChainSolver solver(stage.chain(), {.method = chainMethods[static_cast<std::size_t>(i) % chainMethods.size()], .maxIterations = 8});
        solver.solve(stage.skeleton, {.position = goal}, Space::Skeleton);
        BOOST_TEST(glm::distance(stage.effector(), goal) <= before + 1.1e-4f * static_cast<float>(stage.length()));
    }
}

BOOST_AUTO_TEST_CASE(a_tree_serves_several_effectors_by_weight_and_priority)
{
    // A trunk of two bones carries two arms of two bones each.
    Skeleton skeleton;
    const auto add = [&](const char* name, Bone* parent, const glm::vec3& way) {
        return &skeleton.createBone(name, {.parent = parent, .bind = glm::translate(glm::mat4(1.f), way)});
    };
    Bone* const root = add("root", nullptr, {0, 0, 0});
    Bone* const trunk = add("trunk", root, {0, 1, 0});
    std::array<Bone*, 2> tips{};
    for (std::size_t i = 0; i < 2; ++i) {
        Bone* const upper = add("upper", trunk, {i == 0 ? -0.5f : 0.5f, 1, 0});
        tips[i] = add("lower", upper, {0, 1, 0});
        tips[i]->setLength(1.f);
        tips[i]->setRotationQuaternion(turned({1, 0, 0}, 0.4f));
    }
    Chain chain(skeleton);
    chain.addEffector(*root, *tips[0]);
    chain.addEffector(*root, *tips[1]);
    const Pose start = capturePose(skeleton);
    ChainSolver solver(chain, {.method = ChainMethod::DampedLeastSquares, .maxIterations = 300});
    const auto end = [&](std::size_t i) { return pointOf(*tips[i], {0, 1, 0}); };

    const glm::vec3 left(-1.f, 1.5f, 1.f);
    const glm::vec3 right(1.f, 2.f, 1.f);
    const auto both = solver.solve(skeleton, std::array{IkGoal{.position = left}, IkGoal{.position = right}});
    BOOST_TEST(both.isReached);
    BOOST_TEST(near(end(0), left, 5e-4));
    BOOST_TEST(near(end(1), right, 5e-4));
    BOOST_TEST(solver.effectorReports().size() == 2u);

    // Two arms of one trunk cannot both reach goals 7 apart: the arm whose priority comes first reaches its goal.
    const glm::vec3 farLeft(-3.f, 0.f, 0.5f);
    const glm::vec3 farRight(4.f, 0.f, 0.5f);
    for (const std::size_t first : {0u, 1u}) {
        applyPose(skeleton, start);
        std::array goals{IkGoal{.position = farLeft, .priority = 5}, IkGoal{.position = farRight, .priority = 5}};
        goals[1].position = glm::vec3(3.f, 0.f, 0.5f);
        goals[first].priority = -1;
        const auto report = solver.solve(skeleton, goals);
        BOOST_TEST(!report.isReached);
        BOOST_TEST(solver.effectorReports()[first].isReached);
        BOOST_TEST(solver.effectorReports()[1 - first].distance > 0.1f);
        BOOST_TEST(solver.effectorReports()[1 - first].distance < 3.f);
        BOOST_TEST(report.distance == solver.effectorReports()[1 - first].distance);
    }
    // The weights divide the shortfall between the arms.
    const auto missing = [&](float weight) {
        applyPose(skeleton, start);
        solver.solve(skeleton,
                     std::array{IkGoal{.position = farLeft, .positionWeight = weight}, IkGoal{.position = glm::vec3(3.f, 0.f, 0.5f)}});
        return solver.effectorReports()[0].distance;
    };
    BOOST_TEST(missing(1.f) > 0.1f);
    BOOST_TEST(missing(0.2f) > 1.3f * missing(1.f));
}

BOOST_AUTO_TEST_CASE(refusals_name_what_does_not_fit_and_change_nothing)
{
    StraightChain stage(3);
    stage.bend(0.2f);
    const Chain chain = stage.chain();
    Chain tree = stage.chain();
    tree.addEffector(*stage.bones[0], *stage.bones[1]);
    const auto refuses = [](const Chain& refused, const ChainSolverOptions& options, std::string_view part) {
        BOOST_CHECK_EXCEPTION(ChainSolver(refused, options), std::invalid_argument, says(part));
    };
    refuses(Chain(stage.skeleton), {}, "the chain of straight has no effector");
    refuses(tree, {.method = ChainMethod::Fabrik}, "2 effectors; only DampedLeastSquares");
    refuses(chain, {.weight = 1.5f}, "chain solver: weight 1.5 must lie in [0, 1]");
    refuses(chain, {.softness = -0.1f}, "softness -0.1");
    refuses(chain, {.tolerance = 0.f}, "a tolerance of 0");
    refuses(chain, {.angleTolerance = notANumber}, "an angle tolerance of nan");
    refuses(chain, {.maxIterations = 0}, "at least 1 iteration");

    ChainSolver solver(chain, {});
    BOOST_CHECK_EXCEPTION(solver.setOptions({.method = ChainMethod::Fabrik}), std::invalid_argument, says("the method cannot be changed"));
    BOOST_CHECK_EXCEPTION(solver.setOptions({.weight = notANumber}), std::invalid_argument, says("weight nan"));
    BOOST_TEST(solver.getOptions().weight == 1.f);
    solver.setOptions({.weight = 0.5f});
    BOOST_TEST(solver.getOptions().weight == 0.5f);

    const Pose before = capturePose(stage.skeleton);
    const auto refusesGoal = [&](const IkGoal& goal, std::string_view part, Space space = Space::World) {
        BOOST_CHECK_EXCEPTION(solver.solve(stage.skeleton, goal, space), std::invalid_argument, says(part));
        BOOST_TEST((capturePose(stage.skeleton) == before));
    };
    refusesGoal({.position = glm::vec3(0.f, notANumber, 0.f)}, "goal 0: the position (0, nan, 0) is not finite");
    refusesGoal({.rotation = glm::quat(0.f, 0.f, 0.f, 0.f)}, "goal 0: the rotation (0, 0, 0, 0) has no direction");
    refusesGoal({.position = glm::vec3(0.f), .positionWeight = 2.f}, "goal 0: positionWeight 2 must lie in [0, 1]");
    refusesGoal({.position = glm::vec3(0.f)}, "goals are in Local space", Space::Local);
    BOOST_CHECK_EXCEPTION(solver.solve(stage.skeleton, std::array<IkGoal, 2>{}), std::invalid_argument, says("2 goals for 1 effector"));
    Skeleton small("small");
    small.createBone("only");
    BOOST_CHECK_EXCEPTION(solver.solve(small, IkGoal{}), std::invalid_argument, says("small: has 1 bone, the chain needs 4"));
    StraightChain other(3);
    other.bones[2]->setParent(other.bones[0]);
    BOOST_CHECK_EXCEPTION(solver.solve(other.skeleton, IkGoal{}), std::invalid_argument,
                          says("bone2: is not where the chain has it; straight has another structure"));
    stage.bones[1]->setScaling(glm::vec3(0.f, 1.f, 1.f));
    BOOST_TEST((solver.solve(stage.skeleton, IkGoal{}).status == IkStatus::Singular));
    BOOST_TEST((solver.effectorReports()[0].status == IkStatus::Singular));
}

BOOST_AUTO_TEST_SUITE_END()
