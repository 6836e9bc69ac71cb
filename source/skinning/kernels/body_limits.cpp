#include "skinning/kernels/body_limits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace armature {

void include(const float* matrix, LargestRows& inOut) noexcept
{
    for (int i = 0; i < 12; ++i) {
        float& largest = inOut.rows[i / 4][i % 4];
        // Without signs, floats compare as integers in the order of their values, and NaN comes last.
        largest = std::bit_cast<float>(std::max(std::bit_cast<std::uint32_t>(std::abs(matrix[i])), std::bit_cast<std::uint32_t>(largest)));
    }
}

void extendBy(const Aabb& reach, const LargestRows& largest, const BodyLimits& limits, Aabb& inOutBox) noexcept
{
    const float infinity = std::numeric_limits<float>::infinity();
    glm::vec3 sums;
    for (int axis = 0; axis < 3; ++axis) {
        const float(&row)[4] = largest.rows[axis];
        // An upper bound of the absolute value of any coordinate of a moved point.
        const float sum = row[0] * limits.farthest.x + row[1] * limits.farthest.y + row[2] * limits.farthest.z + row[3];
        const float more = limits.slack * row[3] + limits.rounding * sum;
        inOutBox.minimum[axis] = std::min(inOutBox.minimum[axis], reach.minimum[axis] - more);
        inOutBox.maximum[axis] = std::max(inOutBox.maximum[axis], reach.maximum[axis] + more);
        sums[axis] = sum + more;
    }
    if (!(std::isfinite(2.f * sums.x) && std::isfinite(2.f * sums.y) && std::isfinite(2.f * sums.z))) {
        inOutBox = {glm::vec3(-infinity), glm::vec3(infinity)};
    }
}

}  // namespace armature
