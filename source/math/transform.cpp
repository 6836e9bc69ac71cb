#include <armature/math/transform.hpp>

#include <cmath>
#include <numbers>

#include <glm/ext/vector_double2.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/affine.hpp>

namespace armature {

glm::mat4 toMat4(const Transform& transform) noexcept
{
    return toMat4(toAffine(transform));
}

glm::quat eulerToQuaternion(const glm::vec3& euler) noexcept
{
    const glm::dvec3 half = glm::dvec3(euler) * 0.5;
    const glm::dquat yaw(std::cos(half.y), 0., std::sin(half.y), 0.);
    const glm::dquat pitch(std::cos(half.x), std::sin(half.x), 0., 0.);
    const glm::dquat roll(std::cos(half.z), 0., 0., std::sin(half.z));
    return glm::quat(yaw * pitch * roll);
}

glm::vec3 quaternionToEuler(const glm::quat& rotation) noexcept
{
    // R = Ry(yaw) Rx(pitch) Rz(roll). Row 1 is (cos(pitch) sin(roll), cos(pitch) cos(roll), -sin(pitch)).
    const glm::dquat q(rotation);
    const double sinePitch = 2. * (q.w * q.x - q.y * q.z);
    const double cosinePitch = std::hypot(2. * (q.x * q.y + q.w * q.z), 1. - 2. * (q.x * q.x + q.z * q.z));
    const glm::dvec2 row0(1. - 2. * (q.y * q.y + q.z * q.z), 2. * (q.x * q.y - q.w * q.z));
    const glm::dvec2 row2(2. * (q.x * q.z - q.w * q.y), 2. * (q.y * q.z + q.w * q.x));
    // Threshold: a smaller cosine is lost in the rounding of a float quaternion.
    constexpr double gimbalLock = 1e-6;
    if (cosinePitch < gimbalLock) {
        return glm::vec3(glm::dvec3(std::copysign(std::numbers::pi / 2., sinePitch), std::atan2(-row2.x, row0.x), 0.));
    }
    const double yaw = std::atan2(2. * (q.x * q.z + q.w * q.y), 1. - 2. * (q.x * q.x + q.y * q.y));
    // Roll is computed from the rotation without its yaw: near gimbal lock both angles are uncertain, but together they give the rotation.
    const glm::dvec2 unyawed = std::cos(yaw) * row0 - std::sin(yaw) * row2;
    return glm::vec3(glm::dvec3(std::atan2(sinePitch, cosinePitch), yaw, std::atan2(-unyawed.y, unyawed.x)));
}

}  // namespace armature
