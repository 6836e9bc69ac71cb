#include <armature/node/descendants.hpp>

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "node/aim.hpp"
#include "node/checks.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "node/pose_target.hpp"
#include "node/space_frame.hpp"

/// Operations that write to the pose of a node. Each one takes the node's frame in a space (SpaceFrame), computes the new local pose in the
/// parent's axes and writes it to the node that holds the pose (PoseTarget). If a link blocks the write, nothing changes. An operation
/// throws std::invalid_argument that names the node, and changes nothing, if an argument cannot be used, if a result does not fit a float,
/// or if a matrix above the node is singular so that the space cannot be mapped to the parent's axes.
namespace armature {

namespace {

constexpr std::array spaceNames{"Own", "Local", "Skeleton", "World"};

SpaceFrame requireFrame(const Node& node, Space space, const TransformNode* relativeTo)
{
    SpaceFrame frame(node, space, relativeTo);
    if (!frame.isInvertible()) {
        throw std::invalid_argument(
            fmt::format("{}: cannot be placed in Space::{}: the matrix of its parent there is singular (determinant {})", label(node),
                        spaceNames[static_cast<std::size_t>(space)], frame.determinant()));
    }
    return frame;
}

Transform partsOf(const PoseTarget& target) noexcept
{
    return target.hierarchy->transform(target.slot);
}

/// Returns the parts rotated by `turn`; the scale stays.
Transform turnedParts(const Transform& parts, const glm::dmat3& turn) noexcept
{
    const glm::quat rotation = rotationOf(glm::mat3(turn));
    return {parts.translation, glm::normalize(rotation * parts.rotation), parts.scale};
}

glm::dmat3 diagonal(const glm::dvec3& elements) noexcept
{
    glm::dmat3 matrix(0.);
    for (glm::length_t i = 0; i < 3; ++i) {
        matrix[i][i] = elements[i];
    }
    return matrix;
}

/// Sets a rotation that was computed in double.
void writeRotation(const PoseTarget& target, const Node& node, const glm::dquat& rotation)
{
    target.setRotation(node, requireRotation(node, "resulting rotation", glm::quat(rotation)));
}

glm::quat requireAxisAngle(const Node& node, const glm::vec3& axis, float angle)
{
    const double length = glm::length(glm::dvec3(axis));
    if (!std::isfinite(angle) || !std::isfinite(length) || length == 0.) {
        throw std::invalid_argument(fmt::format("{}: a turn by {} about ({}, {}, {}) needs finite numbers and an axis that is not zero",
                                                label(node), angle, axis.x, axis.y, axis.z));
    }
    return glm::quat(glm::angleAxis(static_cast<double>(angle), glm::dvec3(axis) / length));
}

void turnNode(Node& node, const glm::quat& turn, Space space, const TransformNode* relativeTo)
{
    if (const auto target = NodeAccess::poseTarget(node)) {
        const glm::dmat3 inParent = requireFrame(node, space, relativeTo).turnInParent(turn);
        target->multiply(node, inParent, glm::dmat3(1.), target->center(), turnedParts(partsOf(*target), inParent));
    }
}

[[gnu::noinline]] void routePosition(Node& node, const glm::vec3& position)
{
    requireFinite(node, "position", position);
    if (const auto target = NodeAccess::poseTarget(node)) {
        // With a pivot, the stored position and the origin of the node's axes are different points.
        const TransformHierarchy& hierarchy = NodeAccess::hierarchy(node);
        const auto slot = NodeAccess::slot(node);
        target->moveTo(node, hierarchy.isPivoted(slot) ? position + (translationOf(hierarchy.local(slot)) - node.getPosition()) : position);
    }
}

[[gnu::noinline]] void routeRotation(Node& node, const glm::quat& rotation)
{
    const glm::quat unit = requireRotation(node, "rotation", rotation);
    if (const auto target = NodeAccess::poseTarget(node)) {
        target->setRotation(node, unit);
    }
}

[[gnu::noinline]] void routeScale(Node& node, const glm::vec3& scaling)
{
    requireFinite(node, "scaling", scaling);
    if (const auto target = NodeAccess::poseTarget(node)) {
        target->setScale(node, scaling);
    }
}

[[gnu::noinline]] void routeTransform(Node& node, const Transform& transform)
{
    const Transform checked = requireTransform(node, transform);
    if (const auto target = NodeAccess::poseTarget(node)) {
        target->setTransform(node, checked);
    }
}

}  // namespace

// --- parts of the local pose ----------------------------------------------------------------------------------------

// Fast path for finite numbers and a pose stored as the node's own parts: one check, one store and one mark. Other cases are out of line.

void Node::setPosition(const glm::vec3& position)
{
    if (isFinite(position) && hierarchy_->isParts(slot_)) [[likely]] {
        hierarchy_->writeTranslation(slot_, position);
    } else {
        routePosition(*this, position);
    }
}

void Node::setRotationQuaternion(const glm::quat& rotation)
{
    if (isUnit(rotation) && hierarchy_->isParts(slot_)) [[likely]] {
        hierarchy_->writeRotation(slot_, rotation);
    } else {
        routeRotation(*this, rotation);
    }
}

void Node::setRotation(const glm::vec3& euler)
{
    requireFinite(*this, "rotation", euler);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        target->setRotation(*this, eulerToQuaternion(euler));
    }
}

