#pragma once

#include <optional>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "ik/limits/angle_range.hpp"

namespace armature {

struct LimitedDirection {
    glm::dvec3 direction{0.};
    bool limitsPitch = false;
    bool limitsYaw = false;
};

/// Returns a direction clamped to ranges of yaw and pitch about `up` and `ahead`, which need be neither perpendicular nor of unit length.
/// `before` is the previous direction, for targets straight above, which have no yaw. No value if up and ahead, or all three, give no
/// frame.
[[nodiscard]] std::optional<LimitedDirection> limitDirection(const glm::dvec3& direction, const glm::dvec3& up, const glm::dvec3& ahead,
                                                             const AngleRange& yaw, const AngleRange& pitch,
                                                             const glm::dvec3& before) noexcept;

/// The own axes of a joint that point forward and upward.
struct LookAxes {
    glm::dvec3 forward;
    glm::dvec3 up;
};

/// Returns the turn that takes own axes, as a joint's shape maps them, to the looking frame (x right, y up, z forward), followed by
/// `adjust`, a unit quaternion. It stays the same as long as the shape does. No value if the axes are parallel or vanish.
[[nodiscard]] std::optional<glm::dquat> turnToLookingFrame(const glm::dmat3& shape, const LookAxes& axes,
                                                           const glm::dquat& adjust) noexcept;

/// Returns the rotation of a joint with which its looking frame, given by `toFrame`, points along `direction` and its up as closely as
/// possible along `up`, both in the parent's axes. No value if they are parallel or vanish.
[[nodiscard]] std::optional<glm::dquat> lookRotation(const glm::dquat& toFrame, const glm::dvec3& direction, const glm::dvec3& up) noexcept;

}  // namespace armature
