#pragma once

#include <numbers>

namespace armature::test {

inline constexpr float pi = std::numbers::pi_v<float>;
inline constexpr float quarterTurn = pi / 2.f;

/// The sine and the cosine of 45 degrees.
inline constexpr float sin45 = std::numbers::sqrt2_v<float> / 2.f;

}  // namespace armature::test
