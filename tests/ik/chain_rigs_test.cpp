#include <array>
#include <cmath>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <ik/chain_stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

// Chains on realistic rigs: under any matrices, linked to nodes, in poses and clones.
BOOST_AUTO_TEST_SUITE(chain_solver)

namespace {

/// A scene with a host of any scale and a skeleton: a base of any scale, an arm of two bones and a hand.
struct Rig {
    explicit Rig(Random& random, bool isLinked = false) : host(scene.createTransformNode("host"))
    {
        host.setTransform({random.vector(-5.f, 5.f), random.rotation(), randomScale(random)});
        skeleton.setHostNode(&host);
        base.setTransform({random.vector(-1.f, 1.f), random.rotation(), randomScale(random)});
        for (Bone* bone : {&upper, &lower, &hand}) {
            bone->setRotationQuaternion(glm::angleAxis(random.real(0.2f, 0.6f), random.direction()));
            if (isLinked) {
                TransformNode& node = scene.createTransformNode(bone->getName());
                node.setTransform(bone->getTransform());
                bone->linkTransformNode(&node);
            }
        }
        hand.setLength(0.5f);
    }

    [[nodiscard]] glm::vec3 tip(Space space) const { return glm::vec3(hand.getMatrix(space) * glm::vec4(0.f, 0.5f, 0.f, 1.f)); }
    /// A position the tip can reach: its position in another pose.
    [[nodiscard]] glm::vec3 otherTip(Random& random, Space space) { return elsewhere(random, hand, {0.f, 0.5f, 0.f}, space); }
    /// The same for a point of any bone.
    [[nodiscard]] glm::vec3 elsewhere(Random& random, const Bone& bone, const glm::vec3& ownPoint, Space space)
    {
        const Pose before = capturePose(skeleton);
        for (Bone* moved : {&upper, &lower}) {
            turn(*moved, glm::angleAxis(random.real(0.5f, 1.5f), random.direction()));
        }
        const glm::vec3 there(bone.getMatrix(space) * glm::vec4(ownPoint, 1.f));
        applyPose(skeleton, before);
        return there;
    }
    /// Turns the bone, or the node that drives it.
    static void turn(Bone& bone, const glm::quat& rotation)
    {
        if (bone.getTransformNode() != nullptr) {
            bone.getTransformNode()->setRotationQuaternion(rotation);
        } else {
            bone.setRotationQuaternion(rotation);
        }
    }

