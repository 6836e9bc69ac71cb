#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_layer.hpp>

#include "animation/channel_targets.hpp"
#include "words/words.hpp"

namespace armature {

namespace {

// Every interpolation commutes with what is done to the keys here: sums with a constant, products with a constant number or quaternion. So
// the clip of the differences is the difference of the clips.
struct Difference {
    const AnimationClip& clip;
    const AnimationChannel& channel;
    std::vector<float> reference;

    // `isTangent`: constants vanish.
    void apply(std::span<float> value, bool isTangent) const
    {
        if (channel.path == ChannelPath::Rotation) {
            turn(value);
        } else if (channel.path == ChannelPath::Scale) {
            divide(value, isTangent);
        } else if (!isTangent) {
            std::ranges::transform(value, reference, value.begin(), std::minus<>{});
        }
    }

private:
    void turn(std::span<float> value) const
    {
        const glm::dquat from(static_cast<double>(reference[3]), static_cast<double>(reference[0]), static_cast<double>(reference[1]),
                              static_cast<double>(reference[2]));
        const glm::dquat to(static_cast<double>(value[3]), static_cast<double>(value[0]), static_cast<double>(value[1]),
                            static_cast<double>(value[2]));
        const glm::quat difference(glm::inverse(from) * to);
        value[0] = difference.x;
        value[1] = difference.y;
        value[2] = difference.z;
        value[3] = difference.w;
    }

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

std::vector<float> referenceOf(const AnimationClip& clip, std::size_t index, const AnimationClip& reference, double seconds)
{
    const AnimationChannel& channel = clip.channels()[index];
    const AnimationChannel* const counterpart = findCounterpart(reference, channel);
    std::vector<float> value(channel.components);
    if (counterpart != nullptr) {
        reference.sample(static_cast<std::size_t>(counterpart - reference.channels().data()), seconds, value);
    } else {
        clip.sample(index, 0., value);
    }
    return value;
}

}  // namespace

std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, const AnimationClip& reference, double seconds)
{
    ClipDescription result = clip.describe();
    for (std::size_t index = 0; index < result.channels.size(); ++index) {
        ChannelDescription& channel = result.channels[index];
        const Difference difference{clip, clip.channels()[index], referenceOf(clip, index, reference, seconds)};
        const std::span values(channel.values);
        const bool isCubic = channel.interpolation == Interpolation::CubicSpline;
        for (std::size_t i = 0; i * channel.components < values.size(); ++i) {
            difference.apply(values.subspan(i * channel.components, channel.components), isCubic && i % 3 != 1);
        }
    }
    return AnimationClip::create(std::move(result));
}

std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, double seconds)
{
    return makeAdditiveClip(clip, clip, seconds);
}

}  // namespace armature
