#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/gltf_names.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/clip_validation.hpp"
#include "base/words.hpp"
#include "import/notes.hpp"
#include "import/scene_builder.hpp"
#include "math/numbers.hpp"

namespace armature::importing {

namespace {

std::string placeOfClip(std::size_t clip)
{
    return fmt::format("/animations/{}", clip);
}

/// The part of a target that at most one channel of a clip may move.
struct MovedPart {
    explicit MovedPart(const ChannelDescription& channel) noexcept
        : kind(channel.target.kind), index(channel.target.index), path(channel.path), property(channel.target.property)
    {}
    auto operator<=>(const MovedPart&) const noexcept = default;

    ChannelTarget::Kind kind;
    std::size_t index;
    ChannelPath path;
    std::string_view property;
};

/// Finds channels that move what an earlier channel of their clip moves.
class RepeatFinder {
public:
    explicit RepeatFinder(std::size_t nodeCount) : lastClip_(nodeCount * pathsOfPose, 0) {}

    /// Returns, for each channel of the next clip, whether an earlier channel moves the same part; an empty list if no channel does.
    [[nodiscard]] std::vector<bool> find(std::span<const ChannelDescription> channels)
    {
        ++clip_;
        isRepeated_.clear();
        others_.clear();
        for (std::size_t channel = 0; channel < channels.size(); ++channel) {
            const ChannelTarget& target = channels[channel].target;
            const auto path = static_cast<std::size_t>(channels[channel].path);
            const bool isPose = target.kind == ChannelTarget::Kind::Node && target.property.empty() && path < pathsOfPose
                                && target.index < lastClip_.size() / pathsOfPose;
            if (!isPose) {
                others_.emplace_back(MovedPart(channels[channel]), channel);
            } else if (std::exchange(lastClip_[target.index * pathsOfPose + path], clip_) == clip_) {
                mark(channel, channels.size());
            }
        }
        findAmongOthers(channels.size());
        return std::move(isRepeated_);
    }

private:
    static constexpr std::size_t pathsOfPose = static_cast<std::size_t>(ChannelPath::Weights) + 1;

    void mark(std::size_t channel, std::size_t channelCount)
    {
        isRepeated_.resize(channelCount, false);
        isRepeated_[channel] = true;
    }

    void findAmongOthers(std::size_t channelCount)
    {
        std::ranges::sort(others_);
        for (std::size_t place = 1; place < others_.size(); ++place) {
            if (others_[place].first == others_[place - 1].first) {
                mark(others_[place].second, channelCount);
            }
        }
    }

    std::vector<std::uint32_t> lastClip_;  // by node and path: the last clip that moves it, counted from 1
    std::uint32_t clip_ = 0;
    std::vector<bool> isRepeated_;
    std::vector<std::pair<MovedPart, std::size_t>> others_;  // parts that are no poses of nodes, with their channels
};

std::string nameOfChannel(const ChannelDescription& channel)
{
    const std::string_view what =
        channel.path == ChannelPath::Property ? std::string_view(channel.target.property) : gltfName(channel.path);
    return fmt::format("{} of {}", what, placeInLists(channel.target));
}

/// Removes all but the first channel of each property. The specification forbids a second one, but some files have it, and players play the
/// first.
void leaveRepeatedOut(ClipDescription& clip, ClipKeys& keys, std::size_t number, RepeatFinder& repeats, Notes& notes)
{
    const std::vector<bool> isRepeated = repeats.find(clip.channels);
    if (isRepeated.empty()) {
        return;
    }
    std::size_t kept = 0;
    for (std::size_t channel = 0; channel < clip.channels.size(); ++channel) {
        if (isRepeated[channel]) {
            notes.add(placeOfClip(number),
                      fmt::format("{} is moved by two channels: the first is played, the other left out; export the file again",
                                  nameOfChannel(clip.channels[channel])));
        } else {
            if (kept != channel) {
                clip.channels[kept] = std::move(clip.channels[channel]);
                keys.channels[kept] = keys.channels[channel];
            }
            ++kept;
        }
    }
    clip.channels.erase(clip.channels.begin() + static_cast<std::ptrdiff_t>(kept), clip.channels.end());
    keys.channels.erase(keys.channels.begin() + static_cast<std::ptrdiff_t>(kept), keys.channels.end());
}

/// Checks and mends one clip.
class ClipValidator {
public:
    ClipValidator(ClipDescription& clip, ClipKeys& keys, std::size_t number, RepeatFinder& repeats, SceneDescription& scene)
        : clip_(clip), keys_(keys), number_(number), repeats_(repeats), scene_(scene)
    {}

