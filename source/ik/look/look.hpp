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

/// Returns `direction` clamped to ranges of yaw and pitch. Pitch is measured towards `up`, yaw about `up` from `ahead`; these two may have
/// any lengths and any angle between them, but must not be parallel. If `direction` points straight up or down, it has no yaw, and the yaw
/// of `before`, the previous direction, is used. No value if `up` and `ahead` are parallel, or `direction` is zero. If neither range limits
/// anything, `direction` is returned as it is, without these checks.
[[nodiscard]] std::optional<LimitedDirection> limitDirection(const glm::dvec3& direction, const glm::dvec3& up, const glm::dvec3& ahead,
                                                             const AngleRange& yaw, const AngleRange& pitch,
                                                             const glm::dvec3& before) noexcept;

/// The axes of a joint that point forward and upward, in its own axes.
struct LookAxes {
    glm::dvec3 forward;
    glm::dvec3 up;
};

/// Returns the rotation that takes a joint's own axes, as mapped by the joint's shape, to the looking frame (x right, y up, z forward),
/// followed by the unit quaternion `adjust`. It depends only on the shape, the axes and `adjust`. No value if the axes are parallel or
/// vanish.
[[nodiscard]] std::optional<glm::dquat> turnToLookingFrame(const glm::dmat3& shape, const LookAxes& axes,
                                                           const glm::dquat& adjust) noexcept;

/// Returns the rotation with which a joint's looking frame, given by `toFrame`, points forward along `direction`, and upward as closely to
/// `up` as possible. `direction` and `up` are in the parent's axes. No value if they are parallel or vanish.
[[nodiscard]] std::optional<glm::dquat> lookRotation(const glm::dquat& toFrame, const glm::dvec3& direction, const glm::dvec3& up) noexcept;

}  // namespace armature