void Node::setScaling(const glm::vec3& scaling)
{
    if (isFinite(scaling) && hierarchy_->isParts(slot_)) [[likely]] {
        hierarchy_->writeScale(slot_, scaling);
    } else {
        routeScale(*this, scaling);
    }
}

void Node::setTransform(const Transform& transform)
{
    if (isPlain(transform) && hierarchy_->isParts(slot_)) [[likely]] {
        hierarchy_->writeTransform(slot_, transform);
    } else {
        routeTransform(*this, transform);
    }
}

void Node::setLocalMatrix(const glm::mat4& matrix)
{
    const Affine checked = requireAffine(*this, "local", matrix);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        target->hierarchy->setMatrix(target->slot, checked);
    }
}

// --- in any space ---------------------------------------------------------------------------------------------------

void Node::translate(const glm::vec3& offset, Space space, const TransformNode* relativeTo)
{
    requireFinite(*this, "translation", offset);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        const SpaceFrame frame = requireFrame(*this, space, relativeTo);
        target->moveTo(*this, target->origin() + frame.vectorInParent(offset));
    }
}

void Node::setPosition(const glm::vec3& position, Space space, const TransformNode* relativeTo)
{
    requireFinite(*this, "position", position);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        target->moveTo(*this, requireFrame(*this, space, relativeTo).pointInParent(position));
    }
}

void Node::rotate(const glm::vec3& axis, float angle, Space space, const TransformNode* relativeTo)
{
    turnNode(*this, requireAxisAngle(*this, axis, angle), space, relativeTo);
}

void Node::rotateAround(const glm::vec3& point, const glm::vec3& axis, float angle, Space space, const TransformNode* relativeTo)
{
    requireFinite(*this, "point", point);
    const glm::quat turn = requireAxisAngle(*this, axis, angle);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        const SpaceFrame frame = requireFrame(*this, space, relativeTo);
        const glm::dmat3 inParent = frame.turnInParent(turn);
        const glm::dvec3 axle = frame.pointInParent(point);
        const glm::dvec3 center = axle + inParent * (target->center() - axle);
        target->multiply(*this, inParent, glm::dmat3(1.), center, turnedParts(partsOf(*target), inParent));
    }
}

void Node::setRotationQuaternion(const glm::quat& rotation, Space space, const TransformNode* relativeTo)
{
    const glm::quat unit = requireRotation(*this, "rotation", rotation);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        writeRotation(*target, *this, requireFrame(*this, space, relativeTo).rotationInParent(unit));
    }
}

void Node::setRotationMatrix(const glm::mat3& rotation, Space space, const TransformNode* relativeTo)
{
    const glm::mat3 product = glm::transpose(rotation) * rotation;
    for (glm::length_t column = 0; column < 3; ++column) {
        for (glm::length_t row = 0; row < 3; ++row) {
            if (!(std::abs(product[column][row] - (column == row ? 1.f : 0.f)) < 1e-3f) || !(glm::determinant(rotation) > 0.f)) {
                throw std::invalid_argument(
                    fmt::format("{}: a rotation matrix must have orthogonal columns of unit length and not mirror; columns {} and {} have "
                                "a product of {}, the determinant is {}",
                                label(*this), column, row, product[column][row], glm::determinant(rotation)));
            }
        }
    }
    setRotationQuaternion(rotationOf(rotation), space, relativeTo);
}

// --- shorthands -----------------------------------------------------------------------------------------------------

void Node::addRotation(const glm::vec3& euler)
{
    requireFinite(*this, "rotation", euler);
    turnNode(*this, eulerToQuaternion(euler), Space::Own, nullptr);
}

