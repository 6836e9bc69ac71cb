#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "animation/clip/kernels/blend_kernels.hpp"

/// The arithmetic of blending for one lane, in the same order of operations as the vector versions, bit for bit.
namespace armature {

// The index of the first component of each part of TransformLanes.
inline constexpr std::size_t firstTranslation = 0;
inline constexpr std::size_t firstRotation = 3;
inline constexpr std::size_t firstScale = 7;

// Limits on a rotation's squared length. Below the first, the rotation has lost too many bits, or has no direction at all; above the
// second, the square is about to overflow.
inline constexpr float smallestSquare = 1e-30f;
inline constexpr float largestSquare = 1e30f;

[[nodiscard]] inline bool hasLaneWeightsInline(std::span<const BlendLayer> layers) noexcept
{
    return std::ranges::any_of(layers, [](const BlendLayer& layer) { return !layer.laneWeights.empty(); });
}

[[nodiscard]] inline float weightSumInline(std::span<const BlendLayer> layers) noexcept
{
    float sum = 0.f;
    for (const BlendLayer& layer : layers) {
        sum = sum + layer.weight;
    }
    return sum;
}

using RotationLane = std::array<float, 4>;

inline constexpr RotationLane identityLane{0.f, 0.f, 0.f, 1.f};

[[nodiscard]] inline RotationLane loadRotationLane(const TransformLanes& block, std::size_t lane) noexcept
{
    return {block.component[3][lane], block.component[4][lane], block.component[5][lane], block.component[6][lane]};
}

[[nodiscard]] inline float dotInline(const RotationLane& a, const RotationLane& b) noexcept
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

/// Returns `value`, negated if the sign bit of `sign` is set.
[[nodiscard]] inline float turnedInline(float sign, float value) noexcept
{
    return std::signbit(sign) ? -value : value;
}

[[nodiscard]] inline RotationLane multiplyInline(const RotationLane& a, const RotationLane& b) noexcept
{
    return {(a[3] * b[0] + a[0] * b[3]) + (a[1] * b[2] - a[2] * b[1]), (a[3] * b[1] + a[1] * b[3]) + (a[2] * b[0] - a[0] * b[2]),
            (a[3] * b[2] + a[2] * b[3]) + (a[0] * b[1] - a[1] * b[0]), (a[3] * b[3] - a[0] * b[0]) - (a[1] * b[1] + a[2] * b[2])};
}

/// Stores a rotation normalised, or `fallback` if the rotation's length is out of bounds.
inline void storeUnitLane(const RotationLane& rotation, const RotationLane& fallback, TransformLanes& out, std::size_t lane) noexcept
{
    const float square = dotInline(rotation, rotation);
    const bool hasLength = square >= smallestSquare && square <= largestSquare;
    const float factor = 1.f / std::sqrt(square);
    for (std::size_t i = 0; i < 4; ++i) {
        out.component[firstRotation + i][lane] = hasLength ? rotation[i] * factor : fallback[i];
    }
}

}  // namespace armature
