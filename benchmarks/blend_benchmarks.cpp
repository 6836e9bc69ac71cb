#include <array>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_mixer.hpp>
#include <armature/scene/scene.hpp>

#include "animation/clip/kernels/blend_kernels.hpp"
#include "math/aligned_vector.hpp"

#include "rig.hpp"

namespace armature::bench {

namespace {

using Blocks = AlignedVector<TransformLanes>;

Blocks lanesOf(const std::vector<Transform>& pose)
{
    Blocks blocks((pose.size() + laneCount - 1) / laneCount);
    for (std::size_t i = 0; i < pose.size(); ++i) {
        const Transform& t = pose[i];
        const std::array parts{t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
                               t.rotation.z,    t.rotation.w,    t.scale.x,       t.scale.y,    t.scale.z};
        for (std::size_t component = 0; component < parts.size(); ++component) {
            blocks[i / laneCount].component[component][i % laneCount] = parts[component];
        }
    }
    return blocks;
}

// Two poses, their weights per bone, and the blended pose.
struct Layers {
    explicit Layers(std::size_t count) : bones(count), weights(rest.size())
    {
        for (WeightLanes& block : weights) {
            for (auto& part : block.part) {
                for (std::size_t lane = 0; lane < laneCount; ++lane) {
                    part[lane] = static_cast<float>(lane) / 16.f;
                }
            }
        }
    }

    std::size_t bones;
    Blocks rest = lanesOf(randomPose(bones, 1));
    Blocks first = lanesOf(randomPose(bones, 2));
    Blocks second = lanesOf(randomPose(bones, 3));
    Blocks out = rest;
    AlignedVector<WeightLanes> weights;
};

// Blends two poses of a skeleton into their weighted mean; time per bone.
void blendTwo(benchmark::State& state)
{
    Layers data(static_cast<std::size_t>(state.range(0)));
    const BlendLayer layers[] = {{data.first, 0.6f, {}}, {data.second, 0.4f, {}}};
    measure(state, data.bones, data.out.data(), [&] { blendLayers(layers, data.rest, data.out); });
}
BENCHMARK(blendTwo)->Name("blend_2")->Arg(64);

// Both poses have weights per bone.
void blendTwoMasked(benchmark::State& state)
{
    Layers data(static_cast<std::size_t>(state.range(0)));
    const BlendLayer layers[] = {{data.first, 0.6f, data.weights}, {data.second, 0.4f, data.weights}};
    measure(state, data.bones, data.out.data(), [&] { blendLayers(layers, data.rest, data.out); });
}
BENCHMARK(blendTwoMasked)->Name("blend_2_masked")->Arg(64);

// One pose with an additive pose on top.
void blendAdditive(benchmark::State& state)
{
    Layers data(static_cast<std::size_t>(state.range(0)));
    const BlendLayer layer[] = {{data.first, 1.f, {}}};
    measure(state, data.bones, data.out.data(), [&] {
        blendLayers(layer, data.rest, data.out);
        addLayer({data.second, 0.5f, {}}, data.out);
    });
}
BENCHMARK(blendAdditive)->Name("blend_additive")->Arg(64);

// A cross-fade, the short way from one pose to the other.
void blendFade(benchmark::State& state)
{
    Layers data(static_cast<std::size_t>(state.range(0)));
    measure(state, data.bones, data.out.data(), [&] { blendLanes(data.first, data.second, 0.4f, data.out); });
}
BENCHMARK(blendFade)->Name("blend_fade")->Arg(64);

// A whole frame of a mixer: two dense clips sampled, blended and written to the bones; time per bone.
void mixerTwo(benchmark::State& state)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Scene scene;
    fillSkeleton(scene.createSkeleton("mixed"), bones);
    AnimationMixer& mixer = scene.createAnimationMixer();
    for (const std::uint32_t seed : {7u, 9u}) {
        mixer.addLayer(AnimationClip::create(denseClip(bones, ChannelTarget::Kind::Bone, seed)), {.weight = 0.5f}).play();
    }
    measure(state, bones, &mixer, [&] { mixer.advance(1. / 60.); });
}
BENCHMARK(mixerTwo)->Name("mixer_2")->Arg(64);

// One clip, played by a group. A mixer's overhead is its time minus twice this time.
void playOne(benchmark::State& state)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Scene scene;
    fillSkeleton(scene.createSkeleton("played"), bones);
    AnimationGroup& group = scene.createAnimationGroup(AnimationClip::create(denseClip(bones, ChannelTarget::Kind::Bone, 7)));
    group.play();
    measure(state, bones, &group, [&] { group.advance(1. / 60.); });
}
BENCHMARK(playOne)->Name("play_1")->Arg(64);

// Without a library: a loop over structures of GLM's types.
void naiveBlend(benchmark::State& state)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    const auto first = randomPose(bones, 2);
    const auto second = randomPose(bones, 3);
    std::vector<Transform> out(bones);
    measure(state, bones, out.data(), [&] {
        for (std::size_t i = 0; i < bones; ++i) {
            const float turn = glm::dot(first[i].rotation, second[i].rotation) < 0.f ? -0.4f : 0.4f;
            out[i] = {glm::mix(first[i].translation, second[i].translation, 0.4f),
                      glm::normalize(first[i].rotation * 0.6f + second[i].rotation * turn),
                      glm::mix(first[i].scale, second[i].scale, 0.4f)};
        }
    });
}
BENCHMARK(naiveBlend)->Name("naive_blend_2")->Arg(64);

}  // namespace

}  // namespace armature::bench
