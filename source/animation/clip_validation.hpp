#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include <armature/animation/animation_clip.hpp>

namespace armature {

/// Throws std::invalid_argument for what AnimationClip::create refuses.
void validateClip(const ClipDescription& description);

/// Throws std::invalid_argument if two channels of the clip `name` have one target. `paths` are those of the channels.
void validateTargets(const std::string& name, std::span<const ChannelTarget> targets, std::span<const ChannelPath> paths);

/// What is wrong with the times of a track, to be said after its name: ", key 3: ..."; empty if nothing.
[[nodiscard]] std::string problemOfTimes(std::span<const float> times);

/// Floats in one value; of weights there may be any number, but one at least.
[[nodiscard]] std::size_t componentsOf(ChannelPath path, std::size_t components) noexcept;

/// The square of a rotation's length.
[[nodiscard]] inline double squareOf(float x, float y, float z, float w) noexcept
{
    const auto square = [](float component) { return static_cast<double>(component) * static_cast<double>(component); };
    return square(x) + square(y) + square(z) + square(w);
}

/// Of a Step or Linear key: farther than rounding to normalised bytes can take it.
[[nodiscard]] inline bool isFarFromUnit(double square) noexcept
{
    constexpr double tolerance = 0.008;  // half a step of a normalised byte, 1/254, in each of four components of 1/2
    const bool isNear =
        square > (1. - 0.99 * tolerance) * (1. - 0.99 * tolerance) && square < (1. + 0.99 * tolerance) * (1. + 0.99 * tolerance);
    return !isNear && std::abs(std::sqrt(square) - 1.) > tolerance;
}

}  // namespace armature
