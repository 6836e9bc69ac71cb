#include <array>
#include <thread>
#include <vector>

#include <armature/ik/aim_chain.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/text.hpp>

#include <ik/chain_stage.hpp>
#include <ik/walker.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(shared_solvers)

namespace {

constexpr std::size_t threadCount = 4;
constexpr std::size_t posesEach = 40;

/// One solver of each kind and method, shared by all characters of a rig.
struct SharedSolvers {
    SharedSolvers()
    {
        for (const ChainMethod method : chainMethods) {
            Chain chain = stage.chain();
            chain.setJoint(*stage.bones[2], {.limit = HingeJoint{{1.f, 0.f, 0.f}, -1.f, 2.f}});
            chains.emplace_back(chain, ChainSolverOptions{.method = method, .warmStart = true, .restarts = 2});
        }
        stage.bend(0.2f);
    }

    StraightChain stage{5};
    std::vector<ChainSolver> chains;
    AimChain aim{*stage.bones[1], *stage.bones[4]};
    SplineChain spline{*stage.bones[0], *stage.bones[5], {.maxStretch = 2.f}};
    walker::Walker walker;
    FootPlacement feet{walker.feet(), walker::steps(0.2f, -0.1f), {.pelvis = &walker.pelvis}};
};

/// The solvers' inputs for one frame of a character.
struct Frame {
    glm::quat bend;
    glm::vec3 goal;
    glm::vec3 control;
    glm::quat step;
};

/// Made beforehand, because random numbers report their seed through Boost's contexts, which are not thread-safe.
std::vector<Frame> framesOf(std::size_t number)
{
    Random random(1000 + number);
    std::vector<Frame> frames(posesEach);
    for (Frame& frame : frames) {
        frame = {random.rotation(), 4.f * random.direction(), random.vector(-2.f, 2.f), random.rotation()};
    }
    return frames;
}

/// A character's poses, and the solvers' memories and reports for it.
struct Character {
    std::array<std::vector<ChainJointMemory>, 2> memories;
    std::vector<Pose> poses;
    std::vector<std::string> said;
};

/// Runs all solvers on poses that differ from character to character.
void animate(const SharedSolvers& solvers, const std::vector<Frame>& frames, Character& character)
{
    const Pose bent = capturePose(solvers.stage.skeleton);
    const Pose standing = capturePose(solvers.walker.skeleton);
    for (const auto& [bend, goal, control, step] : frames) {
        Pose pose = bent;
        pose.bones[2].rotation = bend;
        for (std::size_t k = 0; k < solvers.chains.size(); ++k) {
            ChainReport effector;
            solvers.chains[k].solve(pose, IkGoal{.position = goal},
                                    {.memory = &character.memories[k], .effectors = std::span(&effector, 1)});
            character.said.push_back(toString(effector));
        }
        character.said.push_back(toString(solvers.aim.solve(pose, 2.f * goal)));
        const std::array<glm::vec3, 3> points{glm::vec3(0.f), control, goal};
        character.said.push_back(toString(solvers.spline.solve(pose, points)));
        character.poses.push_back(pose);

        Pose walking = standing;
        walking.bones[1].rotation = glm::normalize(walking.bones[1].rotation + 0.1f * step);
        std::array<FootReport, 2> feet;
        character.said.push_back(toString(solvers.feet.solve(walking, glm::translate(glm::mat4(1.f), goal), feet)));
        character.said.push_back(toString(feet[0]) + toString(feet[1]));
        character.poses.push_back(walking);
    }
}

}  // namespace

