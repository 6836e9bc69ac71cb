#include <armature/animation/clip_edits.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/edits/editable_channel.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "animation/edits/time_edits.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

using Numbers = std::vector<double>;

Numbers keyOf(const EditableChannel& channel, std::span<const double> inTangent, std::span<const double> value,
              std::span<const double> outTangent)
{
    Numbers result;
    if (channel.isCubic()) {
        result.insert(result.end(), inTangent.begin(), inTangent.end());
    }
    result.insert(result.end(), value.begin(), value.end());
    if (channel.isCubic()) {
        result.insert(result.end(), outTangent.begin(), outTangent.end());
    }
    return result;
}

// Converts a STEP channel to the interpolation of `result`, with two keys wherever the channel jumps.
EditableChannel fromStep(const EditableChannel& channel, EditableChannel result)
{
    const Numbers level(channel.components, 0.);
    for (std::size_t index = 0; index < channel.times.size(); ++index) {
        if (index > 0) {
            result.append(channel.times[index], keyOf(result, level, channel.value(index - 1), level));
        }
        result.append(channel.times[index], keyOf(result, level, channel.value(index), level));
    }
    return result;
}

EditableChannel splineFromLine(const EditableChannel& channel, EditableChannel result)
{
    Numbers slope(channel.components, 0.);
    for (std::size_t index = 0; index < channel.times.size(); ++index) {
        const Numbers before = std::exchange(slope, Numbers(channel.components, 0.));
        const auto value = channel.value(index);
        if (index + 1 < channel.times.size()) {
            const double interval = channel.times[index + 1] - channel.times[index];
            std::ranges::transform(channel.value(index + 1), value, slope.begin(),
                                   [&](double next, double here) { return interval > 0. ? (next - here) / interval : 0.; });
        }
        result.append(channel.times[index], keyOf(result, before, value, slope));
    }
    return result;
}

// Converts slerp to a spline. Slerp has the slope q * (axis * speed). A cubic with these slopes at both ends deviates from slerp by the
// fourth power of the angle over 384, so arcs are cut into pieces of at most a tenth of a radian.
EditableChannel splineFromSlerp(const EditableChannel& channel, EditableChannel result)
{
    constexpr double longestArc = 0.1;
    glm::dquat here = rotationOf(channel.value(0));
    std::array<double, 4> numbers{};
    const auto store = [&](const glm::dquat& rotation) {
        storeRotation(rotation, numbers);
        return Numbers(numbers.begin(), numbers.end());
    };
    Numbers before(4, 0.);
    for (std::size_t index = 0; index + 1 < channel.times.size(); ++index) {
        const double interval = channel.times[index + 1] - channel.times[index];
        const glm::dquat next = rotationOf(channel.value(index + 1));
        const glm::dquat nearNext = glm::dot(here, next) < 0. ? -next : next;
        const RotationArc way(here, nearNext);
        const glm::dvec3 arc = arcOf(glm::conjugate(here) * nearNext);
        const glm::dvec3 speed = interval > 0. ? arc / interval : glm::dvec3(0.);
        const auto pieces = interval > 0. ? static_cast<std::size_t>(std::ceil(glm::length(arc) / longestArc)) : 0;
        const std::size_t count = std::max<std::size_t>(pieces, 1);
        for (std::size_t piece = 0; piece < count; ++piece) {
            const double fraction = static_cast<double>(piece) / static_cast<double>(count);
            const glm::dquat rotation = way.at(fraction);
            Numbers slope = store(rotation * glm::dquat(0., speed.x, speed.y, speed.z));
            result.append(channel.times[index] + interval * fraction, keyOf(result, piece == 0 ? before : slope, store(rotation), slope));
            if (piece + 1 == count) {
                before = store(nearNext * glm::dquat(0., speed.x, speed.y, speed.z));
            }
        }
        here = nearNext;
    }
    result.append(channel.times.back(), keyOf(result, before, store(here), Numbers(4, 0.)));
    return result;
}

EditableChannel converted(EditableChannel channel, Interpolation interpolation)
{
    if (channel.interpolation == interpolation) {
        return channel;
    }
    EditableChannel result{channel.target, channel.path, interpolation, channel.components};
    if (channel.interpolation == Interpolation::Step) {
        return fromStep(channel, std::move(result));
    }
    return channel.isRotation() ? splineFromSlerp(channel, std::move(result)) : splineFromLine(channel, std::move(result));
}

