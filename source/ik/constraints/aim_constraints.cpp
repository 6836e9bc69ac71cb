#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/ik/constraints.hpp>
#include <armature/skeleton/bone.hpp>

#include "ik/constraints/joint_ref.hpp"
#include "ik/not_solved.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

glm::dvec3 requireUnitDirection(const JointRef& ref, std::string_view what, const glm::vec3& direction)
{
    ref.requireFinite(what, direction);
    if (direction == glm::vec3(0.f)) {
        ref.refuse(fmt::format("{} must not be zero", what));
    }
    return glm::normalize(glm::dvec3(direction));
}

void checkAim(const JointRef& ref, const AimOptions& options)
{
    ref.requireWeight("aimAt", options.weight);
    const glm::dvec3 axis = requireUnitDirection(ref, "aimAt: the axis", options.axis);
    if (options.up) {
        static_cast<void>(requireUnitDirection(ref, "aimAt: up", *options.up));
        if (glm::length(across(requireUnitDirection(ref, "aimAt: the up axis", options.upAxis), axis)) < 1e-5) {
            ref.refuse(fmt::format("aimAt: the up axis ({}, {}, {}) is parallel to the axis that aims", options.upAxis.x, options.upAxis.y,
                                   options.upAxis.z));
        }
    }
}

/// Returns the rotation about the unit vector `axis` that takes `from` into the half-plane of the axis and `to`; the identity if either
/// lies along the axis.
glm::dquat rollAbout(const glm::dvec3& axis, const glm::dvec3& from, const glm::dvec3& to) noexcept
{
    const glm::dvec3 a = across(from, axis);
    const glm::dvec3 b = across(to, axis);
    if (glm::length(a) <= parallelSine * glm::length(from) || glm::length(b) <= parallelSine * glm::length(to)) {
        return {1., 0., 0., 0.};
    }
    return glm::angleAxis(std::atan2(glm::dot(glm::cross(a, b), axis), glm::dot(a, b)), axis);
}

/// Returns the rotation of `joint` that points its axis along `direction`. `direction` and `up` are in the parent's axes.
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

IkReport aimJoint(JointRef& ref, const glm::dvec3& target, Space space, const AimOptions& options)
{
    const Frame above = ref.above(space);
    if (!above.isInvertible()) {
        return {.status = IkStatus::Singular};
    }
    const Frame back = above.inverse();
    const PosedJoint before = ref.read();
    PosedJoint joint = before;
    const glm::dvec3 direction = back.point(target) - joint.center;
    if (glm::length(direction) > parallelSine * glm::length(joint.center)) {
        const glm::dvec3 up = options.up ? back.vector(glm::dvec3(*options.up)) : glm::dvec3(0.);
        const glm::dquat aimed = aimedRotation(joint, direction, options.up ? &up : nullptr, options);
        joint.rotation = blendTurns(before.rotation, aimed, static_cast<double>(options.weight));
        if (!ref.isWritable(joint)) {
            return {.status = IkStatus::Undefined};
        }
        ref.write(joint);
    }
    return reportOfAim(before, joint, above, target, options.axis);
}

// --- stretch --------------------------------------------------------------------------------------------------------

glm::vec3 unitAxis(BoneAxis axis) noexcept
{
    return {axis == BoneAxis::X ? 1.f : 0.f, axis == BoneAxis::Y ? 1.f : 0.f, axis == BoneAxis::Z ? 1.f : 0.f};
}

/// A bone's length along its axis, in its own unscaled axes: now and at rest. They differ if its children have been moved to stretch it.
struct BoneTip {
    double now = 0.;
    double atRest = 0.;
};

BoneTip findTip(const JointRef& ref, const StretchOptions& options)
{
    const auto axis = static_cast<glm::length_t>(options.axis);
    const std::optional<JointRef> child = ref.firstChild();
    if (options.mode == StretchMode::MoveChildren && !child) {
        ref.refuse("stretchTo: there are no child bones to move");
    }
    BoneTip tip;
    if (child) {
        tip = {child->read().local().origin[axis], static_cast<double>(child->restOrigin()[axis])};
    } else if (const std::optional<float> length = ref.length()) {
        tip.now = tip.atRest = static_cast<double>(*length);
    }
    if (options.tip) {
        const auto given = static_cast<double>(*options.tip);
        tip.now = options.mode == StretchMode::MoveChildren ? tip.now * (given / tip.atRest) : given;
        tip.atRest = given;
    }
    if (!(std::abs(tip.now) > 0.) || !(std::abs(tip.atRest) > 0.)) {  // also true if a division above gave NaN
        ref.refuse(fmt::format("stretchTo: no length along own {}: a first child bone farther along it, a length or StretchOptions::tip is "
                               "needed",
                               "XYZ"[axis]));
    }
    return tip;
}

