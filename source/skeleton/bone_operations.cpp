#include <glm/gtc/quaternion.hpp>

#include <armature/scene/transform_node.hpp>
#include <armature/skeleton/bone.hpp>

#include "scene/checks.hpp"
#include "scene/node_access.hpp"
#include "scene/pose_operations.hpp"
#include "scene/pose_target.hpp"

namespace armature {

std::optional<PoseTarget> NodeAccess::poseTarget(const Node& node) noexcept
{
    const Bone* bone = node.asBone();
    const bool isDriven = bone != nullptr && bone->linkedNode_ != nullptr;
    return isDriven && bone->linkMode_ == LinkMode::NodeDrives ? std::nullopt : std::optional(driver(node));
}

PoseTarget NodeAccess::driver(const Node& node) noexcept
{
    const Bone* bone = node.asBone();
    const Node& driver = bone != nullptr && bone->linkedNode_ != nullptr ? static_cast<const Node&>(*bone->linkedNode_) : node;
    return {driver.hierarchy_, driver.slot_};
}

const Bone* NodeAccess::firstChildBone(const Node& node) noexcept
{
    for (const Node& child : node.getChildren()) {
        if (child.isBone()) {
            return child.asBone();
        }
    }
    return nullptr;
}

// --- parts of the local pose ----------------------------------------------------------------------------------------

void Bone::setPosition(const glm::vec3& position)
{
    requireFinite(*this, "position", position);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        target->moveTo(*this, position);
    }
}

void Bone::setRotationQuaternion(const glm::quat& rotation)
{
    const glm::quat unit = requireRotation(*this, "rotation", rotation);
    if (hierarchy_->isParts(slot_)) {  // so it is not linked
        hierarchy_->setRotation(slot_, unit);
    } else if (const auto target = NodeAccess::poseTarget(*this)) {
        target->setRotation(*this, unit);
    }
}

void Bone::setRotation(const glm::vec3& euler)
{
    requireFinite(*this, "rotation", euler);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        target->setRotation(*this, eulerToQuaternion(euler));
    }
}

void Bone::setScaling(const glm::vec3& scaling)
{
    requireFinite(*this, "scaling", scaling);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        target->setScale(*this, scaling);
    }
}

void Bone::setTransform(const Transform& transform)
{
    const Transform checked = requireTransform(*this, transform);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        target->setTransform(*this, checked);
    }
}

void Bone::setLocalMatrix(const glm::mat4& matrix)
{
    const Affine checked = requireAffine(*this, "local", matrix);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        target->hierarchy->setMatrix(target->slot, checked);
    }
}

// --- in any space: changes --------------------------------------------------------------------------------------------

void Bone::translate(const glm::vec3& offset, Space space, const TransformNode* relativeTo)
{
    translateNode(*this, offset, space, relativeTo);
}

void Bone::setPosition(const glm::vec3& position, Space space, const TransformNode* relativeTo)
{
    moveNode(*this, position, space, relativeTo);
}

void Bone::setAbsolutePosition(const glm::vec3& position, const TransformNode* relativeTo)
{
    moveNode(*this, position, Space::World, relativeTo);
}

void Bone::rotate(const glm::vec3& axis, float angle, Space space, const TransformNode* relativeTo)
{
    rotateNode(*this, axis, angle, space, relativeTo);
}

void Bone::setRotationQuaternion(const glm::quat& rotation, Space space, const TransformNode* relativeTo)
{
    setNodeRotation(*this, rotation, space, relativeTo);
}

void Bone::setRotation(const glm::vec3& euler, Space space, const TransformNode* relativeTo)
{
    requireFinite(*this, "rotation", euler);
    setNodeRotation(*this, eulerToQuaternion(euler), space, relativeTo);
}

void Bone::setYawPitchRoll(float yaw, float pitch, float roll, Space space, const TransformNode* relativeTo)
{
    setRotation({pitch, yaw, roll}, space, relativeTo);
}

void Bone::setAxisAngle(const glm::vec3& axis, float angle, Space space, const TransformNode* relativeTo)
{
    setNodeRotation(*this, requireAxisAngle(*this, axis, angle), space, relativeTo);
}

void Bone::setRotationMatrix(const glm::mat3& rotation, Space space, const TransformNode* relativeTo)
{
    setNodeRotationMatrix(*this, rotation, space, relativeTo);
}

void Bone::lookAt(const glm::vec3& target, Space space, const LookOptions& options, const TransformNode* relativeTo)
{
    lookAtPoint(*this, target, space, relativeTo, options);
}

void Bone::scale(const glm::vec3& factors, ChildScaling children)
{
    scaleNode(*this, factors, children);
}

// --- in any space: values -------------------------------------------------------------------------------------------

glm::mat4 Bone::getMatrix(Space space, const TransformNode* relativeTo) const noexcept
{
    return glm::mat4(SpaceFrame(*this, space, relativeTo).matrix());
}

Decomposition Bone::getDecomposition(Space space, const TransformNode* relativeTo) const noexcept
{
    return SpaceFrame(*this, space, relativeTo).decomposition();
}

bool Bone::isInvertibleIn(Space space, const TransformNode* relativeTo) const noexcept
{
    return SpaceFrame(*this, space, relativeTo).isInvertible();
}

glm::vec3 Bone::getPosition(Space space, const TransformNode* relativeTo) const noexcept
{
    return glm::vec3(SpaceFrame(*this, space, relativeTo).matrix()[3]);
}

glm::vec3 Bone::getAbsolutePosition(const TransformNode* relativeTo) const noexcept
{
    return getPosition(Space::World, relativeTo);
}

glm::quat Bone::getRotationQuaternion(Space space, const TransformNode* relativeTo) const noexcept
{
    return glm::quat(SpaceFrame(*this, space, relativeTo).rotation());
}

glm::vec3 Bone::getRotation(Space space, const TransformNode* relativeTo) const noexcept
{
    return quaternionToEuler(getRotationQuaternion(space, relativeTo));
}

glm::mat3 Bone::getRotationMatrix(Space space, const TransformNode* relativeTo) const noexcept
{
    return glm::mat3(glm::mat3_cast(SpaceFrame(*this, space, relativeTo).rotation()));
}

glm::vec3 Bone::getDirection(const glm::vec3& ownAxis, Space space, const TransformNode* relativeTo) const noexcept
{
    return directionOf(*this, ownAxis, space, relativeTo);
}

glm::vec3 Bone::getAbsolutePositionFromLocal(const glm::vec3& ownPoint, Space space, const TransformNode* relativeTo) const noexcept
{
    return glm::vec3(SpaceFrame(*this, space, relativeTo).matrix() * glm::dvec4(ownPoint, 1.));
}

std::optional<glm::vec3> Bone::getLocalPositionFromAbsolute(const glm::vec3& point, Space space,
                                                            const TransformNode* relativeTo) const noexcept
{
    const glm::dmat4 matrix = SpaceFrame(*this, space, relativeTo).matrix();
    if (!isInvertible(toAffine(matrix))) {
        return std::nullopt;
    }
    return glm::vec3(glm::inverse(matrix) * glm::dvec4(point, 1.));
}

}  // namespace armature