    Scene scene;
    TransformNode& host;
    Skeleton& skeleton = scene.createSkeleton("rig");
    Bone& base = skeleton.createBone("base");
    Bone& upper = skeleton.createBone("upper", {.parent = &base, .bind = glm::translate(glm::mat4(1.f), {0.f, 0.3f, 0.f})});
    Bone& lower = skeleton.createBone("lower", {.parent = &upper, .bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
    Bone& hand = skeleton.createBone("hand", {.parent = &lower, .bind = glm::translate(glm::mat4(1.f), {0.f, 1.2f, 0.f})});
};

bool sameRotations(const Rig& a, const Rig& b)
{
    return a.upper.getRotationQuaternion() == b.upper.getRotationQuaternion()
           && a.lower.getRotationQuaternion() == b.lower.getRotationQuaternion()
           && a.hand.getRotationQuaternion() == b.hand.getRotationQuaternion();
}

}  // namespace

BOOST_AUTO_TEST_CASE(any_scale_above_linked_or_not_in_world_or_skeleton_space)
{
    Random random(41);
    for (int i = 0; i < 300; ++i) {
        const Space space = random.chance(0.5) ? Space::World : Space::Skeleton;
        Rig rig(random, random.chance(0.5));
        const glm::vec3 goal = rig.otherTip(random, space);
        const ChainMethod method = chainMethods[static_cast<std::size_t>(i) % chainMethods.size()];
        ChainSolver solver(Chain::between(rig.upper, rig.hand), {.method = method, .maxIterations = 400, .restarts = 4});
        const auto report = solver.solve(rig.skeleton, {.position = goal}, space);
        const float length = glm::distance(glm::vec3(rig.upper.getMatrix(space)[3]), rig.tip(space)) + 1e-6f;
        BOOST_TEST(report.isReached, static_cast<int>(method) << ' ' << report.distance);
        BOOST_TEST(std::abs(report.distance - glm::distance(rig.tip(space), goal)) < 3e-6f * (length + glm::length(goal)));
    }
}

BOOST_AUTO_TEST_CASE(two_bones_are_exact_under_any_scale)
{
    Random random(42);
    for (int i = 0; i < 200; ++i) {
        Rig rig(random);
        const glm::vec3 end(0.f, 1.2f, 0.f);
        const glm::vec3 goal = rig.elsewhere(random, rig.lower, end, Space::World);
        BoneIkController controller(rig.lower, {.tip = end});
        controller.setTarget(goal);
        BOOST_TEST(controller.update().isReached);
        BOOST_TEST(near(glm::vec3(rig.lower.getMatrix(Space::World) * glm::vec4(end, 1.f)), goal, 1e-5));
    }
}

BOOST_AUTO_TEST_CASE(a_stretched_limb_says_what_lies_beyond_under_any_scale)
{
    Random random(42);
    for (int i = 0; i < 200; ++i) {
        Rig rig(random);
        const glm::vec3 end(0.f, 1.2f, 0.f);
        const glm::vec3 goal = rig.elsewhere(random, rig.lower, end, Space::World);
        Chain chain(rig.skeleton);
        chain.addEffector(rig.upper, rig.lower, end);
        ChainSolver solver(chain);
        const auto report = solver.solve(rig.skeleton, {.position = goal});
        const glm::vec3 tip(rig.lower.getMatrix(Space::World) * glm::vec4(end, 1.f));
        BOOST_TEST(report.isReached);
        BOOST_TEST(std::abs(report.distance - glm::distance(tip, goal)) < 3e-6f * (1.f + glm::length(goal)));
        // Twice as far as the stretched limb reaches in that direction: half of the distance lies beyond reach, whatever the scale above.
        const glm::vec3 shoulder(rig.upper.getMatrix(Space::World)[3]);
        const auto stretched = solver.solve(rig.skeleton, {.position = shoulder + 100.f * (goal - shoulder)});
        const glm::vec3 reached(rig.lower.getMatrix(Space::World) * glm::vec4(end, 1.f));
        const auto twice = solver.solve(rig.skeleton, {.position = shoulder + 2.f * (reached - shoulder)});
        BOOST_TEST(stretched.beyondReach == stretched.distance, boost::test_tools::tolerance(1e-3f));
        BOOST_TEST(twice.beyondReach == glm::distance(reached, shoulder), boost::test_tools::tolerance(1e-3f));
    }
}

BOOST_AUTO_TEST_CASE(rotation_goals_are_met_under_mirrored_and_even_scale)
{
    Random random(43);
    for (int i = 0; i < 200; ++i) {
        Rig rig(random);
        rig.host.setScaling(glm::vec3(random.real(0.2f, 4.f)) * (random.chance(0.5) ? glm::vec3(1.f) : glm::vec3(1.f, 1.f, -1.f)));
        rig.base.setScaling(glm::vec3(random.real(0.2f, 4.f)) * (random.chance(0.5) ? glm::vec3(1.f) : glm::vec3(-1.f, 1.f, 1.f)));
        const glm::vec3 shoulder(rig.upper.getMatrix(Space::World)[3]);
        const float unit = glm::length(glm::vec3(rig.upper.getMatrix(Space::World)[0]));
        const IkGoal goal{.position = shoulder + random.direction() * unit * random.real(0.9f, 1.6f), .rotation = random.rotation()};
        for (const ChainMethod method : chainMethods) {
            ChainSolver solver(Chain::between(rig.upper, rig.hand), {.method = method, .maxIterations = 400});
            BOOST_TEST(solver.solve(rig.skeleton, goal).isReached, static_cast<int>(method));
            BOOST_TEST(nearRotation(rig.hand.getRotationQuaternion(Space::World), *goal.rotation, 6e-4));
            BOOST_TEST(near(rig.tip(Space::World), *goal.position, 1e-3 * static_cast<double>(unit)));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_linked_chain_is_solved_as_one_that_is_not)
{
    for (const ChainMethod method : chainMethods) {
        Random first(44);
        Random second(44);
        Rig bones(first);
        Rig nodes(second, true);
        const IkGoal goal{.position = bones.otherTip(first, Space::World), .rotation = first.rotation()};
        ChainSolver(Chain::between(bones.upper, bones.hand), {.method = method}).solve(bones.skeleton, goal);
        ChainSolver(Chain::between(nodes.upper, nodes.hand), {.method = method}).solve(nodes.skeleton, goal);
        BOOST_TEST(sameRotations(bones, nodes));
        BOOST_TEST((nodes.upper.getTransformNode()->getRotationQuaternion() == bones.upper.getRotationQuaternion()));
    }
}

BOOST_AUTO_TEST_CASE(a_pose_and_a_clone_are_solved_as_the_skeleton)
{
    for (const ChainMethod method : chainMethods) {
        Random random(45);
        Rig rig(random);
        const IkGoal goal{.position = rig.otherTip(random, Space::Skeleton)};
        ChainSolver solver(Chain::between(rig.upper, rig.hand), {.method = method});
        Pose pose = capturePose(rig.skeleton);
        const auto clone = rig.skeleton.clone();
        const auto inPose = solver.solve(JointView(rig.skeleton, pose), goal, Space::Skeleton);
        const auto inClone = solver.solve(*clone, goal, Space::Skeleton);
        const auto report = solver.solve(rig.skeleton, goal, Space::Skeleton);
        for (std::size_t i = 0; i < pose.bones.size(); ++i) {  // a pose multiplies the matrices above the chain in double
            BOOST_TEST(nearRotation(pose.bones[i].rotation, rig.skeleton.bones()[i]->getRotationQuaternion(), 1e-4));
        }
        BOOST_TEST((capturePose(*clone) == capturePose(rig.skeleton)));
        BOOST_TEST(inClone.distance == report.distance);
        BOOST_TEST(std::abs(inPose.distance - report.distance) < 1e-5f);
    }
}

BOOST_AUTO_TEST_CASE(gaps_between_the_joints_of_a_tree_move_along)
{
    // Joints: the base and the hand; the bones between them do not move.
    Random random(46);
    for (int i = 0; i < 50; ++i) {
        Rig rig(random);
        Chain chain(rig.skeleton);
        chain.addEffector(rig.hand, rig.hand, glm::vec3(0.f, 0.5f, 0.f));
        chain.addEffector(rig.base, rig.base);
        const Transform upper = rig.upper.getTransform();
        ChainSolver solver(chain, {.method = ChainMethod::DampedLeastSquares, .maxIterations = 200, .restarts = 8});
        rig.base.setRotationQuaternion(random.rotation());
        rig.hand.setRotationQuaternion(glm::angleAxis(0.5f, random.direction()));
        const glm::vec3 goal = rig.tip(Space::World);
        rig.base.setRotationQuaternion(random.rotation());
        const std::array goals{IkGoal{.position = goal}, IkGoal{}};
        BOOST_TEST(solver.solve(rig.skeleton, goals).isReached);
        BOOST_TEST(near(rig.tip(Space::World), goal, 2e-3));
        BOOST_TEST((rig.upper.getTransform() == upper));

        Pose pose = capturePose(rig.skeleton);
        rig.skeleton.setHostNode(nullptr);
        BOOST_TEST(solver.solve(JointView(rig.skeleton, pose), std::array{IkGoal{.position = rig.tip(Space::World)}, IkGoal{}}).isReached);
    }
}

BOOST_AUTO_TEST_CASE(a_chain_reads_the_current_absolute_matrix)
{
    // The bones above the chain move between bind and solve, and nothing else evaluates them.
    for (const ChainMethod method : chainMethods) {
        Random random(47);
        Rig rig(random);
        rig.host.setTransform({});
        rig.base.setTransform({{3.f, 4.f, 5.f}, turned({0, 0, 1}, 1.f), glm::vec3(2.f)});
        const glm::vec3 goal = glm::vec3(3.f, 4.f, 5.f) + turned({0, 0, 1}, 1.f) * glm::vec3(0.5f, 2.f, 1.f);
        ChainSolver solver(Chain::between(rig.upper, rig.hand), {.method = method, .maxIterations = 200});
        BOOST_TEST(solver.solve(rig.skeleton, {.position = goal}).isReached);
        BOOST_TEST(near(rig.tip(Space::World), goal, 1e-3));
    }
}

BOOST_AUTO_TEST_CASE(chain_solvers_keep_the_bones_scale)
{
    Random random(48);
    for (const ChainMethod method : chainMethods) {
        Rig rig(random);
        rig.upper.setScaling({1.5f, 0.75f, 2.f});
        rig.lower.setScaling({-1.f, 1.25f, 1.f});
        rig.hand.setScaling(glm::vec3(0.5f));
        const glm::vec3 positions[] = {rig.upper.getPosition(), rig.lower.getPosition(), rig.hand.getPosition()};
        ChainSolver solver(Chain::between(rig.upper, rig.hand), {.method = method});
        for (int i = 0; i < 20; ++i) {
            solver.solve(rig.skeleton, {.position = random.vector(-5.f, 5.f)});
        }
        BOOST_TEST(rig.upper.getScaling() == glm::vec3(1.5f, 0.75f, 2.f));
        BOOST_TEST(rig.lower.getScaling() == glm::vec3(-1.f, 1.25f, 1.f));
        BOOST_TEST(rig.hand.getScaling() == glm::vec3(0.5f));
        BOOST_TEST(rig.upper.getPosition() == positions[0]);
        BOOST_TEST(rig.lower.getPosition() == positions[1]);
        BOOST_TEST(rig.hand.getPosition() == positions[2]);
    }
}

// The right hand holds a gun, and the left hand holds the gun. The arms are solved one after the other, and both are right at once.
BOOST_AUTO_TEST_CASE(a_chain_hand_gun_other_hand_settles_in_one_frame)
{
    for (const ChainMethod method : chainMethods) {
        Scene scene;
        Skeleton& skeleton = scene.createSkeleton("body");
        Bone& chest = skeleton.createBone("chest");
        const auto arm = [&](const char* name, float side) {
            Bone& upper = skeleton.createBone(std::string(name) + "Upper",
                                              {.parent = &chest, .bind = glm::translate(glm::mat4(1.f), {side, 1.f, 0.f})});
            Bone& lower = skeleton.createBone(std::string(name) + "Lower",
                                              {.parent = &upper, .bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
            lower.setLength(1.f);
            lower.setRotationQuaternion(turned({1, 0, 0}, 0.5f));
            return std::array{&upper, &lower};
        };
        const auto right = arm("right", 0.3f);
        const auto left = arm("left", -0.3f);
        TransformNode& gun = scene.createTransformNode("gun");
        gun.attachToBone(*right[1]);
        gun.setPosition({0.f, 1.f, 0.f});
        TransformNode& barrel = scene.createTransformNode("barrel");
        barrel.setParent(&gun);
        barrel.setPosition({-0.3f, 0.1f, 0.2f});
        ChainSolver rightArm(Chain::between(*right[0], *right[1]), {.method = method, .maxIterations = 300, .tolerance = 1e-5f});
        ChainSolver leftArm(Chain::between(*left[0], *left[1]), {.method = method, .maxIterations = 300, .tolerance = 1e-5f});
        for (int frame = 0; frame < 10; ++frame) {
            const glm::vec3 aim(0.1f * static_cast<float>(frame), 1.2f, 1.2f);
            BOOST_TEST(rightArm.solve(skeleton, {.position = aim}).isReached);
            BOOST_TEST(near(gun.getPosition(Space::World), aim, 1e-4));
            BOOST_TEST(leftArm.solve(skeleton, {.position = barrel.getPosition(Space::World)}).isReached);
            BOOST_TEST(near(glm::vec3(left[1]->getMatrix(Space::World) * glm::vec4(0, 1, 0, 1)), barrel.getPosition(Space::World), 1e-4));
            BOOST_TEST(near(gun.getPosition(Space::World), aim, 1e-4));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_same_input_gives_the_same_bits_and_solving_allocates_nothing)
{
    Random random(49);
    for (int i = 0; i < 60; ++i) {
        RandomChain stage(random, Joints::Limited, Scales::Any);
        stage.poseAtRandom(random);
        const IkGoal goal{.position = stage.effector(), .rotation = random.chance(0.3) ? std::optional(random.rotation()) : std::nullopt};
        stage.returnToRest();
        const Pose before = capturePose(stage.skeleton);
        const ChainSolverOptions options{
            .method = chainMethods[static_cast<std::size_t>(i) % chainMethods.size()], .softness = 0.1f, .restarts = 3};
        ChainSolver solver(stage.chain(), options);
        ChainSolver other(stage.chain(), options);
        Pose inPose = before;
        applyPose(stage.skeleton, before);
        solver.solve(JointView(stage.skeleton, inPose), goal);
        solver.solve(stage.skeleton, goal);
        const Pose once = capturePose(stage.skeleton);
        applyPose(stage.skeleton, before);
        const AllocationCount allocations;
        const auto report = solver.solve(stage.skeleton, goal);
        const auto posed = solver.solve(JointView(stage.skeleton, inPose), goal);
        BOOST_TEST(allocations.sinceConstruction() == 0u);
        BOOST_TEST((capturePose(stage.skeleton) == once));
        applyPose(stage.skeleton, before);
        const auto again = other.solve(stage.skeleton, goal);
        BOOST_TEST((capturePose(stage.skeleton) == once));
        BOOST_TEST(again.distance == report.distance);
        BOOST_TEST(std::isfinite(posed.distance));
    }
}

BOOST_AUTO_TEST_CASE(a_warm_start_needs_fewer_iterations_and_reset_forgets_it)
{
    StraightChain stage(6);
    stage.bend(0.2f);
    const Pose rest = capturePose(stage.skeleton);
    ChainSolver solver(stage.chain(), {.method = ChainMethod::Fabrik, .warmStart = true});
    const glm::vec3 goal(2.f, 2.f, 1.f);
    const auto cold = solver.solve(stage.skeleton, {.position = goal});
    applyPose(stage.skeleton, rest);
    BOOST_TEST(solver.solve(stage.skeleton, {.position = goal}).iterations < cold.iterations);
    applyPose(stage.skeleton, rest);
    solver.reset();
    BOOST_TEST(solver.solve(stage.skeleton, {.position = goal}).iterations == cold.iterations);
}

BOOST_AUTO_TEST_SUITE_END()
