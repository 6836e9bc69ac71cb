#include <vector>

#include <benchmark/benchmark.h>

#include <armature/animation/baked_clip.hpp>

#include "math/aligned_vector.hpp"
#include "node/kernels/pose_kernels.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

// Two seconds of dense keys, baked into frames.
struct BakedPlayer {
    BakedPlayer(std::size_t bones, bool isQuantized)
    {
        Skeleton skeleton;
        fillSkeleton(skeleton, bones);
        exact = AnimationClip::create(denseClip(bones, ChannelTarget::Kind::Bone, 11));
        clip = BakedClip::create(*exact, skeleton, {.framesPerSecond = 30., .isQuantized = isQuantized});
        blocks.resize(clip->blockCount());
        transforms.resize(bones);
    }

    std::shared_ptr<const AnimationClip> exact;
    std::shared_ptr<const BakedClip> clip;
    AlignedVector<TransformLanes> blocks;
    std::vector<Transform> transforms;
};

// Plays forwards at 60 frames per second; time per bone. Counters give the largest errors relative to the exact clip, in skeleton space.
template <class Out>
void playBaked(benchmark::State& state, BakedPlayer& player, std::span<Out> out)
{
    double time = 0.;
    for (auto _ : state) {
        time = time < 1.98 ? time + 1. / 60. : 0.;
        player.clip->sample(time, out);
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    countItems(state, player.clip->boneCount());
    const BakeError& error = player.clip->getError();
    state.counters["error_position"] = error.position;
    state.counters["error_point"] = error.point;
    state.counters["error_radians"] = error.rotation;
    state.counters["bytes"] = static_cast<double>(player.clip->getMemorySize());
}

// Samples into lanes, the layout that crowds and blending take.
void bakedSample(benchmark::State& state)
{
    BakedPlayer player(static_cast<std::size_t>(state.range(0)), false);
    playBaked<TransformLanes>(state, player, player.blocks);
}
BENCHMARK(bakedSample)->Name("baked_sample")->Arg(64)->Arg(128)->Arg(256);

void bakedSampleQuantized(benchmark::State& state)
{
    BakedPlayer player(static_cast<std::size_t>(state.range(0)), true);
    playBaked<TransformLanes>(state, player, player.blocks);
}
BENCHMARK(bakedSampleQuantized)->Name("baked_sample_quantized")->Arg(64)->Arg(128)->Arg(256);

// Samples into a Transform for each bone.
void bakedSampleTransforms(benchmark::State& state)
{
    BakedPlayer player(static_cast<std::size_t>(state.range(0)), false);
    playBaked<Transform>(state, player, player.transforms);
}
BENCHMARK(bakedSampleTransforms)->Name("baked_sample_transforms")->Arg(64);

// Bakes a clip, including the measurement of its error; time per bone and frame.
void bake(benchmark::State& state)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    BakedPlayer player(bones, false);
    Skeleton skeleton;
    fillSkeleton(skeleton, bones);
    for (auto _ : state) {
        benchmark::DoNotOptimize(BakedClip::create(*player.exact, skeleton, {.framesPerSecond = 30.}));
    }
    countItems(state, bones * player.clip->frameCount());
}
BENCHMARK(bake)->Name("bake")->Arg(64);

}  // namespace

}  // namespace armature::bench
