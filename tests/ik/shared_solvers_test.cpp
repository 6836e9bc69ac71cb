#include <array>
#include <thread>
#include <vector>

#include <armature/ik/aim_chain.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
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

/// Frames are made beforehand, because random numbers report their seed through Boost's contexts, which are not thread-safe.
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
    std::array<IkMemory, 2> memories;
    IkMemory feet;
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
        const JointView joints(solvers.stage.skeleton, pose);
        for (std::size_t k = 0; k < solvers.chains.size(); ++k) {
            ChainReport effector;
            solvers.chains[k].solve(joints, IkGoal{.position = goal}, Space::Skeleton, &character.memories[k], {&effector, 1});
            character.said.push_back(toString(effector));
        }
        character.said.push_back(toString(solvers.aim.solve(joints, 2.f * goal)));
        const std::array<glm::vec3, 3> points{glm::vec3(0.f), control, goal};
        character.said.push_back(toString(solvers.spline.solve(joints, points)));
        character.poses.push_back(pose);

        Pose walking = standing;
        walking.bones[1].rotation = glm::normalize(walking.bones[1].rotation + 0.1f * step);
        std::array<FootReport, 2> feet;
        JointView walkers(solvers.walker.skeleton, walking);
        character.said.push_back(
            toString(solvers.feet.solve(walkers.placedAt(glm::translate(glm::mat4(1.f), goal)), &character.feet, 0.02, feet)));
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
        BOOST_TEST((characters[i].memories == alone.memories && characters[i].feet == alone.feet));
    }
}

