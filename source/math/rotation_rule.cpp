#include "math/rotation_rule.hpp"

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vector_relational.hpp>

namespace armature {

namespace {

/// Returns the rotation of `axes`; if they mirror, +Y is flipped first.
glm::dquat properRotation(glm::dmat3 axes) noexcept
{
    if (glm::determinant(axes) < 0.) {
        axes[1] = -axes[1];
    }
    return glm::normalize(quaternionOf(axes));
}

}  // namespace

// Uses the four-branch conversion (Shepperd 1978): it computes the largest of w, x, y, z first, so that nothing is divided by a small
// number.
glm::dquat quaternionOf(const glm::dmat3& m) noexcept
{
    const double trace = m[0][0] + m[1][1] + m[2][2];
    if (trace > 0.) {
        const double s = std::sqrt(trace + 1.) * 2.;
        return {s / 4., (m[1][2] - m[2][1]) / s, (m[2][0] - m[0][2]) / s, (m[0][1] - m[1][0]) / s};
    }
    if (m[0][0] > m[1][1] && m[0][0] > m[2][2]) {
        const double s = std::sqrt(1. + m[0][0] - m[1][1] - m[2][2]) * 2.;
        return {(m[1][2] - m[2][1]) / s, s / 4., (m[1][0] + m[0][1]) / s, (m[2][0] + m[0][2]) / s};
    }
    if (m[1][1] > m[2][2]) {
        const double s = std::sqrt(1. + m[1][1] - m[0][0] - m[2][2]) * 2.;
        return {(m[2][0] - m[0][2]) / s, (m[1][0] + m[0][1]) / s, s / 4., (m[2][1] + m[1][2]) / s};
    }
    const double s = std::sqrt(1. + m[2][2] - m[0][0] - m[1][1]) * 2.;
    return {(m[0][1] - m[1][0]) / s, (m[2][0] + m[0][2]) / s, (m[2][1] + m[1][2]) / s, s / 4.};
}

glm::dmat3 orthonormalAxes(const glm::dmat3& linear) noexcept
{
    const glm::dvec3 y = glm::normalize(linear[1]);
    const glm::dvec3 front = glm::normalize(linear[2]);
    const glm::dvec3 z = glm::normalize(front - y * glm::dot(y, front));
    const glm::dvec3 x = glm::cross(y, z);
    return {glm::dot(x, linear[0]) < 0. ? -x : x, y, z};
}

// properRotation() flips a column after Gram-Schmidt; flipping it before would give the same result.
glm::dquat rotationOfLinear(const glm::dmat3& linear) noexcept
{
    return isSingular(linear) ? glm::dquat(1., 0., 0., 0.) : properRotation(orthonormalAxes(linear));
}

glm::dquat rotationOutOf(const glm::dmat3& frame, const glm::dquat& local) noexcept
{
    if (isSingular(frame)) {
        return local;
    }
    glm::dmat3 turned = frame * glm::mat3_cast(local);
    if (glm::determinant(frame) < 0.) {
        turned[1] = -turned[1];
    }
    return glm::normalize(quaternionOf(orthonormalAxes(turned)));
}

glm::dquat rotationInto(const glm::dmat3& inverseFrame, const glm::dquat& rotation) noexcept
{
    return isSingular(inverseFrame) ? rotation : properRotation(orthonormalAxes(inverseFrame * glm::mat3_cast(rotation)));
}

Transform withSigns(Transform parts, const glm::vec3& signs) noexcept
{
    const glm::bvec3 turned = glm::notEqual(glm::lessThan(parts.scale, glm::vec3(0.f)), glm::lessThan(signs, glm::vec3(0.f)));
    if (turned.x + turned.y + turned.z == 2) {
        const glm::vec3 kept(turned.x ? 0.f : 1.f, turned.y ? 0.f : 1.f, turned.z ? 0.f : 1.f);
        parts.rotation = parts.rotation * glm::quat(0.f, kept.x, kept.y, kept.z);
        parts.scale *= 2.f * kept - 1.f;
    }
    return parts;
}

}  // namespace armature