void Node::setRotation(const glm::vec3& euler, Space space, const TransformNode* relativeTo)
{
    requireFinite(*this, "rotation", euler);
    setRotationQuaternion(eulerToQuaternion(euler), space, relativeTo);
}

// --- aiming ---------------------------------------------------------------------------------------------------------

void Node::lookAt(const glm::vec3& point, Space space, const LookOptions& options, const TransformNode* relativeTo)
{
    requireFinite(*this, "target", point);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        const SpaceFrame frame = requireFrame(*this, space, relativeTo);
        const glm::dvec3 direction = frame.pointInParent(point) - target->center();
        const glm::dquat rotation = aim(*this, direction, frame.vectorInParent(options.up), partsOf(*target), options);
        writeRotation(*target, *this, rotation);
    }
}

void Node::setDirection(const glm::vec3& direction, Space space, const LookOptions& options, const TransformNode* relativeTo)
{
    requireFinite(*this, "direction", direction);
    if (direction == glm::vec3(0.f)) {
        throw std::invalid_argument(fmt::format("{}: a direction to look along must not be zero", label(*this)));
    }
    if (const auto target = NodeAccess::poseTarget(*this)) {
        const SpaceFrame frame = requireFrame(*this, space, relativeTo);
        const glm::dvec3 inParent = frame.vectorInParent(direction);
        writeRotation(*target, *this, aim(*this, inParent, frame.vectorInParent(options.up), partsOf(*target), options));
    }
}

// --- scale ----------------------------------------------------------------------------------------------------------

void Node::setScaling(const glm::vec3& scaling, Space space, const TransformNode* relativeTo)
{
    requireFinite(*this, "scaling", scaling);
    if (const auto target = NodeAccess::poseTarget(*this)) {
        const glm::vec3 inParent(glm::dvec3(scaling) / requireFrame(*this, space, relativeTo).scaleOfUnits());
        requireFinite(*this, "resulting scale", inParent);
        target->setScale(*this, inParent);
    }
}

void Node::scale(const glm::vec3& factors, ChildScaling children)
{
    requireFinite(*this, "scale factors", factors);
    if (children != ChildScaling::Inherit && (factors.x == 0.f || factors.y == 0.f || factors.z == 0.f)) {
        throw std::invalid_argument(fmt::format("{}: children cannot compensate for a scale by ({}, {}, {}): no factor may be 0",
                                                label(*this), factors.x, factors.y, factors.z));
    }
    const glm::dvec3 wide(factors);
    const auto target = NodeAccess::poseTarget(*this);
    if (!target) {
        return;
    }
    const auto scaled = [](const Node& each, const PoseTarget& its, const glm::dmat3& left, const glm::dmat3& right,
                           const glm::dvec3& expectedFactors) {
        Transform expected = partsOf(its);
        expected.scale = glm::vec3(glm::dvec3(expected.scale) * expectedFactors);
        return its.product(each, left, right, its.center(), expected);
    };
    const auto compensated = [&](const Node& child) {
        // Returns the factors by which the child's own axes become longer or shorter if its parent's axes are scaled by the reciprocal
        // factors.
        const glm::dmat3 axes = glm::mat3_cast(glm::dquat(child.getTransform().rotation));
        const glm::dmat3 shrunk = diagonal(1. / wide) * axes;
        return glm::dvec3(glm::dot(axes[0], shrunk[0]), glm::dot(axes[1], shrunk[1]), glm::dot(axes[2], shrunk[2]));
    };
    // All poses are computed before the first is written, so that a refusal changes none.
    std::vector<std::pair<PoseTarget, LocalPose>> below;
    const auto scaleBelow = [&](Node& each, const glm::dmat3& right, const glm::dvec3& expectedFactors) {
        if (const auto its = NodeAccess::poseTarget(each)) {
            below.emplace_back(*its, scaled(each, *its, diagonal(1. / wide), right, expectedFactors));
        }
    };
    if (children == ChildScaling::Compensate) {
        for (Node& child : getChildren()) {
            scaleBelow(child, glm::dmat3(1.), compensated(child));
        }
    } else if (children == ChildScaling::Propagate) {
        for (Node* each : descendantsOf(*this)) {
            scaleBelow(*each, diagonal(wide), compensated(*each) * wide);
        }
    }
    const LocalPose own = scaled(*this, *target, glm::dmat3(1.), diagonal(wide), wide);
    for (const auto& [its, pose] : below) {
        its.hierarchy->setPose(its.slot, pose);
    }
    target->hierarchy->setPose(target->slot, own);
}

}  // namespace armature
