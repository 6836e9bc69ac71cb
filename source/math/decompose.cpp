#include <armature/math/decompose.hpp>

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "math/rotation_rule.hpp"

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

glm::quat rotationOf(const glm::mat3& rotation) noexcept
{
    return glm::quat(quaternionOf(glm::dmat3(rotation)));
}

Decomposition decompose(const Affine& affine) noexcept
{
    const glm::dmat3 linear(linearPart(affine));
    Decomposition result;
    Transform& parts = result.transform;
    parts.translation = translationOf(affine);
    for (int column = 0; column < 3; ++column) {
        parts.scale[column] = static_cast<float>(glm::length(linear[column]));
    }
    if (glm::determinant(linear) < 0.) {
        parts.scale.y = -parts.scale.y;
    }
    parts.rotation = glm::quat(rotationOfLinear(linear));
    result.residual = residualOf(affine, parts);
    return result;
}

Decomposition decompose(const glm::mat4& matrix) noexcept
{
    return decompose(toAffine(matrix));
}

}  // namespace armature
