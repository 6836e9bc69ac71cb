#include <algorithm>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/scene/scene.hpp>

#include "animation/clip/packed_clip.hpp"
#include "math/aligned_vector.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

/// A clip of two seconds with a pose and cursors for it.
struct Player {
    explicit Player(std::size_t bones)
        : description(denseClip(bones, ChannelTarget::Kind::Bone, 11))
        , clip(description.name, ClipKeys::of(description))
        , pose(clip.poseSize())
        , cursors(clip.makeCursors())
    {}

    void sample(double seconds) { clip.sample(seconds, cursors, pose); }

    ClipDescription description;
    PackedClip clip;
    AlignedVector<float> pose;
    ClipCursors cursors;
};

// Samples forwards at 60 frames per second; time per bone of three channels.
void clipSample(benchmark::State& state)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Player player(bones);
    double time = 0.;
    for (auto _ : state) {
        time = time < 1.98 ? time + 1. / 60. : 0.;
        player.sample(time);
        benchmark::DoNotOptimize(player.pose.data());
        benchmark::ClobberMemory();
    }
    countItems(state, bones);
}
BENCHMARK(clipSample)->Name("clip_sample")->Arg(64)->Arg(128)->Arg(256);

// Samples at another random moment each time.
void clipSeek(benchmark::State& state)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Player player(bones);
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> anywhere(0., 2.);
    std::vector<double> times(1024);
    std::ranges::generate(times, [&] { return anywhere(engine); });
    std::size_t next = 0;
    for (auto _ : state) {
        player.sample(times[next++ % times.size()]);
        benchmark::DoNotOptimize(player.pose.data());
        benchmark::ClobberMemory();
    }
    countItems(state, bones);
}
BENCHMARK(clipSeek)->Name("clip_seek")->Arg(64)->Arg(128)->Arg(256);

// A frame of an animation group: sampled, written to the bones or to the nodes that they are linked to, and the palette read; time per
// bone.
void groupAdvance(benchmark::State& state, bool isLinked)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    fillSkeleton(skeleton, bones);
    if (isLinked) {
        for (Bone* bone : skeleton.bones()) {
            bone->linkTransformNode(&scene.createTransformNode(bone->getName()));
        }
    }
    const auto kind = isLinked ? ChannelTarget::Kind::Node : ChannelTarget::Kind::Bone;
    AnimationGroup& group = scene.createAnimationGroup(AnimationClip::create(denseClip(bones, kind, 11)));
    group.play();
    skeleton.update();
    for (auto _ : state) {
        scene.animate(1. / 60.);
        benchmark::DoNotOptimize(skeleton.getFinalMatrices().data());
        benchmark::ClobberMemory();
    }
    countItems(state, bones);
}
BENCHMARK_CAPTURE(groupAdvance, bones, false)->Name("group_frame")->Arg(64);
BENCHMARK_CAPTURE(groupAdvance, nodes, true)->Name("group_frame_linked")->Arg(64);

// A thousand skeletons, each with its own mixer that writes its bones; all palettes are read; time per bone. The skeletons are made one by
// one, or cloned from one rig, as games do.
void skeletonsFrame(benchmark::State& state, bool areClones)
{
    constexpr std::size_t count = 1000;
    constexpr std::size_t bones = 64;
    Scene scene;
    Skeleton rig;
    fillSkeleton(rig, bones);
    rig.update();
    const auto clip = AnimationClip::create(denseClip(bones, ChannelTarget::Kind::Bone, 11));
    for (std::size_t i = 0; i < count; ++i) {
        Skeleton& skeleton = areClones ? scene.addSkeleton(rig.clone()) : scene.createSkeleton("rig");
        if (!areClones) {
            fillSkeleton(skeleton, bones);
        }
        scene.createAnimationMixer().addLayer(clip, {.skeleton = &skeleton}).play();
        scene.animationMixers().back()->advance(0.002 * static_cast<double>(i));
    }
    for (auto _ : state) {
        scene.animate(1. / 60.);
        for (const Skeleton* skeleton : scene.skeletons()) {
            benchmark::DoNotOptimize(skeleton->getFinalMatrices().data());
        }
        benchmark::ClobberMemory();
    }
    countItems(state, count * bones);
}
BENCHMARK_CAPTURE(skeletonsFrame, made, false)->Name("skeletons_frame/1000x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(skeletonsFrame, clones, true)->Name("skeletons_frame_clones/1000x64")->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace armature::bench
