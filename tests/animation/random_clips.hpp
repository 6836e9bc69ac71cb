#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include <animation/clip_builder.hpp>
#include <support/random.hpp>

namespace armature::test {

inline constexpr std::array everyPath{ChannelPath::Translation, ChannelPath::Rotation, ChannelPath::Scale, ChannelPath::Weights};
inline constexpr std::array everyInterpolation{Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline};
inline constexpr std::size_t weightCount = 5;

/// How an exporter distributes key times over tracks.
enum class KeyLayout { OneTrack, TrackForEachNode, TrackForEachChannel, SomeTracks };
inline constexpr std::array everyLayout{KeyLayout::OneTrack, KeyLayout::TrackForEachNode, KeyLayout::TrackForEachChannel,
                                        KeyLayout::SomeTracks};

inline std::vector<float> randomTimes(Random& random, int mostKeys = 13)
{
    std::vector<float> times{random.chance(0.2) ? 0.f : random.real(0.f, 0.5f)};
    for (int key = random.integer(1, mostKeys); key > 1; --key) {
        times.push_back(times.back() + random.real(0.01f, 1.f));
    }
    return times;
}

/// A number from -3 to 3; if hostile, sometimes zero, tiny or near the limits of floats.
inline float randomNumber(Random& random, bool isHostile)
{
    constexpr std::array specials{0.f, -0.f, 1e-40f, -1e-42f, 1e-20f, 3e38f, -3e38f};
    return isHostile && random.chance(0.2) ? specials[static_cast<std::size_t>(random.integer(0, 6))] : random.real(-3.f, 3.f);
}

inline std::vector<float> randomValues(Random& random, ChannelPath path, Interpolation interpolation, std::size_t keys,
                                       bool isHostile = false)
{
    const bool isCubic = interpolation == Interpolation::CubicSpline;
    const std::size_t components = path == ChannelPath::Weights ? weightCount : path == ChannelPath::Rotation ? 4 : 3;
    std::vector<float> values;
    for (std::size_t value = 0; value < keys * (isCubic ? 3 : 1); ++value) {
        if (path == ChannelPath::Rotation && !(isHostile && isCubic)) {
            const bool isLikeTheOneBefore = values.size() >= 4 && random.chance(0.2);
            const glm::quat q = random.rotation();
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
            if (isLikeTheOneBefore) {
                std::copy_n(values.end() - 8, 4, values.end() - 4);
            }
        } else {
            for (std::size_t component = 0; component < components; ++component) {
                values.push_back(randomNumber(random, isHostile));
            }
            if (path == ChannelPath::Rotation && value % 3 == 1) {
                values.back() = random.real(0.001f, 1.f);  // never of length 0
            }
        }
    }
    return values;
}

/// A clip for `nodes` nodes with channels of every kind.
inline ClipDescription randomClip(Random& random, std::size_t nodes, KeyLayout layout, bool isHostile = false)
{
    std::vector<std::vector<float>> tracks(layout == KeyLayout::OneTrack ? 1 : static_cast<std::size_t>(random.integer(1, 4)));
    std::ranges::generate(tracks, [&] { return randomTimes(random); });
    ClipBuilder builder;
    for (std::size_t node = 0; node < nodes; ++node) {
        builder.node(node);
        const auto ofNode = randomTimes(random);
        for (const ChannelPath path : everyPath) {
            const auto times = layout == KeyLayout::TrackForEachNode      ? ofNode
                               : layout == KeyLayout::TrackForEachChannel ? randomTimes(random)
                                                                          : random.pick(tracks);
            const auto interpolation = everyInterpolation[static_cast<std::size_t>(random.integer(0, 2))];
            if (random.chance(0.8)) {
                builder.channel(path, interpolation, times, randomValues(random, path, interpolation, times.size(), isHostile),
                                weightCount);
            }
        }
    }
    return builder.description();
}

}  // namespace armature::test
