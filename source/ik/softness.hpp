#pragma once

#include <cmath>

namespace armature {

/// Reduces `distance` near the farthest reachable distance, which it then only approaches. The transition is smooth: 1 - exp(-x) starts
/// with slope 1.
[[nodiscard]] inline double soften(double distance, double farthest, double softness) noexcept
{
    const double zone = softness * farthest;
    const double within = distance - (farthest - zone);
    return zone > 0. && within > 0. ? farthest - zone * std::exp(-within / zone) : distance;
}

}  // namespace armature
