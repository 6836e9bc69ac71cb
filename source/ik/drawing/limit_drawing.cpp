#include "ik/drawing/limit_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/bone.hpp>

#include "ik/constraints/joint_ref.hpp"
#include "ik/known_rest.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

using std::numbers::pi;
// Tolerance (radians, or a fraction of a range): a limit is drawn as active if the joint is this close to its end.
constexpr double activeTolerance = 1e-3;
// The radius of a twist's arc, as a fraction of the side of the cone.
constexpr double twistRadius = 0.5;
constexpr std::size_t coneSpokes = 8;

/// Returns the direction that represents an angle of zero about `axis`: the component of +Y, along which bones lie, perpendicular to the
/// axis; any perpendicular if `axis` is nearly parallel to Y.
glm::dvec3 zeroAbout(const glm::dvec3& axis) noexcept
{
    const glm::dvec3 level = across({0., 1., 0.}, axis);
    return glm::length(level) > 0.1 ? glm::normalize(level) : anyAcross(axis);
}

}  // namespace

LimitDrawing::LimitDrawing(std::vector<DebugLine>& outLines, const Bone& bone, const IkDebugStyle& style, double size)
    : lines_(outLines), style_(style), size_(size), above_(JointRef(bone).above(Space::World)), pose_(PosedJoint::read(bone))
{
    const Transform rest = restOf(bone);
    joint_ = above_.point(pose_.center);
    restPosition_ = glm::dvec3(rest.translation);
    rest_ = glm::normalize(glm::dquat(rest.rotation));
    turn_ = glm::conjugate(rest_) * pose_.rotation;
}

glm::dvec3 LimitDrawing::towards(const glm::dvec3& direction, double length) const noexcept
{
    const glm::dvec3 seen = above_.vector(rest_ * direction);
    const double seenLength = glm::length(seen);
    return seenLength > 0. ? joint_ + seen * (length / seenLength) : joint_;
}

void LimitDrawing::addSpoke(const glm::dvec3& direction, double length, const glm::vec4& color) const
{
    lines_.push_back({glm::vec3(joint_), glm::vec3(towards(direction, length)), color});
}

void LimitDrawing::addSector(const glm::dvec3& axis, const glm::dvec3& start, double from, double to, double radius,
                             const glm::vec4& color) const
{
    const double circle = static_cast<double>(std::max<std::size_t>(style_.segments, 3));
    const auto count = static_cast<int>(std::max(1., std::ceil(circle * (to - from) / (2. * pi) - activeTolerance)));
    const auto at = [&](int i) { return glm::angleAxis(from + (to - from) * i / count, axis) * start; };
    for (int i = 0; i < count; ++i) {
        lines_.push_back({glm::vec3(towards(at(i), radius)), glm::vec3(towards(at(i + 1), radius)), color});
    }
    if (to - from < 2. * pi) {
        addSpoke(at(0), radius, color);
        addSpoke(at(count), radius, color);
    }
}

void LimitDrawing::addSwingTwist(const TurnLimit& limit) const
{
    const TurnParts parts = splitTurn(turn_, limit.axis);
    const glm::dvec3 side = zeroAbout(limit.axis);
    if (limit.maxSwing < pi - activeTolerance) {
        const bool isActive = swingAngle(parts.swing, limit.axis).angle >= limit.maxSwing - activeTolerance;
        const glm::dvec3 edge = glm::angleAxis(limit.maxSwing, side) * limit.axis;
        addSector(limit.axis, edge, 0., 2. * pi, size_, colorOf(isActive));
        for (std::size_t i = 0; i < coneSpokes; ++i) {
            addSpoke(glm::angleAxis(2. * pi * static_cast<double>(i) / double{coneSpokes}, limit.axis) * edge, size_, colorOf(isActive));
        }
        addSpoke(parts.swing * limit.axis, size_, style_.poseColor);
    }
    if (!limit.angles.isWhole()) {
        const bool isActive = limit.angles.endNear(parts.twistAngle, activeTolerance) != 0;
        const double from = limit.angles.middle - limit.angles.half;
        addSector(parts.swing * limit.axis, parts.swing * side, from, from + 2. * limit.angles.half, twistRadius * size_,
                  colorOf(isActive));
        addSpoke(turn_ * side, twistRadius * size_, style_.poseColor);
    }
}

void LimitDrawing::addHinge(const TurnLimit& limit) const
{
    const glm::dvec3 start = zeroAbout(limit.axis);
    const double angle = splitTurn(turn_, limit.axis).twistAngle;
    const bool isWhole = limit.angles.isWhole();
    const bool isActive = !isWhole && limit.angles.endNear(angle, activeTolerance) != 0;
    const double from = isWhole ? 0. : limit.angles.middle - limit.angles.half;
    addSector(limit.axis, start, from, isWhole ? 2. * pi : from + 2. * limit.angles.half, size_, colorOf(isActive));
    addSpoke(glm::angleAxis(angle, limit.axis) * start, size_, style_.poseColor);
}

void LimitDrawing::addSlide(const TurnLimit& limit) const
{
    const glm::dvec3 axis = rest_ * limit.axis;
    const double now = glm::dot(pose_.center - restPosition_, axis);
    const double range = limit.maxDistance - limit.minDistance;
    const bool isActive = now <= limit.minDistance + activeTolerance * range || now >= limit.maxDistance - activeTolerance * range;
    const auto at = [&](double distance) { return above_.point(restPosition_ + distance * axis); };
    lines_.push_back({glm::vec3(at(limit.minDistance)), glm::vec3(at(limit.maxDistance)), colorOf(isActive)});
    const glm::dvec3 side = above_.vector(rest_ * anyAcross(limit.axis));
    const glm::dvec3 bar = glm::length(side) > 0. ? side * (0.25 * size_ / glm::length(side)) : side;
    const auto addBar = [&](double distance, const glm::vec4& color) {
        lines_.push_back({glm::vec3(at(distance) - bar), glm::vec3(at(distance) + bar), color});
    };
    addBar(limit.minDistance, colorOf(isActive));
    addBar(limit.maxDistance, colorOf(isActive));
    addBar(now, style_.poseColor);
}

}  // namespace armature