void checkStretch(const JointRef& ref, const StretchOptions& options)
{
    ref.requireWeight("stretchTo", options.weight);
    ref.requireWeight("stretchTo: keepVolume", options.keepVolume);
    ref.requireFinite("stretchTo: tip", glm::vec3(options.tip.value_or(1.f)));
    if (!(options.minStretch >= 0.f && options.maxStretch >= options.minStretch && std::isfinite(options.maxStretch))) {
        ref.refuse(fmt::format("stretchTo: the range [{}, {}] is empty, negative or not finite", options.minStretch, options.maxStretch));
    }
}

double restScale(const JointRef& ref, glm::length_t axis)
{
    const std::optional<Transform> rest = ref.rest();
    const double scale = rest ? std::abs(static_cast<double>(rest->scale[axis])) : 1.;
    return scale > 0. ? scale : 1.;
}

/// Scales the bone along an axis and across it. Returns false, and changes nothing, if a number does not fit a float.
bool scaleAlong(JointRef& ref, glm::length_t axis, double factor, double across)
{
    glm::dvec3 factors(across);
    factors[axis] = factor;
    return ref.scaleBy(factors);
}

PosedJoint movedAlong(const JointRef& child, glm::length_t axis, double factor) noexcept
{
    PosedJoint joint = child.read();
    const double along = joint.local().origin[axis];
    joint.center[axis] += along * (factor - 1.);
    return joint;
}

/// Moves the bone's children along an axis. Returns false, and changes nothing, if a number does not fit a float.
bool moveChildrenAlong(const JointRef& ref, glm::length_t axis, double factor)
{
    return ref.forChildren([&](const JointRef& child) { return child.isWritable(movedAlong(child, axis, factor)); })
           && ref.forChildren([&](JointRef child) {
                  child.write(movedAlong(child, axis, factor));
                  return true;
              });
}

/// The factor by which to scale a bone so that its tip gets closest to the target, and that factor within the allowed range.
struct Stretch {
    double wanted = 1.;
    double allowed = 1.;
    bool isMinHeld = false;
    bool isMaxHeld = false;
};

Stretch findStretch(const glm::dvec3& tip, const glm::dvec3& target, double ratio, const StretchOptions& options) noexcept
{
    const double size = glm::dot(tip, tip);
    if (!(size > 0.) || !(ratio > 0.)) {
        return {};
    }
    Stretch stretch;
    stretch.wanted = glm::dot(tip, target) / size;
    // The lower limit stays above zero, because no factor can undo a scale of zero.
    const double low = std::max(static_cast<double>(options.minStretch), 1e-6) / ratio;
    const double high = std::max(static_cast<double>(options.maxStretch) / ratio, low);
    stretch.allowed = std::clamp(stretch.wanted, low, high);
    stretch.isMinHeld = stretch.wanted < low;
    stretch.isMaxHeld = stretch.wanted > high;
    return stretch;
}

StretchReport aimAndStretch(JointRef& ref, const glm::dvec3& target, Space space, const StretchOptions& options)
{
    const auto axis = static_cast<glm::length_t>(options.axis);
    const BoneTip tip = findTip(ref, options);
    const Frame above = ref.above(space);
    if (!above.isInvertible()) {
        return notSolved<StretchReport>(IkStatus::Singular);
    }
    StretchReport report;
    report.iterations = 1;
    const glm::vec3 along = unitAxis(options.axis) * (tip.now < 0. ? -1.f : 1.f);
    if (options.aims) {
        const IkReport aimed = aimJoint(ref, target, space, {.axis = along, .weight = options.weight});
        if (aimed.status != IkStatus::Solved) {
            return notSolved<StretchReport>(aimed.status);
        }
        report.jointChange = aimed.jointChange;
    }
    const Frame own = above * ref.read().local();
    const glm::dvec3 reach = own.vector(glm::dvec3(along) * std::abs(tip.now));
    const double ratio = options.mode == StretchMode::Scale
                             ? std::abs(static_cast<double>(ref.transform().scale[axis])) / restScale(ref, axis)
                             : tip.now / tip.atRest;
    const Stretch found = findStretch(reach, target - own.origin, ratio, options);
    const double factor = 1. + static_cast<double>(options.weight) * (found.allowed - 1.);
    const bool isWhole = factor == 1. ? true
                         : options.mode == StretchMode::MoveChildren
                             ? moveChildrenAlong(ref, axis, factor)
                             : scaleAlong(ref, axis, factor, std::pow(factor, -0.5 * static_cast<double>(options.keepVolume)));
    if (!isWhole) {
        return notSolved<StretchReport>(IkStatus::Undefined);
    }
    const double left = glm::length(target - own.origin - factor * reach);
    report.distance = static_cast<float>(left);
    report.beyondReach = static_cast<float>(std::abs(found.wanted - found.allowed) * glm::length(reach));
    report.isMinHeld = found.isMinHeld;
    report.isMaxHeld = found.isMaxHeld;
    report.isReached = left <= roundingError * (glm::length(target - own.origin) + glm::length(reach));
    return report;
}

