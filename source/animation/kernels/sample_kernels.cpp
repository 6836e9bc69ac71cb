#include "animation/kernels/sample_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "animation/kernels/interpolation.hpp"

namespace armature {

namespace {

using Rotation = std::array<double, 4>;

Rotation readLane(std::span<const float> rows, std::size_t lanes, std::size_t lane) noexcept
{
    return {rows[lane], rows[lanes + lane], rows[2 * lanes + lane], rows[3 * lanes + lane]};
}

void writeLane(const Rotation& rotation, std::span<float> rows, std::size_t lanes, std::size_t lane) noexcept
{
    for (std::size_t component = 0; component < 4; ++component) {
        rows[component * lanes + lane] = toFloat(rotation[component]);
    }
}

double dot(const Rotation& a, const Rotation& b) noexcept
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

Rotation scaled(const Rotation& rotation, double factor) noexcept
{
    return {rotation[0] * factor, rotation[1] * factor, rotation[2] * factor, rotation[3] * factor};
}

}  // namespace

KeyPosition findKey(std::span<const float> times, double seconds, std::size_t hint) noexcept
{
    const std::size_t last = times.size() - 1;
    if (!(seconds > static_cast<double>(times.front()))) {
        return {0, 0., 0.};
    }
    if (seconds >= static_cast<double>(times.back())) {
        return {last, 0., 0.};
    }
    const auto holds = [&](std::size_t key) {
        return key < last && static_cast<double>(times[key]) <= seconds && seconds < static_cast<double>(times[key + 1]);
    };
    std::size_t key = hint;
    if (!holds(key) && !holds(++key)) {
        const auto after = std::upper_bound(times.begin(), times.end(), seconds,
                                            [](double value, float time) { return value < static_cast<double>(time); });
        key = static_cast<std::size_t>(after - times.begin()) - 1;
    }
    const double start = static_cast<double>(times[key]);
    const double interval = static_cast<double>(times[key + 1]) - start;
    return {key, (seconds - start) / interval, interval};
}

void sampleKey(std::span<const float> key, std::span<float> out) noexcept
{
    std::copy_n(key.begin(), out.size(), out.begin());
}

void sampleLinear(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out) noexcept
{
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = toFloat(interpolateLinear(static_cast<double>(key[i]), static_cast<double>(next[i]), fraction));
    }
}

void sampleSlerp(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out) noexcept
{
    const std::size_t lanes = out.size() / 4;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Rotation a = readLane(key, lanes, lane);
        const Rotation b = readLane(next, lanes, lane);
        const SlerpWeights weights = SlerpWeights::at(fraction, dot(a, b));
        Rotation result;
        for (std::size_t component = 0; component < 4; ++component) {
            result[component] = weights.first * a[component] + weights.second * b[component];
        }
        writeLane(result, out, lanes, lane);
    }
}

void sampleHermite(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out) noexcept
{
    const HermiteWeights weights = HermiteWeights::at(position.fraction, position.interval);
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = toFloat(interpolateHermite(weights, static_cast<double>(keys.value[i]), static_cast<double>(keys.outTangent[i]),
                                            static_cast<double>(keys.nextValue[i]), static_cast<double>(keys.nextInTangent[i])));
    }
}

void sampleHermiteRotation(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out) noexcept
{
    const std::size_t lanes = out.size() / 4;
    const HermiteWeights weights = HermiteWeights::at(position.fraction, position.interval);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Rotation value = readLane(keys.value, lanes, lane);
        const Rotation outTangent = readLane(keys.outTangent, lanes, lane);
        const Rotation nextValue = readLane(keys.nextValue, lanes, lane);
        const Rotation nextInTangent = readLane(keys.nextInTangent, lanes, lane);
        Rotation result;
        for (std::size_t c = 0; c < 4; ++c) {
            result[c] = interpolateHermite(weights, value[c], outTangent[c], nextValue[c], nextInTangent[c]);
        }
        if (dot(result, result) == 0.) {
            result = position.fraction < 0.5 ? value : nextValue;
        }
        writeLane(scaled(result, 1. / std::sqrt(dot(result, result))), out, lanes, lane);
    }
}

void sampleUnit(std::span<const float> rotations, std::span<float> out) noexcept
{
    const std::size_t lanes = out.size() / 4;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Rotation rotation = readLane(rotations, lanes, lane);
        writeLane(scaled(rotation, 1. / std::sqrt(dot(rotation, rotation))), out, lanes, lane);
    }
}

}  // namespace armature
