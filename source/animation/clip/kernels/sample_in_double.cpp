#include "animation/clip/kernels/sample_kernels.hpp"

#include <array>
#include <cmath>

#include "animation/clip/kernels/interpolation.hpp"

namespace armature {

namespace {

using Rotation = std::array<double, 4>;

Rotation readLane(std::span<const float> rows, std::size_t lane) noexcept
{
    const std::size_t lanes = rows.size() / 4;
    return {rows[lane], rows[lanes + lane], rows[2 * lanes + lane], rows[3 * lanes + lane]};
}

double squaredLength(const Rotation& rotation) noexcept
{
    return (rotation[0] * rotation[0] + rotation[1] * rotation[1]) + (rotation[2] * rotation[2] + rotation[3] * rotation[3]);
}

void writeUnit(const Rotation& rotation, std::span<float> rows, std::size_t lane) noexcept
{
    const std::size_t lanes = rows.size() / 4;
    const double length = std::sqrt(squaredLength(rotation));
    for (std::size_t component = 0; component < 4; ++component) {
        rows[component * lanes + lane] = toFloat(rotation[component] / length);
    }
}

}  // namespace

float linearInDouble(float key, float next, double fraction) noexcept
{
    return toFloat(interpolateLinear(static_cast<double>(key), static_cast<double>(next), fraction));
}

float hermiteInDouble(const HermiteKeys& keys, const KeyPosition& position, std::size_t index) noexcept
{
    return toFloat(interpolateHermite(HermiteWeights::at(position.fraction, position.interval), static_cast<double>(keys.value[index]),
                                      static_cast<double>(keys.outTangent[index]), static_cast<double>(keys.nextValue[index]),
                                      static_cast<double>(keys.nextInTangent[index])));
}

void hermiteRotationInDouble(const HermiteKeys& keys, const KeyPosition& position, std::size_t lane, std::span<float> out) noexcept
{
    const HermiteWeights weights = HermiteWeights::at(position.fraction, position.interval);
    const Rotation value = readLane(keys.value, lane);
    const Rotation outTangent = readLane(keys.outTangent, lane);
    const Rotation nextValue = readLane(keys.nextValue, lane);
    const Rotation nextInTangent = readLane(keys.nextInTangent, lane);
    Rotation result;
    for (std::size_t c = 0; c < 4; ++c) {
        result[c] = interpolateHermite(weights, value[c], outTangent[c], nextValue[c], nextInTangent[c]);
    }
    writeUnit(squaredLength(result) != 0. ? result : position.fraction < 0.5 ? value : nextValue, out, lane);
}

void unitInDouble(std::span<const float> rotations, std::size_t lane, std::span<float> out) noexcept
{
    writeUnit(readLane(rotations, lane), out, lane);
}

}  // namespace armature
