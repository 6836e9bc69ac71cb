#pragma once

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/node/node.hpp>

#include "node/transform_hierarchy.hpp"

namespace armature {

/// The target of a write to a node's pose: the node's own slot, or the slot of the node that drives a linked bone (see
/// NodeAccess::poseTarget() and driver()). Its functions take values given to setters, or results that operations computed in double; all
/// are in the parent's axes. Each function throws std::invalid_argument that names `node`, and changes nothing, if a number does not fit a
/// float. This applies to the stored values, and to values that follow from them when a matrix is split into parts or parts are applied
/// about a pivot. For plain parts, only the written values are checked.
struct PoseTarget {
    TransformHierarchy* hierarchy;
    TransformHierarchy::Slot slot;

    /// Each returns a point in the parent's axes: origin() the origin of the node's axes, center() its pivot, which rotating and scaling
    /// keep in place.
    [[nodiscard]] glm::dvec3 origin() const noexcept;
    [[nodiscard]] glm::dvec3 center() const noexcept;

    /// Puts the origin of the node's axes at `origin`; keeps the linear part, including shear.
    void moveTo(const Node& node, const glm::dvec3& origin) const;
    /// Sets the rotation, which must be of unit length.
    void setRotation(const Node& node, const glm::quat& rotation) const
    {
        if (!hierarchy->isParts(slot)) {
            requireRotated(node, rotation);
        }
        hierarchy->setRotation(slot, rotation);
    }
    /// Sets the scale, which must be finite.
    void setScale(const Node& node, const glm::vec3& scale) const
    {
        if (!hierarchy->isParts(slot)) {
            requireScaled(node, scale);
        }
        hierarchy->setScale(slot, scale);
    }
    /// Sets all parts. Precondition: requireTransform() has accepted them.
    void setTransform(const Node& node, const Transform& parts) const
    {
        requirePivoted(node, parts);
        hierarchy->setTransform(slot, parts);
    }
    /// Throws if applying these parts about the slot's pivot gives a matrix, or a scale of that matrix, beyond the range of a float.
    void requirePivoted(const Node& node, const Transform& parts) const
    {
        if (hierarchy->isPivoted(slot)) {
            requireComposed(node, parts);
        }
    }
    /// Replaces the linear part by left * linear * right and puts the pivot at `newCenter`. If the parts in `expected` give the same matrix
    /// up to rounding, stores them instead. An unchanged scale then keeps its bits, and no matrix is stored needlessly.
    void multiply(const Node& node, const glm::dmat3& left, const glm::dmat3& right, const glm::dvec3& newCenter,
                  const Transform& expected) const;
    /// Returns the pose that multiply() would store. To write several nodes, compute all poses first, so that a refusal changes none.
    [[nodiscard]] LocalPose product(const Node& node, const glm::dmat3& left, const glm::dmat3& right, const glm::dvec3& newCenter,
                                    const Transform& expected) const;

private:
    [[nodiscard]] glm::dvec3 pivot() const noexcept;
    void requireRotated(const Node& node, const glm::quat& rotation) const;
    void requireScaled(const Node& node, const glm::vec3& scale) const;
    void requireParts(const Node& node, const Transform& parts) const;
    void requireComposed(const Node& node, const Transform& parts) const;
};

}  // namespace armature
