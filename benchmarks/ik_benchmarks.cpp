#include <cmath>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/limb/two_bone.hpp"
#include "ik/look/look.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

/// An arm of base, upper, lower and hand, each a unit long and slightly bent at rest.
struct Arm {
    Arm()
    {
        Bone* above = nullptr;
        for (const char* name : {"base", "upper", "lower", "hand"}) {
            BoneOptions options;
            options.parent = above;
            const Transform local{{0.f, 1.f, 0.f}, glm::normalize(glm::quat(1.f, 0.02f, 0.f, 0.1f)), glm::vec3(1.f)};
            options.local = toMat4(local);
            above = &skeleton.createBone(name, options);
            above->setTransform(local);
        }
    }

    [[nodiscard]] Bone& bone(const char* name) { return *skeleton.findBone(name); }

    Skeleton skeleton;
};

/// A target that circles within reach; each step returns another point.
class Wanderer {
public:
    Wanderer()
    {
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const float t = 6.2831853f * static_cast<float>(i) / static_cast<float>(points_.size());
            points_[i] = {std::sin(t), 2.f + 0.5f * std::sin(3.f * t), std::cos(t)};
        }
    }
    [[nodiscard]] const glm::vec3& next() noexcept { return points_[++step_ % points_.size()]; }

private:
    std::vector<glm::vec3> points_ = std::vector<glm::vec3>(64);
    std::size_t step_ = 0;
};

PlainVector plain(const glm::vec3& vector)
{
    return {vector.x, vector.y, vector.z};
}

TwoBoneLimb arm()
{
    TwoBoneLimb limb;
    limb.lower.center = {0.02, 1., 0.};
    limb.tip = {0., 1., 0.01};
    return limb;
}

// Computes the two rotations from a limb, a target and a pole, which other libraries call a two-bone job. The limb's shape is known, as it
// is in each frame but the first.
void twoBone(benchmark::State& state)
{
    const TwoBoneShape shape = *TwoBoneShape::of(arm());
    TwoBoneGoal goal;
    goal.pole = PlainVector(0., 0., 5.);
    Wanderer targets;
    for (auto _ : state) {
        goal.target = plain(targets.next()) - PlainVector(0., 1., 0.);
        benchmark::DoNotOptimize(shape.solve(PlainVector(), goal));
    }
    countItems(state, 1);
}
BENCHMARK(twoBone)->Name("ik_two_bone");

// Does the same for a limb whose shape is not known yet.
void twoBoneShape(benchmark::State& state)
{
    const TwoBoneLimb limb = arm();
    TwoBoneGoal goal;
    goal.pole = PlainVector(0., 0., 5.);
    Wanderer targets;
    for (auto _ : state) {
        goal.target = plain(targets.next()) - PlainVector(0., 1., 0.);
        benchmark::DoNotOptimize(TwoBoneShape::solveOnce(limb, goal));
    }
    countItems(state, 1);
}
BENCHMARK(twoBoneShape)->Name("ik_two_bone_new_limb");

// Starts from three new matrices, as other libraries' two-bone jobs do: lengths, axes and the shape are computed anew. As in those jobs,
// the results are rotations relative to the joints' current ones. No rotation needs to be split off: in axes parallel to those of the
// matrices' space, all shapes are the identity.
void twoBoneFromMatrices(benchmark::State& state)
{
    Arm rig;
    const glm::mat4 upper = rig.bone("upper").getAbsoluteMatrix();
    const glm::mat4 lower = rig.bone("lower").getAbsoluteMatrix();
    const glm::mat4 hand = rig.bone("hand").getAbsoluteMatrix();
    TwoBoneGoal goal;
    goal.pole = PlainVector(0., 0., 5.);
    Wanderer targets;
    for (auto _ : state) {
        const PlainVector elbow = plain(lower[3]);
        TwoBoneLimb limb;
        limb.upper.center = plain(upper[3]);
        limb.lower.center = elbow - limb.upper.center;
        limb.tip = plain(hand[3]) - elbow;
        limb.bendAxis = -plain(upper[2]);
        limb.poleAxis = plain(upper[0]);
        goal.target = plain(targets.next());
        benchmark::DoNotOptimize(TwoBoneShape::solveOnce(limb, goal));
    }
    countItems(state, 1);
}
BENCHMARK(twoBoneFromMatrices)->Name("ik_two_bone_matrices");

// Reads the limb from a skeleton, solves it and writes it back.
void boneIkController(benchmark::State& state)
{
    Arm arm;
    BoneIkController controller(arm.bone("lower"));
    controller.setPole({0.f, 0.f, 5.f});
    Wanderer targets;
    for (auto _ : state) {
        controller.setTarget(targets.next());
        benchmark::DoNotOptimize(controller.update());
    }
    countItems(state, 1);
}
BENCHMARK(boneIkController)->Name("ik_bone_controller");

void boneIkPose(benchmark::State& state)
{
    Arm arm;
    const BoneIkController controller(arm.bone("lower"));
    Pose pose = capturePose(arm.skeleton);
    Wanderer targets;
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            controller.solve(JointView(arm.skeleton, pose), targets.next(), glm::vec3(0.f, 0.f, 5.f), Space::Skeleton));
    }
    countItems(state, 1);
}
BENCHMARK(boneIkPose)->Name("ik_bone_controller_pose");

