#pragma once

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "import/fbx/objects.hpp"

namespace armature::fbx {

/// How a model inherits its parent's scale. The names in brackets are FBX's: they list the factors of the child's matrix, capitals for the
/// parent's rotation and scale.
enum class Inherit {
    TurnThenScale,   ///< The parent's scale acts along the child's axes instead of the parent's (RrSs).
    Whole,           ///< The child inherits the parent's whole matrix, as in other formats (RSrs).
    WithoutScaling,  ///< The parent's own scale affects only the child's position (Rrs; Maya's segment scale compensation).
};

/// A translation, rotation and scale in double precision.
struct Parts {
    glm::dvec3 translation{0.};
    glm::dquat rotation{1., 0., 0., 0.};
    glm::dvec3 scale{1.};
};

/// A model's transform relative to its parent, with FBX's pivots and offsets: T * Roff * Rp * Rpre * R * Rpost^-1 * Rp^-1 * Soff * Sp * S *
/// Sp^-1. At any time this equals a translation, a rotation and a scale, but with pivots the translation depends on the other two.
struct ModelTransform {
    glm::dvec3 translation{0.};
    glm::dvec3 rotation{0.};  ///< Euler angles, in degrees.
    glm::dvec3 scaling{1.};

    glm::dvec3 rotationOffset{0.};
    glm::dvec3 rotationPivot{0.};
    glm::dvec3 scalingOffset{0.};
    glm::dvec3 scalingPivot{0.};
    glm::dquat before{1., 0., 0., 0.};  ///< The pre-rotation.
    glm::dquat after{1., 0., 0., 0.};   ///< The inverse of the post-rotation.
    std::int64_t order = 0;             ///< The order of the rotations about the axes; 0 to 5: XYZ, XZY, YZX, YXZ, ZXY, ZYX.
    Inherit inherit = Inherit::TurnThenScale;

    /// Returns translation, rotation and scale for given values of the three animated properties. `rotationNow` is the rotation by the
    /// Euler angles alone.
    [[nodiscard]] Parts parts(const glm::dvec3& translationNow, const glm::dquat& rotationNow, const glm::dvec3& scalingNow) const;
    [[nodiscard]] glm::dquat turn(const glm::dquat& rotationNow) const { return before * rotationNow * after; }

    /// Whether rotating the model, or scaling it, moves its origin. If the scale is animated, rotation moves the origin of any model that
    /// has a scaling pivot.
    [[nodiscard]] bool movesWhenTurned(bool isScalingAnimated) const;
    [[nodiscard]] bool movesWhenScaled() const { return scalingPivot != glm::dvec3(0.); }
};

[[nodiscard]] ModelTransform readTransform(const Objects& objects, ObjectIndex model);

/// Reads the transform that applies to a model's geometry, but not to its child nodes.
[[nodiscard]] glm::dmat4 readGeometricTransform(const Objects& objects, ObjectIndex model);

/// Returns the rotation by Euler angles, in degrees, applied in the given order.
[[nodiscard]] glm::dquat eulerTurn(const glm::dvec3& degrees, std::int64_t order);

/// The inverse of eulerTurn(): returns the Euler angles, in degrees, for the given order.
[[nodiscard]] glm::dvec3 eulerAngles(const glm::dquat& turn, std::int64_t order);

[[nodiscard]] glm::dmat4 toMatrix(const Parts& parts);

}  // namespace armature::fbx
