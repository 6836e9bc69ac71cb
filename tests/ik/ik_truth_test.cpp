#include <cstring>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include <armature/ik/aim_chain.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/skeleton/pose.hpp>

#include <ik/chain_stage.hpp>
#include <ik/limb_stage.hpp>
#include <ik/walker.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(ik_controllers)

namespace {

const std::vector<glm::vec3> curve{{0.f, 0.f, 0.f}, {0.f, 1.f, 1.f}, {1.f, 2.f, 2.f}};

template <class Memory>
std::string bytesOf(const Memory& memory)
{
    static_assert(std::is_trivially_copyable_v<Memory>);
    std::string bytes(sizeof(Memory), '\0');
    std::memcpy(bytes.data(), &memory, sizeof(Memory));
    return bytes;
}

template <class Memory>
std::string bytesOf(std::span<const Memory> memory)
{
    std::string bytes;
    for (const Memory& each : memory) {
        bytes += bytesOf(each);
    }
    return bytes;
}

/// Every kind of solver, on one limb.
struct LimbSolvers {
    explicit LimbSolvers(Limb& limb)
        : arm(limb.lower)
        , look(limb.hand)
        , chain(Chain::between(limb.upper, limb.hand))
        , aim(limb.upper, limb.hand)
        , spline(limb.upper, limb.hand)
    {
        arm.setTarget({1.f, 1.f, 0.5f});
        look.setTarget({3.f, 1.f, 2.f});
    }

    /// Solves with all solvers on the skeleton.
    std::vector<IkStatus> solve(Skeleton& skeleton)
    {
        return {arm.update().status, look.update().status, chain.solve(skeleton, {.position = glm::vec3(1.f, 1.f, 0.f)}).status,
                aim.solve(skeleton, {3.f, 1.f, 2.f}).status, spline.solve(skeleton, curve).status};
    }
    std::vector<IkStatus> solve(JointView joints) const
    {
        return {arm.solve(joints, {1.f, 1.f, 0.f}).status, look.solve(joints, {3.f, 1.f, 2.f}).status,
                chain.solve(joints, {.position = glm::vec3(1.f, 1.f, 0.f)}).status, aim.solve(joints, {3.f, 1.f, 2.f}).status,
                spline.solve(joints, curve).status};
    }

    BoneIkController arm;
    BoneLookController look;
    ChainSolver chain;
    AimChain aim;
    SplineChain spline;
};

bool areAll(const std::vector<IkStatus>& found, IkStatus wanted)
{
    return std::all_of(found.begin(), found.end(), [&](IkStatus status) { return status == wanted; });
}

}  // namespace

