#pragma once

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace armature {

/// Whether a linear map cannot be told from a singular one, given that it was rounded to floats, as a product perhaps: what its determinant
/// is of the product of its columns' lengths is noise then. Uneven scale before or after all turns does not count, it harms no digit:
/// hence rows as well, whichever tells less.
[[nodiscard]] inline bool isSingular(const glm::dmat3& linear) noexcept
{
    const glm::dmat3 rows = glm::transpose(linear);
    const double columnBox = glm::length(linear[0]) * glm::length(linear[1]) * glm::length(linear[2]);
    const double rowBox = glm::length(rows[0]) * glm::length(rows[1]) * glm::length(rows[2]);
    constexpr double noise = 1e-6;                                                       // a few products of matrices, each rounded to 6e-8
    return !(std::abs(glm::determinant(linear)) > noise * std::min(columnBox, rowBox));  // true for what is not a number
}

}  // namespace armature
