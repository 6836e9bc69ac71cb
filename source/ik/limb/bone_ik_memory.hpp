#pragma once

#include <cmath>

#include <glm/ext/quaternion_double.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/plain_turns.hpp"

namespace armature {

/// The state that a BoneIkController keeps from solve to solve, for maxPoleTurn and halfLife, in the axes of the upper bone's parent.
struct BoneIkMemory {
    PlainVector line;                  ///< Unit vector to the target; zero if it is not known yet.
    PlainVector side;                  ///< Unit vector of the limb's reference side, perpendicular to `line`.
    PlainVector pole;                  ///< Unit vector to the pole; zero without a pole.
    glm::dquat upper{0., 0., 0., 0.};  ///< The last smoothed rotation of the upper bone; zero before the first solve.
    glm::dquat lower{0., 0., 0., 0.};  ///< The last smoothed rotation of the lower bone; zero before the first solve.

    [[nodiscard]] bool isFinite() const noexcept
    {
        return std::isfinite(squared(line) + squared(side) + squared(pole) + glm::dot(upper, upper)
                             + glm::dot(lower, lower));
    }
};

}  // namespace armature
