#include <array>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>

#include "crowd/crowd_state.hpp"
#include "math/aligned_vector.hpp"
#include "register.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

// Computes absolute and final matrices from the local poses of all instances, already in lanes; time per bone.
void crowdUpdate(benchmark::State& state, CrowdSize size)
{
    const std::size_t groups = (size.members + laneCount - 1) / laneCount;
    Skeleton skeleton;
    fillSkeleton(skeleton, size.bones);
    const CrowdRigData rig(skeleton);
    const auto poses = randomPose(groups * laneCount * size.bones, 7);
    AlignedVector<TransformLanes> lanes(groups * size.bones);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Transform& pose = poses[i];
        const std::array parts{pose.translation.x, pose.translation.y, pose.translation.z, pose.rotation.x, pose.rotation.y,
                               pose.rotation.z,    pose.rotation.w,    pose.scale.x,       pose.scale.y,    pose.scale.z};
        for (std::size_t component = 0; component < parts.size(); ++component) {
            lanes[i / laneCount].component[component][i % laneCount] = parts[component];
        }
    }
    AlignedVector<AffineBlock> absolute(rig.whole.keptCount);
    AlignedVector<Affine> palettes(groups * laneCount * size.bones);
    for (auto _ : state) {
        for (std::size_t group = 0; group < groups; ++group) {
            std::array<Affine*, laneCount> targets;
            for (std::size_t lane = 0; lane < laneCount; ++lane) {
                targets[lane] = &palettes[(group * laneCount + lane) * size.bones];
            }
            poseToPalettes(std::span(lanes).subspan(group * size.bones, size.bones), rig.whole.view(), absolute, targets,
                           palettes.size() * sizeof(Affine) >= streamedBytes);
        }
        benchmark::DoNotOptimize(palettes.data());
        benchmark::ClobberMemory();
    }
    countItems(state, groups * laneCount * size.bones);
}

// A frame: clips sampled, absolute and final matrices computed, each instance at its own time; time per bone.
void crowdFrame(benchmark::State& state, CrowdSize size, bool isQuantized, Threads threads, std::size_t boneLevel = 0)
{
    Skeleton rig;
    fillSkeleton(rig, size.bones);
    const auto exact = AnimationClip::create(denseClip(size.bones, ChannelTarget::Kind::Bone, 11));
    Crowd crowd(rig);
    crowd.addClip(BakedClip::create(*exact, rig, {.framesPerSecond = 30., .isQuantized = isQuantized}));
    crowd.setBoneLevels(detailLevels(size.bones));
    for (std::size_t i = 0; i < size.members; ++i) {
        crowd.setBoneLevel(crowd.add({.time = 0.002 * static_cast<double>(i)}), boneLevel);
    }
    for (auto _ : state) {
        crowd.update(1. / 60., threads);
        benchmark::DoNotOptimize(crowd.getPalettes().data());
        benchmark::ClobberMemory();
    }
    countItems(state, size.members * size.bones);
    state.counters["bytes_per_instance"] = static_cast<double>(crowd.getBytesPerInstance());
}
}  // namespace

void registerCrowds()
{
    const auto add = [](const std::string& name, CrowdSize size, auto run) {
        return benchmark::RegisterBenchmark((name + "/" + size.name()).c_str(), [=](benchmark::State& state) { run(state, size); })
            ->Unit(benchmark::kMicrosecond);
    };
    const auto frame = [](bool isQuantized, Threads threads) {
        return [=](benchmark::State& state, CrowdSize size) { crowdFrame(state, size, isQuantized, threads); };
    };
    for (const CrowdSize size : crowdSizes) {
        add("crowd_frame", size, frame(false, Threads::Caller));
    }
    for (const CrowdSize size : {CrowdSize{1000, 16}, CrowdSize{1000, 64}, CrowdSize{1000, 256}}) {
        add("crowd_update", size, crowdUpdate);
    }
    for (const CrowdSize size : {CrowdSize{1000, 64}, CrowdSize{10'000, 64}}) {
        add("crowd_frame_quantized", size, frame(true, Threads::Caller));
        add("crowd_frame_all_threads", size, frame(false, Threads::All))->UseRealTime();
        add("crowd_frame_few_bones", size, [](benchmark::State& state, CrowdSize of) { crowdFrame(state, of, false, Threads::Caller, 1); });
    }
}

}  // namespace armature::bench
