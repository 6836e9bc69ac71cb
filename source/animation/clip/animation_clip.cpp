#include <armature/animation/animation_clip.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "animation/clip/clip_validation.hpp"
#include "animation/clip/kernels/interpolation.hpp"
#include "animation/clip/kernels/sample_kernels.hpp"
#include "animation/clip/packed_clip.hpp"
#include "base/words.hpp"
#include "math/numbers.hpp"

namespace armature {

namespace {

// Merges equal time tracks and drops those that no channel uses. The remaining tracks are in the order of first use; the channels' indices
// are changed accordingly.
void mergeTimeTracks(ClipKeys& keys)
{
    constexpr auto unused = static_cast<std::size_t>(-1);
    const auto byTimes = [](std::span<const float> a, std::span<const float> b) { return std::ranges::lexicographical_compare(a, b); };
    std::map<std::span<const float>, std::size_t, decltype(byTimes)> places(byTimes);
    std::vector<std::size_t> placeOf(keys.timeTracks.size(), unused);
    std::vector<std::span<const float>> kept;
    for (ChannelKeys& channel : keys.channels) {
        std::size_t& place = placeOf[channel.timeTrack];
        if (place == unused) {
            const std::span<const float> times = keys.timeTracks[channel.timeTrack];
            const auto [found, isNew] = places.try_emplace(times, kept.size());
            if (isNew) {
                kept.push_back(times);
            }
            place = found->second;
        }
        channel.timeTrack = place;
    }
    keys.timeTracks = std::move(kept);
}

void makeUnitWhereFarFromIt(ChannelDescription& channel)
{
    if (channel.path != ChannelPath::Rotation || channel.interpolation == Interpolation::CubicSpline || areNearUnit(channel.values)) {
        return;
    }
    for (std::size_t first = 0; first < channel.values.size(); first += 4) {
        const auto rotation = std::span(channel.values).subspan(first, 4);
        const double square = squareOf(rotation[0], rotation[1], rotation[2], rotation[3]);
        if (isFarFromUnit(square)) {
            const double length = std::sqrt(square);
            std::ranges::transform(rotation, rotation.begin(), [&](float value) { return toFloat(static_cast<double>(value) / length); });
        }
    }
}

std::vector<ChannelTarget> takeTargets(ClipDescription& description)
{
    std::vector<ChannelTarget> targets;
    targets.reserve(description.channels.size());
    for (ChannelDescription& channel : description.channels) {
        targets.push_back(std::move(channel.target));
    }
    return targets;
}

std::vector<ChannelPath> pathsOf(const ClipKeys& keys)
{
    std::vector<ChannelPath> paths(keys.channels.size());
    std::ranges::transform(keys.channels, paths.begin(), &ChannelKeys::path);
    return paths;
}

std::vector<ChannelPath> pathsOf(const PackedClip& packed)
{
    std::vector<ChannelPath> paths(packed.channels().size());
    std::ranges::transform(packed.channels(), paths.begin(), &ClipImageChannel::pathOf);
    return paths;
}

/// Reads the values and tangents of one channel, each with its components side by side, even if the packed clip stores them apart.
class KeyRows {
public:
    KeyRows(const PackedClip& packed, std::size_t channel, std::size_t firstKey) noexcept
        : values_(packed.values())
        , place_(packed.plan().places[channel])
        , components_(packed.channels()[channel].components)
        , valuesPerKey_(packed.channels()[channel].valuesPerKey())
        , firstKey_(firstKey)
    {}

    /// Returns a key's in-tangent (`part` 0), value (1) or out-tangent (2) in a spline, otherwise its value (`part` 0). Valid as long as
    /// this object. Precondition: `key` is `firstKey` or the key after it.
    [[nodiscard]] std::span<const float> operator()(std::size_t key, std::size_t part) noexcept
    {
        const auto value = values_.subspan(place_.firstValue + (key * valuesPerKey_ + part) * place_.valueStride);
        if (place_.componentStride == 1) {
            return value.first(components_);
        }
        const auto row = std::span(rows_[(key - firstKey_) * 3 + part]).first(components_);  // at most 4 here
        for (std::size_t component = 0; component < components_; ++component) {
            row[component] = value[component * place_.componentStride];
        }
        return row;
    }

private:
    std::span<const float> values_;
    const ClipPlace& place_;
    std::size_t components_;
    std::size_t valuesPerKey_;
    std::size_t firstKey_;
    std::array<std::array<float, 4>, 6> rows_{};
};

}  // namespace

// --- channels -------------------------------------------------------------------------------------------------------

std::vector<float> ChannelValues::toVector() const
{
    std::vector<float> result;
    result.reserve(size());
    for (std::size_t value = 0; value < count_; ++value) {
        for (std::size_t component = 0; component < components_; ++component) {
            result.push_back(at(value, component));
        }
    }
    return result;
}

bool operator==(const ChannelValues& a, const ChannelValues& b) noexcept
{
    if (a.size() != b.size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i]) {
            return false;
        }
    }
    return true;
}

