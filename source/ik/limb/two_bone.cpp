#include "ik/limb/two_bone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "ik/limb/exact_turns.hpp"
#include "ik/limb/two_bone_inline.hpp"
#include "ik/root_finding.hpp"
#include "ik/turns.hpp"
#include "math/root_pair.hpp"

namespace armature {

namespace {

using std::numbers::pi;

inline PlainVector elbowOf(const TwoBoneLimb& limb) noexcept
{
    return limb.upper.arm(limb.lower.center);
}

inline PlainVector lowerBone(const TwoBoneLimb& limb) noexcept
{
    return limb.lower.arm(limb.tip);
}

/// Returns the vector, in the upper bone's own axes, that the bone's shape maps to the vector from the upper joint to the elbow. Without a
/// pivot, this is the lower bone's centre.
inline PlainVector ownElbow(const TwoBoneLimb& limb) noexcept
{
    const bool hasPivot = limb.upper.read && limb.upper.read->shift != glm::dvec3(0.);
    return hasPivot ? PlainVector(glm::inverse(limb.upper.read->shape) * elbowOf(limb).toGlm()) : limb.lower.center;
}

/// Sets `outCarried` to the side of the last solve, rotated by the shortest rotation from the last line to the new one. Returns the angle
/// about the new line from this side to `side`.
double turnOfSide(const BoneIkMemory& memory, const glm::dvec3& line, const glm::dvec3& side, glm::dvec3& outCarried) noexcept
{
    const glm::dvec3 lastSide = memory.side.toGlm();
    outCarried = glm::normalize(across(shortestTurn(memory.line.toGlm(), line, lastSide) * lastSide, line));
    return std::atan2(glm::dot(glm::cross(outCarried, side), line), glm::dot(outCarried, side));
}

/// Returns the shortest rotation that takes one vector to another, given the product of their lengths; if the vectors are opposite, half a
/// turn about the unit vector `half`.
inline PlainTurn straightening(const PlainVector& from, const PlainVector& to, double product, const PlainVector& half) noexcept
{
    const double w = product + inner(from, to);
    if (w < 1e-12 * product) {
        return {0., half.x, half.y, half.z};
    }
    const PlainVector axis = cross(from, to);
    const double perLength = 1. / std::sqrt(w * w + squared(axis));
    return {w * perLength, axis.x * perLength, axis.y * perLength, axis.z * perLength};
}

}  // namespace

PlainVector limitedSide(const SideTurn& turn) noexcept
{
    glm::dvec3 carried;
    const glm::dvec3 line = turn.line.toGlm();
    const double angle = turnOfSide(turn.last, line, turn.wanted.toGlm(), carried);
    const double moved = angleBetween(turn.last.line.toGlm(), line) + angleBetween(turn.last.pole.toGlm(), turn.pole.toGlm());
    const double allowed = turn.isOnPole ? 0. : turn.maxTurn * moved + BendHold::settling;
    return std::abs(angle) > allowed ? PlainVector(glm::angleAxis(std::copysign(allowed, angle), line) * carried) : turn.wanted;
}

glm::dvec3 upperDirection(const TwoBoneLimb& limb) noexcept
{
    return limbs::unitOrZero(ownElbow(limb)).toGlm();
}

glm::dvec3 lowerDirectionAtRest(const TwoBoneLimb& limb) noexcept
{
    return limbs::unitOrZero(exactTurned(limb.lowerReference, lowerBone(limb))).toGlm();
}

// Derives every direction from the bone and its cross product with the bend axis. Divides by the lengths last, and takes the roots in
// pairs, so that no root waits for more than one other.
bool TwoBoneShape::measure(const TwoBoneLimb& limb) noexcept
{
    const PlainVector own = ownElbow(limb);
    const PlainVector elbow = elbowOf(limb);
    const PlainVector lower = lowerBone(limb);
    const PlainVector ownAside = cross(own, limb.bendAxis);
    const DoublePair bones = squareRoots(squared(own), squared(lower));
    const DoublePair others = squareRoots(squared(elbow), squared(ownAside));
    const DoublePair perBone = reciprocals(DoublePair{bones[0], others[0]});
    const double perAside = 1. / others[1];

    upperLength_ = others[0];
    lowerLength_ = bones[1] * others[0] * perBone[0];
    perTwice_ = 0.5 / (upperLength_ * lowerLength_);
    axis_ = (perAside * perBone[0]) * cross(ownAside, own);
    straight_ = perBone[1] * elbow;

    const PlainVector aside = limb.upper.shaped(ownAside);
    const PlainVector normal = cross(straight_, aside);
    const PlainVector bent = cross(normal, straight_);
    const PlainVector side = limb.upper.shaped(limb.poleAxis);
    const double sideBent = inner(side, bent);
    const double sideNormal = inner(side, normal);
    const DoublePair inPlane = squareRoots(squared(normal), sideBent * sideBent + sideNormal * sideNormal);
    const DoublePair perInPlane = reciprocals(inPlane);
    const double larger = std::max(upperLength_, lowerLength_);
    if (!(std::min(upperLength_, lowerLength_) > limbs::negligibleLength * larger) || !std::isfinite(larger) || !(inPlane[0] > 0.)
        || !std::isfinite(inPlane[0])) {
        return false;
    }
    bent_ = perInPlane[0] * bent;
    normal_ = perInPlane[0] * normal;
    const bool isSided = inPlane[1] > 0. && std::isfinite(inPlane[1]);
    sideBent_ = isSided ? sideBent * perInPlane[1] : 1.;
    sideNormal_ = isSided ? sideNormal * perInPlane[1] : 0.;
    asideAlong_ = bones[1] * perAside * inner(aside, straight_);
    asideAside_ = bones[1] * perAside * inPlane[0];
    isEven_ = std::abs(asideAside_ - lowerLength_) <= 1e-6 * lowerLength_ && std::abs(asideAlong_) <= 1e-6 * lowerLength_;

    const PlainVector lowerAtRest = exactTurned(limb.lowerReference, lower);
    const double product = bones[0] * bones[1];
    straightLower_ = straightening(lowerAtRest, own, product, axis_) * limb.lowerReference;
    upperReference_ = limb.upperReference;
    restTip_ = elbow + limb.upper.shaped(lowerAtRest);
    return true;
}

std::optional<TwoBoneShape> TwoBoneShape::of(const TwoBoneLimb& limb) noexcept
{
    TwoBoneShape shape;
    if (!shape.measure(limb)) {
        return std::nullopt;
    }
    shape.rest_ = shape.findRest();
    return shape;
}

TwoBoneShape::Rest TwoBoneShape::findRest() const noexcept
{
    double along = inner(restTip_, straight_);
    double aside = inner(restTip_, bent_);
    const double distance = std::sqrt(along * along + aside * aside);
    const bool isFolded = !(distance > limbs::negligibleLength * std::max(upperLength_, lowerLength_));
    along = isFolded ? 1. : along / distance;
    aside = isFolded ? 0. : aside / distance;
    const PlainVector side = sideBent_ * (along * bent_ - aside * straight_) + sideNormal_ * normal_;
    return {exactTurned(upperReference_, along * straight_ + aside * bent_), exactTurned(upperReference_, side),
            exactTurned(upperReference_, normal_)};
}

double TwoBoneShape::distanceAt(double bend) const noexcept
{
    const InPlane tip = tipAt(std::cos(bend), std::sin(bend));
    return std::sqrt(tip.along * tip.along + tip.aside * tip.aside);
}

/// Returns half the squared distance of the tip from the upper joint, and the first two derivatives of this value by the bend.
inline TwoBoneShape::Change TwoBoneShape::changeAt(double bend) const noexcept
{
    const double cosine = std::cos(bend);
    const double sine = std::sin(bend);
    const InPlane tip = tipAt(cosine, sine);
    const InPlane speed{cosine * asideAlong_ - sine * lowerLength_, cosine * asideAside_};
    const InPlane fromElbow{tip.along - upperLength_, tip.aside};  // the opposite of the acceleration
    return {0.5 * (tip.along * tip.along + tip.aside * tip.aside), tip.along * speed.along + tip.aside * speed.aside,
            speed.along * speed.along + speed.aside * speed.aside - tip.along * fromElbow.along - tip.aside * fromElbow.aside};
}

/// Returns the bend in [low, high] at which the tip is farthest away (`sign` 1) or nearest (-1). Takes the best of some samples, then the
/// extremum next to it, where the derivative of the distance is zero. The distance has at most two maxima and two minima in a whole turn,
/// so the samples suffice.
double TwoBoneShape::extremeBend(double low, double high, double sign) const noexcept
{
    constexpr int samples = 16;
    const double step = (high - low) / samples;
    const InPlane turn{std::cos(step), std::sin(step)};
    InPlane at{std::cos(low), std::sin(low)};
    int best = 0;
    double highest = -std::numeric_limits<double>::infinity();
    for (int sample = 0; sample <= samples; ++sample) {
        const InPlane tip = tipAt(at.along, at.aside);
        const double height = sign * (tip.along * tip.along + tip.aside * tip.aside);
        best = height > highest ? sample : best;
        highest = std::max(height, highest);
        at = {at.along * turn.along - at.aside * turn.aside, at.aside * turn.along + at.along * turn.aside};
    }
    const double from = low + step * std::max(best - 1, 0);
    const double to = best + 1 < samples ? low + step * (best + 1) : high;
    const auto rise = [&](double bend) {
        const Change change = changeAt(bend);
        return ValueAndSlope{sign * change.slope, sign * change.curvature};
    };
    const double margin = 1e-3 * step;  // the distance of a straight or folded limb has slope zero whether it is a maximum or a minimum
    if (!(rise(from + margin).value > 0.)) {
        return from;
    }
    return rise(to - margin).value < 0. ? findRootBySlope(from + margin, to - margin, rise) : to;
}

// Under non-uniform scale, the tip may at first move a little farther away as the limb bends.
TwoBoneShape::Range TwoBoneShape::unevenRange(double minAngle, double maxAngle) const noexcept
{
    Range range{{}, pi - maxAngle, pi - minAngle};
    range.straightest = extremeBend(range.straightest, range.tightest, 1.);
    range.tightest = extremeBend(range.straightest, range.tightest, -1.);
    range.reach = {distanceAt(range.tightest), distanceAt(range.straightest)};
    return range;
}

TwoBoneReach TwoBoneShape::reach(double minAngle, double maxAngle) const noexcept
{
    return rangeOf(minAngle, maxAngle).reach;
}

TwoBoneShape::Bend TwoBoneShape::unevenBend(double distance, const Range& range) const noexcept
{
    double bend = range.straightest;  // for a target at the farthest distance, or beyond it
    if (distance <= range.reach.nearest) {
        bend = range.tightest;
    } else if (distance < range.reach.farthest) {
        bend = findRootBySlope(range.straightest, range.tightest, [&](double angle) {
            const Change change = changeAt(angle);
            return ValueAndSlope{change.halfSquare - 0.5 * distance * distance, change.slope};
        });
    }
    return {std::cos(bend), std::sin(bend), std::cos(0.5 * bend), std::sin(0.5 * bend)};
}

/// Returns the direction of the side after the limb takes the shortest rotation from its rest direction to `line`.
PlainVector TwoBoneShape::restSideOn(PlainVector line) const noexcept
{
    const Rest rest = rest_ ? *rest_ : findRest();
    // The side is perpendicular to the limb's rest direction. Mirroring it at the bisector of that direction and the line therefore gives
    // the same result as rotating it with the limb.
    const PlainVector between = rest.line + line;
    const double square = squared(between);
    const PlainVector side = square > 1e-12 ? rest.side - (2. * inner(line, rest.side) / square) * between
                                            : (2. * inner(rest.normal, rest.side)) * rest.normal - rest.side;
    const PlainVector aside = side - inner(side, line) * line;
    return (1. / std::sqrt(squared(aside))) * aside;
}

std::optional<TwoBoneSolution> TwoBoneShape::solveOnce(const TwoBoneLimb& limb, const TwoBoneGoal& goal) noexcept
{
    TwoBoneShape shape;
    if (!shape.measure(limb) || !std::isfinite(squared(goal.target))) {
        return std::nullopt;
    }
    return shape.solve(limb.upper.center, goal);
}

}  // namespace armature