// --- memory -------------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(a_controller_goes_on_from_its_memory_bit_for_bit)
{
    Random random(955);
    Limb limb;
    Limb other;
    const BoneIkOptions options{.halfLife = 0.1f, .maxPoleTurn = 3.f};
    BoneIkController arm(limb.lower, options);
    BoneIkController otherArm(other.lower, options);
    BoneLookController look(limb.hand, {.halfLife = 0.2f});
    BoneLookController otherLook(other.hand, {.halfLife = 0.2f});
    const Pose animated = capturePose(limb.skeleton);
    for (int frame = 0; frame < 200; ++frame) {
        const glm::vec3 target = random.vector(-1.5f, 1.5f);
        otherArm.setMemory(arm.getMemory());
        otherLook.setMemory(look.getMemory());
        BOOST_TEST((bytesOf(otherArm.getMemory()) == bytesOf(arm.getMemory())));
        for (Limb* each : {&limb, &other}) {
            applyPose(each->skeleton, animated);
        }
        for (BoneIkController* each : {&arm, &otherArm}) {
            each->setTarget(target);
            each->setPole({0.f, 0.3f, 5.f});
            each->update(0.02);
        }
        for (BoneLookController* each : {&look, &otherLook}) {
            each->setTarget(3.f * target);
            each->update(0.02);
        }
        BOOST_TEST((capturePose(other.skeleton) == capturePose(limb.skeleton)));
        BOOST_TEST((bytesOf(arm.getMemory()) == bytesOf(otherArm.getMemory())));
        otherArm.update(0.02);  // a different history, which the next frame's memory replaces
    }
    // After a reset the controller behaves like a new one.
    arm.reset();
    BoneIkController fresh(other.lower, options);
    applyPose(limb.skeleton, animated);
    applyPose(other.skeleton, animated);
    for (BoneIkController* each : {&arm, &fresh}) {
        each->setTarget({1.f, 0.4f, 0.3f});
        each->setPole({0.f, 0.3f, 5.f});
        each->update(0.02);
    }
    BOOST_TEST((capturePose(other.skeleton) == capturePose(limb.skeleton)));
    BOOST_CHECK_THROW(arm.setMemory(std::vector<double>(arm.getMemory().size(), NAN)), std::invalid_argument);
    BOOST_CHECK_THROW(arm.setMemory(arm.getMemory().first(3)), std::invalid_argument);
    BOOST_CHECK_THROW(arm.setMemory(std::vector<double>(arm.getMemory().size(), 1e200)), std::invalid_argument);  // its square is infinite
    BOOST_CHECK_THROW(look.setMemory(std::vector<double>(look.getMemory().size(), 1e200)), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_warm_start_goes_on_from_its_memory_bit_for_bit)
{
    Random random(956);
    StraightChain stage(5);
    StraightChain other(5);
    stage.bend(0.2f);
    const Pose animated = capturePose(stage.skeleton);
    ChainSolver solver(stage.chain(), {.warmStart = true});
    ChainSolver cold(stage.chain());
    for (int frame = 0; frame < 100; ++frame) {
        const IkGoal goal{.position = 5.f * random.direction()};
        ChainSolver otherSolver(other.chain(), {.warmStart = true});
        otherSolver.setMemory(solver.getMemory());
        for (Skeleton* skeleton : {&stage.skeleton, &other.skeleton}) {
            applyPose(*skeleton, animated);
        }
        solver.solve(stage.skeleton, goal);
        otherSolver.solve(other.skeleton, goal);
        BOOST_TEST((capturePose(other.skeleton) == capturePose(stage.skeleton)));
        BOOST_TEST((bytesOf(solver.getMemory()) == bytesOf(otherSolver.getMemory())));

        // Without a warm start, earlier solves have no effect.
        ChainSolver fresh(other.chain());
        Pose pose = animated;
        Pose freshPose = animated;
        cold.solve(JointView(stage.skeleton, pose), goal);
        fresh.solve(JointView(other.skeleton, freshPose), goal);
        BOOST_TEST((pose == freshPose));
    }
    solver.reset();
    BOOST_TEST(solver.getMemory().empty());
    BOOST_CHECK_THROW(solver.setMemory(cold.getMemory().first(2)), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_foot_placement_goes_on_from_its_memory_bit_for_bit)
{
    Random random(957);
    walker::Walker walker;
    walker::Walker other;
    float height = 0.f;
    const GroundQuery ground = [&](const glm::vec3& at) { return GroundPoint{{at.x, at.x > 0.f ? height : -height, at.z}}; };
    const auto placementOf = [&](walker::Walker& each) {
        return FootPlacement(each.feet(), ground, {.pelvis = &each.pelvis, .footHalfLife = 0.1f, .pelvisHalfLife = 0.2f});
    };
    FootPlacement placement = placementOf(walker);
    FootPlacement otherPlacement = placementOf(other);
    for (int frame = 0; frame < 50; ++frame) {
        otherPlacement.setMemory(placement.getMemory());
        height = random.real(-0.2f, 0.2f);
        walker.skeleton.returnToRest();
        other.skeleton.returnToRest();
        placement.update(0.02);
        otherPlacement.update(0.02);
        BOOST_TEST((capturePose(walker.skeleton) == capturePose(other.skeleton)));
        BOOST_TEST((bytesOf(placement.getMemory()) == bytesOf(otherPlacement.getMemory())));
    }
    placement.reset();
    BOOST_TEST(placement.getMemory().empty());
    BOOST_CHECK_THROW(placement.setMemory(otherPlacement.getMemory().first(1)), std::invalid_argument);
}

// ThreadSanitizer would report writes to shared caches of rests, shapes and positions. Bones differ in size from pose to pose.
BOOST_AUTO_TEST_CASE(threads_solve_poses_with_one_controller, *boost::unit_test::label("threads"))
{
    Limb limb;
    const BoneIkController arm(limb.lower);
    const BoneLookController look(limb.hand);
    Pose animated = capturePose(limb.skeleton);
    const auto solved = [&](std::size_t thread, std::size_t i) {
        Pose pose = animated;
        const auto size = static_cast<float>(1 + (i + thread) % 7);
        pose.bones[2].translation *= size;
        pose.bones[3].scale *= size;
        const JointView joints(limb.skeleton, pose);
        arm.solve(joints, {size, 0.4f, 0.1f}, glm::vec3(0.f, 0.f, 5.f));
        look.solve(joints, {1.f, size, 4.f});
        return pose;
    };
    std::array<std::vector<Pose>, 4> poses;
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < poses.size(); ++thread) {
        threads.emplace_back([&, thread] {
            for (std::size_t i = 0; i < 200; ++i) {
                poses[thread].push_back(solved(thread, i));
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t thread = 0; thread < poses.size(); ++thread) {
        for (std::size_t i = 0; i < 200; ++i) {
            BOOST_TEST((poses[thread][i] == solved(thread, i)));
        }
    }
}

// --- singular matrices --------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(a_singular_parent_is_a_report_that_says_so_for_every_solver)
{
    for (const bool isHost : {true, false}) {
        Limb limb;
        LimbSolvers solvers(limb);
        isHost ? limb.host.setScaling({1.f, 0.f, 1.f}) : limb.base.setScaling({0.f, 1.f, 1.f});
        const Pose before = capturePose(limb.skeleton);
        BOOST_TEST(areAll(solvers.solve(limb.skeleton), IkStatus::Singular));
        BOOST_TEST((aimAt(limb.hand, {1.f, 2.f, 3.f}).status == IkStatus::Singular));
        BOOST_TEST((stretchTo(limb.lower, {1.f, 2.f, 3.f}).status == IkStatus::Singular));
        BOOST_TEST((capturePose(limb.skeleton) == before));
        if (!isHost) {
            Pose pose = before;
            BOOST_TEST(areAll(solvers.solve(JointView(limb.skeleton, pose)), IkStatus::Singular));
            BOOST_TEST((pose == before));
        }
    }
    walker::Walker walker;
    TransformNode& host = walker.scene.createTransformNode("host");
    walker.skeleton.setHostNode(&host);
    FootPlacement placement(walker.feet(), walker::steps(0.2f, 0.1f));
    host.setScaling(glm::vec3(0.f));
    const FootPlacementReport report = placement.update();
    BOOST_TEST((report.status == IkStatus::Singular));
    BOOST_TEST((report.feet[0].ik.status == IkStatus::Singular));
}

// --- referenced objects may be removed first ------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(solvers_do_nothing_once_a_bone_has_gone_and_say_so)
{
    Limb limb;
    LimbSolvers solvers(limb);
    solvers.look = BoneLookController(limb.lower);
    solvers.look.setTarget({3.f, 1.f, 2.f});
    limb.skeleton.removeBone(limb.lower, Removal::KeepChildren);
    const Pose before = capturePose(limb.skeleton);
    BOOST_TEST(areAll(solvers.solve(limb.skeleton), IkStatus::Gone));
    Pose pose = before;
    BOOST_TEST(areAll(solvers.solve(JointView(limb.skeleton, pose)), IkStatus::Gone));
    BOOST_TEST((pose == before));
    BOOST_TEST((capturePose(limb.skeleton) == before));
    BOOST_CHECK_THROW(ChainSolver{solvers.chain.getChain()}, std::invalid_argument);
    solvers.arm.setOptions({.weight = 0.5f});
    solvers.look.setOptions({.weight = 0.5f});
    solvers.aim.setOptions({.weight = 0.5f});
    BOOST_TEST(solvers.arm.getMaxReach() == 0.f);
}

BOOST_AUTO_TEST_CASE(solvers_do_nothing_once_the_skeleton_has_gone)
{
    std::optional<Limb> limb(std::in_place);
    LimbSolvers solvers(*limb);
    limb.reset();
    Skeleton other("other");
    BOOST_TEST(areAll(solvers.solve(other), IkStatus::Gone));
    BOOST_TEST(areAll(solvers.solve(JointView(other)), IkStatus::Gone));
    BOOST_TEST(solvers.chain.getChain().getSkeleton() == nullptr);
}

BOOST_AUTO_TEST_CASE(a_bone_that_hangs_elsewhere_ends_a_chain_and_other_bones_do_not)
{
    Limb limb;
    ChainSolver solver(Chain::between(limb.upper, limb.hand));
    const IkGoal goal{.position = glm::vec3(1.f, 1.f, 0.f)};
    Bone& other = limb.skeleton.createBone("other");
    BOOST_TEST(solver.solve(limb.skeleton, goal).isReached);
    limb.skeleton.removeBone(other, Removal::KeepChildren);
    // All later bones change their position in the list.
    limb.skeleton.removeBone(limb.base, Removal::KeepChildren);
    BOOST_TEST((solver.solve(limb.skeleton, goal).status == IkStatus::Gone));  // the chain depends on the bone above its root
    ChainSolver anew(Chain::between(limb.upper, limb.hand));
    BOOST_TEST(anew.solve(limb.skeleton, goal).isReached);
    BOOST_TEST(near(limb.hand.getPosition(Space::World), glm::vec3(1.f, 1.f, 0.f), 1e-3));
    limb.hand.setParent(&limb.upper);
    BOOST_TEST((anew.solve(limb.skeleton, goal).status == IkStatus::Gone));
}

// A removed foot must not be asked for its skeleton: its memory is freed.
BOOST_AUTO_TEST_CASE(a_foot_placement_takes_options_once_its_feet_have_gone)
{
    std::optional<walker::Walker> walker(std::in_place);
    FootPlacement placement(walker->feet(), walker::steps(0.2f, 0.3f), {.pelvis = &walker->pelvis});
    walker->skeleton.removeBone(*walker->legs[0].foot, Removal::KeepChildren);
    placement.setOptions({.pelvis = &walker->pelvis, .maxDrop = 0.4f});
    BOOST_TEST((placement.update().feet[0].ik.status == IkStatus::Gone));
    BOOST_TEST((placement.update().feet[1].ik.status == IkStatus::Solved));
    walker->skeleton.removeBone(*walker->legs[1].upper, Removal::Subtree);
    placement.setOptions({.maxDrop = 0.3f});
    BOOST_TEST((placement.update().status == IkStatus::Gone));
    walker.reset();
    placement.setOptions({.maxDrop = 0.2f});
    BOOST_TEST((placement.update().status == IkStatus::Gone));
    Skeleton other("other");
    BOOST_TEST((placement.solve(other).status == IkStatus::Gone));
}

BOOST_AUTO_TEST_CASE(targets_and_poles_that_have_gone_are_reported)
{
    Limb limb;
    TransformNode& target = limb.scene.createTransformNode("target", nullptr, {{1.f, 1.f, 0.f}});
    TransformNode& pole = limb.scene.createTransformNode("pole", nullptr, {{0.f, 0.f, 5.f}});
    BoneIkController arm(limb.lower);
    arm.setTarget(target);
    arm.setPole(pole);
    BoneLookController look(limb.hand);
    look.setTarget(target);
    BOOST_TEST(arm.update().isReached);
    limb.scene.removeTransformNode(pole);
    BOOST_TEST((arm.update().status == IkStatus::Gone));
    arm.clearPole();
    BOOST_TEST(arm.update().isReached);
    limb.scene.removeTransformNode(target);
    BOOST_TEST((arm.update().status == IkStatus::Gone));
    BOOST_TEST((look.update().status == IkStatus::Gone));
}

BOOST_AUTO_TEST_SUITE_END()