bool operator==(const ChannelValues& a, const std::vector<float>& b) noexcept
{
    return a == ChannelValues(b.data(), b.size(), 1, 1, 1);
}

ChannelDescription AnimationChannel::describe() const
{
    return {target, path, interpolation, timeTrack, components, values.toVector()};
}

// --- clip -----------------------------------------------------------------------------------------------------------

std::shared_ptr<const AnimationClip> AnimationClip::create(ClipDescription description)
{
    validateClip(description);
    std::ranges::for_each(description.channels, makeUnitWhereFarFromIt);
    ClipKeys keys = ClipKeys::of(description);
    auto targets = std::make_shared<const std::vector<ChannelTarget>>(takeTargets(description));
    validateTargets(description.name, *targets, pathsOf(keys));
    auto packed = ClipAccess::pack(description.name, keys);
    return ClipAccess::create(std::move(description.name), std::move(targets), std::move(packed));
}

AnimationClip::AnimationClip(std::string name, std::shared_ptr<const std::vector<ChannelTarget>> targets,
                             std::unique_ptr<const PackedClip> packed)
    : name_(std::move(name)), targets_(std::move(targets)), packed_(std::move(packed))
{
    channels_.reserve(targets_->size());
    for (std::size_t i = 0; i < targets_->size(); ++i) {
        const ClipImageChannel& channel = packed_->channels()[i];
        channels_.push_back(AnimationChannel{(*targets_)[i], channel.pathOf(), channel.interpolationOf(), channel.timeTrack,
                                             channel.components, packed_->valuesOf(i)});
    }
    for (std::size_t track = 0; track < timeTrackCount(); ++track) {
        duration_ = std::max(duration_, static_cast<double>(timeTrack(track).back()));
    }
}

AnimationClip::~AnimationClip() = default;

std::span<const float> AnimationClip::timeTrack(std::size_t index) const
{
    if (index >= timeTrackCount()) {
        throw std::out_of_range(fmt::format("animation clip {}: time track {} of {}", inQuotes(name_), index, timeTrackCount()));
    }
    return packed_->timeTrack(index);
}

std::size_t AnimationClip::timeTrackCount() const noexcept
{
    return packed_->timeTrackCount();
}

ClipDescription AnimationClip::describe() const
{
    ClipDescription description{.name = name_};
    for (std::size_t track = 0; track < timeTrackCount(); ++track) {
        description.timeTracks.emplace_back(timeTrack(track).begin(), timeTrack(track).end());
    }
    for (const AnimationChannel& channel : channels_) {
        description.channels.push_back(channel.describe());
    }
    return description;
}

void AnimationClip::sample(std::size_t channel, double seconds, std::span<float> outValue) const
{
    if (channel >= channels_.size()) {
        throw std::out_of_range(fmt::format("animation clip {}: channel {} of {}", inQuotes(name_), channel, channels_.size()));
    }
    const AnimationChannel& description = channels_[channel];
    const std::size_t components = description.components;
    if (outValue.size() < components) {
        throw std::invalid_argument(fmt::format("animation clip {}: there is room for {} of channel {}, which has {}", inQuotes(getName()),
                                                counted(outValue.size(), "number"), channel, components));
    }
    const KeyPosition position = findKey(packed_->timeTrack(description.timeTrack), seconds, 0);
    KeyRows rows(*packed_, channel, position.key);
    sampleValues(description.path, description.interpolation, position, rows, outValue.first(components));
}

// --- image ----------------------------------------------------------------------------------------------------------

std::span<const std::byte> ClipAccess::image(const AnimationClip& clip) noexcept
{
    return clip.packed_->image();
}

const std::shared_ptr<const std::vector<ChannelTarget>>& ClipAccess::targets(const AnimationClip& clip) noexcept
{
    return clip.targets_;
}

std::unique_ptr<const PackedClip> ClipAccess::pack(const std::string& name, ClipKeys& keys)
{
    mergeTimeTracks(keys);
    return std::make_unique<const PackedClip>(name, keys);
}

std::shared_ptr<const AnimationClip> ClipAccess::create(std::string name, std::shared_ptr<const std::vector<ChannelTarget>> targets,
                                                        std::unique_ptr<const PackedClip> packed)
{
    return std::shared_ptr<const AnimationClip>(new AnimationClip(std::move(name), std::move(targets), std::move(packed)));
}

std::shared_ptr<const AnimationClip> ClipAccess::adopt(std::string name, std::shared_ptr<const std::vector<ChannelTarget>> targets,
                                                       std::span<const std::byte> image, std::shared_ptr<const void> owner)
{
    auto packed = std::make_unique<const PackedClip>(image, std::move(owner));
    if (targets == nullptr || targets->size() != packed->channels().size()) {
        throw std::invalid_argument(fmt::format("animation clip {}: {} for {}", inQuotes(name),
                                                counted(targets != nullptr ? targets->size() : 0, "target"),
                                                counted(packed->channels().size(), "channel")));
    }
    validateTargets(name, *targets, pathsOf(*packed));
    return std::shared_ptr<const AnimationClip>(new AnimationClip(std::move(name), std::move(targets), std::move(packed)));
}

}  // namespace armature
