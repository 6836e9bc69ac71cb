#pragma once

#include <cmath>
#include <cstddef>
#include <optional>

#include <glm/matrix.hpp>

#include "ik/plain_frames.hpp"
#include "ik/plain_turns.hpp"
#include "skeleton/joint_access_inline.hpp"

namespace armature {

/// The local pose of a joint in plain doubles: see plain_turns.hpp and PosedJoint.
struct PlainJoint {
    PlainVector center;  ///< The point about which the joint rotates, in the parent's axes.
    PlainTurn rotation;
    PlainVector scale{1., 1., 1.};   ///< Of the pose's parts.
    std::optional<PosedJoint> read;  ///< The pose as read, with its shape; no value if the pose is stored as plain parts.

    [[nodiscard]] bool isPlain() const noexcept { return !read; }

    void readFrom(const JointView& joints, std::size_t joint) noexcept
    {
        Transform parts;
        if (JointAccess::readParts(joints, joint, parts)) {
            take(parts);
            const PlainTurn stored(parts.rotation.w, parts.rotation.x, parts.rotation.y, parts.rotation.z);
            rotation = inner(stored, stored) > 0. ? normalized(stored) : PlainTurn();
        } else {
            readShape(joints, joint);
        }
    }
    /// Takes over plain parts, but leaves it to the caller to normalise their rotation.
    [[gnu::always_inline]] void take(const Transform& parts) noexcept
    {
        read.reset();
        center = {parts.translation.x, parts.translation.y, parts.translation.z};
        scale = {parts.scale.x, parts.scale.y, parts.scale.z};
    }
    /// Reads a joint whose pose is not stored as plain parts.
    [[gnu::noinline, gnu::cold]] void readShape(const JointView& joints, std::size_t joint) noexcept
    {
        glm::vec3 ofParts;
        read = JointAccess::read(joints, joint, ofParts);
        rotation = PlainTurn(read->rotation);
        center = PlainVector(read->center);
        scale = {ofParts.x, ofParts.y, ofParts.z};
    }

    /// shaped() scales and shears a vector of the joint's own axes. arm() returns the vector from `center` to a point of the own axes. Both
    /// leave out the joint's rotation, which takes their results to the parent's axes.
    [[nodiscard, gnu::always_inline]] PlainVector shaped(const PlainVector& vector) const noexcept
    {
        return isPlain() ? PlainVector(scale.x * vector.x, scale.y * vector.y, scale.z * vector.z) : sheared(vector);
    }
    [[nodiscard, gnu::always_inline]] PlainVector arm(const PlainVector& point) const noexcept
    {
        return isPlain() ? shaped(point) : sheared(point) - PlainVector(read->shift);
    }
    [[nodiscard, gnu::always_inline]] PlainVector point(const PlainVector& point) const noexcept { return center + rotation * arm(point); }
    /// The inverse of point(). Precondition: the shape is not singular.
    [[nodiscard, gnu::always_inline]] PlainVector pointBack(const PlainVector& point) const noexcept
    {
        const PlainVector arm = back(rotation) * (point - center);
        return isPlain() ? PlainVector(arm.x / scale.x, arm.y / scale.y, arm.z / scale.z) : shearedBack(arm);
    }
    /// Whether both joints scale and shear the same.
    [[nodiscard, gnu::always_inline]] bool hasShapeOf(const PlainJoint& other) const noexcept
    {
        return scale == other.scale && (isPlain() ? other.isPlain() : other.read && hasReadShapeOf(other));
    }
    /// Whether the joint scales by one positive factor, up to the rounding of floats.
    [[nodiscard]] bool isEven() const noexcept
    {
        const double slack = 5e-7 * scale.x;
        return isPlain() && scale.x > 0. && std::abs(scale.y - scale.x) <= slack && std::abs(scale.z - scale.x) <= slack;
    }
    [[nodiscard]] PosedJoint posed() const noexcept
    {
        PosedJoint posed;
        if (read) {
            posed = *read;
        } else {
            posed.shape = {{scale.x, 0., 0.}, {0., scale.y, 0.}, {0., 0., scale.z}};
        }
        posed.center = center.toGlm();
        posed.rotation = rotation.toGlm();
        return posed;
    }
    /// See JointAccess::isWritable().
    [[nodiscard]] bool isWritable(const JointView& joints, std::size_t joint) const
    {
        return isPlain() ? toWrite().isWritable() : JointAccess::isWritable(joints, joint, toWrite());
    }
    /// Returns the pose for JointAccess::write(), which does not read the shape.
    [[nodiscard]] PosedJoint toWrite() const noexcept
    {
        PosedJoint posed;
        posed.center = center.toGlm();
        posed.rotation = rotation.toGlm();
        return posed;
    }

private:
    [[nodiscard, gnu::noinline, gnu::cold]] bool hasReadShapeOf(const PlainJoint& other) const noexcept
    {
        return read->shape == other.read->shape && read->shift == other.read->shift;
    }
    [[nodiscard, gnu::noinline, gnu::cold]] PlainVector sheared(const PlainVector& vector) const noexcept
    {
        return PlainVector(read->shape * vector.toGlm());
    }
    [[nodiscard, gnu::noinline, gnu::cold]] PlainVector shearedBack(const PlainVector& arm) const noexcept
    {
        return PlainVector(glm::inverse(read->shape) * (arm.toGlm() + read->shift));
    }
};

/// Returns JointAccess::above() in plain doubles.
[[nodiscard, gnu::always_inline]] inline PlainFrame plainAbove(const JointView& joints, std::size_t joint) noexcept
{
    if (!JointAccess::isBones(joints)) {
        return PlainFrame(JointAccess::above(joints, joint));
    }
    const auto& state = SkeletonAccess::state(*JointAccess::skeleton(joints));
    const TransformHierarchy::Slot parent = state.hierarchy.parentOf(NodeAccess::slot(*state.bones[joint]));
    return parent != noSlot ? PlainFrame(state.hierarchy.absolute(parent)) : PlainFrame();
}

}  // namespace armature
