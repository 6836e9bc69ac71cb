#include "ik/posed_joint.hpp"

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/math/affine.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "math/rotation_rule.hpp"
#include "math/singular.hpp"
#include "scene/node_access.hpp"

namespace armature {

namespace {

glm::dmat3 scaling(const glm::dvec3& scale) noexcept
{
    return {{scale.x, 0., 0.}, {0., scale.y, 0.}, {0., 0., scale.z}};
}

/// What is stored of a rotation. Two rotations are the same if this is.
glm::quat rounded(const glm::dquat& rotation) noexcept
{
    return glm::quat(glm::normalize(rotation));
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

std::optional<Frame> frameFromWorld(const Skeleton& skeleton) noexcept
{
    if (skeleton.getHostNode() == nullptr) {
        return Frame();
    }
    const Frame host = Frame::of(skeleton.getWorldMatrix());
    return host.isInvertible() ? std::optional(host.inverse()) : std::nullopt;
}

PosedJoint PosedJoint::read(const Node& node) noexcept
{
    const PoseTarget target = NodeAccess::driver(node);
    const TransformHierarchy& hierarchy = *target.hierarchy;
    if (hierarchy.isParts(target.slot)) {
        return of(hierarchy.transform(target.slot));
    }
    const Affine& local = hierarchy.local(target.slot);
    PosedJoint joint;
    joint.center = target.center();
    joint.rotation = glm::normalize(glm::dquat(hierarchy.transform(target.slot).rotation));
    const glm::dmat3 back = glm::mat3_cast(glm::conjugate(joint.rotation));
    joint.shape = back * glm::dmat3(linearPart(local));
    joint.shift = back * (joint.center - target.origin());
    return joint;
}

PosedJoint PosedJoint::of(const Transform& transform) noexcept
{
    PosedJoint joint;
    joint.center = transform.translation;
    joint.rotation = glm::normalize(glm::dquat(transform.rotation));
    joint.shape = scaling(transform.scale);
    return joint;
}

void PosedJoint::write(Node& node) const
{
    const PoseTarget target = NodeAccess::driver(node);
    const Transform parts = target.hierarchy->transform(target.slot);
    const bool isParts = target.hierarchy->isParts(target.slot);
    const glm::quat turned = rounded(rotation);
    const glm::dvec3 place = isParts ? glm::dvec3(parts.translation) : target.center();
    const bool turns = turned != rounded(glm::dquat(parts.rotation));
    const bool moves = glm::vec3(center) != glm::vec3(place);
    if (isParts && !moves) {
        if (turns) {
            target.setRotation(node, glm::dquat(turned));
        }
    } else if (moves || turns) {
        const glm::dquat left = glm::normalize(rotation) * glm::conjugate(glm::normalize(glm::dquat(parts.rotation)));
        target.multiply(node, glm::mat3_cast(left), glm::dmat3(1.), moves ? center : place, {parts.translation, turned, parts.scale});
    }
}

void PosedJoint::write(Transform& transform) const noexcept
{
    transform.rotation = rounded(rotation);
    transform.translation = glm::vec3(center);
}

}  // namespace armature
