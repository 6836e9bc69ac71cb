#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#include "naive_clip.hpp"
#include "rig.hpp"

// Plays, mixes and bakes clips without a library. Each benchmark does the work of the one whose name follows "naive_".
namespace armature::bench {

namespace {

constexpr std::size_t bones = 64;

/// A looping time at 60 frames per second.
class Clock {
public:
    float next() { return time_ = time_ < 1.98f ? time_ + 1.f / 60.f : 0.f; }

private:
    float time_ = 0.f;
};

/// Computes the world matrices of a pose, parents before children.
void toWorld(std::span<const Transform> pose, std::span<const std::size_t> parents, std::span<glm::mat4> world)
{
    for (std::size_t i = 0; i < pose.size(); ++i) {
        world[i] = parents[i] == noParent ? toMat4(pose[i]) : world[parents[i]] * toMat4(pose[i]);
    }
}

void clipSample(benchmark::State& state)
{
    const NaiveClip clip(bones);
    std::vector<Transform> pose(bones);
    Clock clock;
    measure(state, bones, pose.data(), [&] { clip.sample(clock.next(), pose); });
}
BENCHMARK(clipSample)->Name("naive_clip_sample/64");

// Samples at another random moment each time.
void clipSeek(benchmark::State& state)
{
    const NaiveClip clip(bones);
    std::vector<Transform> pose(bones);
    std::mt19937 engine(1);
    std::uniform_real_distribution<float> anywhere(0.f, 2.f);
    std::vector<float> times(1024);
    std::ranges::generate(times, [&] { return anywhere(engine); });
    std::size_t next = 0;
    measure(state, bones, pose.data(), [&] { clip.sample(times[next++ % times.size()], pose); });
}
BENCHMARK(clipSeek)->Name("naive_clip_seek/64");

// Plays a clip and computes the palette of its rig.
void groupFrame(benchmark::State& state)
{
    const NaiveClip clip(bones);
    const auto parents = humanParents(bones);
    const std::vector<glm::mat4> inverseBinds(bones, glm::mat4(1.f));
    std::vector<Transform> pose(bones);
    std::vector<glm::mat4> world(bones);
    std::vector<glm::mat4> palette(bones);
    Clock clock;
    measure(state, bones, palette.data(), [&] {
        clip.sample(clock.next(), pose);
        toWorld(pose, parents, world);
        for (std::size_t i = 0; i < bones; ++i) {
            palette[i] = world[i] * inverseBinds[i];
        }
    });
}
BENCHMARK(groupFrame)->Name("naive_group_frame/64");

// Samples two clips and mixes them into a pose.
void mixerTwo(benchmark::State& state)
{
    const NaiveClip first(bones, 7);
    const NaiveClip second(bones, 9);
    std::vector<Transform> pose(bones);
    Clock clock;
    measure(state, bones, pose.data(), [&] {
        const float time = clock.next();
        for (std::size_t bone = 0; bone < bones; ++bone) {
            pose[bone] = mixed(first.sample(bone, time), second.sample(bone, time), 0.5f);
        }
    });
}
BENCHMARK(mixerTwo)->Name("naive_mixer_2/64");

// Bakes frames at 30 per second, and finds the largest distance of a bone's origin from the clip's at eight moments of each interval; time
// per bone and frame.
void bake(benchmark::State& state)
{
    constexpr std::size_t frames = 61;
    constexpr int moments = 8;
    const NaiveClip clip(bones);
    const auto parents = humanParents(bones);
    std::vector<Transform> baked(frames * bones);
    std::vector<Transform> exact(bones);
    std::vector<Transform> between(bones);
    std::vector<glm::mat4> exactWorld(bones);
    std::vector<glm::mat4> bakedWorld(bones);
    float error = 0.f;
    measure(state, frames * bones, &error, [&] {
        for (std::size_t frame = 0; frame < frames; ++frame) {
            clip.sample(static_cast<float>(frame) / 30.f, std::span(baked).subspan(frame * bones, bones));
        }
        error = 0.f;
        for (std::size_t frame = 0; frame + 1 < frames; ++frame) {
            for (int moment = 0; moment < moments; ++moment) {
                const float way = static_cast<float>(moment) / moments;
                clip.sample((static_cast<float>(frame) + way) / 30.f, exact);
                for (std::size_t bone = 0; bone < bones; ++bone) {
                    between[bone] = mixed(baked[frame * bones + bone], baked[(frame + 1) * bones + bone], way);
                }
                toWorld(exact, parents, exactWorld);
                toWorld(between, parents, bakedWorld);
                for (std::size_t bone = 0; bone < bones; ++bone) {
                    error = std::max(error, glm::distance(glm::vec3(exactWorld[bone][3]), glm::vec3(bakedWorld[bone][3])));
                }
            }
        }
    });
}
BENCHMARK(bake)->Name("naive_bake/64")->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace armature::bench
