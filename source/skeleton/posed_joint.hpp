#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/transform.hpp>
#include <armature/node/node.hpp>

namespace armature {

struct PoseTarget;
class TransformHierarchy;

/// An affine map in double, for solvers: point -> linear * point + origin. Smaller than a dmat4.
struct Frame {
    glm::dmat3 linear{1.};
    glm::dvec3 origin{0.};

    [[nodiscard]] static Frame of(const glm::mat4& matrix) noexcept;
    [[nodiscard, gnu::always_inline]] glm::dvec3 point(const glm::dvec3& point) const noexcept { return linear * point + origin; }
    [[nodiscard, gnu::always_inline]] glm::dvec3 vector(const glm::dvec3& vector) const noexcept { return linear * vector; }
    /// Returns the inverse map. Precondition: isInvertible().
    [[nodiscard]] Frame inverse() const noexcept;
    [[nodiscard]] bool isInvertible() const noexcept;
    /// Returns the map's rotation by the rule used everywhere (math/rotation_rule.hpp); the identity if the map is singular.
    [[nodiscard]] glm::dquat rotation() const noexcept;

    friend Frame operator*(const Frame& parent, const Frame& child) noexcept
    {
        return {parent.linear * child.linear, parent.point(child.origin)};
    }
};

/// Normalises a rotation. Rotations rounded to float, and products in double, are so close to unit length that a series is as accurate as a
/// square root and a division.
[[nodiscard]] inline glm::dquat unitTurn(const glm::dquat& rotation) noexcept
{
    const double excess = glm::dot(rotation, rotation) - 1.;
    return std::abs(excess) < 1e-5 ? rotation * (1. + excess * (0.375 * excess - 0.5)) : glm::normalize(rotation);
}

/// The local pose of a joint, split so that solvers can rotate it. It maps local to parent axes: point -> center + rotation * (shape *
/// point - shift). `shape` holds scale and shear, which no solver changes; `shift` is zero except for nodes with a pivot.
struct PosedJoint {
    glm::dvec3 center{0.};                ///< The point about which the joint rotates, in the parent's axes.
    glm::dquat rotation{1., 0., 0., 0.};  ///< Unit length.
    glm::dmat3 shape{1.};
    glm::dvec3 shift{0.};

    /// Reads the pose of the node that drives `node`: the node itself or, for a linked bone, the bone's node.
    [[nodiscard]] static PosedJoint read(const Node& node) noexcept;
    /// Reads the pose as read(node) does, and the scale of its parts.
    [[nodiscard]] static PosedJoint read(const Node& node, glm::vec3& outScale) noexcept;
    [[nodiscard]] static PosedJoint of(const Transform& transform) noexcept
    {
        const glm::dvec3 scale(transform.scale);
        return {.center = transform.translation,
                .rotation = unitTurn(glm::dquat(transform.rotation)),
                .shape = {{scale.x, 0., 0.}, {0., scale.y, 0.}, {0., 0., scale.z}}};
    }

    [[nodiscard]] Frame local() const noexcept
    {
        const glm::dmat3 turn = glm::mat3_cast(rotation);
        return {turn * shape, center - turn * shift};
    }

    /// Whether rotation and center are finite and fit into floats. Solvers check this before they write anything, so that a pose that
    /// cannot be written changes nothing.
    [[nodiscard]] bool isWritable() const noexcept
    {
        const double size = glm::dot(rotation, rotation);  // 1 up to rounding; NaN fails both comparisons
        constexpr double most = std::numeric_limits<float>::max();
        return size > 0.25 && size < 4. && std::abs(center.x) <= most && std::abs(center.y) <= most && std::abs(center.z) <= most;
    }
    /// Whether write(node) can write the pose. Unlike isWritable(), also checks a matrix or a pivot that may have to change.
    [[nodiscard]] bool isWritableTo(const Node& node) const;

    /// Writes rotation and center to the node that drives `node`; scale and shear stay. Unchanged values keep their bits, except that a
    /// changed center also normalises the stored rotation. Precondition: isWritableTo(node).
    void write(const Node& node) const;
    /// Each writes rotation and center to plain parts, with the same bits as write(node). Precondition: isWritable() and, for a slot, that
    /// the slot holds plain parts.
    void write(TransformHierarchy& hierarchy, std::uint32_t slot) const noexcept;
    void write(Transform& transform) const noexcept;

private:
    struct Change;
    [[nodiscard]] Change changeOf(const PoseTarget& target) const noexcept;
};

/// Calls a function that writes a pose. Returns false if the function threw std::invalid_argument because a number does not fit a float;
/// nothing has changed then.
template <class Write>
[[nodiscard]] bool isWritten(const Write& write)
{
    try {
        write();
        return true;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

}  // namespace armature