// ThreadSanitizer sees shared writes; the numbers show that no thread works in another's arrays.
BOOST_AUTO_TEST_CASE(threads_share_every_const_solver, *boost::unit_test::label("threads"))
{
    const SharedSolvers solvers;
    std::array<Character, threadCount> characters;
    std::vector<std::thread> threads;
    std::array<std::vector<Frame>, threadCount> frames;
    for (std::size_t i = 0; i < threadCount; ++i) {
        frames[i] = framesOf(i);
    }
    for (std::size_t i = 0; i < threadCount; ++i) {
        threads.emplace_back([&, i] { animate(solvers, frames[i], characters[i]); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t i = 0; i < threadCount; ++i) {
        const SharedSolvers others;  // used by no other character
        Character alone;
        animate(others, frames[i], alone);
        BOOST_TEST((characters[i].poses == alone.poses));
        BOOST_TEST(characters[i].said == alone.said, boost::test_tools::per_element());
        BOOST_TEST((characters[i].memories == alone.memories));
    }
}

BOOST_AUTO_TEST_CASE(solving_poses_allocates_nothing_after_the_first)
{
    const SharedSolvers solvers;
    Pose pose = capturePose(solvers.stage.skeleton);
    Pose walking = capturePose(solvers.walker.skeleton);
    std::vector<ChainJointMemory> memory;
    const std::array<glm::vec3, 3> points{glm::vec3(0.f), glm::vec3(0.f, 2.f, 1.f), glm::vec3(1.f, 4.f, 0.f)};
    std::array<FootReport, 2> feet;
    memory.reserve(solvers.stage.bones.size());
    const AllocationCount fromTheFirst;
    solvers.chains[1].solve(pose, IkGoal{.position = glm::vec3(1.f)}, {.memory = &memory});
    solvers.aim.solve(pose, glm::vec3(1.f));
    BOOST_TEST(fromTheFirst.sinceConstruction() == 0u);
    const auto solve = [&](const glm::vec3& goal) {
        for (std::size_t k = 0; k < 2; ++k) {
            solvers.chains[k].solve(pose, IkGoal{.position = goal}, {.memory = &memory});
        }
        solvers.aim.solve(pose, goal);
        solvers.spline.solve(pose, points);
        solvers.feet.solve(walking, glm::mat4(1.f), feet);
    };
    solve({1.f, 3.f, 0.f});
    const AllocationCount count;
    for (int i = 0; i < 10; ++i) {
        solve({static_cast<float>(i) - 5.f, 3.f, 1.f});
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
}

// With its memory, a pose is solved like a skeleton, whose memory is in the solver.
BOOST_AUTO_TEST_CASE(what_a_pose_solve_remembers_is_the_callers)
{
    Random random(958);
    StraightChain stage(5);
    stage.bend(0.2f);
    const Pose animated = capturePose(stage.skeleton);
    ChainSolver ofSkeleton(stage.chain(), {.warmStart = true});
    const ChainSolver ofPoses(stage.chain(), {.warmStart = true});
    std::vector<ChainJointMemory> memory;
    for (int frame = 0; frame < 50; ++frame) {
        const IkGoal goal{.position = 5.f * random.direction()};
        applyPose(stage.skeleton, animated);
        const auto expected = ofSkeleton.solve(stage.skeleton, goal, Space::Skeleton);
        Pose pose = animated;
        ChainReport effector;
        const auto found = ofPoses.solve(pose, goal, {.memory = &memory, .effectors = {&effector, 1}});
        BOOST_TEST((pose == capturePose(stage.skeleton)));
        BOOST_TEST(toString(found) == toString(expected));
        BOOST_TEST(toString(effector) == toString(ofSkeleton.effectorReports()[0]));
        BOOST_TEST((std::ranges::equal(memory, ofSkeleton.getMemory())));
    }
    BOOST_TEST(ofPoses.getMemory().empty());

    Pose pose = animated;
    const std::vector<ChainJointMemory> kept = memory;
    pose.bones[0].scale = glm::vec3(0.f);  // singular: nothing is solved and nothing forgotten
    std::array<ChainReport, 1> effector;
    ofPoses.solve(pose, IkGoal{.position = glm::vec3(1.f)}, {.memory = &memory, .effectors = effector});
    BOOST_TEST((memory == kept));
    BOOST_TEST((effector[0].status == IkStatus::Singular));

    pose = animated;
    memory.resize(2);
    BOOST_CHECK_THROW(ofPoses.solve(pose, IkGoal{}, {.memory = &memory}), std::invalid_argument);
    std::array<ChainReport, 2> two;
    BOOST_CHECK_THROW(ofPoses.solve(pose, IkGoal{}, {.effectors = two}), std::invalid_argument);
    BOOST_TEST((pose == animated));
    BOOST_TEST(toString(ChainSolve{.memory = &memory, .effectors = two}) == "memory 2, effectors 2");

    walker::Walker walker;
    const FootPlacement feet(walker.feet(), walker::steps(0.2f, 0.1f));
    Pose standing = capturePose(walker.skeleton);
    std::array<FootReport, 2> reports;
    BOOST_TEST(feet.solve(standing, glm::mat4(1.f), reports).feet.data() == reports.data());
    BOOST_TEST(reports[0].hasGround);
    BOOST_TEST(feet.solve(standing, glm::mat4(1.f)).feet.empty());
    BOOST_CHECK_THROW(feet.solve(standing, glm::mat4(1.f), std::span(reports).first(1)), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
