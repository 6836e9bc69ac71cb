#include "animation/clip_validation.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "text/names.hpp"

namespace armature {

namespace {

std::string_view nameOf(ChannelPath path) noexcept
{
    switch (path) {
    case ChannelPath::Translation: return "translation";
    case ChannelPath::Rotation: return "rotation";
    case ChannelPath::Scale: return "scale";
    case ChannelPath::Weights: return "weights";
    }
    return "unknown path";
}

std::string placeOf(const ChannelTarget& target)
{
    const std::string place = target.kind == ChannelTarget::Kind::Node
                                  ? fmt::format("node {}", target.index)
                                  : fmt::format("bone {} of skeleton {}", target.index, target.skeleton);
    return target.name.empty() ? place : fmt::format("{} \"{}\"", place, target.name);
}

[[noreturn]] void refuse(const ClipDescription& clip, const std::string& what)
{
    throw std::invalid_argument(fmt::format("animation clip {}: {}", inQuotes(clip.name), what));
}

[[noreturn]] void refuseChannel(const ClipDescription& clip, std::size_t channel, const std::string& what)
{
    const ChannelDescription& description = clip.channels[channel];
    refuse(clip, fmt::format("channel {} ({} of {}): {}", channel, nameOf(description.path), placeOf(description.target), what));
}

void validateTimeTrack(const ClipDescription& clip, std::size_t track)
{
    const std::vector<float>& times = clip.timeTracks[track];
    if (times.empty()) {
        refuse(clip, fmt::format("time track {} has no keys", track));
    }
    for (std::size_t key = 0; key < times.size(); ++key) {
        if (!std::isfinite(times[key]) || times[key] < 0.f) {
            refuse(clip, fmt::format("time track {}, key {}: time {} is not a finite number of seconds from 0", track, key, times[key]));
        }
        if (key > 0 && times[key] <= times[key - 1]) {
            refuse(clip, fmt::format("time track {}, key {}: time {} does not come after {}", track, key, times[key], times[key - 1]));
        }
    }
}

void validateShape(const ClipDescription& clip, std::size_t index)
{
    const ChannelDescription& channel = clip.channels[index];
    if (channel.timeTrack >= clip.timeTracks.size()) {
        refuseChannel(clip, index, fmt::format("time track {} of {}", channel.timeTrack, clip.timeTracks.size()));
    }
    const bool isVector = channel.path == ChannelPath::Translation || channel.path == ChannelPath::Scale;
    const std::size_t needed = isVector ? 3 : channel.path == ChannelPath::Rotation ? 4 : channel.components;
    if (channel.components != needed || needed == 0) {
        refuseChannel(clip, index, fmt::format("{} instead of {}", counted(channel.components, "component"), needed == 0 ? 1 : needed));
    }
    const std::size_t keys = clip.timeTracks[channel.timeTrack].size();
    const std::size_t perKey = channel.interpolation == Interpolation::CubicSpline ? 3 : 1;
    const std::size_t values = channel.values.size() / channel.components;
    if (channel.values.size() % channel.components != 0 || values % perKey != 0 || values / perKey != keys) {
        refuseChannel(clip, index,
                      fmt::format("{} instead of {} of {} * {}", counted(channel.values.size(), "number"), counted(keys, "key"), perKey,
                                  channel.components));
    }
}

void validateNumbers(const ClipDescription& clip, std::size_t index)
{
    const ChannelDescription& channel = clip.channels[index];
    const auto bad = std::ranges::find_if(channel.values, [](float value) { return !std::isfinite(value); });
    if (bad != channel.values.end()) {
        refuseChannel(clip, index, fmt::format("number {} is {}", bad - channel.values.begin(), *bad));
    }
    if (channel.path != ChannelPath::Rotation) {
        return;
    }
    const bool isCubic = channel.interpolation == Interpolation::CubicSpline;
    for (std::size_t first = isCubic ? 4 : 0, key = 0; first < channel.values.size(); first += isCubic ? 12 : 4, ++key) {
        if (std::ranges::all_of(std::span(channel.values).subspan(first, 4), [](float value) { return value == 0.f; })) {
            refuseChannel(clip, index, fmt::format("key {} is a rotation of length 0", key));
        }
    }
}

void validateTargets(const ClipDescription& clip)
{
    const auto property = [&](std::size_t index) {
        const ChannelDescription& channel = clip.channels[index];
        const ChannelTarget& target = channel.target;
        const std::size_t skeleton = target.kind == ChannelTarget::Kind::Bone ? target.skeleton : 0;
        return std::tuple(target.kind, skeleton, target.index, std::string_view(target.name), std::string_view(target.path), channel.path);
    };
    std::vector<std::size_t> order(clip.channels.size());
    for (std::size_t index = 0; index < order.size(); ++index) {
        order[index] = index;
    }
    std::ranges::stable_sort(order, {}, property);
    const auto twin = std::ranges::adjacent_find(order, {}, property);
    if (twin != order.end()) {
        refuseChannel(clip, *std::next(twin), fmt::format("channel {} has the same target", *twin));
    }
}

}  // namespace

void validateClip(const ClipDescription& description)
{
    for (std::size_t track = 0; track < description.timeTracks.size(); ++track) {
        validateTimeTrack(description, track);
    }
    for (std::size_t channel = 0; channel < description.channels.size(); ++channel) {
        validateShape(description, channel);
        validateNumbers(description, channel);
    }
    validateTargets(description);
}

}  // namespace armature
