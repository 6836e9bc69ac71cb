#pragma once

#include <cstddef>
#include <string>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>

/// What feet that rest say about where up is.
namespace armature {

/// "+X", or the numbers of a direction that is no axis.
[[nodiscard]] std::string axisName(const glm::dvec3& axis);

/// Feet rest on the ground: wherever a body has gone, at one height, with the hips above them. A wrong up has them rest at many heights, or
/// far from height 0. Whoever stays in one place, or lies on the ground, tells nothing: such a body looks the same whichever way is up.
class UpEvidence {
public:
    /// A moment in which a foot rests. All places are in one world.
    void add(const glm::dvec3& ball, const glm::dvec3& hips) noexcept;

    /// What contradicts that `up` is up, in words; empty: nothing does. It is of unit length; `leg`: the length of one.
    [[nodiscard]] std::string faultOf(const glm::dvec3& up, double leg) const;

private:
    [[nodiscard]] double spreadAlong(const glm::dvec3& axis) const noexcept;

    std::size_t count_ = 0;
    glm::dvec3 first_{0.};    ///< The others are seen from here, so that sums of squares stay exact.
    glm::dvec3 sum_{0.};      ///< Sum of the balls' places.
    glm::dmat3 squares_{0.};  ///< Sum of the products of their coordinates.
    glm::dvec3 toHips_{0.};
};

}  // namespace armature
