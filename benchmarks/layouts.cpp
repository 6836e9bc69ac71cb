#include "layouts.hpp"

#include <random>
#include <utility>
#include <vector>

#include "rig.hpp"

namespace armature::bench {

namespace {

using Times = std::vector<float>;

// Moves every key but the first and last by up to a fifth of a frame, so that no two arrays are alike.
Times moved(const Times& times, std::mt19937& engine)
{
    std::uniform_real_distribution<float> offset(-0.2f / 30.f, 0.2f / 30.f);
    Times result = times;
    for (std::size_t key = 1; key + 1 < times.size(); ++key) {
        result[key] += offset(engine);
    }
    return result;
}

// Drops random keys and their values, except the first and last.
Times reduced(const Times& times, ChannelDescription& channel, std::mt19937& engine)
{
    const double share = std::uniform_real_distribution(0., 0.8)(engine);
    std::bernoulli_distribution isDropped(share);
    Times result;
    std::vector<float> values;
    for (std::size_t key = 0; key < times.size(); ++key) {
        if (key == 0 || key + 1 == times.size() || !isDropped(engine)) {
            result.push_back(times[key]);
            const auto value = channel.values.begin() + static_cast<std::ptrdiff_t>(key * channel.components);
            values.insert(values.end(), value, value + static_cast<std::ptrdiff_t>(channel.components));
        }
    }
    channel.values = std::move(values);
    return result;
}

// Adds random tangents of up to a tenth of a unit per second.
void makeCubic(ChannelDescription& channel, std::mt19937& engine)
{
    std::uniform_real_distribution<float> tangent(-0.1f, 0.1f);
    std::vector<float> values;
    for (std::size_t first = 0; first < channel.values.size(); first += channel.components) {
        for (std::size_t part = 0; part < 3 * channel.components; ++part) {
            const bool isValue = part / channel.components == 1;
            values.push_back(isValue ? channel.values[first + part % channel.components] : tangent(engine));
        }
    }
    channel.values = std::move(values);
}

}  // namespace

ClipDescription layoutClip(std::size_t bones, KeyLayout layout, Interpolation interpolation, std::uint32_t seed)
{
    ClipDescription clip = denseClip(bones, ChannelTarget::Kind::Bone, seed);
    const Times times = clip.timeTracks[0];
    std::mt19937 engine(seed);
    if (layout != KeyLayout::Clip) {
        clip.timeTracks.clear();
    }
    for (std::size_t i = 0; i < clip.channels.size(); ++i) {
        ChannelDescription& channel = clip.channels[i];
        if (layout == KeyLayout::Reduced) {
            clip.timeTracks.push_back(reduced(times, channel, engine));
        } else if (layout == KeyLayout::Channel || (layout == KeyLayout::Bone && i % 3 == 0)) {
            clip.timeTracks.push_back(moved(times, engine));
        }
        channel.timeTrack = clip.timeTracks.size() - 1;
        channel.interpolation = interpolation;
        if (interpolation == Interpolation::CubicSpline) {
            makeCubic(channel, engine);
        }
    }
    return clip;
}

}  // namespace armature::bench
