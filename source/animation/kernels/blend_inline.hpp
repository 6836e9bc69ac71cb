#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "scene/kernels/pose_kernels.hpp"

/// The arithmetic of blending for one lane, in the order of operations that the vector versions follow, bit for bit.
namespace armature {

inline constexpr std::size_t firstRotation = 3;  // components of TransformLanes
inline constexpr std::array<std::size_t, 6> straightComponents{0, 1, 2, 7, 8, 9};

// Squared lengths of rotations outside of this have lost too many bits, or have no direction at all.
inline constexpr float smallestSquare = 1e-30f;
inline constexpr float largestSquare = 1e30f;

using RotationLane = std::array<float, 4>;

[[nodiscard]] inline RotationLane loadRotationLane(const TransformLanes& block, std::size_t lane) noexcept
{
    return {block.component[3][lane], block.component[4][lane], block.component[5][lane], block.component[6][lane]};
}

[[nodiscard]] inline float dotInline(const RotationLane& a, const RotationLane& b) noexcept
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

/// `value` with its sign turned where `sign` is negative.
[[nodiscard]] inline float turnedInline(float sign, float value) noexcept
{
    return std::signbit(sign) ? -value : value;
}

/// Stores a rotation at unit length; the identity in place of one without length.
inline void storeUnitLane(const RotationLane& rotation, TransformLanes& out, std::size_t lane) noexcept
{
    const float square = dotInline(rotation, rotation);
    const bool hasLength = square >= smallestSquare && square <= largestSquare;
    const float factor = 1.f / std::sqrt(square);
    for (std::size_t i = 0; i < 4; ++i) {
        out.component[firstRotation + i][lane] = hasLength ? rotation[i] * factor : i == 3 ? 1.f : 0.f;
    }
}

}  // namespace armature
