#pragma once

#include <cmath>

namespace armature {

/// Reduces `distance` near the farthest reachable distance, which the result approaches but never exceeds. The transition is smooth,
/// because 1 - exp(-x) starts with slope 1. Returns `distance` unchanged if `softness` is 0.
[[nodiscard]] inline double soften(double distance, double farthest, double softness) noexcept
{
    const double zone = softness * farthest;
    const double within = distance - (farthest - zone);
    return zone > 0. && within > 0. ? farthest - zone * std::exp(-within / zone) : distance;
}

}  // namespace armature
