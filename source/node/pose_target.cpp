#include "node/pose_target.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <armature/math/decompose.hpp>

#include "node/checks.hpp"

namespace armature {

namespace {

// Tolerance: the rounding error of a few float products. A smaller shear is noise.
constexpr double negligibleShear = 3e-6;

bool agree(const glm::dmat3& a, const glm::dmat3& b) noexcept
{
    double size = 0.;
    double difference = 0.;
    for (glm::length_t column = 0; column < 3; ++column) {
        for (glm::length_t row = 0; row < 3; ++row) {
            size = std::max(size, std::abs(a[column][row]));
            difference = std::max(difference, std::abs(a[column][row] - b[column][row]));
        }
    }
    return difference <= negligibleShear * size;
}

Affine affineOf(const glm::dmat3& linear, const glm::dvec3& origin) noexcept
{
    glm::dmat4 matrix(linear);
    matrix[3] = glm::dvec4(origin, 1.);
    return toAffine(matrix);
}

/// Refuses a matrix pose whose scale would be infinite. The scale is read from the matrix, and a column of finite numbers may be longer
/// than the largest float.
void requireReadableScale(const Node& node, const Affine& matrix)
{
    constexpr float harmless =
        0.5f * std::numeric_limits<float>::max();  // a column of three such numbers is no longer than the largest float
    float largest = 0.f;
    for (const glm::vec4& row : {matrix[0], matrix[1], matrix[2]}) {
        largest = std::max({largest, std::abs(row.x), std::abs(row.y), std::abs(row.z)});
    }
    if (largest > harmless) {
        requireFinite(node, "resulting scale", decompose(matrix).transform.scale);
    }
}

}  // namespace

glm::dvec3 PoseTarget::pivot() const noexcept
{
    return hierarchy->isPivoted(slot) ? hierarchy->owner().pivotOf(slot) : glm::vec3(0.f);
}

glm::dvec3 PoseTarget::origin() const noexcept
{
    return translationOf(hierarchy->local(slot));
}

glm::dvec3 PoseTarget::center() const noexcept
{
    return transformPoint(hierarchy->local(slot), pivot());
}

void PoseTarget::moveTo(const Node& node, const glm::dvec3& origin) const
{
    const glm::vec3 rounded(origin);
    requireFinite(node, "resulting position", rounded);
    if (hierarchy->isPivoted(slot) && !hierarchy->storedPose(slot).isMatrix) {
        Transform parts = hierarchy->transform(slot);
        parts.translation = rounded - hierarchy->pivotShift(slot, hierarchy->local(slot));
        requireParts(node, parts);
    }
    hierarchy->setOrigin(slot, rounded);
}

void PoseTarget::requireRotated(const Node& node, const glm::quat& rotation) const
{
    Transform parts = hierarchy->transform(slot);
    parts.rotation = rotation;
    requireParts(node, parts);
}

void PoseTarget::requireScaled(const Node& node, const glm::vec3& scale) const
{
    Transform parts = hierarchy->transform(slot);
    parts.scale = scale;
    requireParts(node, parts);
}

void PoseTarget::requireComposed(const Node& node, const Transform& parts) const
{
    const Affine matrix = hierarchy->composeAbout(slot, parts);
    requireFinite(node, "resulting matrix", matrix);
    requireReadableScale(node, matrix);
}

void PoseTarget::requireParts(const Node& node, const Transform& parts) const
{
    requireFinite(node, "resulting position", parts.translation);
    requireFinite(node, "resulting scale", parts.scale);
    requirePivoted(node, parts);
}

void PoseTarget::multiply(const Node& node, const glm::dmat3& left, const glm::dmat3& right, const glm::dvec3& newCenter,
                          const Transform& expected) const
{
    hierarchy->setPose(slot, product(node, left, right, newCenter, expected));
}

LocalPose PoseTarget::product(const Node& node, const glm::dmat3& left, const glm::dmat3& right, const glm::dvec3& newCenter,
                              const Transform& expected) const
{
    const glm::dmat3 linear = left * glm::dmat3(linearPart(hierarchy->local(slot))) * right;
    const glm::dvec3 origin = newCenter - linear * pivot();
    const Affine matrix = affineOf(linear, origin);
    requireFinite(node, "resulting matrix", matrix);
    if (agree(linear, glm::dmat3(linearPart(toAffine(expected))))) {
        const bool staysInPlace = newCenter == center();
        const glm::vec3 translation = staysInPlace ? expected.translation : glm::vec3(newCenter - pivot());
        const Transform parts{translation, expected.rotation, expected.scale};
        requireParts(node, parts);
        return {parts, identityAffine(), false};
    }
    requireReadableScale(node, matrix);
    return {expected, matrix, true};
}

}  // namespace armature