// Computes the rotation that aims a joint from directions in its parent's axes, which other libraries call an aim job.
void aimJoint(benchmark::State& state)
{
    const glm::dquat toFrame = *turnToLookingFrame(glm::dmat3(1.), {{0., 0., 1.}, {0., 1., 0.}}, {1., 0., 0., 0.});
    Wanderer targets;
    for (auto _ : state) {
        benchmark::DoNotOptimize(lookRotation(toFrame, targets.next(), {0., 1., 0.}));
    }
    countItems(state, 1);
}
BENCHMARK(aimJoint)->Name("ik_aim");

// Starts from the joint's matrix, as other libraries' aim jobs do. As in those jobs, the result is a rotation relative to the joint's
// current one.
void aimFromMatrix(benchmark::State& state)
{
    Arm rig;
    const glm::mat4 matrix = rig.bone("hand").getAbsoluteMatrix();
    Wanderer targets;
    for (auto _ : state) {
        const Frame joint = Frame::of(matrix);
        const auto toFrame = turnToLookingFrame(joint.linear, {{0., 0., 1.}, {0., 1., 0.}}, {1., 0., 0., 0.});
        benchmark::DoNotOptimize(lookRotation(*toFrame, glm::dvec3(targets.next()) - joint.origin, {0., 1., 0.}));
    }
    countItems(state, 1);
}
BENCHMARK(aimFromMatrix)->Name("ik_aim_matrix");

void boneLookController(benchmark::State& state)
{
    Arm arm;
    BoneLookController controller(arm.bone("hand"));
    Wanderer targets;
    for (auto _ : state) {
        controller.setTarget(targets.next() * 3.f);
        benchmark::DoNotOptimize(controller.update());
    }
    countItems(state, 1);
}
BENCHMARK(boneLookController)->Name("ik_look_controller");

// A chain of the given number of bones follows a point that moves by a third of a bone per frame, starting from its last solution.
void chainSolver(benchmark::State& state, ChainMethod method)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Skeleton skeleton;
    Bone* above = nullptr;
    for (std::size_t i = 0; i < bones; ++i) {
        BoneOptions options;
        options.parent = above;
        options.local = toMat4({{0.f, 1.f, 0.f}, glm::normalize(glm::quat(1.f, 0.02f, 0.f, 0.1f)), glm::vec3(1.f)});
        above = &skeleton.createBone("bone", options);
    }
    ChainSolver solver(Chain::between(*skeleton.bones().front(), *above), {.method = method, .warmStart = true});
    Wanderer targets;
    IkGoal goal;
    std::size_t reached = 0;
    std::size_t iterations = 0;
    for (auto _ : state) {
        goal.position = targets.next() * (0.3f * static_cast<float>(bones));
        const auto report = solver.solve(skeleton, goal);
        reached += report.isReached ? 1u : 0u;
        iterations += report.iterations;
    }
    countItems(state, 1);
    state.counters["reached"] = benchmark::Counter(static_cast<double>(reached), benchmark::Counter::kAvgIterations);
    state.counters["iterations"] = benchmark::Counter(static_cast<double>(iterations), benchmark::Counter::kAvgIterations);
}
// A hand and 300 bones beside it: a third of them take part of its roll, a third copy its rotation, and a third aim at it.
void nodeConstraints(benchmark::State& state)
{
    Skeleton skeleton;
    Bone& root = skeleton.createBone("root");
    Bone& hand = skeleton.createBone("hand", {.parent = &root});
    std::vector<NodeConstraint> constraints;
    for (std::size_t i = 0; i < 300; ++i) {
        BoneOptions options;
        options.parent = &root;
        options.local = toMat4({{0.f, 1.f, static_cast<float>(i)}, glm::quat(1.f, 0.f, 0.f, 0.f), glm::vec3(1.f)});
        const auto kind = static_cast<NodeConstraintKind>(i % 3);
        constraints.push_back({.node = &skeleton.createBone("follower", options), .source = &hand, .rule = {.kind = kind, .weight = 0.5f}});
    }
    NodeConstraints solver(constraints);
    Wanderer targets;
    for (auto _ : state) {
        const glm::vec3 turn = targets.next();
        hand.setRotationQuaternion(glm::normalize(glm::quat(1.f, turn.x, turn.y, turn.z)));
        benchmark::DoNotOptimize(solver.update());
    }
    countItems(state, constraints.size());
}
BENCHMARK(nodeConstraints)->Name("node_constraints/300");
BENCHMARK_CAPTURE(chainSolver, fabrik, ChainMethod::Fabrik)->Name("ik_chain_fabrik")->Arg(3)->Arg(8);
BENCHMARK_CAPTURE(chainSolver, least_squares, ChainMethod::DampedLeastSquares)->Name("ik_chain_least_squares")->Arg(3)->Arg(8);

}  // namespace

}  // namespace armature::bench
