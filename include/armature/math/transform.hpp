#pragma once

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// A translation, rotation and scale. It scales first, then rotates, then translates. The default is the identity.
struct ARMATURE_API Transform {
    glm::vec3 translation{0.f, 0.f, 0.f};    ///< In the parent's axes and units.
    glm::quat rotation{1.f, 0.f, 0.f, 0.f};  ///< Unit length (GLM's constructor order is w, x, y, z).
    glm::vec3 scale{1.f, 1.f, 1.f};          ///< Along the object's own axes; may be negative.

    friend bool operator==(const Transform&, const Transform&) = default;
};

/// The matrix translate(t) * mat4_cast(r) * scale(s). `transform.rotation` must be of unit length.
[[nodiscard]] ARMATURE_API glm::mat4 toMat4(const Transform& transform) noexcept;

/// Returns the rotation for Babylon.js's Euler angles in radians, x = pitch, y = yaw, z = roll: about Z first, then X, then Y.
[[nodiscard]] ARMATURE_API glm::quat eulerToQuaternion(const glm::vec3& euler) noexcept;

/// The inverse of eulerToQuaternion(), with x in [-pi/2, pi/2]. At a pitch of +-90 degrees (gimbal lock), yaw and roll have the same axis;
/// roll is then 0 and yaw contains both rotations.
[[nodiscard]] ARMATURE_API glm::vec3 quaternionToEuler(const glm::quat& rotation) noexcept;

}  // namespace armature
