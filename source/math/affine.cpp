#include <armature/math/affine.hpp>

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "math/affine_rows.hpp"
#include "math/numbers.hpp"
#include "math/rotation_rule.hpp"

namespace armature {

Affine toAffine(const glm::mat4& matrix) noexcept
{
    Affine affine;
    for (int row = 0; row < 3; ++row) {
        affine[row] = glm::vec4(matrix[0][row], matrix[1][row], matrix[2][row], matrix[3][row]);
    }
    return affine;
}

Affine toAffine(const Transform& transform) noexcept
{
    return toAffineInline(composeRows(transform));
}

Affine toAffine(const glm::dmat4& matrix) noexcept
{
    return toAffine(glm::mat4(matrix));
}

glm::mat4 toMat4(const Affine& affine) noexcept
{
    return toMat4Inline(affine);
}

glm::dmat4 toDmat4(const Affine& affine) noexcept
{
    return glm::dmat4(toMat4(affine));
}

Affine multiply(const Affine& parent, const Affine& child) noexcept
{
    return multiplyInline(parent, child);
}

glm::vec3 transformVector(const Affine& affine, const glm::vec3& vector) noexcept
{
    glm::vec3 result;
    for (int row = 0; row < 3; ++row) {
        result[row] = affine[row].x * vector.x + affine[row].y * vector.y + affine[row].z * vector.z;
    }
    return result;
}

glm::vec3 transformPoint(const Affine& affine, const glm::vec3& point) noexcept
{
    return transformVector(affine, point) + translationOf(affine);
}

glm::vec3 translationOf(const Affine& affine) noexcept
{
    return {affine[0].w, affine[1].w, affine[2].w};
}

glm::mat3 linearPart(const Affine& affine) noexcept
{
    return glm::mat3(affine[0].x, affine[1].x, affine[2].x, affine[0].y, affine[1].y, affine[2].y, affine[0].z, affine[1].z, affine[2].z);
}

double determinant(const Affine& affine) noexcept
{
    return glm::determinant(glm::dmat3(linearPart(affine)));
}

bool isInvertible(const Affine& affine) noexcept
{
    return isFinite(affine) && !isSingular(glm::dmat3(linearPart(affine)));
}

Affine inverse(const Affine& affine) noexcept
{
    return toAffine(glm::inverse(toDmat4(affine)));
}

bool isFinite(const Affine& affine) noexcept
{
    return !findNotFinite({&affine[0].x, 12}).has_value();
}

bool isAffine(const glm::mat4& matrix) noexcept
{
    return matrix[0][3] == 0.f && matrix[1][3] == 0.f && matrix[2][3] == 0.f && matrix[3][3] == 1.f && isFinite(toAffine(matrix));
}

}  // namespace armature
