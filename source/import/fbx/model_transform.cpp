#include "import/fbx/model_transform.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

namespace armature::fbx {

namespace {

/// Returns the axes in the order in which the rotations about them are applied.
std::array<glm::length_t, 3> axesOf(std::int64_t order)
{
    static constexpr std::array<std::array<glm::length_t, 3>, 6> axes{{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}};
    return axes[order >= 0 && order < 6 ? static_cast<std::size_t>(order) : 0];
}

}  // namespace

glm::dquat eulerTurn(const glm::dvec3& degrees, std::int64_t order)
{
    glm::dquat result(1., 0., 0., 0.);
    for (const glm::length_t axis : axesOf(order)) {
        glm::dvec3 direction(0.);
        direction[axis] = 1.;
        result = glm::angleAxis(glm::radians(degrees[axis]), direction) * result;
    }
    return result;
}

glm::dvec3 eulerAngles(const glm::dquat& turn, std::int64_t order)
{
    const auto [first, second, third] = axesOf(order);
    const double sign = (first + 1) % 3 == second ? 1. : -1.;
    const glm::dmat3 m = glm::mat3_cast(turn);  // m[column][row]
    const double sine = std::clamp(-sign * m[first][third], -1., 1.);
    glm::dvec3 angles(0.);
    angles[second] = std::asin(sine);
    if (std::abs(sine) < 1. - 1e-12) {
        angles[first] = std::atan2(sign * m[second][third], m[third][third]);
        angles[third] = std::atan2(sign * m[first][second], m[first][first]);
    } else {  // gimbal lock: the first and the third axis coincide
        angles[first] = std::atan2(-sign * m[third][second], m[second][second]);
    }
    return glm::degrees(angles);
}

Parts ModelTransform::parts(const glm::dvec3& translationNow, const glm::dquat& rotationNow, const glm::dvec3& scalingNow) const
{
    Parts result;
    result.rotation = turn(rotationNow);
    result.scale = scalingNow;
    const glm::dvec3 arm = scalingOffset - rotationPivot + scalingPivot - scalingNow * scalingPivot;
    result.translation = translationNow + rotationOffset + rotationPivot + result.rotation * arm;
    return result;
}

bool ModelTransform::movesWhenTurned(bool isScalingAnimated) const
{
    const glm::dvec3 arm = scalingOffset - rotationPivot + scalingPivot - scaling * scalingPivot;
    return arm != glm::dvec3(0.) || (isScalingAnimated && movesWhenScaled());
}

ModelTransform readTransform(const Objects& objects, ObjectIndex model)
{
    const glm::dvec3 zero(0.);
    const auto vector = [&](std::string_view name) { return objects.vector(model, name).value_or(zero); };
    ModelTransform transform;
    transform.translation = vector("Lcl Translation");
    transform.rotation = vector("Lcl Rotation");
    transform.scaling = objects.vector(model, "Lcl Scaling").value_or(glm::dvec3(1.));
    transform.rotationOffset = vector("RotationOffset");
    transform.rotationPivot = vector("RotationPivot");
    transform.scalingOffset = vector("ScalingOffset");
    transform.scalingPivot = vector("ScalingPivot");
    // A model whose rotation space is inactive or serves only for limits has the rotation order XYZ, and no pre- or post-rotation.
    if (objects.integer(model, "RotationActive").value_or(1) != 0 && objects.integer(model, "RotationSpaceForLimitOnly").value_or(0) == 0) {
        // The order of pre- and post-rotation is always XYZ, whatever the model's own order is.
        transform.before = eulerTurn(vector("PreRotation"), 0);
        transform.after = glm::conjugate(eulerTurn(vector("PostRotation"), 0));
        transform.order = objects.integer(model, "RotationOrder").value_or(0);
    }
    switch (objects.integer(model, "InheritType").value_or(0)) {
    case 1: transform.inherit = Inherit::Whole; break;
    case 2: transform.inherit = Inherit::WithoutScaling; break;
    default: transform.inherit = Inherit::TurnThenScale; break;
    }
    return transform;
}

glm::dmat4 readGeometricTransform(const Objects& objects, ObjectIndex model)
{
    Parts parts;
    parts.translation = objects.vector(model, "GeometricTranslation").value_or(glm::dvec3(0.));
    parts.rotation = eulerTurn(objects.vector(model, "GeometricRotation").value_or(glm::dvec3(0.)), 0);
    parts.scale = objects.vector(model, "GeometricScaling").value_or(glm::dvec3(1.));
    return toMatrix(parts);
}

glm::dmat4 toMatrix(const Parts& parts)
{
    return glm::translate(glm::dmat4(1.), parts.translation) * glm::mat4_cast(parts.rotation) * glm::scale(glm::dmat4(1.), parts.scale);
}

}  // namespace armature::fbx