    /// Checks and mends the clip. Returns the number of key times and values that its channels use.
    std::size_t validate()
    {
        std::size_t count = 0;
        std::vector<bool> isChecked(keys_.timeTracks.size(), false);
        leaveRepeatedOut(clip_, keys_, number_, repeats_, scene_.notes);
        for (std::size_t number = 0; number < clip_.channels.size(); ++number) {
            ChannelDescription& channel = clip_.channels[number];
            ChannelKeys& keys = keys_.channels[number];
            requireTarget(channel);
            if (!isChecked[keys.timeTrack]) {
                requireTimes(channel);
                isChecked[keys.timeTrack] = true;
                count += keys_.timeTracks[keys.timeTrack].size();
            }
            requireShape(channel, keys.values);
            if (!areUnitRotations(keys.path, keys.interpolation, keys.values)) {
                requireFinite(channel, keys.values);
                mendRotations(channel, keys);
            }
            count += keys.values.size();
        }
        return count;
    }

private:
    [[noreturn]] void refuse(const ChannelDescription& channel, const std::string& problem) const
    {
        throw Refusal(place(), fmt::format("{} {}", nameOfChannel(channel), problem));
    }

    [[nodiscard]] std::pair<std::size_t, std::string_view> thingsLike(const ChannelTarget& target) const
    {
        switch (target.kind) {
        case ChannelTarget::Kind::Material: return {scene_.materials.size(), "material"};
        case ChannelTarget::Kind::Camera: return {scene_.cameras.size(), "camera"};
        case ChannelTarget::Kind::Light: return {scene_.lights.size(), "light"};
        default: return {scene_.nodes.size(), "node"};
        }
    }

    void requireTarget(const ChannelDescription& channel) const
    {
        const auto [count, what] = thingsLike(channel.target);
        if (channel.target.index >= count) {
            refuse(channel, fmt::format("is moved, but {}", thereAre(count, what)));
        }
        if (channel.timeTrack >= keys_.timeTracks.size()) {
            refuse(channel, fmt::format("has time track {}, but {}", channel.timeTrack, thereAre(keys_.timeTracks.size(), "time track")));
        }
    }

    void requireTimes(const ChannelDescription& channel) const
    {
        const std::span<const float> times = keys_.timeTracks[channel.timeTrack];
        if (areGoodTimes(times)) {
            return;
        }
        if (times.empty()) {
            refuse(channel, "has no keys");
        }
        if (const auto bad = findNotFinite(times)) {
            refuse(channel, fmt::format("has key {} at {} s, but times must be finite", *bad, times[*bad]));
        }
        if (times.front() < 0.f) {
            refuse(channel, fmt::format("has key 0 at {} s, but times must not be negative", times.front()));
        }
        const auto fall = std::ranges::adjacent_find(times, std::greater_equal<>());
        if (fall != times.end()) {
            refuse(channel, fmt::format("has key {} at {} s after one at {} s, but times must increase", fall - times.begin() + 1, fall[1],
                                        fall[0]));
        }
    }

    void requireShape(const ChannelDescription& channel, std::span<const float> values) const
    {
        const std::size_t wanted = componentsOf(channel.path, channel.components);
        if (channel.components != wanted || channel.components > values.size()) {
            refuse(channel,
                   fmt::format("has values of {} in {}, but one has {}", counted(channel.components, "number"), values.size(), wanted));
        }
        const std::size_t keys = keys_.timeTracks[channel.timeTrack].size();
        const std::size_t perKey = channel.components * (channel.interpolation == Interpolation::CubicSpline ? 3 : 1);
        if (perKey == 0 || values.size() / perKey != keys || values.size() % perKey != 0) {
            refuse(channel, fmt::format("has {} for {} of {}", counted(values.size(), "number"), counted(keys, "key"), perKey));
        }
    }

