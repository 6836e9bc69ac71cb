#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "animation/channel_targets.hpp"
#include "animation/clip_validation.hpp"
#include "animation/gltf_names.hpp"
#include "import/notes.hpp"
#include "import/scene_builder.hpp"
#include "math/numbers.hpp"
#include "words/words.hpp"

namespace armature::importing {

namespace {

/// Checks and mends one clip.
class ClipValidator {
public:
    ClipValidator(ClipDescription& clip, std::string place, SceneDescription& scene) : clip_(clip), place_(std::move(place)), scene_(scene)
    {}

    /// How many key times and values there are.
    std::size_t validate()
    {
        std::size_t keys = 0;
        std::vector<bool> isChecked(clip_.timeTracks.size(), false);
        std::set<std::tuple<ChannelTarget::Kind, std::size_t, ChannelPath, std::string_view>> moved;
        for (ChannelDescription& channel : clip_.channels) {
            requireTarget(channel);
            if (!moved.emplace(channel.target.kind, channel.target.index, channel.path, channel.target.property).second) {
                refuse(channel, "is moved by two channels, of which only one could win");
            }
            if (!isChecked[channel.timeTrack]) {
                requireTimes(channel);
                isChecked[channel.timeTrack] = true;
                keys += clip_.timeTracks[channel.timeTrack].size();
            }
            requireShape(channel);
            if (!areUnitRotations(channel)) {
                requireFinite(channel);
                mendRotations(channel);
            }
            keys += channel.values.size();
        }
        return keys;
    }

private:
    [[noreturn]] void refuse(const ChannelDescription& channel, const std::string& problem) const
    {
        const std::string_view what =
            channel.path == ChannelPath::Property ? std::string_view(channel.target.property) : gltfName(channel.path);
        throw Refusal(place_, fmt::format("{} of {} {}", what, placeInLists(channel.target), problem));
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
        if (channel.timeTrack >= clip_.timeTracks.size()) {
            refuse(channel, fmt::format("has time track {}, but {}", channel.timeTrack, thereAre(clip_.timeTracks.size(), "time track")));
        }
    }

    void requireTimes(const ChannelDescription& channel) const
    {
        const auto& times = clip_.timeTracks[channel.timeTrack];
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

    void requireShape(const ChannelDescription& channel) const
    {
        const std::size_t wanted = componentsOf(channel.path, channel.components);
        if (channel.components != wanted || channel.components > channel.values.size()) {
            refuse(channel, fmt::format("has values of {} in {}, but one has {}", counted(channel.components, "number"),
                                        channel.values.size(), wanted));
        }
        const std::size_t keys = clip_.timeTracks[channel.timeTrack].size();
        const std::size_t perKey = channel.components * (channel.interpolation == Interpolation::CubicSpline ? 3 : 1);
        if (perKey == 0 || channel.values.size() / perKey != keys || channel.values.size() % perKey != 0) {
            refuse(channel, fmt::format("has {} for {} of {}", counted(channel.values.size(), "number"), counted(keys, "key"), perKey));
        }
    }

    /// Precondition: requireShape().
    void requireFinite(const ChannelDescription& channel) const
    {
        if (const auto bad = findNotFinite(channel.values)) {
            const std::size_t keys = clip_.timeTracks[channel.timeTrack].size();
            refuse(channel,
                   fmt::format("is {} at key {}, but must be finite", channel.values[*bad], *bad / (channel.values.size() / keys)));
        }
    }

    /// Rotations are normalised, but not the values of splines, which are normalised after interpolation.
    void mendRotations(ChannelDescription& channel)
    {
        if (channel.path != ChannelPath::Rotation) {
            return;
        }
        const bool isSpline = channel.interpolation == Interpolation::CubicSpline;
        double largest = 0.;
        for (std::size_t first = isSpline ? 4 : 0; first < channel.values.size(); first += isSpline ? 12 : 4) {
            const std::span<float> value = std::span(channel.values).subspan(first, 4);
            const float squared = value[0] * value[0] + value[1] * value[1] + value[2] * value[2] + value[3] * value[3];
            if (std::abs(squared - 1.f) < unitLengthTolerance4) {
                continue;  // the length is off by about half of that
            }
            const double length = lengthOf(value);
            if (length == 0.) {
                refuse(channel, fmt::format("has length 0 at key {}, but a rotation has length 1", first / (isSpline ? 12 : 4)));
            }
            largest = std::max(largest, std::abs(length - 1.));
            // What quantisation left is sampled as it is, as in other players; see AnimationClip.
            if (!isSpline && std::abs(length - 1.) > static_cast<double>(unitLengthTolerance4)) {
                std::ranges::transform(value, value.begin(),
                                       [&](float part) { return static_cast<float>(static_cast<double>(part) / length); });
            }
        }
        if (largest > static_cast<double>(unitLengthTolerance4)) {
            scene_.notes.add(place_,
                             fmt::format("rotation of node {} has lengths up to {:.6g} away from 1: normalised; export the file again",
                                         channel.target.index, largest));
        }
    }

    static double lengthOf(std::span<const float> quaternion)
    {
        double squared = 0.;
        for (const float part : quaternion) {
            squared += static_cast<double>(part) * static_cast<double>(part);
        }
        return std::sqrt(squared);
    }

    ClipDescription& clip_;
    std::string place_;
    SceneDescription& scene_;
};

}  // namespace

void validateClips(SceneDescription& scene, const ImportLimits& limits)
{
    std::size_t keys = 0;
    for (std::size_t index = 0; index < scene.clips.size(); ++index) {
        const std::string place = fmt::format("/animations/{}", index);
        keys += ClipValidator(scene.clips[index], place, scene).validate();
        if (keys > limits.keys) {
            throw Refusal(
                place, fmt::format("brings the key times and values to {}, but the limit is {} (ImportLimits::keys)", keys, limits.keys));
        }
    }
}

}  // namespace armature::importing
