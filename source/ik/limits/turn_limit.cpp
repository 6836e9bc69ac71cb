#include "ik/limits/turn_limit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/option_checks.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

void requireRange(std::string_view joint, std::string_view what, float from, float to)
{
    if (!std::isfinite(from) || !std::isfinite(to)) {
        throw std::invalid_argument(fmt::format("{}: {} from {} to {} is not finite", joint, what, from, to));
    }
    if (to < from) {
        throw std::invalid_argument(fmt::format("{}: {} ends at {}, before it begins at {}", joint, what, to, from));
    }
}

AngleRange angleRange(std::string_view joint, std::string_view what, float from, float to)
{
    requireRange(joint, what, from, to);
    return AngleRange::between(from, to);
}

void setAngles(TurnLimit& limit, const AngleRange& angles) noexcept
{
    limit.angles = angles;
    limit.twistMiddle = HalfAngle::of(angles.middle);
    limit.twistEnd = HalfAngle::of(angles.half);
}

glm::dvec3 vectorPart(const glm::dquat& turn) noexcept
{
    return {turn.x, turn.y, turn.z};
}

TurnLimit compile(const BallJoint&)
{
    return {};
}

TurnLimit compile(const SwingTwistJoint& joint)
{
    TurnLimit limit;
    limit.kind = TurnLimit::Kind::SwingTwist;
    limit.axis = requireAxis(std::string_view("swing-twist joint"), "the axis", joint.axis);
    if (!(joint.maxSwing >= 0.f) || joint.maxSwing > 3.1415930f) {
        throw std::invalid_argument(fmt::format("swing-twist joint: the maximum swing {} is not within [0, pi]", joint.maxSwing));
    }
    limit.maxSwing = joint.maxSwing;
    limit.swingEnd = HalfAngle::of(limit.maxSwing);
    setAngles(limit, angleRange("swing-twist joint", "the twist", joint.minTwist, joint.maxTwist));
    return limit;
}

TurnLimit compile(const HingeJoint& joint)
{
    TurnLimit limit;
    limit.kind = TurnLimit::Kind::Hinge;
    limit.axis = requireAxis(std::string_view("hinge joint"), "the axis", joint.axis);
    setAngles(limit, angleRange("hinge joint", "the angle", joint.minAngle, joint.maxAngle));
    return limit;
}

TurnLimit compile(const PrismaticJoint& joint)
{
    TurnLimit limit;
    limit.kind = TurnLimit::Kind::Slide;
    limit.axis = requireAxis(std::string_view("prismatic joint"), "the axis", joint.axis);
    requireRange("prismatic joint", "the distance", joint.minDistance, joint.maxDistance);
    limit.minDistance = joint.minDistance;
    limit.maxDistance = joint.maxDistance;
    return limit;
}

TurnLimit compile(const FixedJoint&)
{
    TurnLimit limit;
    limit.kind = TurnLimit::Kind::Fixed;
    return limit;
}

}  // namespace

TurnParts splitTurn(const glm::dquat& turn, const glm::dvec3& axis) noexcept
{
    const double along = glm::dot(vectorPart(turn), axis);
    const double length = std::hypot(turn.w, along);
    if (length < 1e-15) {
        return {turn, {1., 0., 0., 0.}, 0.};
    }
    const double sign = turn.w < 0. ? -1. : 1.;  // of the two quaternions that stand for the twist, picks the one with the smaller angle
    TurnParts parts;
    parts.twist = {sign * turn.w / length, sign * along / length * axis};
    parts.swing = glm::normalize(turn * glm::conjugate(parts.twist));
    parts.twistAngle = 2. * std::atan2(sign * along, sign * turn.w);
    return parts;
}

SwingAngle swingAngle(const glm::dquat& swing, const glm::dvec3& twistAxis) noexcept
{
    const glm::dvec3 vector = across(swing.w < 0. ? -vectorPart(swing) : vectorPart(swing), twistAxis);
    const double sine = glm::length(vector);
    return {2. * std::atan2(sine, std::abs(swing.w)), sine > 1e-15 ? vector / sine : anyAcross(twistAxis)};
}

