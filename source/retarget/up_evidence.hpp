#pragma once

#include <cstddef>
#include <string>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>

/// Evidence about the up direction, from resting feet.
namespace armature {

/// Returns a name such as "+X", or the coordinates of a direction that is not an axis.
[[nodiscard]] std::string axisName(const glm::dvec3& axis);

/// Feet rest on the ground: always at the same height, with the hips above them. If the assumed up direction is wrong, they seem to rest at
/// many heights, or far from height 0. A body that stays in one place or lies on the ground gives no evidence, because it looks the same
/// for any up direction.
class UpEvidence {
public:
    /// Adds a moment in which a foot rests: the positions of the foot's ball and of the hips. All calls must use the same world.
    void add(const glm::dvec3& ball, const glm::dvec3& hips) noexcept;

    /// Returns the evidence against `up`, in words; empty if there is none. `up` is of unit length; `leg` is the length of a leg.
    [[nodiscard]] std::string faultOf(const glm::dvec3& up, double leg) const;

private:
    [[nodiscard]] double spreadAlong(const glm::dvec3& axis) const noexcept;

    std::size_t count_ = 0;
    glm::dvec3 first_{0.};    ///< The first ball's position. The sums are relative to it, so that sums of squares stay exact.
    glm::dvec3 sum_{0.};      ///< Sum of the positions of the balls.
    glm::dmat3 squares_{0.};  ///< Sum of the outer products of these positions.
    glm::dvec3 toHips_{0.};
};

}  // namespace armature
