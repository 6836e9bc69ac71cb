#include "skeleton/posed_joint.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/math/affine.hpp>

#include "math/rotation_rule.hpp"
#include "node/node_access.hpp"

namespace armature {

namespace {

/// Returns the rotation as it is stored. Rotations with equal stored numbers count as the same.
inline glm::quat rounded(const glm::dquat& rotation) noexcept
{
    return glm::quat(unitTurn(rotation));
}

/// Whether a rotation stored as `turned` differs from `stored`.
inline bool isTurned(const glm::quat& turned, const glm::quat& stored) noexcept
{
    // Usually, the angle between the two is larger than rounding can explain. The rotations then differ, whatever their lengths, and no
    // square root is needed: the length of `turned` differs from 1 by much less than the margin of 2e-5.
    const float cosine = glm::dot(turned, stored);
    return cosine * cosine < (1.f - 2e-5f) * glm::dot(stored, stored) || turned != rounded(glm::dquat(stored));
}

}  // namespace

Frame Frame::of(const glm::mat4& matrix) noexcept
{
    return {glm::dmat3(glm::mat3(matrix)), glm::dvec3(glm::vec3(matrix[3]))};
}

Frame Frame::inverse() const noexcept
{
    const glm::dmat3 inverted = glm::inverse(linear);
    return {inverted, -(inverted * origin)};
}

bool Frame::isInvertible() const noexcept
{
    return !isSingular(linear);
}

glm::dquat Frame::rotation() const noexcept
{
    return rotationOfLinear(linear);
}

PosedJoint PosedJoint::read(const Node& node) noexcept
{
    glm::vec3 scale;
    return read(node, scale);
}

PosedJoint PosedJoint::read(const Node& node, glm::vec3& outScale) noexcept
{
    const PoseTarget target = NodeAccess::driver(node);
    const TransformHierarchy& hierarchy = *target.hierarchy;
    if (hierarchy.isParts(target.slot)) {
        const Transform parts = hierarchy.readTransform(target.slot);
        outScale.x = parts.scale.x;  // component by component: copying the vector would wait until the value has been stored in memory
        outScale.y = parts.scale.y;
        outScale.z = parts.scale.z;
        return of(parts);
    }
    const Transform parts = hierarchy.transform(target.slot);
    outScale = parts.scale;
    const Affine& local = hierarchy.local(target.slot);
    PosedJoint joint;
    joint.center = target.center();
    joint.rotation = unitTurn(glm::dquat(parts.rotation));
    const glm::dmat3 back = glm::mat3_cast(glm::conjugate(joint.rotation));
    joint.shape = back * glm::dmat3(linearPart(local));
    joint.shift = back * (joint.center - target.origin());
    return joint;
}

/// The change by which write() changes the whole local matrix of a node that is not stored as plain parts.
struct PosedJoint::Change {
    bool composes;
    PoseTarget target;
    glm::dmat3 left;
    glm::dvec3 center;
    Transform expected;
};

PosedJoint::Change PosedJoint::changeOf(const PoseTarget& target) const noexcept
{
    const glm::quat turned = rounded(rotation);
    const Transform parts = target.hierarchy->transform(target.slot);
    const glm::dvec3 place = target.center();
    const bool moves = glm::vec3(center) != glm::vec3(place);
    const bool composes = moves || isTurned(turned, parts.rotation);
    const glm::dmat3 left =
        composes ? glm::mat3_cast(glm::normalize(rotation) * glm::conjugate(glm::normalize(glm::dquat(parts.rotation)))) : glm::dmat3(1.);
    return {composes, target, left, moves ? center : place, {parts.translation, turned, parts.scale}};
}

bool PosedJoint::isWritableTo(const Node& node) const
{
    if (!isWritable()) {
        return false;
    }
    const PoseTarget target = NodeAccess::driver(node);
    if (target.hierarchy->isParts(target.slot)) {
        return true;
    }
    const Change change = changeOf(target);
    return !change.composes || isWritten([&] {
        static_cast<void>(change.target.product(node, change.left, glm::dmat3(1.), change.center, change.expected));
    });
}

void PosedJoint::write(const Node& node) const
{
    const PoseTarget target = NodeAccess::driver(node);
    if (!target.hierarchy->isParts(target.slot)) {
        const Change change = changeOf(target);
        if (change.composes) {
            target.multiply(node, change.left, glm::dmat3(1.), change.center, change.expected);
        }
        return;
    }
    write(*target.hierarchy, target.slot);
}

void PosedJoint::write(TransformHierarchy& hierarchy, std::uint32_t slot) const noexcept
{
    const Transform parts = hierarchy.readTransform(slot);
    const glm::quat turned = rounded(rotation);
    const glm::vec3 place(center);
    if (place != parts.translation) {
        hierarchy.writeTransform(slot, {place, turned, parts.scale});
    } else if (isTurned(turned, parts.rotation)) {
        hierarchy.writeRotation(slot, turned);
    }
}

void PosedJoint::write(Transform& transform) const noexcept
{
    const glm::quat turned = rounded(rotation);
    const bool moves = glm::vec3(center) != transform.translation;
    if (moves || isTurned(turned, transform.rotation)) {
        transform.rotation = turned;
    }
    transform.translation = moves ? glm::vec3(center) : transform.translation;
}

}  // namespace armature
