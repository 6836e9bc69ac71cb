#include <algorithm>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_layer.hpp>
#include <armature/animation/clip_edits.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

// The difference of a channel from a constant reference value. Every interpolation commutes with adding a constant and with multiplying by
// a constant number or quaternion. It is therefore enough to change the keys: interpolated differences are the differences of the
// interpolated values. Added constants do not change tangents.

struct ChannelDifference {
    const AnimationClip& clip;
    const AnimationChannel& channel;
    std::vector<float> reference;

    /// Turns a value into its difference from the reference.
    void take(std::span<float> value, bool isTangent) const
    {
        if (channel.path == ChannelPath::Rotation) {
            storeRotation(glm::inverse(rotationOf(reference)) * rotationOf(value), value);
        } else if (channel.path == ChannelPath::Scale) {
            divide(value, isTangent);
        } else if (!isTangent) {
            std::ranges::transform(value, reference, value.begin(), std::minus<>{});
        }
    }

    /// Turns a difference back into a value.
    void add(std::span<float> value, bool isTangent) const
    {
        if (channel.path == ChannelPath::Rotation) {
            storeRotation(rotationOf(reference) * rotationOf(value), value);
        } else if (channel.path == ChannelPath::Scale) {
            std::ranges::transform(value, reference, value.begin(), std::multiplies<>{});
        } else if (!isTangent) {
            std::ranges::transform(value, reference, value.begin(), std::plus<>{});
        }
    }

private:
    void divide(std::span<float> value, bool isTangent) const
    {
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (reference[i] != 0.f) {
                value[i] /= reference[i];
            } else if (value[i] != 0.f) {
                throw std::invalid_argument(fmt::format("additive clip {}: the scale {} of {} is not a multiple of its reference 0",
                                                        inQuotes(clip.getName()), value[i], printable(describe(channel.target))));
            } else {
                value[i] = isTangent ? 0.f : 1.f;
            }
        }
    }
};

const AnimationChannel* findCounterpart(const AnimationClip& reference, const AnimationChannel& channel)
{
    const auto found = std::ranges::find_if(reference.channels(), [&](const AnimationChannel& each) {
        return each.path == channel.path && each.components == channel.components && meanTheSame(each.target, channel.target);
    });
    return found != reference.channels().end() ? &*found : nullptr;
}

/// Returns the value at `seconds` of the channel of `reference` that has the same target, path and number of components; empty if there is
/// no such channel.
std::vector<float> referenceOf(const AnimationChannel& channel, const AnimationClip& reference, double seconds)
{
    const AnimationChannel* const counterpart = findCounterpart(reference, channel);
    std::vector<float> value(counterpart != nullptr ? channel.components : 0);
    if (counterpart != nullptr) {
        reference.sample(static_cast<std::size_t>(counterpart - reference.channels().data()), seconds, value);
    }
    return value;
}

void changeKeys(ChannelDescription& channel, const ChannelDifference& difference,
                void (ChannelDifference::*change)(std::span<float>, bool) const)
{
    const std::span values(channel.values);
    const bool isCubic = channel.interpolation == Interpolation::CubicSpline;
    for (std::size_t i = 0; i * channel.components < values.size(); ++i) {
        (difference.*change)(values.subspan(i * channel.components, channel.components), isCubic && i % 3 != 1);
    }
}

}  // namespace

std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, const AnimationClip& reference, double seconds)
{
    ClipDescription result = clip.describe();
    for (std::size_t index = 0; index < result.channels.size(); ++index) {
        const AnimationChannel& channel = clip.channels()[index];
        ChannelDifference difference{clip, channel, referenceOf(channel, reference, seconds)};
        if (difference.reference.empty()) {
            difference.reference.resize(channel.components);
            clip.sample(index, 0., difference.reference);
        }
        changeKeys(result.channels[index], difference, &ChannelDifference::take);
    }
    return AnimationClip::create(std::move(result));
}

std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, double seconds)
{
    return makeAdditiveClip(clip, clip, seconds);
}

std::shared_ptr<const AnimationClip> restoreFromAdditive(const AnimationClip& additive, const AnimationClip& reference, double seconds)
{
    ClipDescription result = additive.describe();
    for (std::size_t index = 0; index < result.channels.size(); ++index) {
        const AnimationChannel& channel = additive.channels()[index];
        const ChannelDifference difference{additive, channel, referenceOf(channel, reference, seconds)};
        if (!difference.reference.empty()) {
            changeKeys(result.channels[index], difference, &ChannelDifference::add);
        }
    }
    return AnimationClip::create(std::move(result));
}

}  // namespace armature
