#include "animation/clip_validation.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "math/numbers.hpp"
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
    return target.name.empty() ? place : fmt::format("{} {}", place, inQuotes(target.name));
}

[[noreturn]] void refuse(const std::string& name, const std::string& what)
{
    throw std::invalid_argument(fmt::format("animation clip {}: {}", inQuotes(name), what));
}

[[noreturn]] void refuse(const ClipDescription& clip, const std::string& what)
{
    refuse(clip.name, what);
}

[[noreturn]] void refuseChannel(const std::string& name, std::size_t channel, ChannelPath path, const ChannelTarget& target,
                                const std::string& what)
{
    refuse(name, fmt::format("channel {} ({} of {}): {}", channel, nameOf(path), placeOf(target), what));
}

[[noreturn]] void refuseChannel(const ClipDescription& clip, std::size_t channel, const std::string& what)
{
    refuseChannel(clip.name, channel, clip.channels[channel].path, clip.channels[channel].target, what);
}

void validateShape(const ClipDescription& clip, std::size_t index)
{
    const ChannelDescription& channel = clip.channels[index];
    if (channel.timeTrack >= clip.timeTracks.size()) {
        refuseChannel(clip, index, fmt::format("time track {} of {}", channel.timeTrack, clip.timeTracks.size()));
    }
    const std::size_t needed = componentsOf(channel.path, channel.components);
    if (channel.components != needed) {
        refuseChannel(clip, index, fmt::format("{} instead of {}", counted(channel.components, "component"), needed));
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
    if (const auto bad = findNotFinite(channel.values)) {
        refuseChannel(clip, index, fmt::format("number {} is {}", *bad, channel.values[*bad]));
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

}  // namespace

std::string problemOfTimes(std::span<const float> times)
{
    if (times.empty()) {
        return " has no keys";
    }
    if (times.size() > std::numeric_limits<std::uint32_t>::max()) {
        return fmt::format(" has {}", counted(times.size(), "key"));
    }
    for (std::size_t key = 0; key < times.size(); ++key) {
        if (!std::isfinite(times[key]) || times[key] < 0.f) {
            return fmt::format(", key {}: time {} is not a finite number of seconds from 0", key, times[key]);
        }
        if (key > 0 && times[key] <= times[key - 1]) {
            return fmt::format(", key {}: time {} does not come after {}", key, times[key], times[key - 1]);
        }
    }
    return {};
}

std::size_t componentsOf(ChannelPath path, std::size_t components) noexcept
{
    return path == ChannelPath::Rotation ? 4 : path != ChannelPath::Weights ? 3 : std::max<std::size_t>(components, 1);
}

void validateTargets(const std::string& name, std::span<const ChannelTarget> targets, std::span<const ChannelPath> paths)
{
    const auto property = [&](std::size_t index) {
        const ChannelTarget& target = targets[index];
        const std::size_t skeleton = target.kind == ChannelTarget::Kind::Bone ? target.skeleton : 0;
        return std::tuple(target.kind, skeleton, target.index, std::string_view(target.name), std::string_view(target.path), paths[index]);
    };
    std::vector<std::size_t> order(targets.size());
    for (std::size_t index = 0; index < order.size(); ++index) {
        order[index] = index;
    }
    std::ranges::stable_sort(order, {}, property);
    const auto twin = std::ranges::adjacent_find(order, {}, property);
    if (twin != order.end()) {
        const std::size_t later = *std::next(twin);
        refuseChannel(name, later, paths[later], targets[later], fmt::format("channel {} has the same target", *twin));
    }
}

void validateClip(const ClipDescription& description)
{
    for (std::size_t track = 0; track < description.timeTracks.size(); ++track) {
        if (const std::string problem = problemOfTimes(description.timeTracks[track]); !problem.empty()) {
            refuse(description, fmt::format("time track {}{}", track, problem));
        }
    }
    for (std::size_t channel = 0; channel < description.channels.size(); ++channel) {
        validateShape(description, channel);
        validateNumbers(description, channel);
    }
}

}  // namespace armature
