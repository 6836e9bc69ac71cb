#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/constraints.hpp>
#include <armature/skeleton/bone.hpp>

#include "ik/constraints/joint_ref.hpp"
#include "ik/limits/turn_limit.hpp"
#include "ik/turns.hpp"
#include "math/rotation_rule.hpp"
#include "node/checks.hpp"

namespace armature {

namespace {

int countOf(const glm::bvec3& axes) noexcept
{
    return int{axes.x} + int{axes.y} + int{axes.z};
}

/// Returns the axis that differs from the other two: the chosen axis if only one is chosen, the axis left out if two are chosen.
glm::dvec3 oddAxis(const glm::bvec3& axes) noexcept
{
    const bool odd = countOf(axes) == 1;
    return {axes.x == odd ? 1. : 0., axes.y == odd ? 1. : 0., axes.z == odd ? 1. : 0.};
}

/// Returns the rotation `own`, with its components about the given axes replaced by those of `source`.
glm::dquat mixedTurn(const glm::dquat& own, const glm::dquat& source, const glm::bvec3& axes) noexcept
{
    switch (countOf(axes)) {
    case 1: return splitTurn(own, oddAxis(axes)).swing * splitTurn(source, oddAxis(axes)).twist;
    case 2: return splitTurn(source, oddAxis(axes)).swing * splitTurn(own, oddAxis(axes)).twist;
    default: return source;
    }
}

glm::dquat inverted(const glm::dquat& turn, const glm::bvec3& axes) noexcept
{
    return {turn.w, axes.x ? -turn.x : turn.x, axes.y ? -turn.y : turn.y, axes.z ? -turn.z : turn.z};
}

glm::dquat restRotation(const JointRef& ref) noexcept
{
    const std::optional<Transform> rest = ref.rest();
    return rest ? glm::normalize(glm::dquat(rest->rotation)) : glm::dquat(1., 0., 0., 0.);
}

/// Returns an offset at unit length. Throws std::invalid_argument if it is not a rotation.
glm::dquat requireRotationOffset(const JointRef& ref, const glm::quat& offset)
{
    const glm::dquat wide(offset);
    const double length = glm::length(wide);
    if (!std::isfinite(length) || length == 0.) {
        ref.refuse(fmt::format("copyRotation: offset ({}, {}, {}, {}) must be finite and not of zero length", offset.x, offset.y, offset.z,
                               offset.w));
    }
    return isUnit(offset) ? wide : glm::dquat(glm::quat(wide / length));
}

IkReport copyPositionFrom(JointRef ref, const JointRef& source, const CopyPositionOptions& options)
{
    ref.requireWeight("copyPosition", options.weight);
    ref.requireSpace("copyPosition", options.space);
    ref.requireFinite("copyPosition: offset", options.offset);
    IkReport report{.iterations = 1};
    const Frame above = ref.above(options.space);
    const std::optional<Frame> place = ref.frameOf(source, options.space);
    if (!above.isInvertible() || !place) {
        return {.status = IkStatus::Singular};
    }
    const glm::dvec3 now = above.point(ref.origin());
    glm::dvec3 way(0.);
    for (glm::length_t i = 0; i < 3; ++i) {
        if (options.axes[i]) {
            way[i] = (options.invert[i] ? -place->origin[i] : place->origin[i]) + static_cast<double>(options.offset[i]) - now[i];
        }
    }
    const auto weight = static_cast<double>(options.weight);
    const glm::dvec3 origin = ref.origin() + above.inverse().vector(weight * way);
    if (weight > 0. && !ref.moveTo(origin)) {
        return {.status = IkStatus::Undefined};
    }
    const double left = (1. - weight) * glm::length(way);
    report.distance = static_cast<float>(left);
    report.isReached = left <= roundingError * (glm::length(now) + glm::length(way));
    return report;
}

IkReport copyRotationFrom(JointRef ref, const JointRef& source, const CopyRotationOptions& options)
{
    ref.requireWeight("copyRotation", options.weight);
    ref.requireSpace("copyRotation", options.space);
    const glm::dquat offset = requireRotationOffset(ref, options.offset);
    if (options.fromRest && options.space != Space::Local) {
        ref.refuse("copyRotation: fromRest needs Space::Local");
    }
    IkReport report{.iterations = 1};
    const SpaceFrame frame = ref.spaceFrame(options.space);
    if (!ref.above(options.space).isInvertible() || !ref.frameOf(source, options.space)) {
        return {.status = IkStatus::Singular};
    }
    if (!glm::any(options.axes)) {
        report.isReached = true;
        return report;
    }
    const glm::dquat rest = options.fromRest ? restRotation(ref) : glm::dquat(1., 0., 0., 0.);
    const glm::dquat sourceRest = options.fromRest ? restRotation(source) : rest;
    const glm::dquat own = glm::conjugate(rest) * frame.rotation();
    const glm::dquat turn = glm::conjugate(sourceRest) * ref.rotationOf(source, options.space);
    const glm::dquat wanted = rest * mixedTurn(own, inverted(turn, options.invert) * glm::normalize(offset), options.axes);

    PosedJoint joint = ref.read();
    const glm::dquat before = joint.rotation;
    const glm::dquat goal = frame.rotationInParent(wanted);
    joint.rotation = blendTurns(before, goal, static_cast<double>(options.weight));
    if (!ref.isWritable(joint)) {
        return {.status = IkStatus::Undefined};
    }
    ref.write(joint);
    report.angle = static_cast<float>(angleBetween(joint.rotation, goal));
    report.jointChange = static_cast<float>(angleBetween(before, joint.rotation));
    report.isReached = report.angle <= static_cast<float>(roundingError);
    return report;
}

IkReport copyScaleFrom(JointRef ref, const JointRef& source, const CopyScaleOptions& options)
{
    ref.requireWeight("copyScale", options.weight);
    ref.requireSpace("copyScale", options.space);
    ref.requireFinite("copyScale: factor", options.factor);
    if (glm::any(glm::lessThan(options.factor, glm::vec3(0.f)))) {
        ref.refuse(
            fmt::format("copyScale: the factor ({}, {}, {}) must not be negative", options.factor.x, options.factor.y, options.factor.z));
    }
    IkReport report{.iterations = 1};
    const SpaceFrame frame = ref.spaceFrame(options.space);
    const std::optional<Frame> place = ref.frameOf(source, options.space);
    if (!ref.above(options.space).isInvertible() || !place) {
        return {.status = IkStatus::Singular};
    }
    const glm::dvec3 before(ref.transform().scale);
    const glm::dvec3 units = glm::abs(frame.scaleOfUnits());
    const glm::dvec3 wanted = columnLengths(place->linear) * glm::dvec3(options.factor);
    const auto weight = static_cast<double>(options.weight);
    glm::dvec3 scale = before;
    double left = 0.;
    for (glm::length_t i = 0; i < 3; ++i) {
        if (options.axes[i]) {
            const double goal = std::copysign(wanted[i] / units[i], before[i]);
            scale[i] += weight * (goal - before[i]);
            left = std::max(left, std::abs(goal - scale[i]) * units[i]);
        }
    }
    if (glm::vec3(scale) != glm::vec3(before) && !ref.setScale(glm::vec3(scale))) {
        return {.status = IkStatus::Undefined};
    }
    report.distance = static_cast<float>(left);
    report.isReached = left <= roundingError * glm::length(wanted);
    return report;
}

}  // namespace

IkReport copyPosition(Node& node, const Node& source, const CopyPositionOptions& options)
{
    return copyPositionFrom(JointRef(node), JointRef(source), options);
}

IkReport copyPosition(JointView joints, std::size_t joint, std::size_t source, const CopyPositionOptions& options)
{
    return copyPositionFrom(JointRef(joints, joint), JointRef(joints, source), options);
}

IkReport copyRotation(Node& node, const Node& source, const CopyRotationOptions& options)
{
    return copyRotationFrom(JointRef(node), JointRef(source), options);
}

IkReport copyRotation(JointView joints, std::size_t joint, std::size_t source, const CopyRotationOptions& options)
{
    return copyRotationFrom(JointRef(joints, joint), JointRef(joints, source), options);
}

IkReport copyScale(Node& node, const Node& source, const CopyScaleOptions& options)
{
    return copyScaleFrom(JointRef(node), JointRef(source), options);
}

IkReport copyScale(JointView joints, std::size_t joint, std::size_t source, const CopyScaleOptions& options)
{
    return copyScaleFrom(JointRef(joints, joint), JointRef(joints, source), options);
}

}  // namespace armature
