#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/ik/constraints.hpp>
#include <armature/skeleton/bone.hpp>

#include "ik/constraints/constraint_space.hpp"
#include "ik/limits/turn_limit.hpp"
#include "ik/rest_rotation.hpp"
#include "ik/turns.hpp"
#include "scene/checks.hpp"
#include "scene/label.hpp"
#include "scene/node_access.hpp"

namespace armature {

namespace {

// Below this two directions count as parallel, and a length as none beside another.
constexpr double parallel = 1e-9;
// What counts as reached: rounding of float.
constexpr double roundingError = 1e-6;

glm::dvec3 requireDirection(const Node& node, std::string_view what, const glm::vec3& direction)
{
    requireFinite(node, what, direction);
    if (direction == glm::vec3(0.f)) {
        throw std::invalid_argument(fmt::format("{}: {} must not be zero", label(node), what));
    }
    return glm::normalize(glm::dvec3(direction));
}

void checkAim(const Node& node, const AimOptions& options)
{
    requireWeight(node, "aimAt", options.weight);
    const glm::dvec3 axis = requireDirection(node, "aimAt: the axis", options.axis);
    if (options.up) {
        static_cast<void>(requireDirection(node, "aimAt: up", *options.up));
        if (glm::length(across(requireDirection(node, "aimAt: the up axis", options.upAxis), axis)) < 1e-5) {
            throw std::invalid_argument(fmt::format("{}: aimAt: the up axis ({}, {}, {}) is parallel to the axis that aims", label(node),
                                                    options.upAxis.x, options.upAxis.y, options.upAxis.z));
        }
    }
}

/// The turn about the unit vector `axis` by which `from` comes to lie on the same side of it as `to`; none where either lies along it.
glm::dquat rollAbout(const glm::dvec3& axis, const glm::dvec3& from, const glm::dvec3& to) noexcept
{
    const glm::dvec3 a = across(from, axis);
    const glm::dvec3 b = across(to, axis);
    if (glm::length(a) <= parallel * glm::length(from) || glm::length(b) <= parallel * glm::length(to)) {
        return {1., 0., 0., 0.};
    }
    return glm::angleAxis(std::atan2(glm::dot(glm::cross(a, b), axis), glm::dot(a, b)), axis);
}

/// How `joint` is turned when its axis points along `direction`, which like `up` is in the parent's axes.
glm::dquat aimedRotation(const PosedJoint& joint, const glm::dvec3& direction, const glm::dvec3* up, const AimOptions& options) noexcept
{
    const glm::dvec3 to = glm::normalize(direction);
    const glm::dmat3 linear = joint.local().linear;
    const glm::dvec3 seen = linear * glm::dvec3(options.axis);
    const double length = glm::length(seen);
    if (!(length > 0.)) {
        return joint.rotation;
    }
    const glm::dvec3 from = seen / length;
    const glm::dquat aimed = shortestTurn(from, to, anyAcross(from)) * joint.rotation;
    if (up == nullptr) {
        return aimed;
    }
    return rollAbout(to, aimed * (joint.shape * glm::dvec3(options.upAxis)), *up) * aimed;
}

IkReport reportOfAim(const PosedJoint& before, const PosedJoint& after, const Frame& above, const glm::dvec3& target,
                     const glm::vec3& axis) noexcept
{
    IkReport report{.iterations = 1};
    const glm::dvec3 sight = above.vector(after.local().linear * glm::dvec3(axis));
    const glm::dvec3 wanted = target - above.point(after.center);
    const glm::dvec3 missed = glm::cross(sight, wanted);
    const double angle = std::atan2(glm::length(missed), glm::dot(sight, wanted));
    const double length = glm::length(sight);
    report.angle = static_cast<float>(angle);
    report.distance = length > 0. && glm::dot(sight, wanted) > 0. ? static_cast<float>(glm::length(missed) / length)
                                                                  : static_cast<float>(glm::length(wanted));
    report.jointChange = static_cast<float>(angleBetween(before.rotation, after.rotation));
    report.isReached = length > 0. && glm::length(wanted) > 0. && angle <= roundingError;
    return report;
}

IkReport aim(Node& node, const glm::dvec3& target, Space space, const AimOptions& options)
{
    const Frame above = frameAbove(node, space);
    if (!above.isInvertible()) {
        return {.status = IkStatus::Singular};
    }
    const Frame back = above.inverse();
    const PosedJoint before = PosedJoint::read(node);
    PosedJoint joint = before;
    const glm::dvec3 direction = back.point(target) - joint.center;
    if (glm::length(direction) > parallel * glm::length(joint.center)) {
        const glm::dvec3 up = options.up ? back.vector(glm::dvec3(*options.up)) : glm::dvec3(0.);
        const glm::dquat aimed = aimedRotation(joint, direction, options.up ? &up : nullptr, options);
        joint.rotation = blendTurns(before.rotation, aimed, static_cast<double>(options.weight));
        if (!joint.isWritableTo(node)) {
            return {.status = IkStatus::Undefined};
        }
        joint.write(node);
    }
    return reportOfAim(before, joint, above, target, options.axis);
}

// --- stretch --------------------------------------------------------------------------------------------------------

glm::vec3 unitAxis(BoneAxis axis) noexcept
{
    return {axis == BoneAxis::X ? 1.f : 0.f, axis == BoneAxis::Y ? 1.f : 0.f, axis == BoneAxis::Z ? 1.f : 0.f};
}

/// A bone's length along its axis, in its own unscaled axes: now and at rest, which differ where its children are moved to stretch it.
struct BoneTip {
    double now = 0.;
    double atRest = 0.;
};

BoneTip findTip(const Node& node, const StretchOptions& options)
{
    const auto axis = static_cast<glm::length_t>(options.axis);
    const Bone* child = NodeAccess::firstChildBone(node);
    if (options.mode == StretchMode::MoveChildren && child == nullptr) {
        throw std::invalid_argument(fmt::format("{}: stretchTo: no child bones that could be moved", label(node)));
    }
    BoneTip tip;
    if (child != nullptr) {
        tip = {PosedJoint::read(*child).local().origin[axis], static_cast<double>(child->getRestMatrix()[3][axis])};
    } else if (const Bone* bone = node.asBone(); bone != nullptr && bone->getLength()) {
        tip.now = tip.atRest = static_cast<double>(*bone->getLength());
    }
    if (options.tip) {
        const auto given = static_cast<double>(*options.tip);
        tip.now = options.mode == StretchMode::MoveChildren ? tip.now * (given / tip.atRest) : given;
        tip.atRest = given;
    }
    if (!(std::abs(tip.now) > 0.) || !(std::abs(tip.atRest) > 0.)) {  // nor if a division above made it no number
        throw std::invalid_argument(fmt::format(
            "{}: stretchTo: no length along own {}: a first child bone farther along it, a length or StretchOptions::tip is needed",
            label(node), "XYZ"[axis]));
    }
    return tip;
}

void checkStretch(const Node& node, const StretchOptions& options)
{
    requireWeight(node, "stretchTo", options.weight);
    requireWeight(node, "stretchTo: keepVolume", options.keepVolume);
    requireFinite(node, "stretchTo: tip", glm::vec3(options.tip.value_or(1.f)));
    if (!(options.minStretch >= 0.f && options.maxStretch >= options.minStretch && std::isfinite(options.maxStretch))) {
        throw std::invalid_argument(fmt::format("{}: stretchTo: the range [{}, {}] is empty, negative or not finite", label(node),
                                                options.minStretch, options.maxStretch));
    }
}

double restScale(const Node& node, glm::length_t axis)
{
    const Bone* bone = node.asBone();
    const double scale = bone != nullptr ? std::abs(static_cast<double>(restOf(*bone).scale[axis])) : 1.;
    return scale > 0. ? scale : 1.;
}

/// False: it does not fit, and nothing has changed.
bool scaleAlong(const Node& node, glm::length_t axis, double factor, double across)
{
    const PoseTarget target = NodeAccess::driver(node);
    glm::dmat3 right(across);
    right[axis][axis] = factor;
    Transform expected = target.hierarchy->transform(target.slot);
    for (glm::length_t i = 0; i < 3; ++i) {
        expected.scale[i] = static_cast<float>(static_cast<double>(expected.scale[i]) * right[i][i]);
    }
    return isWritten([&] { target.multiply(node, glm::dmat3(1.), right, target.center(), expected); });
}

PosedJoint movedAlong(const Node& child, glm::length_t axis, double factor) noexcept
{
    PosedJoint joint = PosedJoint::read(child);
    const double along = joint.local().origin[axis];
    joint.center[axis] += along * (factor - 1.);
    return joint;
}

/// The same.
bool moveChildrenAlong(Node& node, glm::length_t axis, double factor)
{
    for (const Node& child : node.getChildren()) {
        if (!movedAlong(child, axis, factor).isWritableTo(child)) {
            return false;
        }
    }
    for (Node& child : node.getChildren()) {
        movedAlong(child, axis, factor).write(child);
    }
    return true;
}

/// By which factor a tip at `tip` from the joint comes closest to `target`, both in the space, and by which it may.
struct Stretch {
    double wanted = 1.;
    double allowed = 1.;
    std::uint64_t activeLimits = 0;
};

Stretch findStretch(const glm::dvec3& tip, const glm::dvec3& target, double ratio, const StretchOptions& options) noexcept
{
    const double size = glm::dot(tip, tip);
    if (!(size > 0.) || !(ratio > 0.)) {
        return {};
    }
    Stretch stretch;
    stretch.wanted = glm::dot(tip, target) / size;
    // A scale of zero cannot be undone by a factor, so that it is never quite reached.
    const double low = std::max(static_cast<double>(options.minStretch), 1e-6) / ratio;
    const double high = std::max(static_cast<double>(options.maxStretch) / ratio, low);
    stretch.allowed = std::clamp(stretch.wanted, low, high);
    stretch.activeLimits = stretch.wanted < low ? 1u : stretch.wanted > high ? 2u : 0u;
    return stretch;
}

IkReport aimAndStretch(Node& node, const glm::dvec3& target, Space space, const StretchOptions& options)
{
    const auto axis = static_cast<glm::length_t>(options.axis);
    const BoneTip tip = findTip(node, options);
    const Frame above = frameAbove(node, space);
    if (!above.isInvertible()) {
        return {.status = IkStatus::Singular};
    }
    IkReport report{.iterations = 1};
    const glm::vec3 along = unitAxis(options.axis) * (tip.now < 0. ? -1.f : 1.f);
    if (options.aims) {
        const IkReport aimed = aim(node, target, space, {.axis = along, .weight = options.weight});
        if (aimed.status != IkStatus::Solved) {
            return aimed;
        }
        report.jointChange = aimed.jointChange;
    }
    const Frame own = above * PosedJoint::read(node).local();
    const glm::dvec3 reach = own.vector(glm::dvec3(along) * std::abs(tip.now));
    const double ratio = options.mode == StretchMode::Scale
                             ? std::abs(static_cast<double>(node.getTransform().scale[axis])) / restScale(node, axis)
                             : tip.now / tip.atRest;
    const Stretch found = findStretch(reach, target - own.origin, ratio, options);
    const double factor = 1. + static_cast<double>(options.weight) * (found.allowed - 1.);
    const bool isWhole = factor == 1. ? true
                         : options.mode == StretchMode::MoveChildren
                             ? moveChildrenAlong(node, axis, factor)
                             : scaleAlong(node, axis, factor, std::pow(factor, -0.5 * static_cast<double>(options.keepVolume)));
    if (!isWhole) {
        return {.status = IkStatus::Undefined};
    }
    const double left = glm::length(target - own.origin - factor * reach);
    report.distance = static_cast<float>(left);
    report.beyondReach = static_cast<float>(std::abs(found.wanted - found.allowed) * glm::length(reach));
    report.activeLimits = found.activeLimits;
    report.isReached = left <= roundingError * (glm::length(target - own.origin) + glm::length(reach));
    return report;
}

// What cannot be written changes nothing: the turn that came first is taken back.
IkReport stretch(Node& node, const glm::dvec3& target, Space space, const StretchOptions& options)
{
    const PoseTarget written = NodeAccess::driver(node);
    const LocalPose before = written.hierarchy->storedPose(written.slot);
    const IkReport report = aimAndStretch(node, target, space, options);
    if (report.status == IkStatus::Undefined) {
        written.hierarchy->setPose(written.slot, before);
    }
    return report;
}

/// Where a point of a target is, for a constraint of `node`.
glm::dvec3 targetPoint(const Node& node, const Node& target, const glm::vec3& ownPoint, std::string_view what)
{
    requireFinite(node, what, ownPoint);
    return worldFrame(target).point(glm::dvec3(ownPoint));
}

}  // namespace

IkReport aimAt(Node& node, const glm::vec3& target, Space space, const AimOptions& options)
{
    checkAim(node, options);
    requireConstraintSpace(node, "aimAt", space);
    requireFinite(node, "aimAt: target", target);
    return aim(node, glm::dvec3(target), space, options);
}

IkReport aimAt(Node& node, const Node& target, const glm::vec3& ownPoint, const AimOptions& options)
{
    checkAim(node, options);
    return aim(node, targetPoint(node, target, ownPoint, "aimAt: point of the target"), Space::World, options);
}

IkReport stretchTo(Node& node, const glm::vec3& target, Space space, const StretchOptions& options)
{
    checkStretch(node, options);
    requireConstraintSpace(node, "stretchTo", space);
    requireFinite(node, "stretchTo: target", target);
    return stretch(node, glm::dvec3(target), space, options);
}

IkReport stretchTo(Node& node, const Node& target, const glm::vec3& ownPoint, const StretchOptions& options)
{
    checkStretch(node, options);
    return stretch(node, targetPoint(node, target, ownPoint, "stretchTo: point of the target"), Space::World, options);
}

// --- limits ---------------------------------------------------------------------------------------------------------

IkReport limitJoint(Node& node, const JointLimit& limit, const Transform& rest, float weight)
{
    requireWeight(node, "limitJoint", weight);
    const Transform reference = requireTransform(node, rest);
    const TurnLimit checked = TurnLimit::of(limit);
    const auto part = static_cast<double>(weight);
    const PosedJoint before = PosedJoint::read(node);
    PosedJoint joint = before;
    const glm::dquat restTurn = glm::normalize(glm::dquat(reference.rotation));
    const glm::dquat turn = glm::conjugate(restTurn) * before.rotation;
    const glm::dquat allowed = restTurn * checked.apply(turn);
    double shift = 0.;
    if (checked.kind == TurnLimit::Kind::Slide) {
        const glm::dvec3 axis = restTurn * checked.axis;
        const glm::dvec3 origin(reference.translation);
        const glm::dvec3 now = before.local().origin;
        const glm::dvec3 held = origin + axis * std::clamp(glm::dot(now - origin, axis), checked.minDistance, checked.maxDistance);
        joint.center += part * (held - now);
        shift = glm::length(held - now);
    }
    const bool isTurned = checked.violation(turn) > roundingError;
    const bool isShifted = shift > roundingError * (glm::length(before.center) + glm::length(glm::dvec3(reference.translation)));
    if (isTurned) {
        joint.rotation = blendTurns(before.rotation, allowed, part);
    }
    if ((isTurned || isShifted) && !joint.isWritableTo(node)) {
        return {.status = IkStatus::Undefined};
    }
    if (isTurned || isShifted) {
        joint.write(node);
    }
    IkReport report{.iterations = 1};
    report.angle = static_cast<float>(isTurned ? angleBetween(joint.rotation, allowed) : 0.);
    report.distance = static_cast<float>(isShifted ? (1. - part) * shift : 0.);
    report.jointChange = static_cast<float>(angleBetween(before.rotation, joint.rotation));
    report.activeLimits = isTurned || isShifted ? 1u : 0u;
    report.isReached = report.activeLimits == 0 || part == 1.;
    return report;
}

IkReport limitJoint(Bone& bone, const JointLimit& limit, float weight)
{
    return limitJoint(bone, limit, restOf(bone), weight);
}

}  // namespace armature
