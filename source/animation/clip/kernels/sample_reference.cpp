#include <algorithm>
#include <array>
#include <cmath>

#include "animation/clip/kernels/interpolation.hpp"
#include "animation/clip/kernels/sample_kernels.hpp"

namespace armature {

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
    const double fraction = (seconds - start) / interval;
    return {key, static_cast<float>(fraction) != 0.f ? fraction : 0., interval};
}

}  // namespace armature

// The same operations in the same order as sample_kernels.cpp, one lane at a time.
namespace armature::reference {

namespace {

struct Rotation {
    float x;
    float y;
    float z;
    float w;
};

Rotation readLane(std::span<const float> rows, std::size_t lane) noexcept
{
    const std::size_t lanes = rows.size() / 4;
    return {rows[lane], rows[lanes + lane], rows[2 * lanes + lane], rows[3 * lanes + lane]};
}

void writeLane(const Rotation& rotation, std::span<float> rows, std::size_t lane) noexcept
{
    const std::size_t lanes = rows.size() / 4;
    rows[lane] = rotation.x;
    rows[lanes + lane] = rotation.y;
    rows[2 * lanes + lane] = rotation.z;
    rows[3 * lanes + lane] = rotation.w;
}

float dot(const Rotation& a, const Rotation& b) noexcept
{
    return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

float evaluate(const std::array<float, SlerpSeries::size>& coefficients, float y) noexcept
{
    float sum = coefficients[SlerpSeries::size - 1];
    for (std::size_t i = SlerpSeries::size - 1; i-- > 0;) {
        sum = sum * y + coefficients[i];
    }
    return sum;
}

Rotation slerp(const Rotation& a, const Rotation& b, const SlerpSeries& series) noexcept
{
    const float signedCosine = dot(a, b);
    const float cosine = std::min(std::abs(signedCosine), 1.f);
    const float sign = std::copysign(1.f, signedCosine);
    if (cosine > straightCosine) {
        const auto mix = [&](float from, float to) { return (to * sign - from) * series.fraction + from; };
        return {mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z), mix(a.w, b.w)};
    }
    const float halfCosine = std::sqrt((cosine + 1.f) * 0.5f);
    const float y = halfCosine - 1.f;
    const float further = evaluate(series.middle, y) * (0.5f / halfCosine);
    const float nearer = evaluate(series.nearer, y) + further;
    const float first = series.isFirstNearer ? nearer : further;
    const float second = (series.isFirstNearer ? further : nearer) * sign;
    const auto mix = [&](float from, float to) { return from * first + to * second; };
    return {mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z), mix(a.w, b.w)};
}

Rotation scaled(const Rotation& rotation, float factor) noexcept
{
    return {rotation.x * factor, rotation.y * factor, rotation.z * factor, rotation.w * factor};
}

bool canBeMadeUnit(float square) noexcept
{
    return square >= smallestSplineSquare && square <= largestSplineSquare;
}

struct Weights {
    explicit Weights(const KeyPosition& position) noexcept
    {
        const HermiteWeights exact = HermiteWeights::at(position.fraction, position.interval);
        value = toFloat(exact.value);
        outTangent = toFloat(exact.outTangent);
        nextValue = toFloat(exact.nextValue);
        nextInTangent = toFloat(exact.nextInTangent);
    }

    [[nodiscard]] float interpolate(const HermiteKeys& keys, std::size_t i) const noexcept
    {
        return (keys.value[i] * value + keys.outTangent[i] * outTangent)
               + (keys.nextValue[i] * nextValue + keys.nextInTangent[i] * nextInTangent);
    }

    float value;
    float outTangent;
    float nextValue;
    float nextInTangent;
};

}  // namespace

void sampleLinear(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out)
{
    const auto narrow = static_cast<float>(fraction);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const float value = (next[i] - key[i]) * narrow + key[i];
        out[i] = std::isfinite(value) ? value : linearInDouble(key[i], next[i], fraction);
    }
}

void sampleSlerp(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out)
{
    const SlerpSeries series = SlerpSeries::at(fraction);
    for (std::size_t lane = 0; lane < out.size() / 4; ++lane) {
        writeLane(slerp(readLane(key, lane), readLane(next, lane), series), out, lane);
    }
}

void sampleHermite(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out)
{
    const Weights weights(position);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const float value = weights.interpolate(keys, i);
        out[i] = std::isfinite(value) ? value : hermiteInDouble(keys, position, i);
    }
}

void sampleHermiteRotation(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out)
{
    const std::size_t lanes = out.size() / 4;
    const Weights weights(position);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto component = [&](std::size_t c) { return weights.interpolate(keys, c * lanes + lane); };
        const Rotation rotation{component(0), component(1), component(2), component(3)};
        const float square = dot(rotation, rotation);
        if (canBeMadeUnit(square)) {
            writeLane(scaled(rotation, 1.f / std::sqrt(square)), out, lane);
        } else {
            hermiteRotationInDouble(keys, position, lane, out);
        }
    }
}

void sampleUnit(std::span<const float> rotations, std::span<float> out)
{
    for (std::size_t lane = 0; lane < out.size() / 4; ++lane) {
        const Rotation rotation = readLane(rotations, lane);
        const float square = dot(rotation, rotation);
        if (canBeMadeUnit(square)) {
            writeLane(scaled(rotation, 1.f / std::sqrt(square)), out, lane);
        } else {
            unitInDouble(rotations, lane, out);
        }
    }
}

}  // namespace armature::reference
