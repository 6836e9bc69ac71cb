#include <armature/math/transform.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

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
    // R = Ry(yaw) Rx(pitch) Rz(roll): R[row 1][column 2] = -sin(pitch); the other two angles from the elements that share its cosine.
    const glm::dquat q(rotation);
    const double sinePitch = std::clamp(2. * (q.w * q.x - q.y * q.z), -1., 1.);
    // Above this the cosine is lost in the rounding of a float quaternion.
    constexpr double gimbalLock = 0.9999999;
    if (std::abs(sinePitch) > gimbalLock) {
        const double yaw = std::atan2(2. * (q.w * q.y - q.x * q.z), 1. - 2. * (q.y * q.y + q.z * q.z));
        return glm::vec3(glm::dvec3(std::copysign(std::numbers::pi / 2., sinePitch), yaw, 0.));
    }
    const double yaw = std::atan2(2. * (q.x * q.z + q.w * q.y), 1. - 2. * (q.x * q.x + q.y * q.y));
    const double roll = std::atan2(2. * (q.x * q.y + q.w * q.z), 1. - 2. * (q.x * q.x + q.z * q.z));
    return glm::vec3(glm::dvec3(std::asin(sinePitch), yaw, roll));
}

}  // namespace armature