/// One channel of the result, and its part in each clip that has it.
struct Joined {
    struct Part {
        std::size_t clip;
        double begin;
        EditableChannel channel;
    };
    std::vector<Part> parts;

    /// Returns a rating of how well a channel of clip number `clip` continues this channel; 0: not at all. Several nodes may share a name,
    /// but at most one channel of each clip may be joined to this channel.
    [[nodiscard]] int fitOf(const AnimationChannel& channel, std::size_t clip) const
    {
        const EditableChannel& first = parts.front().channel;
        const bool isFree = parts.back().clip != clip;
        if (!isFree || first.path != channel.path || first.components != channel.components || !meanTheSame(first.target, channel.target)) {
            return 0;
        }
        const bool isKnown = first.target.identity.isSet() && first.target.identity == channel.target.identity;
        return isKnown ? 3 : first.target.index == channel.target.index ? 2 : 1;
    }
    // Returns the interpolation to which all parts can be converted: jumps become keys of a line, lines become keys of a spline.
    [[nodiscard]] Interpolation interpolation() const
    {
        return std::ranges::max(parts, {}, [](const Part& part) { return static_cast<int>(part.channel.interpolation); })
            .channel.interpolation;
    }
};

bool isNear(std::span<const double> a, std::span<const double> b)
{
    const auto differs = [](double x, double y) { return std::abs(x - y) > 1e-6 * std::max({1., std::abs(x), std::abs(y)}); };
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (differs(a[i], b[i])) {
            return false;
        }
    }
    return true;
}

// Gives `next` the sign that continues from `last`: a quaternion and its negative are the same rotation, but a spline must not run from one
// to the other.
void takeSignOf(std::span<const double> last, EditableChannel& next)
{
    if (next.isRotation() && glm::dot(rotationOf(last), rotationOf(next.value(0))) < 0.) {
        std::ranges::transform(next.values, next.values.begin(), std::negate<>{});
    }
}

void append(EditableChannel& result, double begin, EditableChannel part)
{
    if (result.times.empty()) {
        result = std::move(part);
        std::ranges::transform(result.times, result.times.begin(), [&](double time) { return begin + time; });
        return;
    }
    if (result.times.back() < begin) {  // the channel held its value while clips without it played
        result.cutAt(std::array{begin});
    }
    const std::size_t last = result.times.size() - 1;
    takeSignOf(result.value(last), part);
    if (isNear(result.value(last), part.value(0))) {
        std::ranges::copy(part.value(0), result.value(last).begin());
        if (result.isCubic()) {
            std::ranges::copy(part.outTangent(0), result.outTangent(last).begin());
        }
    } else {
        if (last == 0 || result.times[last - 1] == begin) {  // a pose that lasts no time is never seen
            result.keep(0, last);
        }
        result.append(begin, part.key(0));
    }
    for (std::size_t index = 1; index < part.times.size(); ++index) {
        result.append(begin + part.times[index], part.key(index));
    }
}

}  // namespace

std::shared_ptr<const AnimationClip> concatenateClips(const std::string& name, std::span<const std::shared_ptr<const AnimationClip>> clips)
{
    if (clips.empty()) {
        throw std::invalid_argument(fmt::format("animation clip {}: no clips to make it of", inQuotes(name)));
    }
    std::vector<Joined> joined;
    double begin = 0.;
    for (std::size_t number = 0; number < clips.size(); ++number) {
        if (clips[number] == nullptr) {
            throw std::invalid_argument(fmt::format("animation clip {}: clip {} of {} is null", inQuotes(name), number, clips.size()));
        }
        const AnimationClip& clip = *clips[number];
        for (std::size_t index = 0; index < clip.channels().size(); ++index) {
            EditableChannel part = editable(clip, index);
            part.cutAt(std::array{0., clip.getDuration()});
            const auto fit = [&](const Joined& each) { return each.fitOf(clip.channels()[index], number); };
            const auto found = std::ranges::max_element(joined, {}, fit);
            const bool isNew = found == joined.end() || fit(*found) == 0;
            (isNew ? joined.emplace_back() : *found).parts.push_back({number, begin, std::move(part)});
        }
        begin += clip.getDuration();
    }
    std::vector<EditableChannel> channels;
    for (Joined& each : joined) {
        const Interpolation interpolation = each.interpolation();
        EditableChannel channel;
        for (Joined::Part& part : each.parts) {
            append(channel, part.begin, converted(std::move(part.channel), interpolation));
        }
        channels.push_back(std::move(channel));
    }
    keepDuration(channels, begin);
    return toClip(name, channels);
}

}  // namespace armature
