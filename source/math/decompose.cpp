#include <armature/math/decompose.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/quaternion_geometric.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace armature {

namespace {

float largestElement(const Affine& affine, int columns) noexcept
{
    float largest = 0.f;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < columns; ++column) {
            largest = std::max(largest, std::abs(affine[row][column]));
        }
    }
    return largest;
}

float residualOf(const Affine& affine, const Transform& parts) noexcept
{
    const float size = largestElement(affine, 3);
    const float difference = largestElement(affine - toAffine(parts), 3);
    return size > 0.f ? difference / size : difference;
}

}  // namespace

// The four-branch conversion (Shepperd 1978): the largest of w, x, y, z is found first, so that nothing is divided by a small number.
glm::quat rotationOf(const glm::mat3& rotation) noexcept
{
    const glm::dmat3 m(rotation);
    const double trace = m[0][0] + m[1][1] + m[2][2];
    glm::dquat q(1., 0., 0., 0.);
    if (trace > 0.) {
        const double s = std::sqrt(trace + 1.) * 2.;
        q = glm::dquat(s / 4., (m[1][2] - m[2][1]) / s, (m[2][0] - m[0][2]) / s, (m[0][1] - m[1][0]) / s);
    } else if (m[0][0] > m[1][1] && m[0][0] > m[2][2]) {
        const double s = std::sqrt(1. + m[0][0] - m[1][1] - m[2][2]) * 2.;
        q = glm::dquat((m[1][2] - m[2][1]) / s, s / 4., (m[1][0] + m[0][1]) / s, (m[2][0] + m[0][2]) / s);
    } else if (m[1][1] > m[2][2]) {
        const double s = std::sqrt(1. + m[1][1] - m[0][0] - m[2][2]) * 2.;
        q = glm::dquat((m[2][0] - m[0][2]) / s, (m[1][0] + m[0][1]) / s, s / 4., (m[2][1] + m[1][2]) / s);
    } else {
        const double s = std::sqrt(1. + m[2][2] - m[0][0] - m[1][1]) * 2.;
        q = glm::dquat((m[0][1] - m[1][0]) / s, (m[2][0] + m[0][2]) / s, (m[2][1] + m[1][2]) / s, s / 4.);
    }
    return glm::quat(q);
}

Decomposition decompose(const Affine& affine) noexcept
{
    const glm::mat3 linear = linearPart(affine);
    Decomposition result;
    Transform& parts = result.transform;
    parts.translation = translationOf(affine);
    for (int column = 0; column < 3; ++column) {
        parts.scale[column] = static_cast<float>(glm::length(glm::dvec3(linear[column])));
    }
    if (determinant(affine) < 0.) {
        parts.scale.y = -parts.scale.y;
    }
    if (parts.scale.x != 0.f && parts.scale.y != 0.f && parts.scale.z != 0.f) {
        const glm::quat rotation = rotationOf({linear[0] / parts.scale.x, linear[1] / parts.scale.y, linear[2] / parts.scale.z});
        // A sheared matrix reads as a quaternion that is not of unit length, which would scale once more when composed.
        parts.rotation = glm::normalize(rotation);
    }
    result.residual = residualOf(affine, parts);
    return result;
}

Decomposition decompose(const glm::mat4& matrix) noexcept
{
    return decompose(toAffine(matrix));
}

}  // namespace armature