BOOST_AUTO_TEST_CASE(solving_poses_allocates_nothing_after_the_first)
{
    const SharedSolvers solvers;
    Pose pose = capturePose(solvers.stage.skeleton);
    Pose walking = capturePose(solvers.walker.skeleton);
    const JointView joints(solvers.stage.skeleton, pose);
    const JointView walker(solvers.walker.skeleton, walking);
    IkMemory memory;
    IkMemory memoryOfFeet;
    const std::array<glm::vec3, 3> points{glm::vec3(0.f), glm::vec3(0.f, 2.f, 1.f), glm::vec3(1.f, 4.f, 0.f)};
    std::array<FootReport, 2> feet;
    memory.reserve(7 * solvers.stage.bones.size());
    const AllocationCount fromTheFirst;
    solvers.chains[1].solve(joints, IkGoal{.position = glm::vec3(1.f)}, Space::Skeleton, &memory);
    solvers.aim.solve(joints, glm::vec3(1.f));
    BOOST_TEST(fromTheFirst.sinceConstruction() == 0u);
    const auto solve = [&](const glm::vec3& goal) {
        for (std::size_t k = 0; k < 2; ++k) {
            solvers.chains[k].solve(joints, IkGoal{.position = goal}, Space::Skeleton, &memory);
        }
        solvers.aim.solve(joints, goal);
        solvers.spline.solve(joints, points);
        solvers.feet.solve(walker, &memoryOfFeet, 0.02, feet);
    };
    solve({1.f, 3.f, 0.f});
    const AllocationCount count;
    for (int i = 0; i < 10; ++i) {
        solve({static_cast<float>(i) - 5.f, 3.f, 1.f});
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
}

// A pose with its own memory is solved like a skeleton, whose memory is in the solver.
BOOST_AUTO_TEST_CASE(what_a_pose_solve_remembers_is_the_callers)
{
    Random random(958);
    StraightChain stage(5);
    stage.bend(0.2f);
    const Pose animated = capturePose(stage.skeleton);
    ChainSolver ofSkeleton(stage.chain(), {.warmStart = true});
    const ChainSolver ofPoses(stage.chain(), {.warmStart = true});
    IkMemory memory;
    for (int frame = 0; frame < 50; ++frame) {
        const IkGoal goal{.position = 5.f * random.direction()};
        applyPose(stage.skeleton, animated);
        const auto expected = ofSkeleton.solve(stage.skeleton, goal, Space::Skeleton);
        Pose pose = animated;
        ChainReport effector;
        const auto found = ofPoses.solve(JointView(stage.skeleton, pose), goal, Space::Skeleton, &memory, {&effector, 1});
        BOOST_TEST((pose == capturePose(stage.skeleton)));
        BOOST_TEST(toString(found) == toString(expected));
        BOOST_TEST(toString(effector) == toString(ofSkeleton.effectorReports()[0]));
        BOOST_TEST((std::ranges::equal(memory, ofSkeleton.getMemory())));
    }
    BOOST_TEST(ofPoses.getMemory().empty());

    Pose pose = animated;
    const JointView joints(stage.skeleton, pose);
    const IkMemory kept = memory;
    pose.bones[0].scale = glm::vec3(0.f);  // singular: nothing is solved and nothing forgotten
    std::array<ChainReport, 1> effector;
    ofPoses.solve(joints, IkGoal{.position = glm::vec3(1.f)}, Space::Skeleton, &memory, effector);
    BOOST_TEST((memory == kept));
    BOOST_TEST((effector[0].status == IkStatus::Singular));

    pose = animated;
    memory.resize(2);
    BOOST_CHECK_THROW(ofPoses.solve(joints, IkGoal{}, Space::Skeleton, &memory), std::invalid_argument);
    std::array<ChainReport, 2> two;
    BOOST_CHECK_THROW(ofPoses.solve(joints, IkGoal{}, Space::Skeleton, nullptr, two), std::invalid_argument);
    BOOST_TEST((pose == animated));

    walker::Walker walker;
    const FootPlacement feet(walker.feet(), walker::steps(0.2f, 0.1f));
    Pose standing = capturePose(walker.skeleton);
    const JointView placed(walker.skeleton, standing);
    std::array<FootReport, 2> reports;
    BOOST_TEST(feet.solve(placed, nullptr, 0., reports).feet.data() == reports.data());
    BOOST_TEST(reports[0].hasGround);
    BOOST_TEST(feet.solve(placed).feet.empty());
    BOOST_CHECK_THROW(feet.solve(placed, nullptr, 0., std::span(reports).first(1)), std::invalid_argument);
}

// A pose with its own memory follows like the skeleton, whose memory is in the controller.
BOOST_AUTO_TEST_CASE(limbs_heads_and_feet_of_poses_follow_from_the_callers_memory)
{
    Random random(959);
    walker::Walker walker;
    Bone& shin = *walker.feet()[0].foot->getParentBone();
    float height = 0.f;
    BoneIkController leg(shin, {.halfLife = 0.1f, .maxPoleTurn = 3.f});
    BoneLookController look(walker.pelvis, {.halfLife = 0.2f});
    FootPlacement feet(walker.feet(), [&](const glm::vec3& at) { return GroundPoint{{at.x, height, at.z}}; }, {.footHalfLife = 0.1f});
    std::array<IkMemory, 3> memories;
    for (int frame = 0; frame < 50; ++frame) {
        const glm::vec3 target = random.vector(-1.f, 1.f);
        height = random.real(-0.1f, 0.1f);
        walker.skeleton.returnToRest();
        Pose pose = capturePose(walker.skeleton);
        const JointView joints(walker.skeleton, pose);
        feet.update(0.02);
        feet.solve(joints, &memories[0], 0.02);
        look.setTarget(target + glm::vec3(0.f, 0.f, 9.f));
        look.update(0.02);
        look.solve(joints, target + glm::vec3(0.f, 0.f, 9.f), Space::World, &memories[1], 0.02);
        leg.setTarget(target);
        leg.update(0.02);
        leg.solve(joints, target, {}, Space::World, &memories[2], 0.02);
        const Pose expected = capturePose(walker.skeleton);
        for (std::size_t i = 0; i < pose.bones.size(); ++i) {
            BOOST_TEST(nearRotation(pose.bones[i].rotation, expected.bones[i].rotation, 1e-5));
        }
    }
    BOOST_TEST((memories[0].size() == feet.getMemory().size() && memories[1].size() == look.getMemory().size()));
    BOOST_TEST(memories[2].size() == leg.getMemory().size());
    BOOST_CHECK_THROW(leg.solve(walker.skeleton, {}, {}, Space::World, &memories[1]), std::invalid_argument);
    BOOST_CHECK_THROW(look.solve(walker.skeleton, {}, Space::World, &memories[2]), std::invalid_argument);
    BOOST_CHECK_THROW(feet.solve(walker.skeleton, &memories[1]), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
