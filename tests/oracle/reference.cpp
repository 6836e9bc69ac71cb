#include <oracle/reference.hpp>

#include <algorithm>
#include <cmath>

namespace armature::test::reference {

namespace {

glm::dquat fourBranch(const glm::dmat3& m)
{
    const double trace = m[0][0] + m[1][1] + m[2][2];
    if (trace > 0) {
        const double s = 2 * std::sqrt(trace + 1);
        return {s / 4, (m[1][2] - m[2][1]) / s, (m[2][0] - m[0][2]) / s, (m[0][1] - m[1][0]) / s};
    }
    if (m[0][0] > m[1][1] && m[0][0] > m[2][2]) {
        const double s = 2 * std::sqrt(1 + m[0][0] - m[1][1] - m[2][2]);
        return {(m[1][2] - m[2][1]) / s, s / 4, (m[1][0] + m[0][1]) / s, (m[2][0] + m[0][2]) / s};
    }
    if (m[1][1] > m[2][2]) {
        const double s = 2 * std::sqrt(1 + m[1][1] - m[0][0] - m[2][2]);
        return {(m[2][0] - m[0][2]) / s, (m[1][0] + m[0][1]) / s, s / 4, (m[2][1] + m[1][2]) / s};
    }
    const double s = 2 * std::sqrt(1 + m[2][2] - m[0][0] - m[1][1]);
    return {(m[0][1] - m[1][0]) / s, (m[2][0] + m[0][2]) / s, (m[2][1] + m[1][2]) / s, s / 4};
}

/// Returns the rotation whose +Y is the direction of `linear`'s second column and whose +X is perpendicular to its second and third
/// columns.
glm::dquat uprightRotation(const glm::dmat3& linear)
{
    const glm::dvec3 x = glm::normalize(glm::cross(linear[1], linear[2]));
    const glm::dvec3 y = glm::normalize(linear[1]);
    return glm::normalize(fourBranch({x, y, glm::cross(x, y)}));
}

}  // namespace

glm::dmat4 compose(const Parts& parts)
{
    return withTranslation(glm::mat4_cast(parts.rotation) * scaling(parts.scale), parts.translation);
}

Parts split(const glm::dmat4& matrix)
{
    Parts parts;
    parts.translation = glm::dvec3(matrix[3]);
    for (int column = 0; column < 3; ++column) {
        parts.scale[column] = glm::length(glm::dvec3(matrix[column]));
    }
    if (glm::determinant(glm::dmat3(matrix)) <= 0) {
        parts.scale.y = -parts.scale.y;
    }
    if (parts.scale.x != 0 && parts.scale.y != 0 && parts.scale.z != 0) {
        glm::dmat3 linear(matrix);
        linear[1] *= glm::sign(parts.scale.y);
        parts.rotation = uprightRotation(linear);
    }
    return parts;
}

glm::dquat axisRotation(const glm::dvec3& axis, double angle)
{
    return glm::angleAxis(angle, glm::normalize(axis));
}

glm::dquat eulerRotation(const glm::dvec3& euler)
{
    return axisRotation({0, 1, 0}, euler.y) * axisRotation({1, 0, 0}, euler.x) * axisRotation({0, 0, 1}, euler.z);
}

bool isSheared(const glm::dmat4& matrix)
{
    const glm::dmat3 m(matrix);
    const auto cosine = [](const glm::dvec3& a, const glm::dvec3& b) {
        const double lengths = glm::length(a) * glm::length(b);
        return lengths < 1e-12 ? 0. : std::abs(glm::dot(a, b)) / lengths;
    };
    return std::max({cosine(m[0], m[1]), cosine(m[1], m[2]), cosine(m[2], m[0])}) > 1e-6;
}

bool isMirrored(const glm::dmat4& matrix)
{
    return glm::determinant(glm::dmat3(matrix)) < 0;
}

glm::dmat4 withTranslation(glm::dmat4 matrix, const glm::dvec3& translation)
{
    matrix[3] = glm::dvec4(translation, 1);
    return matrix;
}

glm::dmat4 linearOf(const glm::dmat4& matrix)
{
    return withTranslation(matrix, glm::dvec3(0));
}

glm::dmat4 scaling(const glm::dvec3& scale)
{
    glm::dmat4 matrix(1);
    for (int i = 0; i < 3; ++i) {
        matrix[i][i] = scale[i];
    }
    return matrix;
}

glm::dmat4 translation(const glm::dvec3& offset)
{
    return withTranslation(glm::dmat4(1), offset);
}

glm::dvec3 transformPoint(const glm::dmat4& matrix, const glm::dvec3& point)
{
    return glm::dvec3(matrix * glm::dvec4(point, 1));
}

glm::dvec3 transformVector(const glm::dmat4& matrix, const glm::dvec3& vector)
{
    return glm::dvec3(matrix * glm::dvec4(vector, 0));
}

glm::dquat rotationIn(const glm::dmat4& frame, const glm::dmat4& local)
{
    return rotationIn(frame, local, split(local));
}

glm::dquat rotationIn(const glm::dmat4& frame, const glm::dmat4& local, const Parts& parts)
{
    const bool isFlat = parts.scale.x == 0 || parts.scale.y == 0 || parts.scale.z == 0;
    glm::dmat3 columns(frame * (isFlat ? glm::mat4_cast(parts.rotation) : local));
    for (int i = 0; i < 3; ++i) {
        const bool isFlipped = (!isFlat && parts.scale[i] < 0) != (i == 1 && isMirrored(frame));
        columns[i] *= isFlipped ? -1 : 1;
    }
    return std::abs(glm::determinant(glm::dmat3(frame))) < 1e-12 ? parts.rotation : uprightRotation(columns);
}

// The frame's inverse transforms directions back, and its transpose the normals of planes.
glm::dquat localRotation(const glm::dmat4& frame, const glm::dquat& rotation)
{
    const glm::dmat3 linear(frame);
    const glm::dmat3 axes(glm::mat3_cast(glm::normalize(rotation)));
    const glm::dvec3 x = glm::normalize(glm::transpose(linear) * axes[0]);
    const glm::dvec3 y = glm::normalize(glm::inverse(linear) * axes[1]) * (isMirrored(frame) ? -1. : 1.);
    return glm::normalize(fourBranch({x, y, glm::cross(x, y)}));
}

std::vector<glm::dmat4> absolutes(const std::vector<glm::dmat4>& locals, const std::vector<int>& parents)
{
    std::vector<glm::dmat4> result;
    for (std::size_t i = 0; i < locals.size(); ++i) {
        glm::dmat4 absolute = locals[i];
        for (int above = parents[i]; above >= 0; above = parents[static_cast<std::size_t>(above)]) {
            absolute = locals[static_cast<std::size_t>(above)] * absolute;
        }
        result.push_back(absolute);
    }
    return result;
}

}  // namespace armature::test::reference
