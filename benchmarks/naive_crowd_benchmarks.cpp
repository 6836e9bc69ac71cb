#include <algorithm>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "rig.hpp"

namespace armature::bench {

namespace {

constexpr std::size_t instances = 1000;
constexpr std::size_t bones = 64;

// What one writes without a library: structures of GLM's types, keys in vectors, one character after the other.
struct NaiveTrack {
    std::vector<float> times;
    std::vector<Transform> keys;

    [[nodiscard]] Transform sample(float time) const
    {
        const auto next = std::upper_bound(times.begin() + 1, times.end() - 1, time);
        const auto i = static_cast<std::size_t>(next - times.begin());
        const float way = std::clamp((time - times[i - 1]) / (times[i] - times[i - 1]), 0.f, 1.f);
        return {glm::mix(keys[i - 1].translation, keys[i].translation, way), glm::slerp(keys[i - 1].rotation, keys[i].rotation, way),
                glm::mix(keys[i - 1].scale, keys[i].scale, way)};
    }
};

std::vector<NaiveTrack> naiveTracks()
{
    const ClipDescription clip = denseClip(bones, ChannelTarget::Kind::Bone, 11);
    std::vector<NaiveTrack> tracks(bones);
    for (std::size_t bone = 0; bone < bones; ++bone) {
        NaiveTrack& track = tracks[bone];
        track.times = clip.timeTracks[0];
        for (std::size_t key = 0; key < track.times.size(); ++key) {
            const float* t = &clip.channels[bone * 3].values[key * 3];
            const float* r = &clip.channels[bone * 3 + 1].values[key * 4];
            const float* s = &clip.channels[bone * 3 + 2].values[key * 3];
            track.keys.push_back({{t[0], t[1], t[2]}, glm::quat(r[3], r[0], r[1], r[2]), {s[0], s[1], s[2]}});
        }
    }
    return tracks;
}

// A frame: clips sampled, absolute and final matrices computed, each instance at its own time; by bone.
void naiveCrowdFrame(benchmark::State& state)
{
    const auto tracks = naiveTracks();
    const auto parents = humanParents(bones);
    const std::vector<glm::mat4> inverseBinds(bones, glm::mat4(1.f));
    std::vector<float> times(instances);
    for (std::size_t i = 0; i < instances; ++i) {
        times[i] = 0.002f * static_cast<float>(i);
    }
    std::vector<glm::mat4> absolutes(bones);
    std::vector<glm::mat4> palettes(instances * bones);
    for (auto _ : state) {
        for (std::size_t instance = 0; instance < instances; ++instance) {
            times[instance] += 1.f / 60.f;
            times[instance] -= times[instance] >= 2.f ? 2.f : 0.f;
            for (std::size_t bone = 0; bone < bones; ++bone) {
                const glm::mat4 local = toMat4(tracks[bone].sample(times[instance]));
                absolutes[bone] = parents[bone] == noParent ? local : absolutes[parents[bone]] * local;
                palettes[instance * bones + bone] = absolutes[bone] * inverseBinds[bone];
            }
        }
        benchmark::DoNotOptimize(palettes.data());
        benchmark::ClobberMemory();
    }
    countItems(state, instances * bones);
}
BENCHMARK(naiveCrowdFrame)->Name("naive_crowd_frame/1000x64")->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace armature::bench
