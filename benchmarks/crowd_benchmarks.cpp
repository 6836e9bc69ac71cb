#include <array>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>

#include "crowd/kernels/crowd_kernels.hpp"
#include "math/aligned_vector.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

constexpr std::size_t instances = 1000;
constexpr std::size_t bones = 64;

// Local poses of all instances, already in lanes, to absolute and final matrices; by bone.
void crowdUpdate(benchmark::State& state)
{
    constexpr std::size_t groups = (instances + laneCount - 1) / laneCount;
    const auto parents = humanParents(bones);  // each bone is followed by what is below it
    std::vector<std::uint32_t> depths;
    std::vector<std::uint32_t> slots;
    for (std::size_t bone = 0; bone < bones; ++bone) {
        depths.push_back(parents[bone] == noParent ? 0 : depths[parents[bone]] + 1);
        slots.push_back(static_cast<std::uint32_t>(bone));
    }
    const AlignedVector<Affine> inverseBinds(bones, identityAffine());
    const auto poses = randomPose(groups * laneCount * bones, 7);
    AlignedVector<TransformLanes> lanes(groups * bones);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Transform& pose = poses[i];
        const std::array parts{pose.translation.x, pose.translation.y, pose.translation.z, pose.rotation.x, pose.rotation.y,
                               pose.rotation.z,    pose.rotation.w,    pose.scale.x,       pose.scale.y,    pose.scale.z};
        for (std::size_t component = 0; component < parts.size(); ++component) {
            lanes[i / laneCount].component[component][i % laneCount] = parts[component];
        }
    }
    AlignedVector<AffineBlock> absolute(bones);
    AlignedVector<Affine> palettes(groups * laneCount * bones);
    for (auto _ : state) {
        for (std::size_t group = 0; group < groups; ++group) {
            std::array<Affine*, laneCount> targets;
            for (std::size_t lane = 0; lane < laneCount; ++lane) {
                targets[lane] = &palettes[(group * laneCount + lane) * bones];
            }
            poseToPalettes(std::span(lanes).subspan(group * bones, bones), {depths, inverseBinds, slots}, absolute, targets);
        }
        benchmark::DoNotOptimize(palettes.data());
        benchmark::ClobberMemory();
    }
    countItems(state, groups * laneCount * bones);
}
BENCHMARK(crowdUpdate)->Name("crowd_update/1000x64")->Unit(benchmark::kMicrosecond);

// A frame: clips sampled, absolute and final matrices computed, each instance at its own time; by bone.
void crowdFrame(benchmark::State& state, bool isQuantised, Threads threads)
{
    Skeleton rig;
    fillSkeleton(rig, bones);
    const auto exact = AnimationClip::create(denseClip(bones, ChannelTarget::Kind::Bone, 11));
    Crowd crowd(rig);
    crowd.addClip(BakedClip::create(*exact, rig, {.framesPerSecond = 30., .isQuantised = isQuantised}));
    for (std::size_t i = 0; i < instances; ++i) {
        crowd.add({.time = 0.002 * static_cast<double>(i)});
    }
    for (auto _ : state) {
        crowd.update(1. / 60., threads);
        benchmark::DoNotOptimize(crowd.getPalettes().data());
        benchmark::ClobberMemory();
    }
    countItems(state, instances * bones);
    state.counters["bytes_per_instance"] = static_cast<double>(crowd.getBytesPerInstance());
}
BENCHMARK_CAPTURE(crowdFrame, float, false, Threads::Caller)->Name("crowd_frame/1000x64")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(crowdFrame, quantised, true, Threads::Caller)->Name("crowd_frame_quantised/1000x64")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(crowdFrame, threads, false, Threads::All)
    ->Name("crowd_frame_all_threads/1000x64")
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime();

}  // namespace

}  // namespace armature::bench
