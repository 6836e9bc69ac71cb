#pragma once

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/math/decompose.hpp>
#include <armature/scene/node.hpp>

namespace armature {

/// A node seen from one of the spaces: the arithmetic behind every operation that takes a Space, in double, from the matrices of now.
///
/// A space is a frame: the matrix from the node's parent axes to it. Local is the identity, Skeleton the parent bone's absolute matrix,
/// World that under the host or under the node that the caller names. Own is the inverse of the local matrix, and is not computed that way,
/// so that it exists for singular ones too.
class SpaceFrame {
public:
    /// `relativeTo` counts for Space::World only; null: the skeleton's host, or the scene itself.
    SpaceFrame(const Node& node, Space space, const TransformNode* relativeTo) noexcept;

    // --- the node in the space --------------------------------------------------------------------------------------

    /// From the node's own axes to the space: frame * local.
    [[nodiscard]] glm::dmat4 matrix() const noexcept;
    /// The rotation of matrix() by Gram-Schmidt, +Y first (math/rotation_rule.hpp). Which axes are turned around where it mirrors follows
    /// from the parts: those of negative scale, and +Y if the frame mirrors. The node's own scale has no say otherwise: of rotation and
    /// scale as they are, it is the rotation that the frame makes of the local one.
    [[nodiscard]] glm::dquat rotation() const noexcept;
    /// matrix() as parts, with that rotation.
    [[nodiscard]] Decomposition decomposition() const noexcept;

    // --- from the space to the parent's axes: what can be written to the local pose ------------------------------------

    /// Whether the following exist.
    [[nodiscard]] bool isInvertible() const noexcept { return isInvertible_; }
    /// Of the frame; for messages.
    [[nodiscard]] double determinant() const noexcept;
    [[nodiscard]] glm::dvec3 pointInParent(const glm::dvec3& point) const noexcept;
    [[nodiscard]] glm::dvec3 vectorInParent(const glm::dvec3& vector) const noexcept;
    /// The local rotation that makes rotation() come out as `rotation`, whatever the frame.
    [[nodiscard]] glm::dquat rotationInParent(const glm::dquat& rotation) const noexcept;
    /// A turn about axes of the space as a matrix in the parent's: frame^-1 * turn * frame. No rotation where the frame scales unevenly.
    [[nodiscard]] glm::dmat3 turnInParent(const glm::dquat& turn) const noexcept;
    /// The lengths that a unit of scale along each own axis has in the space, with signs: decomposition().scale / local scale.
    [[nodiscard]] glm::dvec3 scaleOfUnits() const noexcept;

private:
    [[nodiscard]] glm::dvec3 signs() const noexcept;
    [[nodiscard]] glm::dvec3 mirror() const noexcept;

    bool isOwn_;
    bool isParents_;
    bool isFrozen_;
    const Node* world_;  // a node of a scene: its world matrix may be frozen
    bool isInvertible_ = true;
    bool mirrors_ = false;                      // the frame does; the minus sign is on y, where decompose() puts it
    glm::dmat4 local_;                          // own axes to parent's
    glm::dquat localRotation_{1., 0., 0., 0.};  // as the local pose has it or splits into it
    glm::dvec3 localScale_{1.};
    glm::dmat4 frame_{1.};         // parent's axes to the space; unused for Own
    glm::dmat4 inverseFrame_{1.};  // the space to the parent's axes
};

}  // namespace armature
