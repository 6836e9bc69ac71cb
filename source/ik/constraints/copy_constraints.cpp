#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/constraints.hpp>
#include <armature/skeleton/bone.hpp>

#include "ik/constraints/constraint_space.hpp"
#include "ik/limits/turn_limit.hpp"
#include "ik/rest_rotation.hpp"
#include "ik/turns.hpp"
#include "scene/checks.hpp"
#include "scene/label.hpp"
#include "scene/node_access.hpp"
#include "scene/space_frame.hpp"

namespace armature {

namespace {

// What a copy may be off and counts as reached all the same: rounding of float.
constexpr double roundingError = 1e-6;

int countOf(const glm::bvec3& axes) noexcept
{
    return int{axes.x} + int{axes.y} + int{axes.z};
}

/// The axis that differs from the two others.
glm::dvec3 oddAxis(const glm::bvec3& axes) noexcept
{
    const bool odd = countOf(axes) == 1;
    return {axes.x == odd ? 1. : 0., axes.y == odd ? 1. : 0., axes.z == odd ? 1. : 0.};
}

/// `own` with what `source` has about some of the axes.
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

glm::dquat restRotation(const Node& node) noexcept
{
    const Bone* bone = node.asBone();
    return bone != nullptr ? glm::normalize(glm::dquat(restOf(*bone).rotation)) : glm::dquat(1., 0., 0., 0.);
}

glm::dvec3 lengthsOf(const glm::dmat3& columns) noexcept
{
    return {glm::length(columns[0]), glm::length(columns[1]), glm::length(columns[2])};
}

/// Gives whatever drives `node` another scale; shear in a matrix that was set stays.
void writeScale(const Node& node, const glm::dvec3& scale)
{
    requireFinite(node, "resulting scale", glm::vec3(scale));
    const PoseTarget target = NodeAccess::driver(node);
    Transform parts = target.hierarchy->transform(target.slot);
    if (!target.hierarchy->pose(target.slot).isMatrix || glm::any(glm::equal(parts.scale, glm::vec3(0.f)))) {
        target.setScale(node, scale);
        return;
    }
    const glm::dvec3 factors = scale / glm::dvec3(parts.scale);
    parts.scale = glm::vec3(scale);
    const glm::dmat3 right({factors.x, 0., 0.}, {0., factors.y, 0.}, {0., 0., factors.z});
    target.multiply(node, glm::dmat3(1.), right, target.center(), parts);
}

}  // namespace

IkReport copyPosition(Node& node, const Node& source, const CopyPositionOptions& options)
{
    requireWeight(node, "copyPosition", options.weight);
    requireConstraintSpace(node, "copyPosition", options.space);
    requireFinite(node, "copyPosition: offset", options.offset);
    IkReport report{.iterations = 1};
    const Frame above = frameAbove(node, options.space);
    const std::optional<Frame> place = sourceFrame(node, source, options.space);
    if (!above.isInvertible() || !place) {
        return {.status = IkStatus::Singular};
    }
    const PoseTarget target = NodeAccess::driver(node);
    const glm::dvec3 now = above.point(target.origin());
    glm::dvec3 way(0.);
    for (glm::length_t i = 0; i < 3; ++i) {
        if (options.axes[i]) {
            way[i] = (options.invert[i] ? -place->origin[i] : place->origin[i]) + static_cast<double>(options.offset[i]) - now[i];
        }
    }
    const auto weight = static_cast<double>(options.weight);
    const glm::dvec3 origin = target.origin() + above.inverse().vector(weight * way);
    if (weight > 0. && !isWritten([&] { target.moveTo(node, origin); })) {
        return {.status = IkStatus::Undefined};
    }
    const double left = (1. - weight) * glm::length(way);
    report.distance = static_cast<float>(left);
    report.isReached = left <= roundingError * (glm::length(now) + glm::length(way));
    return report;
}

IkReport copyRotation(Node& node, const Node& source, const CopyRotationOptions& options)
{
    requireWeight(node, "copyRotation", options.weight);
    requireConstraintSpace(node, "copyRotation", options.space);
    const glm::dquat offset = requireRotation(node, "copyRotation: offset", options.offset);
    if (options.fromRest && options.space != Space::Local) {
        throw std::invalid_argument(fmt::format("{}: copyRotation: fromRest needs Space::Local", label(node)));
    }
    IkReport report{.iterations = 1};
    const SpaceFrame frame(node, options.space, nullptr);
    if (!frameAbove(node, options.space).isInvertible() || !sourceFrame(node, source, options.space)) {
        return {.status = IkStatus::Singular};
    }
    if (!glm::any(options.axes)) {
        report.isReached = true;
        return report;
    }
    const glm::dquat rest = options.fromRest ? restRotation(node) : glm::dquat(1., 0., 0., 0.);
    const glm::dquat sourceRest = options.fromRest ? restRotation(source) : rest;
    const glm::dquat own = glm::conjugate(rest) * frame.rotation();
    const glm::dquat turn = glm::conjugate(sourceRest) * sourceRotation(node, source, options.space);
    const glm::dquat wanted = rest * mixedTurn(own, inverted(turn, options.invert) * glm::normalize(offset), options.axes);

    PosedJoint joint = PosedJoint::read(node);
    const glm::dquat before = joint.rotation;
    const glm::dquat goal = frame.rotationInParent(wanted);
    joint.rotation = blendTurns(before, goal, static_cast<double>(options.weight));
    if (!joint.isWritableTo(node)) {
        return {.status = IkStatus::Undefined};
    }
    joint.write(node);
    report.angle = static_cast<float>(angleBetween(joint.rotation, goal));
    report.jointChange = static_cast<float>(angleBetween(before, joint.rotation));
    report.isReached = report.angle <= static_cast<float>(roundingError);
    return report;
}

IkReport copyScale(Node& node, const Node& source, const CopyScaleOptions& options)
{
    requireWeight(node, "copyScale", options.weight);
    requireConstraintSpace(node, "copyScale", options.space);
    requireFinite(node, "copyScale: factor", options.factor);
    if (glm::any(glm::lessThan(options.factor, glm::vec3(0.f)))) {
        throw std::invalid_argument(fmt::format("{}: copyScale: the factor ({}, {}, {}) must not be negative", label(node),
                                                options.factor.x, options.factor.y, options.factor.z));
    }
    IkReport report{.iterations = 1};
    const SpaceFrame frame(node, options.space, nullptr);
    const std::optional<Frame> place = sourceFrame(node, source, options.space);
    if (!frameAbove(node, options.space).isInvertible() || !place) {
        return {.status = IkStatus::Singular};
    }
    const glm::dvec3 before(node.getTransform().scale);
    const glm::dvec3 units = glm::abs(frame.scaleOfUnits());
    const glm::dvec3 wanted = lengthsOf(place->linear) * glm::dvec3(options.factor);
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
    if (glm::vec3(scale) != glm::vec3(before) && !isWritten([&] { writeScale(node, scale); })) {
        return {.status = IkStatus::Undefined};
    }
    report.distance = static_cast<float>(left);
    report.isReached = left <= roundingError * glm::length(wanted);
    return report;
}

}  // namespace armature