    /// Refuses a channel that has an infinite or NaN value. Precondition: requireShape() has accepted the channel.
    void requireFinite(const ChannelDescription& channel, std::span<const float> values) const
    {
        if (const auto bad = findNotFinite(values)) {
            const std::size_t keys = keys_.timeTracks[channel.timeTrack].size();
            refuse(channel, fmt::format("is {} at key {}, but must be finite", values[*bad], *bad / (values.size() / keys)));
        }
    }

    /// Normalises rotations, except those of splines: these are normalised after interpolation.
    void mendRotations(ChannelDescription& channel, ChannelKeys& keys)
    {
        if (channel.path != ChannelPath::Rotation) {
            return;
        }
        const bool isSpline = channel.interpolation == Interpolation::CubicSpline;
        double largest = 0.;
        for (std::size_t first = isSpline ? 4 : 0; first < keys.values.size(); first += isSpline ? 12 : 4) {
            const std::span<const float> value = keys.values.subspan(first, 4);
            const float squared = value[0] * value[0] + value[1] * value[1] + value[2] * value[2] + value[3] * value[3];
            if (std::abs(squared - 1.f) < unitLengthTolerance4) {
                continue;  // if the squared length is off by this, the length is off by about half as much
            }
            const double length = lengthOf(value);
            if (length == 0.) {
                refuse(channel, fmt::format("has length 0 at key {}, but a rotation has length 1", first / (isSpline ? 12 : 4)));
            }
            largest = std::max(largest, std::abs(length - 1.));
            // Smaller deviations come from quantisation. Such values are sampled unchanged, as in other players; see AnimationClip.
            if (!isSpline && std::abs(length - 1.) > static_cast<double>(unitLengthTolerance4)) {
                if (channel.values.empty()) {  // the values are outside the clip: in the file, or in memory that the description keeps
                    charge(keys.values.size_bytes());
                    channel.values.assign(keys.values.begin(), keys.values.end());
                    keys.values = channel.values;
                }
                for (float& part : std::span(channel.values).subspan(first, 4)) {
                    part = static_cast<float>(static_cast<double>(part) / length);
                }
            }
        }
        if (largest > static_cast<double>(unitLengthTolerance4)) {
            scene_.notes.add(place(),
                             fmt::format("rotation of node {} has lengths up to {:.6g} away from 1: normalised; export the file again",
                                         channel.target.index, largest));
        }
    }

    void charge(std::uint64_t bytes) const
    {
        if (!scene_.budget.charge(bytes)) {
            scene_.budget.refuse(bytes, place());
        }
    }

    [[nodiscard]] std::string place() const { return placeOfClip(number_); }

    static double lengthOf(std::span<const float> quaternion)
    {
        double squared = 0.;
        for (const float part : quaternion) {
            squared += static_cast<double>(part) * static_cast<double>(part);
        }
        return std::sqrt(squared);
    }

    ClipDescription& clip_;
    ClipKeys& keys_;
    std::size_t number_;
    RepeatFinder& repeats_;
    SceneDescription& scene_;
};

bool areOf(const ClipKeys& keys, const ClipDescription& clip) noexcept
{
    return keys.channels.size() == clip.channels.size();
}

}  // namespace

void validateClips(SceneDescription& scene, const ImportLimits& limits)
{
    if (!std::ranges::equal(scene.keys, scene.clips, areOf)) {
        scene.keys.clear();
        std::ranges::transform(scene.clips, std::back_inserter(scene.keys), ClipKeys::of);
    }
    scene.packed.clear();
    scene.packed.reserve(scene.clips.size());
    RepeatFinder repeats(scene.clips.empty() ? 0 : scene.nodes.size());
    std::size_t count = 0;
    for (std::size_t index = 0; index < scene.clips.size(); ++index) {
        count += ClipValidator(scene.clips[index], scene.keys[index], index, repeats, scene).validate();
        if (count > limits.keys) {
            throw Refusal(placeOfClip(index), fmt::format("brings the key times and values to {}, but the limit is {} (ImportLimits::keys)",
                                                          count, limits.keys));
        }
        scene.packed.push_back(ClipAccess::pack(scene.clips[index].name, scene.keys[index]));
    }
}

}  // namespace armature::importing
