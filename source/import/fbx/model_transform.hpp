#pragma once

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "import/fbx/objects.hpp"

namespace armature::fbx {

/// How a model inherits its parent's scale.
enum class Inherit {
    TurnThenScale,   ///< The parent's scale acts along the child's axes: after the child's own rotation (RrSs).
    Whole,           ///< The parent's matrix, as everywhere else (RSrs).
    WithoutScaling,  ///< The parent's own scale acts on the position only (Rrs; Maya's segment scale compensation).
};

/// A translation, rotation and scale in double precision.
struct Parts {
    glm::dvec3 translation{0.};
    glm::dquat rotation{1., 0., 0., 0.};
    glm::dvec3 scale{1.};
};

/// A model's place in its parent, with FBX's pivots and offsets: T * Roff * Rp * Rpre * R * Rpost^-1 * Rp^-1 * Soff * Sp * S * Sp^-1. At
/// each moment this is a translation, a rotation and a scale, but with pivots the translation depends on the other two.
struct ModelTransform {
    glm::dvec3 translation{0.};
    glm::dvec3 rotation{0.};  ///< Degrees about the axes.
    glm::dvec3 scaling{1.};

    glm::dvec3 rotationOffset{0.};
    glm::dvec3 rotationPivot{0.};
    glm::dvec3 scalingOffset{0.};
    glm::dvec3 scalingPivot{0.};
    glm::dquat before{1., 0., 0., 0.};  ///< The pre-rotation.
    glm::dquat after{1., 0., 0., 0.};   ///< The inverse of the post-rotation.
    std::int64_t order = 0;             ///< The order in which the axes turn: XYZ, XZY, YZX, YXZ, ZXY, ZYX.
    Inherit inherit = Inherit::TurnThenScale;

    /// The parts for given values of the three animated properties; `rotationNow` is the turn about the axes alone.
    [[nodiscard]] Parts parts(const glm::dvec3& translationNow, const glm::dquat& rotationNow, const glm::dvec3& scalingNow) const;
    [[nodiscard]] glm::dquat turn(const glm::dquat& rotationNow) const { return before * rotationNow * after; }

    /// Whether rotating or scaling the model moves its origin.
    [[nodiscard]] bool movesWhenTurned(bool isScalingAnimated) const;
    [[nodiscard]] bool movesWhenScaled() const { return scalingPivot != glm::dvec3(0.); }
};

[[nodiscard]] ModelTransform readTransform(const Objects& objects, ObjectIndex model);

/// The transform that moves a model's geometry, but not the nodes below it.
[[nodiscard]] glm::dmat4 readGeometricTransform(const Objects& objects, ObjectIndex model);

/// The turn about the axes in the given order, by angles in degrees.
[[nodiscard]] glm::dquat eulerTurn(const glm::dvec3& degrees, std::int64_t order);

/// The inverse: the angles, in degrees, about the axes in that order.
[[nodiscard]] glm::dvec3 eulerAngles(const glm::dquat& turn, std::int64_t order);

[[nodiscard]] glm::dmat4 toMatrix(const Parts& parts);

}  // namespace armature::fbx
