#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#include "animation/clip/packed_clip.hpp"
#include "layouts.hpp"
#include "math/aligned_vector.hpp"
#include "register.hpp"
#include "rig.hpp"

// Samples clips with the key layouts of different exporters, with time per bone of three channels; and creates a clip from its description.
namespace armature::bench {

namespace {

class Player {
public:
    explicit Player(const ClipDescription& description)
        : clip_(description.name, ClipKeys::of(description)), pose_(clip_.poseSize()), cursors_(clip_.makeCursors())
    {}

    void sample(float time) { clip_.sample(static_cast<double>(time), cursors_, pose_); }
    [[nodiscard]] const void* result() const noexcept { return pose_.data(); }

private:
    PackedClip clip_;
    AlignedVector<float> pose_;
    ClipCursors cursors_;
};

/// A player without a library: each channel has its own times and its keys in GLM's types, found by a search.
class NaivePlayer {
public:
    explicit NaivePlayer(const ClipDescription& description) : interpolation_(description.channels[0].interpolation)
    {
        const std::size_t stride = interpolation_ == Interpolation::CubicSpline ? 3 : 1;
        for (std::size_t channel = 0; channel < description.channels.size(); channel += 3) {
            Bone& bone = bones_.emplace_back();
            fill(description, channel, stride, bone.translation, [](const float* v) { return glm::vec3(v[0], v[1], v[2]); });
            fill(description, channel + 1, stride, bone.rotation, [](const float* v) { return glm::quat(v[3], v[0], v[1], v[2]); });
            fill(description, channel + 2, stride, bone.scale, [](const float* v) { return glm::vec3(v[0], v[1], v[2]); });
        }
        pose_.resize(bones_.size());
    }

    void sample(float time)
    {
        for (std::size_t bone = 0; bone < bones_.size(); ++bone) {
            pose_[bone] = {valueAt(bones_[bone].translation, time), valueAt(bones_[bone].rotation, time),
                           valueAt(bones_[bone].scale, time)};
        }
    }
    [[nodiscard]] const void* result() const noexcept { return pose_.data(); }

private:
    template <class Value>
    struct Track {
        std::vector<float> times;
        std::vector<Value> values;
    };
    struct Bone {
        Track<glm::vec3> translation;
        Track<glm::quat> rotation;
        Track<glm::vec3> scale;
    };

    template <class Value, class Read>
    static void fill(const ClipDescription& description, std::size_t channel, std::size_t stride, Track<Value>& track, const Read& read)
    {
        const ChannelDescription& from = description.channels[channel];
        track.times = description.timeTracks[from.timeTrack];
        for (std::size_t value = 0; value < track.times.size() * stride; ++value) {
            track.values.push_back(read(&from.values[value * from.components]));
        }
    }

    static glm::vec3 mixed(const glm::vec3& a, const glm::vec3& b, float way) { return glm::mix(a, b, way); }
    static glm::quat mixed(const glm::quat& a, const glm::quat& b, float way) { return glm::slerp(a, b, way); }
    static glm::vec3 finished(const glm::vec3& value) { return value; }
    static glm::quat finished(const glm::quat& value) { return glm::normalize(value); }

    template <class Value>
    Value valueAt(const Track<Value>& track, float time) const
    {
        const auto next = std::upper_bound(track.times.begin() + 1, track.times.end() - 1, time);
        const auto i = static_cast<std::size_t>(next - track.times.begin());
        const float interval = track.times[i] - track.times[i - 1];
        const float way = std::clamp((time - track.times[i - 1]) / interval, 0.f, 1.f);
        if (interpolation_ == Interpolation::Step) {
            return track.values[way < 1.f ? i - 1 : i];
        }
        if (interpolation_ == Interpolation::Linear) {
            return mixed(track.values[i - 1], track.values[i], way);
        }
        const float squared = way * way;
        const float cubed = squared * way;
        const Value* const key = &track.values[3 * (i - 1)];
        return finished(key[1] * (2 * cubed - 3 * squared + 1) + key[2] * (interval * (cubed - 2 * squared + way))
                        + key[4] * (3 * squared - 2 * cubed) + key[3] * (interval * (cubed - squared)));
    }

    Interpolation interpolation_;
    std::vector<Bone> bones_;
    std::vector<Transform> pose_;
};

// Samples forwards at 60 frames per second.
template <class AnyPlayer>
void sampleForward(benchmark::State& state, const ClipDescription& description)
{
    AnyPlayer player(description);
    float time = 0.f;
    measure(state, description.channels.size() / 3, player.result(), [&] { player.sample(time = time < 1.98f ? time + 1.f / 60.f : 0.f); });
}

// Samples at another random moment each time.
template <class AnyPlayer>
void sampleAnywhere(benchmark::State& state, const ClipDescription& description)
{
    AnyPlayer player(description);
    std::mt19937 engine(1);
    std::uniform_real_distribution<float> anywhere(0.f, 2.f);
    std::vector<float> times(1024);
    std::ranges::generate(times, [&] { return anywhere(engine); });
    std::size_t next = 0;
    measure(state, description.channels.size() / 3, player.result(), [&] { player.sample(times[next++ % times.size()]); });
}

void registerLayout(const std::string& name, std::size_t bones, KeyLayout layout, Interpolation interpolation)
{
    const auto add = [&](const std::string& prefix, auto run) {
        benchmark::RegisterBenchmark((prefix + "_" + name + "/" + std::to_string(bones)).c_str(),
                                     [=](benchmark::State& state) { run(state, layoutClip(bones, layout, interpolation, 11)); });
    };
    add("layout_sample", sampleForward<Player>);
    add("layout_seek", sampleAnywhere<Player>);
    add("naive_layout_sample", sampleForward<NaivePlayer>);
    add("naive_layout_seek", sampleAnywhere<NaivePlayer>);
}

// Creates a clip from a description with its keys; time per number, without the copy of the description.
void createClip(benchmark::State& state)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    const ClipDescription once = layoutClip(bones, KeyLayout::Clip, Interpolation::Linear, 11);
    ClipDescription longer = once;
    for (std::int64_t round = 1; round < state.range(1); ++round) {
        for (const float time : once.timeTracks[0]) {
            longer.timeTracks[0].push_back(time + 2.1f * static_cast<float>(round));
        }
        for (std::size_t channel = 0; channel < once.channels.size(); ++channel) {
            const auto& values = once.channels[channel].values;
            longer.channels[channel].values.insert(longer.channels[channel].values.end(), values.begin(), values.end());
        }
    }
    std::size_t numbers = 0;
    for (const ChannelDescription& channel : longer.channels) {
        numbers += channel.values.size();
    }
    for (auto _ : state) {
        state.PauseTiming();
        ClipDescription description = longer;
        state.ResumeTiming();
        benchmark::DoNotOptimize(AnimationClip::create(std::move(description)));
    }
    countItems(state, numbers);
}
// The keys take 0.2, 2.5 and 25 MB.
BENCHMARK(createClip)->Name("clip_create")->Args({64, 1})->Args({64, 16})->Args({64, 160})->Unit(benchmark::kMillisecond);

}  // namespace

void registerLayouts()
{
    for (const auto& [layout, name] : layoutNames) {
        for (const std::size_t bones : {std::size_t{16}, std::size_t{64}, std::size_t{256}}) {
            registerLayout(name, bones, layout, Interpolation::Linear);
        }
        registerLayout(std::string(name) + "_step", 64, layout, Interpolation::Step);
        registerLayout(std::string(name) + "_cubic", 64, layout, Interpolation::CubicSpline);
    }
}

}  // namespace armature::bench