TurnLimit TurnLimit::of(const JointLimit& limit)
{
    return std::visit([](const auto& joint) { return compile(joint); }, limit);
}

TurnPlace TurnLimit::place(const glm::dquat& turn) const noexcept
{
    const double along = glm::dot(vectorPart(turn), axis);
    const double length = std::sqrt(turn.w * turn.w + along * along);
    TurnPlace place;
    if (limitsSwing()) {
        const glm::dvec3 side = across(vectorPart(turn), axis);
        place.beyondSwing = HalfAngle{std::sqrt(glm::dot(side, side)), length}.beyond(swingEnd);
    }
    if (!angles.isWhole()) {
        // If the swing is half a turn, the twist is not defined. It then counts as 0, as in splitTurn().
        const HalfAngle twist = length < 1e-15 ? HalfAngle() : HalfAngle{along / length, turn.w / length};
        const HalfAngle left{twist.beyond(twistMiddle), twist.cosine * twistMiddle.cosine + twist.sine * twistMiddle.sine};
        place.beyondTwist = HalfAngle{std::abs(left.sine), std::abs(left.cosine)}.beyond(twistEnd);
        place.twistSide = (left.sine < 0.) != (left.cosine < 0.) ? -1 : 1;
    }
    return place;
}

glm::dquat TurnLimit::apply(const glm::dquat& turn) const noexcept
{
    if (isFree() || (kind == Kind::SwingTwist && place(turn).isWithin())) {
        return turn;
    }
    if (!turns()) {
        return {1., 0., 0., 0.};
    }
    const double along = glm::dot(vectorPart(turn), axis);
    const double length = std::sqrt(turn.w * turn.w + along * along);
    if (kind == Kind::Hinge && length > 1e-15 && place(turn).isWithin()) {
        const double part = (turn.w < 0. ? -1. : 1.) / length;
        return {part * turn.w, part * along * axis};
    }
    const TurnParts parts = splitTurn(turn, axis);
    const glm::dquat twist = angles.beyond(parts.twistAngle) > 0. ? glm::angleAxis(angles.clamp(parts.twistAngle), axis) : parts.twist;
    if (kind == Kind::Hinge) {
        return twist;
    }
    const SwingAngle swing = swingAngle(parts.swing, axis);
    return (swing.angle > maxSwing ? glm::angleAxis(maxSwing, swing.axis) : parts.swing) * twist;
}

double TurnLimit::violation(const glm::dquat& turn) const noexcept
{
    if (isFree() || (kind == Kind::SwingTwist && place(turn).isWithin())) {
        return 0.;
    }
    if (!turns()) {
        return angleBetween({1., 0., 0., 0.}, turn);
    }
    const TurnParts parts = splitTurn(turn, axis);
    if (kind == Kind::Hinge) {
        return angleBetween(angles.beyond(parts.twistAngle) > 0. ? glm::angleAxis(angles.clamp(parts.twistAngle), axis) : parts.twist,
                            turn);
    }
    // With half angles t of the twist and s of the swing, a rotation is the point (cos s cos t, cos s sin t, sin s) of a sphere; the
    // coordinates are w, the component along the axis, and the component perpendicular to it. The allowed rotations are a patch of the
    // sphere. The nearest point of the patch has the same direction perpendicular to the axis.
    const double swing = 0.5 * swingAngle(parts.swing, axis).angle;
    const double twist = 0.5 * std::max(0., angles.beyond(parts.twistAngle));
    const double near = std::min(0.5 * maxSwing, std::atan2(std::sin(swing), std::cos(swing) * std::cos(twist)));
    const double chord =
        4. * std::pow(std::sin(0.5 * (swing - near)), 2.) + 4. * std::cos(swing) * std::cos(near) * std::pow(std::sin(0.5 * twist), 2.);
    return 4. * std::asin(0.5 * std::sqrt(chord));
}

bool TurnLimit::isAtEnd(const glm::dquat& turn, double slack) const noexcept
{
    if (!turns() || isFree()) {
        return false;
    }
    const TurnPlace at = place(turn);
    return at.isSwingNear(slack) || at.isTwistNear(slack);
}

}  // namespace armature
