#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/chain_solver.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "rig.hpp"

namespace armature::bench {

namespace {

constexpr std::size_t goalCount = 256;

/// The numbers of a linear congruential generator, in [-1, 1].
class Numbers {
public:
    [[nodiscard]] float next() noexcept
    {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<float>(state_ >> 40u) * 0x1p-23f - 1.f;
    }

private:
    std::uint64_t state_ = 20270117;
};

/// Bones of unit length, each slightly bent; with limits, hinges and cones in turn.
struct Row {
    Row(std::size_t bones, bool hasLimits)
    {
        Bone* above = nullptr;
        for (std::size_t i = 0; i < bones; ++i) {
            BoneOptions options;
            options.parent = above;
            options.local = toMat4({{0.f, 1.f, 0.f}, glm::normalize(glm::quat(1.f, 0.02f, 0.f, 0.1f)), glm::vec3(1.f)});
            above = &skeleton.createBone("bone", options);
        }
        above->setLength(1.f);
        chain = Chain::between(*skeleton.bones().front(), *above);
        for (std::size_t i = 0; hasLimits && i < bones; ++i) {
            JointLimit limit = SwingTwistJoint{.axis = {0.f, 1.f, 0.f}, .maxSwing = 1.2f, .minTwist = -0.5f, .maxTwist = 0.5f};
            if (i % 2 == 1) {
                limit = HingeJoint{.axis = {1.f, 0.f, 0.f}, .minAngle = -0.2f, .maxAngle = 2.f};
            }
            chain.setJoint(*skeleton.bones()[i], {.limit = limit});
        }
    }

    /// Points that the tip can reach: its positions in poses within the limits, scattered or, if `isSteady`, a closed path in small steps.
    [[nodiscard]] std::vector<glm::vec3> goals(bool isSteady)
    {
        Numbers numbers;
        std::vector<glm::vec3> points;
        for (std::size_t i = 0; i < goalCount; ++i) {
            const float phase = 6.2831853f * static_cast<float>(i) / static_cast<float>(goalCount);
            for (std::size_t j = 0; j < skeleton.bones().size(); ++j) {
                Bone& bone = *skeleton.bones()[j];
                const auto part = static_cast<float>(j + 1);
                const float angle = isSteady ? 0.6f + 0.3f * std::sin(phase + part) : 0.9f + 0.9f * numbers.next();
                const float way = isSteady ? phase : 3.1415927f * numbers.next();
                const glm::vec3 axis = j % 2 == 1 ? glm::vec3(1.f, 0.f, 0.f) : glm::vec3(std::cos(way), 0.f, std::sin(way));
                bone.setRotationQuaternion(glm::quat_cast(bone.getRestMatrix()) * glm::angleAxis(j % 2 == 1 ? angle : 0.6f * angle, axis));
            }
            points.emplace_back(skeleton.bones().back()->getAbsoluteMatrix() * glm::vec4(0.f, 1.f, 0.f, 1.f));
        }
        skeleton.returnToRest();
        return points;
    }

    Skeleton skeleton;
    Chain chain{skeleton};
};

void solveRow(benchmark::State& state, bool hasLimits, bool isSteady)
{
    Row row(static_cast<std::size_t>(state.range(0)), hasLimits);
    const std::vector<glm::vec3> goals = row.goals(isSteady);
    ChainSolver solver(row.chain, {.warmStart = isSteady});
    std::size_t step = 0;
    std::size_t reached = 0;
    std::size_t iterations = 0;
    for (auto _ : state) {
        const ChainReport report = solver.solve(row.skeleton, {.position = goals[++step % goals.size()]});
        reached += report.isReached ? 1u : 0u;
        iterations += report.iterations;
    }
    countItems(state, 1);
    state.counters["reached"] = benchmark::Counter(static_cast<double>(reached), benchmark::Counter::kAvgIterations);
    state.counters["iterations"] = benchmark::Counter(static_cast<double>(iterations), benchmark::Counter::kAvgIterations);
}

// The goal jumps anywhere within reach in each frame: each search starts far from its goal.
BENCHMARK_CAPTURE(solveRow, cold, false, false)->Name("ik_chain_cold")->Arg(3)->Arg(8);
BENCHMARK_CAPTURE(solveRow, cold_limits, true, false)->Name("ik_chain_cold_limits")->Arg(3)->Arg(8);
// The goal moves by about a fiftieth of the chain's length per frame, and each search starts from the last solution.
BENCHMARK_CAPTURE(solveRow, warm, false, true)->Name("ik_chain_warm")->Arg(3)->Arg(8);
BENCHMARK_CAPTURE(solveRow, warm_limits, true, true)->Name("ik_chain_warm_limits")->Arg(3)->Arg(8);

}  // namespace

}  // namespace armature::bench
