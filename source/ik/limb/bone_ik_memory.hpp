#pragma once

#include <cmath>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace armature {

/// The state that a BoneIkController keeps from solve to solve, for maxPoleTurn and halfLife, in the axes of the upper bone's parent.
struct BoneIkMemory {
    glm::dvec3 line{0.};               ///< Unit vector to the target; zero if it is not known yet.
    glm::dvec3 side{0.};               ///< Unit vector of the limb's reference side, perpendicular to `line`.
    glm::dvec3 pole{0.};               ///< Unit vector to the pole; zero without a pole.
    glm::dquat upper{0., 0., 0., 0.};  ///< The last smoothed rotation of the upper bone; zero before the first solve.
    glm::dquat lower{0., 0., 0., 0.};  ///< The last smoothed rotation of the lower bone; zero before the first solve.

    [[nodiscard]] bool isFinite() const noexcept
    {
        return std::isfinite(glm::dot(line, line) + glm::dot(side, side) + glm::dot(pole, pole) + glm::dot(upper, upper)
                             + glm::dot(lower, lower));
    }
};

}  // namespace armature
