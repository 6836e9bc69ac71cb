#include "animation/edits/editable_channel.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glm/ext/quaternion_double.hpp>

#include "animation/clip/kernels/interpolation.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

using Numbers = std::vector<double>;

void mixLinear(const EditableChannel& channel, std::size_t index, double fraction, Numbers& outKey)
{
    const auto from = channel.value(index);
    const auto to = channel.value(index + 1);
    if (channel.isRotation()) {
        storeRotation(slerpShortWay(rotationOf(from), rotationOf(to), fraction), outKey);
        return;
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
        outKey[i] = interpolateLinear(from[i], to[i], fraction);
    }
}

// Computes the key that cuts a spline at `fraction` of the interval after key `index`. A piece of a cubic is a cubic, so the new key has
// the value and slope of the curve. The weights of the slope are the derivatives of the weights in glTF 2.0, Appendix C.5.
void mixCubic(const EditableChannel& channel, std::size_t index, double fraction, double interval, Numbers& outKey)
{
    const HermiteWeights weights = HermiteWeights::at(fraction, interval);
    const double square = fraction * fraction;
    const double rise = 6 * (fraction - square) / interval;
    const std::size_t size = channel.components;
    const auto from = channel.key(index);
    const auto to = channel.key(index + 1);
    for (std::size_t i = 0; i < size; ++i) {
        const double value = from[size + i];
        const double outTangent = from[2 * size + i];
        const double nextValue = to[size + i];
        const double nextInTangent = to[i];
        const double slope =
            rise * (nextValue - value) + (3 * square - 4 * fraction + 1) * outTangent + (3 * square - 2 * fraction) * nextInTangent;
        outKey[i] = slope;
        outKey[size + i] = interpolateHermite(weights, value, outTangent, nextValue, nextInTangent);
        outKey[2 * size + i] = slope;
    }
}

// Returns a key with the value of key `index`; in a spline, the new key's tangents are zero.
Numbers heldKey(const EditableChannel& channel, std::size_t index)
{
    Numbers result(channel.keySize(), 0.);
    std::ranges::copy(channel.value(index), result.begin() + (channel.isCubic() ? static_cast<std::ptrdiff_t>(channel.components) : 0));
    return result;
}

/// Rounds times to ascending floats. If two times round to the same float, the earlier key moves back by one float or, if no float is free
/// there, the later key moves forward by one.
std::vector<float> roundTimes(std::span<const double> times)
{
    constexpr float largest = std::numeric_limits<float>::max();
    std::vector<float> result;
    result.reserve(times.size());
    for (const double time : times) {
        auto rounded = toFloat(time);
        if (!result.empty() && rounded <= result.back()) {
            const float earlier = std::nextafter(rounded, 0.f);
            const bool hasRoom = earlier > (result.size() > 1 ? result[result.size() - 2] : -1.f) && earlier < rounded;
            if (hasRoom) {
                result.back() = earlier;
            } else {
                rounded = std::nextafter(result.back(), largest);
            }
        }
        result.push_back(rounded);
    }
    return result;
}

}  // namespace

std::vector<double> EditableChannel::keyAt(double seconds) const
{
    const auto after = std::ranges::upper_bound(times, seconds);
    const auto next = static_cast<std::size_t>(after - times.begin());
    if (next == 0) {
        return heldKey(*this, 0);
    }
    if (times[next - 1] == seconds) {
        const auto found = key(next - 1);
        return {found.begin(), found.end()};
    }
    if (next == times.size() || interpolation == Interpolation::Step) {
        return heldKey(*this, next - 1);
    }
    Numbers result(keySize());
    const double interval = times[next] - times[next - 1];
    const double fraction = (seconds - times[next - 1]) / interval;
    if (isCubic()) {
        mixCubic(*this, next - 1, fraction, interval, result);
    } else {
        mixLinear(*this, next - 1, fraction, result);
    }
    return result;
}

std::vector<double> EditableChannel::valueAt(double seconds) const
{
    std::vector<double> numbers = keyAt(seconds);
    if (isCubic()) {
        const auto size = static_cast<std::ptrdiff_t>(components);
        numbers = {numbers.begin() + size, numbers.begin() + 2 * size};
    }
    return numbers;
}

void EditableChannel::cutAt(std::span<const double> seconds)
{
    EditableChannel result{target, path, interpolation, components};
    std::size_t next = 0;
    for (const double time : seconds) {
        for (; next < times.size() && times[next] <= time; ++next) {
            result.append(times[next], key(next));
        }
        if (!result.times.empty() && result.times.back() == time) {
            continue;
        }
        // A spline is constant outside its keys, so the outermost tangents become 0.
        if (isCubic() && next == 0) {
            std::ranges::fill(inTangent(0), 0.);
        } else if (isCubic() && next == times.size()) {
            const std::size_t last = result.times.size() - 1;
            if (result.times[last] == times.back()) {
                std::ranges::fill(result.outTangent(last), 0.);
            }
        }
        result.append(time, keyAt(time));
    }
    for (; next < times.size(); ++next) {
        result.append(times[next], key(next));
    }
    *this = std::move(result);
}

void EditableChannel::keep(std::size_t first, std::size_t end)
{
    const auto offset = [](std::size_t index) { return static_cast<std::ptrdiff_t>(index); };
    times = {times.begin() + offset(first), times.begin() + offset(end)};
    values = {values.begin() + offset(first * keySize()), values.begin() + offset(end * keySize())};
}

void EditableChannel::append(double seconds, std::span<const double> numbers)
{
    times.push_back(seconds);
    values.insert(values.end(), numbers.begin(), numbers.end());
}

EditableChannel editable(const AnimationClip& clip, std::size_t index)
{
    const AnimationChannel& channel = clip.channels()[index];
    const auto times = clip.timeTrack(channel.timeTrack);
    const std::vector<float> values = channel.values.toVector();
    return {channel.target,
            channel.path,
            channel.interpolation,
            channel.components,
            {times.begin(), times.end()},
            {values.begin(), values.end()}};
}

std::vector<EditableChannel> editable(const AnimationClip& clip)
{
    std::vector<EditableChannel> result;
    result.reserve(clip.channels().size());
    for (std::size_t index = 0; index < clip.channels().size(); ++index) {
        result.push_back(editable(clip, index));
    }
    return result;
}

void alignSigns(EditableChannel& channel)
{
    for (std::size_t index = 1; index < channel.times.size(); ++index) {
        if (glm::dot(rotationOf(channel.value(index - 1)), rotationOf(channel.value(index))) < 0.) {
            std::ranges::transform(channel.key(index), channel.key(index).begin(), std::negate<>{});
        }
    }
}

std::shared_ptr<const AnimationClip> toClip(const std::string& name, std::span<const EditableChannel> channels)
{
    ClipDescription description{.name = name};
    for (const EditableChannel& channel : channels) {
        description.timeTracks.push_back(roundTimes(channel.times));
        std::vector<float> values;
        values.reserve(channel.values.size());
        std::ranges::transform(channel.values, std::back_inserter(values), toFloat);
        description.channels.push_back({channel.target, channel.path, channel.interpolation, description.timeTracks.size() - 1,
                                        channel.components, std::move(values)});
    }
    return AnimationClip::create(std::move(description));
}

void refuseEdit(const AnimationClip& clip, const std::string& what)
{
    throw std::invalid_argument(fmt::format("animation clip {}: {}", inQuotes(clip.getName()), what));
}

}  // namespace armature
