#include "node/space_frame.hpp"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/node/transform_node.hpp>

#include "math/rotation_rule.hpp"
#include "node/node_access.hpp"

namespace armature {

namespace {

glm::dmat4 worldMatrixOf(const Node* node) noexcept
{
    return node != nullptr ? toDmat4(NodeAccess::worldAffine(*node)) : glm::dmat4(1.);
}

/// Returns the frame from the parent's axes to Skeleton or World space.
glm::dmat4 frameOf(const Node& node, Space space, const TransformNode* relativeTo) noexcept
{
    const Node* parent = node.getParent();
    if (!node.isBone()) {
        return worldMatrixOf(parent);
    }
    const TransformHierarchy& skeleton = NodeAccess::hierarchy(node);
    const glm::dmat4 above = parent != nullptr ? toDmat4(skeleton.absolute(NodeAccess::slot(*parent))) : glm::dmat4(1.);
    if (space == Space::Skeleton) {
        return above;
    }
    return worldMatrixOf(relativeTo != nullptr ? relativeTo : skeleton.owner().hostNode()) * above;
}

bool isFrozen(const Node& node) noexcept
{
    const TransformNode* transformNode = node.asTransformNode();
    return transformNode != nullptr && transformNode->isWorldMatrixFrozen();
}

double largestMagnitude(const glm::dmat4& matrix, glm::length_t columns) noexcept
{
    double magnitude = 0.;
    for (glm::length_t column = 0; column < columns; ++column) {
        for (glm::length_t row = 0; row < 3; ++row) {
            magnitude = std::max(magnitude, std::abs(matrix[column][row]));
        }
    }
    return magnitude;
}

}  // namespace

SpaceFrame::SpaceFrame(const Node& node, Space space, const TransformNode* relativeTo) noexcept
    : isOwn_(space == Space::Own)
    , isParents_(space == Space::Local)
    , isFrozen_(!isOwn_ && !isParents_ && isFrozen(node))
    , world_(node.isBone() || isOwn_ || isParents_ ? nullptr : &node)
    , local_(toDmat4(NodeAccess::hierarchy(node).local(NodeAccess::slot(node))))
{
    const Transform parts = NodeAccess::hierarchy(node).transform(NodeAccess::slot(node));
    localRotation_ = parts.rotation;
    localScale_ = parts.scale;
    if (isOwn_) {
        inverseFrame_ = local_;
        return;
    }
    if (isParents_) {
        return;
    }
    setFrame(frameOf(node, space, relativeTo));
}

SpaceFrame::SpaceFrame(const Transform& parts, Space space, const glm::dmat4& frame) noexcept
    : isOwn_(false)
    , isParents_(space == Space::Local)
    , isFrozen_(false)
    , world_(nullptr)
    , local_(toDmat4(toAffine(parts)))
    , localRotation_(parts.rotation)
    , localScale_(parts.scale)
{
    if (!isParents_) {
        setFrame(frame);
    }
}

void SpaceFrame::setFrame(const glm::dmat4& frame) noexcept
{
    frame_ = frame;
    const Affine affine = toAffine(frame_);
    isInvertible_ = armature::isInvertible(affine);
    mirrors_ = armature::determinant(affine) < 0.;
    if (isInvertible_) {
        inverseFrame_ = glm::inverse(frame_);
    }
}

glm::dmat4 SpaceFrame::matrix() const noexcept
{
    if (isOwn_) {
        return glm::dmat4(1.);
    }
    return world_ != nullptr ? worldMatrixOf(world_) : frame_ * local_;
}

/// Returns the signs of the matrix's columns relative to the axes of its rotation: the signs of the local scale, combined with those of a
/// mirroring frame.
glm::dvec3 SpaceFrame::signs() const noexcept
{
    const glm::dvec3 own(std::copysign(1., localScale_.x), std::copysign(1., localScale_.y), std::copysign(1., localScale_.z));
    const glm::dvec3 sign = own * mirror();
    if (const double volume = isFrozen_ ? glm::determinant(glm::dmat3(matrix())) : 0.; sign.x * sign.y * sign.z * volume < 0.) {
        return {1., volume < 0. ? -1. : 1., 1.};  // the signs of the parts do not fit the matrix at which the node is frozen
    }
    return sign;
}

glm::dvec3 SpaceFrame::mirror() const noexcept
{
    return {1., mirrors_ ? -1. : 1., 1.};
}

glm::dquat SpaceFrame::rotation() const noexcept
{
    if (isOwn_) {
        return {1., 0., 0., 0.};
    }
    if (isParents_) {
        return localRotation_;
    }
    if (isFrozen_) {
        const glm::dmat3 whole(matrix());
        const glm::dvec3 sign = signs();
        return rotationOfLinear({whole[0] * sign.x, whole[1] * sign.y, whole[2] * sign.z});
    }
    return rotationOutOf(glm::dmat3(frame_), localRotation_);
}

Decomposition SpaceFrame::decomposition() const noexcept
{
    const glm::dmat4 whole = matrix();
    const glm::dvec3 scale = columnLengths(glm::dmat3(whole)) * (isOwn_ ? glm::dvec3(1.) : signs());
    const glm::dquat turned = rotation();
    const glm::dmat3 axes = glm::mat3_cast(turned);
    glm::dmat4 parts(glm::dmat3(axes[0] * scale[0], axes[1] * scale[1], axes[2] * scale[2]));
    parts[3] = whole[3];
    const double size = largestMagnitude(whole, 3);
    const double difference = largestMagnitude(whole - parts, 3);
    return {{glm::vec3(whole[3]), glm::quat(turned), glm::vec3(scale)}, static_cast<float>(size > 0. ? difference / size : difference)};
}

double SpaceFrame::determinant() const noexcept
{
    return glm::determinant(glm::dmat3(isOwn_ ? local_ : frame_));
}

glm::dvec3 SpaceFrame::pointInParent(const glm::dvec3& point) const noexcept
{
    return glm::dvec3(inverseFrame_ * glm::dvec4(point, 1.));
}

glm::dvec3 SpaceFrame::vectorInParent(const glm::dvec3& vector) const noexcept
{
    return glm::dmat3(inverseFrame_) * vector;
}

glm::dquat SpaceFrame::rotationInParent(const glm::dquat& rotation) const noexcept
{
    return isOwn_ ? glm::normalize(localRotation_ * rotation) : rotationInto(glm::dmat3(inverseFrame_), rotation);
}

glm::dmat3 SpaceFrame::turnInParent(const glm::dquat& turn) const noexcept
{
    if (isOwn_) {
        return glm::mat3_cast(localRotation_ * turn * glm::conjugate(localRotation_));
    }
    return glm::dmat3(inverseFrame_) * glm::mat3_cast(turn) * glm::dmat3(frame_);
}

glm::dvec3 SpaceFrame::scaleOfUnits() const noexcept
{
    return columnLengths(isOwn_ ? glm::dmat3(1.) : glm::dmat3(frame_) * glm::mat3_cast(localRotation_)) * mirror();
}

}  // namespace armature
