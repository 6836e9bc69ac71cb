#include "animation/clip/clip_validation.hpp"
#include <armature/animation/gltf_names.hpp>

#include "base/words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/property_slot.hpp"
#include "math/numbers.hpp"

namespace armature {

namespace {

std::string describePlace(const ChannelTarget& target)
{
    const std::string place = placeInLists(target);
    return target.name.empty() ? place : fmt::format("{} {}", place, inQuotes(target.name));
}

[[noreturn]] void refuseClip(const std::string& name, const std::string& what)
{
    throw std::invalid_argument(fmt::format("animation clip {}: {}", inQuotes(name), what));
}

[[noreturn]] void refuseClip(const ClipDescription& clip, const std::string& what)
{
    refuseClip(clip.name, what);
}

[[noreturn]] void refuseChannel(const std::string& name, std::size_t channel, ChannelPath path, const ChannelTarget& target,
                                const std::string& what)
{
    refuseClip(name, fmt::format("channel {} ({} of {}): {}", channel, gltfName(path), describePlace(target), what));
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
    if (areUnitRotations(channel.path, channel.interpolation, channel.values)) {
        return;
    }
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

/// Returns why a target does not suit `path`; empty if the target suits it.
std::string_view problemOfTarget(const ChannelTarget& target, ChannelPath path) noexcept
{
    const bool hasPose = target.kind == ChannelTarget::Kind::Node || target.kind == ChannelTarget::Kind::Bone;
    const bool isCurve = target.kind == ChannelTarget::Kind::Curve;
    if (path != ChannelPath::Property) {
        return !hasPose                   ? "only nodes and bones have that"
               : !target.property.empty() ? "its target names a property, which ChannelPath::Property moves"
                                          : "";
    }
    return isCurve && target.name.empty()        ? "a curve without a name"
           : isCurve && !target.property.empty() ? "a curve for the application is no property"
           : !isCurve && target.property.empty() ? "its target names no property"
                                                 : "";
}

}  // namespace

bool areUnitRotations(ChannelPath path, Interpolation interpolation, std::span<const float> values) noexcept
{
    return path == ChannelPath::Rotation && interpolation != Interpolation::CubicSpline && areNearUnit(values);
}

bool areGoodTimes(std::span<const float> times) noexcept
{
    if (times.empty() || !(times.front() >= 0.f) || !std::isfinite(times.back())) {
        return false;
    }
    std::uint32_t fallen = 0;
    for (std::size_t key = 1; key < times.size(); ++key) {
        fallen |= times[key] > times[key - 1] ? 0u : 1u;  // NaN counts as not rising
    }
    return fallen == 0;
}

std::string problemOfTimes(std::span<const float> times)
{
    if (times.empty()) {
        return " has no keys";
    }
    if (times.size() > std::numeric_limits<std::uint32_t>::max()) {
        return fmt::format(" has {}", counted(times.size(), "key"));
    }
    if (areGoodTimes(times)) {
        return {};
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
    switch (path) {
    case ChannelPath::Rotation: return 4;
    case ChannelPath::Weights: return std::max<std::size_t>(components, 1);
    case ChannelPath::Property: return std::clamp<std::size_t>(components, 1, mostCurveComponents);
    default: return 3;
    }
}

void validateTargets(const std::string& name, std::span<const ChannelTarget> targets, std::span<const ChannelPath> paths)
{
    const auto property = [&](std::size_t index) {
        const ChannelTarget& target = targets[index];
        const std::size_t skeleton = target.kind == ChannelTarget::Kind::Bone ? target.skeleton : 0;
        return std::tuple(target.kind, skeleton, target.index, std::string_view(target.name), std::string_view(target.path),
                          std::string_view(target.property), paths[index]);
    };
    for (std::size_t index = 0; index < targets.size(); ++index) {
        if (const std::string_view problem = problemOfTarget(targets[index], paths[index]); !problem.empty()) {
            refuseChannel(name, index, paths[index], targets[index], std::string(problem));
        }
    }
    std::vector<std::size_t> order(targets.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // Most clips already list their targets in this order, bone by bone.
    if (!std::ranges::is_sorted(order, {}, property)) {
        std::ranges::stable_sort(order, {}, property);
    }
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
            refuseClip(description, fmt::format("time track {}{}", track, problem));
        }
    }
    for (std::size_t channel = 0; channel < description.channels.size(); ++channel) {
        validateShape(description, channel);
        validateNumbers(description, channel);
    }
}

std::shared_ptr<const AnimationClip> requireClip(std::shared_ptr<const AnimationClip> clip, std::string_view whose)
{
    return clip != nullptr ? std::move(clip) : throw std::invalid_argument(fmt::format("{}: the clip is null", whose));
}

}  // namespace armature
