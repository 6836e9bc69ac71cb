#pragma once

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/matrix.hpp>

/// The linear part and the translation of an affine map, converted to double.
namespace armature {

/// Returns the linear part of an affine map stored row by row.
[[nodiscard]] inline glm::dmat3 linearOf(const float* rows) noexcept
{
    glm::dmat3 linear;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            linear[column][row] = static_cast<double>(rows[4 * row + column]);
        }
    }
    return linear;
}

/// Returns the translation of an affine map stored row by row.
[[nodiscard]] inline glm::dvec3 translationOf(const float* rows) noexcept
{
    return {static_cast<double>(rows[3]), static_cast<double>(rows[7]), static_cast<double>(rows[11])};
}

/// Returns an upper bound of the factor by which a map lengthens any vector: the square root of the product of the largest column sum and
/// the largest row sum, both of absolute values.
[[nodiscard]] inline double normOf(const glm::dmat3& linear) noexcept
{
    const auto largestSum = [](const glm::dmat3& m) {
        const glm::dvec3 sums = glm::abs(m[0]) + glm::abs(m[1]) + glm::abs(m[2]);
        return std::max({sums.x, sums.y, sums.z});
    };
    return std::sqrt(largestSum(linear) * largestSum(glm::transpose(linear)));
}

}  // namespace armature
