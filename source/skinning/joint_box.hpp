#pragma once

#include <span>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>

namespace armature {

/// A box that need not be parallel to the coordinate axes.
struct JointBox {
    glm::dmat3 axes{1.};    ///< Columns: the directions of the sides, orthonormal.
    glm::dvec3 center{0.};  ///< In the space of the enclosed points.
    glm::dvec3 half{0.};    ///< Half the lengths of the sides, along the box's axes.
};

/// Encloses points in a box along the coordinate axes or along the points' principal axes, whichever has the smaller surface.
[[nodiscard]] JointBox enclosePoints(std::span<const glm::dvec3> points);
/// Encloses points in a box with the given axes.
[[nodiscard]] JointBox enclosePoints(std::span<const glm::dvec3> points, const glm::dmat3& axes);

/// Returns one of the eight corners: each bit of `number` selects the side along one axis.
[[nodiscard]] glm::dvec3 cornerOf(const JointBox& box, unsigned number) noexcept;

/// Returns an eighth of a box's surface area, by which boxes are compared.
[[nodiscard]] double surfaceOf(const JointBox& box) noexcept;

/// Returns the largest absolute coordinates of a box's points.
[[nodiscard]] glm::dvec3 farthestOf(const JointBox& box) noexcept;

/// Grows a box for points whose x, y and z may each be off by the fraction `rounding` of that coordinate's largest absolute value.
void growForRounding(JointBox& box, double rounding) noexcept;

}  // namespace armature
