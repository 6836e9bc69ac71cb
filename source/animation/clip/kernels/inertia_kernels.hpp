#pragma once

#include <cstddef>
#include <span>

#include "node/kernels/pose_kernels.hpp"

/// What is left of the differences that an Inertialization fades, as plain functions over memory that the caller owns. No allocation, no
/// state.
///
/// A difference of length x, which shrank by `rate` times x per second at the switch, is gone at the time e, where
/// 1/e = max(1/duration, rate/5). With t = seconds/e and v = rate*e, which is at most 5, the published polynomial of the fifth degree is
///
///     x (1 - t)^3 (1 + (3 - v) t + (6 - 3v + max(0, 4v - 10)) t^2)
///
/// because its value, speed and acceleration are 0 at t = 1. In this form nothing cancels, so that floats are enough.
namespace armature {

/// The differences of laneCount bones: rows of laneCount numbers, and in each channel one for the rate, which is in [0, largestFadeRate].
struct InertiaRows {
    static constexpr std::size_t translation = 0;  ///< x, y, z, rate
    static constexpr std::size_t halfTurn = 4;     ///< The axis times half the angle, x, y, z; rate
    static constexpr std::size_t scale = 8;        ///< x, y, z, rate
    static constexpr std::size_t count = 12;
    static constexpr std::size_t numbers = count * laneCount;
};

inline constexpr float largestFadeRate = 1e15f;  ///< Per second; its square is a number, too.

/// A moment of a fade.
struct FadeTime {
    float seconds = 0.f;      ///< Since the switch; a little before it, if negative: differences then grow backwards at their speed.
    float perDuration = 1.f;  ///< One over the duration, in [1 / largestFadeRate, largestFadeRate].
};

/// Adds what is left to each block of the pose. `offsets` are InertiaRows::numbers for each block. Rotations are turned from the left, and
/// normalised; what has no difference keeps its value.
void addFading(const float* offsets, const FadeTime& time, std::span<TransformLanes> pose) noexcept;

}  // namespace armature
