#include <armature/animation/clip_edits.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include "animation/baking/bake_source.hpp"
#include "animation/edits/editable_channel.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "animation/edits/time_edits.hpp"

namespace armature {

namespace {

using Numbers = std::vector<double>;

// Makes a channel end with its first value: adds the difference from its last value to its first, weighted by a smooth step from 0 to 1
// over the last `seconds`.
class LoopClosure {
public:
    LoopClosure(const EditableChannel& channel, double duration, double seconds)
        : begin_(duration - seconds), seconds_(seconds), first_(channel.valueAt(0.)), last_(channel.valueAt(duration))
    {
        if (channel.isRotation()) {
            const glm::dquat turn = glm::normalize(glm::conjugate(rotationOf(last_)) * rotationOf(first_));
            turn_ = turn.w < 0. ? -turn : turn;
            arc_ = arcOf(turn_);
        }
    }

    void apply(EditableChannel& channel, std::size_t index) const
    {
        const double x = std::clamp((channel.times[index] - begin_) / seconds_, 0., 1.);
        const double weight = x * x * (3. - 2. * x);
        const double slope = 6. * x * (1. - x) / seconds_;
        if (channel.isRotation()) {
            turn(channel, index, weight, slope);
        } else {
            shift(channel, index, weight, slope);
        }
    }

private:
    void shift(EditableChannel& channel, std::size_t index, double weight, double slope) const
    {
        for (std::size_t i = 0; i < first_.size(); ++i) {
            const double missing = first_[i] - last_[i];
            channel.value(index)[i] += weight * missing;
            if (channel.isCubic()) {
                channel.inTangent(index)[i] += slope * missing;
                channel.outTangent(index)[i] += slope * missing;
            }
        }
    }

    // Product rule: (q * c)' = q' * c + q * c', where c is the turn by `weight` of the arc, and c' = c * arc * slope.
    void turn(EditableChannel& channel, std::size_t index, double weight, double slope) const
    {
        const glm::dquat part = slerpShortWay(glm::dquat(1., 0., 0., 0.), turn_, weight);
        const glm::dquat before = rotationOf(channel.value(index));
        storeRotation(before * part, channel.value(index));
        if (channel.isCubic()) {
            const glm::dquat own = before * part * glm::dquat(0., arc_.x, arc_.y, arc_.z) * slope;
            for (const std::span<double> tangent : {channel.inTangent(index), channel.outTangent(index)}) {
                storeRotation(rotationOf(tangent) * part + own, tangent);
            }
        }
    }

    double begin_;
    double seconds_;
    Numbers first_;
    Numbers last_;
    glm::dquat turn_{1., 0., 0., 0.};
    glm::dvec3 arc_{0.};
};

void closeChannel(EditableChannel& channel, double duration, double seconds)
{
    if (channel.interpolation == Interpolation::Step) {
        const Numbers first = channel.valueAt(0.);
        channel.cutAt(std::array{duration});
        std::ranges::copy(first, channel.value(channel.times.size() - 1).begin());
        return;
    }
    const LoopClosure closure(channel, duration, seconds);
    constexpr std::size_t pieces = 8;  // intervals between new keys: the added motion is neither a line nor a spline of quaternions
    std::vector<double> cuts;
    for (std::size_t piece = 0; piece <= pieces; ++piece) {
        cuts.push_back(duration - seconds * (static_cast<double>(pieces - piece) / pieces));
    }
    channel.cutAt(cuts);
    for (std::size_t index = 0; index < channel.times.size(); ++index) {
        if (channel.times[index] > duration - seconds) {
            closure.apply(channel, index);
        }
    }
}

void resampleStep(EditableChannel& channel, std::span<const double> frames)
{
    EditableChannel result = channel;
    result.keep(0, 0);
    for (const double time : frames) {
        const Numbers value = channel.valueAt(time);
        const bool isNew = result.times.empty() || !std::ranges::equal(result.value(result.times.size() - 1), value);
        if (isNew || time == frames.back()) {
            result.append(time, value);
        }
    }
    channel = std::move(result);
}

void resampleCurve(EditableChannel& channel, std::span<const double> frames)
{
    EditableChannel result{channel.target, channel.path, Interpolation::Linear, channel.components};
    for (const double time : frames) {
        Numbers value = channel.valueAt(time);
        if (channel.isRotation() && channel.isCubic()) {
            storeRotation(glm::normalize(rotationOf(value)), value);
        }
        result.append(time, value);
    }
    channel = std::move(result);
}

}  // namespace

std::shared_ptr<const AnimationClip> closeLoop(const AnimationClip& clip, double seconds, const ChannelFilter& filter)
{
    const double duration = clip.getDuration();
    if (!(seconds > 0.) || !(seconds <= duration)) {
        refuseEdit(clip, fmt::format("its loop cannot be closed within {} of its {} seconds", seconds, duration));
    }
    auto channels = editable(clip);
    for (std::size_t index = 0; index < channels.size(); ++index) {
        if (channels[index].times.size() > 1 && (!filter || filter(clip.channels()[index]))) {
            closeChannel(channels[index], duration, seconds);
        }
    }
    return toClip(clip.getName(), channels);
}

std::shared_ptr<const AnimationClip> resampleClip(const AnimationClip& clip, double framesPerSecond)
{
    const double count = std::round(clip.getDuration() * framesPerSecond);
    if (!(framesPerSecond > 0.) || !(count < largestFrameCount)) {
        refuseEdit(clip, fmt::format("{} frames per second for {} seconds; the rate is positive, and there are at most {} frames",
                                     framesPerSecond, clip.getDuration(), largestFrameCount));
    }
    const auto last = std::max<std::size_t>(static_cast<std::size_t>(count), clip.getDuration() > 0. ? 1 : 0);
    std::vector<double> frames;
    for (std::size_t frame = 0; frame < last; ++frame) {
        const double seconds = clip.getDuration() * (static_cast<double>(frame) / static_cast<double>(last));
        frames.push_back(static_cast<double>(static_cast<float>(seconds)));  // rounded as in the clip, so that a jump at that time counts
    }
    frames.push_back(clip.getDuration());
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    auto channels = editable(clip);
    for (EditableChannel& channel : channels) {
        if (channel.times.size() == 1) {
            channel.times.front() = 0.;
        } else if (channel.interpolation == Interpolation::Step) {
            resampleStep(channel, frames);
        } else {
            resampleCurve(channel, frames);
        }
    }
    keepDuration(channels, clip.getDuration());
    return toClip(clip.getName(), channels);
}

std::shared_ptr<const AnimationClip> alignRotationSigns(const AnimationClip& clip)
{
    auto channels = editable(clip);
    for (EditableChannel& channel : channels) {
        if (channel.isRotation()) {
            alignSigns(channel);
        }
    }
    return toClip(clip.getName(), channels);
}

}  // namespace armature
