#pragma once

#include <cstddef>
#include <span>

#include "node/kernels/pose_kernels.hpp"

/// Fading of the differences of an Inertialization, as plain functions over memory that the caller owns. No allocation, no state.
///
/// A difference of length x that shrank by rate * x per second at the switch has faded out at the time e, where 1/e = max(1/duration,
/// rate/5). With t = seconds/e and v = rate*e, which is at most 5, the published polynomial of the fifth degree equals
///
///     x (1 - t)^3 (1 + (3 - v) t + (6 - 3v + max(0, 4v - 10)) t^2)
///
/// because its value, speed and acceleration are 0 at t = 1. In this form nothing cancels, so floats are precise enough.
namespace armature {

/// The differences of laneCount bones, as rows of laneCount numbers. Each channel also has a row for its rate, in [0, largestFadeRate].
struct InertiaRows {
    static constexpr std::size_t translation = 0;  ///< x, y, z, rate
    static constexpr std::size_t halfTurn = 4;     ///< The axis times half the angle, x, y, z; rate
    static constexpr std::size_t scale = 8;        ///< x, y, z, rate
    static constexpr std::size_t count = 12;
    static constexpr std::size_t numbers = count * laneCount;
};

inline constexpr float largestFadeRate = 1e15f;  ///< Per second; its square is still finite.

/// A moment in a fade.
struct FadeTime {
    float seconds = 0.f;      ///< Seconds since the switch. If slightly negative, differences grow backwards in time at their initial rate.
    float perDuration = 1.f;  ///< One over the duration, in [1 / largestFadeRate, largestFadeRate].
};

/// Adds the remaining differences to each block of the pose. `offsets` holds InertiaRows::numbers floats for each block. Rotations are
/// multiplied from the left by the remaining turn, and normalised; a value without a difference stays unchanged.
void addFading(const float* offsets, const FadeTime& time, std::span<TransformLanes> pose) noexcept;

}  // namespace armature
