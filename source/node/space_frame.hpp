#pragma once

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/math/decompose.hpp>
#include <armature/node/node.hpp>

namespace armature {

/// A node's pose in a space: the arithmetic behind every operation that takes a Space, in double, computed from the current matrices.
///
/// A space is represented by a frame: the matrix from the axes of the node's parent to the space. For Local, the frame is the identity; for
/// Skeleton, the parent bone's absolute matrix; for World, the parent's world matrix. For Own, the frame is the inverse of the local
/// matrix. This inverse is not computed, so that Own also works for singular matrices.
class SpaceFrame {
public:
    /// `relativeTo` applies only to bones and Space::World; null means the skeleton's host.
    SpaceFrame(const Node& node, Space space, const TransformNode* relativeTo) noexcept;
    /// Makes a frame for a local pose of plain parts. `frame` is the frame of `space`; it is ignored for Local.
    SpaceFrame(const Transform& parts, Space space, const glm::dmat4& frame) noexcept;

    // --- the node in the space --------------------------------------------------------------------------------------

    /// The matrix from the node's own axes to the space: frame * local.
    [[nodiscard]] glm::dmat4 matrix() const noexcept;
    /// Returns the rotation of matrix() by Gram-Schmidt, +Y first (math/rotation_rule.hpp). If the matrix mirrors, the parts decide which
    /// axes are flipped: those of negative scale, and +Y if the frame mirrors. Otherwise, the node's own scale has no effect: the result is
    /// the local rotation mapped by the frame.
    [[nodiscard]] glm::dquat rotation() const noexcept;
    /// Returns matrix() split into parts, with the rotation that rotation() returns.
    [[nodiscard]] Decomposition decomposition() const noexcept;

    // --- from the space to the parent's axes: values for the local pose ------------------------------------------------

    /// Whether the frame is not singular. Precondition of the functions below, except determinant().
    [[nodiscard]] bool isInvertible() const noexcept { return isInvertible_; }
    /// The determinant of the frame, for messages.
    [[nodiscard]] double determinant() const noexcept;
    [[nodiscard]] glm::dvec3 pointInParent(const glm::dvec3& point) const noexcept;
    [[nodiscard]] glm::dvec3 vectorInParent(const glm::dvec3& vector) const noexcept;
    /// The inverse of rotation(): returns the local rotation for which rotation() is `rotation`.
    [[nodiscard]] glm::dquat rotationInParent(const glm::dquat& rotation) const noexcept;
    /// Returns a rotation about axes of the space as a matrix in the parent's axes: frame^-1 * turn * frame. This is not a rotation if the
    /// frame scales non-uniformly.
    [[nodiscard]] glm::dmat3 turnInParent(const glm::dquat& turn) const noexcept;
    /// Returns, for each own axis of the node, the signed length in the space of a unit of local scale: decomposition().scale / local
    /// scale.
    [[nodiscard]] glm::dvec3 scaleOfUnits() const noexcept;

private:
    void setFrame(const glm::dmat4& frame) noexcept;
    [[nodiscard]] glm::dvec3 signs() const noexcept;
    [[nodiscard]] glm::dvec3 mirror() const noexcept;

    bool isOwn_;
    bool isParents_;
    bool isFrozen_;
    const Node* world_;  // a scene's node, whose world matrix may be frozen; null: matrix() is computed from the frame
    bool isInvertible_ = true;
    bool mirrors_ = false;                      // whether the frame mirrors; as in decompose(), the minus sign goes to y
    glm::dmat4 local_;                          // from the node's own axes to the parent's
    glm::dquat localRotation_{1., 0., 0., 0.};  // as stored in the local pose, or as split from its matrix
    glm::dvec3 localScale_{1.};
    glm::dmat4 frame_{1.};         // from the parent's axes to the space; unused for Own
    glm::dmat4 inverseFrame_{1.};  // from the space to the parent's axes
};

}  // namespace armature
