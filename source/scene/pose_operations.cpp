#include "scene/pose_operations.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "scene/aim.hpp"
#include "scene/checks.hpp"
#include "scene/label.hpp"
#include "scene/node_access.hpp"
#include "scene/pose_target.hpp"

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

/// The parts after a turn that leaves the scale as it is.
Transform turned(const Transform& parts, const glm::dmat3& turn) noexcept
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

/// Sets a rotation that was worked out in double.
void writeRotation(const PoseTarget& target, const Node& node, const glm::dquat& rotation)
{
    target.setRotation(node, requireRotation(node, "resulting rotation", glm::quat(rotation)));
}

}  // namespace

void translateNode(Node& node, const glm::vec3& offset, Space space, const TransformNode* relativeTo)
{
    requireFinite(node, "translation", offset);
    if (const auto target = NodeAccess::poseTarget(node)) {
        const SpaceFrame frame = requireFrame(node, space, relativeTo);
        target->moveTo(node, target->origin() + frame.vectorInParent(offset));
    }
}

void moveNode(Node& node, const glm::vec3& position, Space space, const TransformNode* relativeTo)
{
    requireFinite(node, "position", position);
    if (const auto target = NodeAccess::poseTarget(node)) {
        target->moveTo(node, requireFrame(node, space, relativeTo).pointInParent(position));
    }
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

void rotateNode(Node& node, const glm::vec3& axis, float angle, Space space, const TransformNode* relativeTo)
{
    turnNode(node, requireAxisAngle(node, axis, angle), space, relativeTo);
}

void turnNode(Node& node, const glm::quat& turn, Space space, const TransformNode* relativeTo)
{
    if (const auto target = NodeAccess::poseTarget(node)) {
        const glm::dmat3 inParent = requireFrame(node, space, relativeTo).turnInParent(turn);
        target->multiply(node, inParent, glm::dmat3(1.), target->center(), turned(partsOf(*target), inParent));
    }
}

void rotateNodeAround(Node& node, const glm::vec3& point, const glm::vec3& axis, float angle, Space space)
{
    requireFinite(node, "point", point);
    const glm::quat turn = requireAxisAngle(node, axis, angle);
    if (const auto target = NodeAccess::poseTarget(node)) {
        const SpaceFrame frame = requireFrame(node, space, nullptr);
        const glm::dmat3 inParent = frame.turnInParent(turn);
        const glm::dvec3 axle = frame.pointInParent(point);
        const glm::dvec3 center = axle + inParent * (target->center() - axle);
        target->multiply(node, inParent, glm::dmat3(1.), center, turned(partsOf(*target), inParent));
    }
}

void setNodeRotation(Node& node, const glm::quat& rotation, Space space, const TransformNode* relativeTo)
{
    const glm::quat unit = requireRotation(node, "rotation", rotation);
    if (const auto target = NodeAccess::poseTarget(node)) {
        writeRotation(*target, node, requireFrame(node, space, relativeTo).rotationInParent(unit));
    }
}

void setNodeRotationMatrix(Node& node, const glm::mat3& rotation, Space space, const TransformNode* relativeTo)
{
    const glm::mat3 product = glm::transpose(rotation) * rotation;
    for (glm::length_t column = 0; column < 3; ++column) {
        for (glm::length_t row = 0; row < 3; ++row) {
            if (!(std::abs(product[column][row] - (column == row ? 1.f : 0.f)) < 1e-3f) || !(glm::determinant(rotation) > 0.f)) {
                throw std::invalid_argument(
                    fmt::format("{}: a rotation matrix must have orthogonal columns of unit length and not mirror; columns {} and {} have "
                                "a product of {}, the determinant is {}",
                                label(node), column, row, product[column][row], glm::determinant(rotation)));
            }
        }
    }
    setNodeRotation(node, rotationOf(rotation), space, relativeTo);
}

// --- aiming ---------------------------------------------------------------------------------------------------------

void lookAtPoint(Node& node, const glm::vec3& point, Space space, const TransformNode* relativeTo, const LookOptions& options)
{
    requireFinite(node, "target", point);
    if (const auto target = NodeAccess::poseTarget(node)) {
        const SpaceFrame frame = requireFrame(node, space, relativeTo);
        const glm::dvec3 direction = frame.pointInParent(point) - target->center();
        const glm::dquat rotation = aim(node, direction, frame.vectorInParent(options.up), partsOf(*target), options);
        writeRotation(*target, node, rotation);
    }
}

void lookAlong(Node& node, const glm::vec3& direction, Space space, const TransformNode* relativeTo, const LookOptions& options)
{
    requireFinite(node, "direction", direction);
    if (direction == glm::vec3(0.f)) {
        throw std::invalid_argument(fmt::format("{}: a direction to look along must not be zero", label(node)));
    }
    if (const auto target = NodeAccess::poseTarget(node)) {
        const SpaceFrame frame = requireFrame(node, space, relativeTo);
        const glm::dvec3 inParent = frame.vectorInParent(direction);
        writeRotation(*target, node, aim(node, inParent, frame.vectorInParent(options.up), partsOf(*target), options));
    }
}

// --- scale ----------------------------------------------------------------------------------------------------------

void setNodeScale(Node& node, const glm::vec3& scale, Space space)
{
    requireFinite(node, "scaling", scale);
    if (const auto target = NodeAccess::poseTarget(node)) {
        const glm::vec3 inParent(glm::dvec3(scale) / requireFrame(node, space, nullptr).scaleOfUnits());
        requireFinite(node, "resulting scale", inParent);
        target->setScale(node, inParent);
    }
}

void scaleNode(Node& node, const glm::vec3& factors, ChildScaling children)
{
    requireFinite(node, "scale factors", factors);
    if (children != ChildScaling::Inherit && (factors.x == 0.f || factors.y == 0.f || factors.z == 0.f)) {
        throw std::invalid_argument(fmt::format("{}: children cannot make up for a scale by ({}, {}, {}): no factor may be 0", label(node),
                                                factors.x, factors.y, factors.z));
    }
    const glm::dvec3 wide(factors);
    const auto target = NodeAccess::poseTarget(node);
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
        // How much longer or shorter the child's own axes become when its parent's axes shrink back.
        const glm::dmat3 axes = glm::mat3_cast(glm::dquat(child.getTransform().rotation));
        const glm::dmat3 shrunk = diagonal(1. / wide) * axes;
        return glm::dvec3(glm::dot(axes[0], shrunk[0]), glm::dot(axes[1], shrunk[1]), glm::dot(axes[2], shrunk[2]));
    };
    // All are worked out before the first is written: a refusal changes none.
    std::vector<std::pair<PoseTarget, LocalPose>> below;
    const auto scaleBelow = [&](Node& each, const glm::dmat3& right, const glm::dvec3& expectedFactors) {
        if (const auto its = NodeAccess::poseTarget(each)) {
            below.emplace_back(*its, scaled(each, *its, diagonal(1. / wide), right, expectedFactors));
        }
    };
    if (children == ChildScaling::Compensate) {
        for (Node& child : node.getChildren()) {
            scaleBelow(child, glm::dmat3(1.), compensated(child));
        }
    } else if (children == ChildScaling::Propagate) {
        for (Node* each : node.getDescendants()) {
            scaleBelow(*each, diagonal(wide), compensated(*each) * wide);
        }
    }
    const LocalPose own = scaled(node, *target, glm::dmat3(1.), diagonal(wide), wide);
    for (const auto& [its, pose] : below) {
        its.hierarchy->setPose(its.slot, pose);
    }
    target->hierarchy->setPose(target->slot, own);
}

glm::vec3 directionOf(const Node& node, const glm::vec3& axis, Space space, const TransformNode* relativeTo) noexcept
{
    const glm::dvec3 direction = glm::dmat3(SpaceFrame(node, space, relativeTo).matrix()) * glm::dvec3(axis);
    const double length = glm::length(direction);
    return length > 0. ? glm::vec3(direction / length) : glm::vec3(0.f);
}

}  // namespace armature
