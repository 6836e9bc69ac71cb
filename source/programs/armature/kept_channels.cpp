#include "kept_channels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>

namespace armature::tools {

namespace {

constexpr std::uint16_t floatType = 5126;  // glTF's number for FLOAT

/// Returns a target that does not exist, which marks the kept channel with that index in the joined clip. The path of such a channel is
/// Weights, which may have any number of components.
ChannelTarget targetOf(std::size_t number)
{
    return {.kind = ChannelTarget::Kind::Bone,
            .index = number,
            .skeleton = std::numeric_limits<std::size_t>::max(),
            .name = fmt::format("kept channel {}", number)};
}

bool isKept(const ChannelDescription& channel)
{
    return channel.path == ChannelPath::Weights && channel.target == targetOf(channel.target.index);
}

/// Returns the number of floats per value; 0 if the keys are invalid.
std::size_t componentsOf(const KeptChannel& channel)
{
    const std::size_t values = channel.times.size() * (channel.interpolation == Interpolation::CubicSpline ? 3 : 1);
    const bool isWhole = values != 0 && channel.values.size() % values == 0;
    const bool isFinite = std::ranges::all_of(channel.values, [](float value) { return std::isfinite(value); });
    return isWhole && isFinite ? channel.values.size() / values : 0;
}

/// Returns the largest integer of a glTF type, by which normalised integers are divided.
float largestOfType(std::uint16_t type)
{
    switch (type) {
    case 5120: return std::numeric_limits<std::int8_t>::max();
    case 5121: return std::numeric_limits<std::uint8_t>::max();
    case 5122: return std::numeric_limits<std::int16_t>::max();
    default: return std::numeric_limits<std::uint16_t>::max();
    }
}

/// Changes the component type to float if it is an integer type and any value lies between two of its integers.
void fitType(KeptChannel& channel)
{
    const float unit = channel.isNormalized ? largestOfType(channel.componentType) : 1.f;
    const auto isInteger = [&](float value) { return std::abs(value * unit - std::round(value * unit)) < 0.01f; };
    if (channel.componentType != floatType && !std::ranges::all_of(channel.values, isInteger)) {
        channel.componentType = floatType;
        channel.isNormalized = false;
    }
}

}  // namespace

KeptChannels::KeptChannels(const Scene& scene, const AnimationGroup& group)
    : own_(group.shareClip()), all_(own_), kept_(SceneAccess::keptOf(scene, group))
{
    if (kept_.animation == nullptr || kept_.animation->channels.empty()) {
        return;
    }
    ClipDescription description = own_->describe();
    for (std::size_t number = 0; number < kept_.animation->channels.size(); ++number) {
        const KeptChannel& channel = kept_.animation->channels[number];
        const std::size_t components = componentsOf(channel);
        if (components == 0) {
            lost_.push_back(channel.pointer);
            continue;
        }
        description.timeTracks.push_back(channel.times);
        description.channels.push_back(
            {targetOf(number), ChannelPath::Weights, channel.interpolation, description.timeTracks.size() - 1, components, channel.values});
    }
    all_ = AnimationClip::create(std::move(description));
}

KeptChannels::Edited KeptChannels::takeApart(const std::shared_ptr<const AnimationClip>& edited) const
{
    if (edited == all_) {
        return {own_, kept_};
    }
    if (all_ == own_) {
        return {edited, kept_, lost_};
    }
    auto kept = std::make_shared<KeptAnimation>(*kept_.animation);
    kept->channels.clear();
    ClipDescription description = edited->describe();
    for (const ChannelDescription& channel : description.channels) {
        if (isKept(channel)) {
            KeptChannel& written = kept->channels.emplace_back(kept_.animation->channels[channel.target.index]);
            written.interpolation = channel.interpolation;
            written.times = description.timeTracks[channel.timeTrack];
            written.values = channel.values;
            fitType(written);
        }
    }
    std::erase_if(description.channels, isKept);
    return {AnimationClip::create(std::move(description)), {std::move(kept), kept_.numbers}, lost_};
}

}  // namespace armature::tools
