#include <armature/animation/animation_clip.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "animation/clip_validation.hpp"
#include "animation/kernels/interpolation.hpp"
#include "animation/packed_clip.hpp"
#include "animation/sample_values.hpp"
#include "text/names.hpp"
#include "text/words.hpp"

namespace armature {

namespace {

// Keeps one of each time track that channels use, in the order of first use.
void mergeTimeTracks(ClipDescription& description)
{
    constexpr auto unused = static_cast<std::size_t>(-1);
    const auto byTimes = [](const std::vector<float>* a, const std::vector<float>* b) { return *a < *b; };
    std::map<const std::vector<float>*, std::size_t, decltype(byTimes)> places(byTimes);
    std::vector<std::size_t> placeOf(description.timeTracks.size(), unused);
    std::vector<std::vector<float>> kept;
    for (ChannelDescription& channel : description.channels) {
        std::size_t& place = placeOf[channel.timeTrack];
        if (place == unused) {
            const std::vector<float>& times = description.timeTracks[channel.timeTrack];
            const auto [found, isNew] = places.try_emplace(&times, kept.size());
            if (isNew) {
                kept.push_back(times);
            }
            place = found->second;
        }
        channel.timeTrack = place;
    }
    description.timeTracks = std::move(kept);
}

void makeUnitWhereFarFromIt(ChannelDescription& channel)
{
    constexpr double tolerance = 0.008;  // half a step of a normalised byte, 1/254, in each of four components of 1/2
    if (channel.path != ChannelPath::Rotation || channel.interpolation == Interpolation::CubicSpline) {
        return;
    }
    for (std::size_t first = 0; first < channel.values.size(); first += 4) {
        const auto rotation = std::span(channel.values).subspan(first, 4);
        double squared = 0;
        for (const float component : rotation) {
            squared += static_cast<double>(component) * static_cast<double>(component);
        }
        const double length = std::sqrt(squared);
        if (std::abs(length - 1.) > tolerance) {
            std::ranges::transform(rotation, rotation.begin(), [&](float value) { return toFloat(static_cast<double>(value) / length); });
        }
    }
}

}  // namespace

std::shared_ptr<const AnimationClip> AnimationClip::create(ClipDescription description)
{
    validateClip(description);
    mergeTimeTracks(description);
    std::ranges::for_each(description.channels, makeUnitWhereFarFromIt);
    return std::shared_ptr<const AnimationClip>(new AnimationClip(std::move(description)));
}

AnimationClip::AnimationClip(ClipDescription description)
    : description_(std::move(description)), packed_(std::make_shared<const PackedClip>(description_))
{
    for (const std::vector<float>& times : description_.timeTracks) {
        duration_ = std::max(duration_, static_cast<double>(times.back()));
    }
}

void AnimationClip::sample(std::size_t channel, double seconds, std::span<float> outValue) const
{
    const ChannelDescription& description = description_.channels.at(channel);
    const std::size_t components = description.components;
    if (outValue.size() < components) {
        throw std::invalid_argument(fmt::format("animation clip {}: room for {} of channel {}, which has {}", inQuotes(getName()),
                                                counted(outValue.size(), "number"), channel, components));
    }
    const std::size_t valuesPerKey = description.interpolation == Interpolation::CubicSpline ? 3 : 1;
    const auto keyValue = [&](std::size_t key, std::size_t part) {
        return std::span(description.values).subspan((key * valuesPerKey + part) * components, components);
    };
    const KeyPosition position = findKey(description_.timeTracks[description.timeTrack], seconds, 0);
    sampleValues(description.path, description.interpolation, position, keyValue, outValue.first(components));
}

}  // namespace armature
