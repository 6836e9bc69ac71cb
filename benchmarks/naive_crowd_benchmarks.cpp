#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "naive_clip.hpp"
#include "register.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

// A frame: clips sampled, absolute and final matrices computed, each instance at its own time; time per bone.
void naiveCrowdFrame(benchmark::State& state, CrowdSize size)
{
    const auto [instances, bones] = size;
    const NaiveClip clip(bones);
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
                const glm::mat4 local = toMat4(clip.sample(bone, times[instance]));
                absolutes[bone] = parents[bone] == noParent ? local : absolutes[parents[bone]] * local;
                palettes[instance * bones + bone] = absolutes[bone] * inverseBinds[bone];
            }
        }
        benchmark::DoNotOptimize(palettes.data());
        benchmark::ClobberMemory();
    }
    countItems(state, instances * bones);
}
}  // namespace

void registerNaiveCrowds()
{
    for (const CrowdSize size : crowdSizes) {
        benchmark::RegisterBenchmark(("naive_crowd_frame/" + size.name()).c_str(), [=](benchmark::State& state) {
            naiveCrowdFrame(state, size);
        })->Unit(benchmark::kMicrosecond);
    }
}

}  // namespace armature::bench