// Aims and stretches. If the stretch cannot be written, undoes the rotation before it, so that nothing changes.
StretchReport stretch(JointRef ref, const glm::dvec3& target, Space space, const StretchOptions& options)
{
    const LocalPose before = ref.stored();
    const StretchReport report = aimAndStretch(ref, target, space, options);
    if (report.status == IkStatus::Undefined) {
        ref.restore(before);
    }
    return report;
}

/// Returns the world position of a point of `target`, for a constraint of `ref`.
glm::dvec3 targetPoint(const JointRef& ref, const JointRef& target, const glm::vec3& ownPoint, std::string_view what)
{
    ref.requireFinite(what, ownPoint);
    return target.world().point(glm::dvec3(ownPoint));
}

IkReport aimAtPoint(JointRef ref, const glm::vec3& target, Space space, const AimOptions& options)
{
    checkAim(ref, options);
    ref.requireSpace("aimAt", space);
    ref.requireFinite("aimAt: target", target);
    return aimJoint(ref, glm::dvec3(target), space, options);
}

IkReport aimAtJoint(JointRef ref, const JointRef& target, const glm::vec3& ownPoint, const AimOptions& options)
{
    checkAim(ref, options);
    return aimJoint(ref, targetPoint(ref, target, ownPoint, "aimAt: point of the target"), Space::World, options);
}

StretchReport stretchToPoint(const JointRef& ref, const glm::vec3& target, Space space, const StretchOptions& options)
{
    checkStretch(ref, options);
    ref.requireSpace("stretchTo", space);
    ref.requireFinite("stretchTo: target", target);
    return stretch(ref, glm::dvec3(target), space, options);
}

StretchReport stretchToJoint(const JointRef& ref, const JointRef& target, const glm::vec3& ownPoint, const StretchOptions& options)
{
    checkStretch(ref, options);
    return stretch(ref, targetPoint(ref, target, ownPoint, "stretchTo: point of the target"), Space::World, options);
}

}  // namespace

IkReport aimAt(Node& node, const glm::vec3& target, Space space, const AimOptions& options)
{
    return aimAtPoint(JointRef(node), target, space, options);
}

IkReport aimAt(Node& node, const Node& target, const glm::vec3& ownPoint, const AimOptions& options)
{
    return aimAtJoint(JointRef(node), JointRef(target), ownPoint, options);
}

IkReport aimAt(JointView joints, std::size_t joint, const glm::vec3& target, Space space, const AimOptions& options)
{
    return aimAtPoint(JointRef(joints, joint), target, space, options);
}

IkReport aimAt(JointView joints, std::size_t joint, std::size_t target, const glm::vec3& ownPoint, const AimOptions& options)
{
    return aimAtJoint(JointRef(joints, joint), JointRef(joints, target), ownPoint, options);
}

StretchReport stretchTo(Node& node, const glm::vec3& target, Space space, const StretchOptions& options)
{
    return stretchToPoint(JointRef(node), target, space, options);
}

StretchReport stretchTo(Node& node, const Node& target, const glm::vec3& ownPoint, const StretchOptions& options)
{
    return stretchToJoint(JointRef(node), JointRef(target), ownPoint, options);
}

StretchReport stretchTo(JointView joints, std::size_t joint, const glm::vec3& target, Space space, const StretchOptions& options)
{
    return stretchToPoint(JointRef(joints, joint), target, space, options);
}

StretchReport stretchTo(JointView joints, std::size_t joint, std::size_t target, const glm::vec3& ownPoint, const StretchOptions& options)
{
    return stretchToJoint(JointRef(joints, joint), JointRef(joints, target), ownPoint, options);
}

}  // namespace armature
