#include "ik/limb/two_bone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "ik/limb/exact_turns.hpp"
#include "ik/root_finding.hpp"
#include "ik/softness.hpp"
#include "ik/turns.hpp"
#include "math/root_pair.hpp"

namespace armature {

namespace {

using std::numbers::pi;

/// Threshold: a length below this fraction of another counts as zero.
constexpr double negligibleLength = 1e-9;

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

inline PlainVector unitOrZero(const PlainVector& vector) noexcept
{
    const double size = length(vector);
    return size > 0. && std::isfinite(size) ? (1. / size) * vector : PlainVector();
}

/// Sets `outCarried` to the side of the last solve, rotated by the shortest rotation from the last line to the new one. Returns the angle
/// about the new line from this side to `side`.
double turnOfSide(const BoneIkMemory& memory, const glm::dvec3& line, const glm::dvec3& side, glm::dvec3& outCarried) noexcept
{
    const glm::dvec3 lastSide = memory.side.toGlm();
    outCarried = glm::normalize(across(shortestTurn(memory.line.toGlm(), line, lastSide) * lastSide, line));
    return std::atan2(glm::dot(glm::cross(outCarried, side), line), glm::dot(outCarried, side));
}

constexpr double settling = 0.02;  // radians per solve that are always allowed: the bend returns even when the target has stopped

/// Returns whether the side surely rotates by less than the limit allows. Compares chords, because arcs would need trigonometric functions:
/// a chord is no longer than its arc, an arc is no longer than pi / 2 chords, and the line's shortest rotation moves the side by no more
/// than the line.
inline bool turnsLittle(const BoneIkMemory& memory, double maxTurn, const PlainVector& line, const PlainVector& side) noexcept
{
    const DoublePair moved = squareRoots(squared(line - memory.line), squared(side - memory.side));
    return moved[1] + 2. * moved[0] <= (maxTurn * moved[0] + settling) * (2. / pi);
}

/// Limits the rotation of the side about the line, relative to the memory. If the pole lies on the line, the side does not rotate.
[[gnu::noinline]] PlainVector limitedSide(const PlainVector& line, const PlainVector& wanted, const PlainVector& pole, bool isOnPole,
                                          const BendHold& hold) noexcept
{
    const BoneIkMemory& memory = *hold.memory;
    glm::dvec3 carried;
    const double turn = turnOfSide(memory, line.toGlm(), wanted.toGlm(), carried);
    const double moved = angleBetween(memory.line.toGlm(), line.toGlm()) + angleBetween(memory.pole.toGlm(), pole.toGlm());
    const double allowed = isOnPole ? 0. : hold.maxTurn * moved + settling;
    return std::abs(turn) > allowed ? PlainVector(glm::angleAxis(std::copysign(allowed, turn), line.toGlm()) * carried) : wanted;
}

/// Returns the wanted side, or a side that has rotated as far as allowed, and remembers it.
inline PlainVector heldSide(const PlainVector& line, const PlainVector& wanted, const PlainVector& pole, bool isOnPole,
                            const BendHold& hold) noexcept
{
    BoneIkMemory& memory = *hold.memory;
    PlainVector side = wanted;
    if ((isOnPole || (std::isfinite(hold.maxTurn) && !turnsLittle(memory, hold.maxTurn, line, wanted))) && memory.line != PlainVector())
        [[unlikely]] {
        side = limitedSide(line, wanted, pole, isOnPole, hold);
    }
    memory.line = line;
    memory.side = side;
    memory.pole = pole;
    return side;
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

/// Returns the rotation that takes the coordinate axes to three perpendicular unit vectors: see turnOnto() in turns.hpp.
inline PlainTurn plainTurnOnto(const PlainVector& x, const PlainVector& y, const PlainVector& z) noexcept
{
    const double trace = x.x + y.y + z.z;
    if (!(trace >= 0.)) {
        return PlainTurn(turnOnto(x.toGlm(), y.toGlm(), z.toGlm()));
    }
    const double square = 1. + trace;
    return (0.5 / std::sqrt(square)) * PlainTurn(square, y.z - z.y, z.x - x.z, x.y - y.x);
}

}  // namespace

glm::dvec3 upperDirection(const TwoBoneLimb& limb) noexcept
{
    return unitOrZero(ownElbow(limb)).toGlm();
}

glm::dvec3 lowerDirectionAtRest(const TwoBoneLimb& limb) noexcept
{
    return unitOrZero(exactTurned(limb.lowerReference, lowerBone(limb))).toGlm();
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
    if (!(std::min(upperLength_, lowerLength_) > negligibleLength * larger) || !std::isfinite(larger) || !(inPlane[0] > 0.)
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
    const bool isFolded = !(distance > negligibleLength * std::max(upperLength_, lowerLength_));
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

inline TwoBoneShape::Range TwoBoneShape::rangeOf(double minAngle, double maxAngle) const noexcept
{
    Range range{{}, pi - maxAngle, pi - minAngle};
    if (isEven_) {
        const double a = upperLength_;
        const double b = lowerLength_;
        range.reach.nearest = minAngle <= 0. ? std::abs(a - b) : std::sqrt(a * a + b * b - 2. * a * b * std::cos(minAngle));
        range.reach.farthest = maxAngle >= pi ? a + b : std::sqrt(a * a + b * b - 2. * a * b * std::cos(maxAngle));
        return range;
    }
    // Under non-uniform scale, the tip may at first move a little farther away as the limb bends.
    range.straightest = extremeBend(range.straightest, range.tightest, 1.);
    range.tightest = extremeBend(range.straightest, range.tightest, -1.);
    range.reach = {distanceAt(range.tightest), distanceAt(range.straightest)};
    return range;
}

TwoBoneReach TwoBoneShape::reach(double minAngle, double maxAngle) const noexcept
{
    return rangeOf(minAngle, maxAngle).reach;
}

/// Returns the bend at which the tip is `distance` away; if that is out of reach, the bend at the nearest distance that the tip can reach.
inline TwoBoneShape::Bend TwoBoneShape::bendFor(double distance, const Range& range) const noexcept
{
    if (isEven_) {
        const double squares = upperLength_ * upperLength_ + lowerLength_ * lowerLength_;
        const double cosine = std::clamp((distance * distance - squares) * perTwice_, -1., 1.);
        const DoublePair half = squareRoots(0.5 * (1. + cosine), 0.5 * (1. - cosine));
        return {cosine, 2. * half[0] * half[1], half[0], half[1]};
    }
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
PlainVector TwoBoneShape::restSideOn(const PlainVector& line) const noexcept
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

/// Returns the rotation of the upper bone that takes the tip onto `line` and the limb's side to `side`, which is perpendicular to `line`.
inline PlainTurn TwoBoneShape::upperTurn(const PlainVector& line, const PlainVector& side, const InPlane& tip,
                                          double tipDistance) const noexcept
{
    const bool isFolded = tipDistance <= negligibleLength * upperLength_;  // the tip is at the joint: any line is correct
    const double perDistance = 1. / tipDistance;
    const double cosine = isFolded ? 1. : tip.along * perDistance;
    const double sine = isFolded ? 0. : tip.aside * perDistance;
    const PlainVector other = cross(line, side);
    const PlainVector aside = sideBent_ * side - sideNormal_ * other;  // perpendicular to the line, in the plane of bending
    const PlainVector straight = cosine * line - sine * aside;
    const PlainVector bent = sine * line + cosine * aside;
    const PlainVector normal = sideNormal_ * side + sideBent_ * other;
    return plainTurnOnto(straight_.x * straight + bent_.x * bent + normal_.x * normal,
                         straight_.y * straight + bent_.y * bent + normal_.y * normal,
                         straight_.z * straight + bent_.z * bent + normal_.z * normal);
}

/// Returns the rotation of the lower bone: straightened from its rest by the shortest rotation, then bent about the axis.
inline PlainTurn TwoBoneShape::lowerTurn(const Bend& bend) const noexcept
{
    return PlainTurn(bend.halfCosine, -bend.halfSine * axis_.x, -bend.halfSine * axis_.y, -bend.halfSine * axis_.z) * straightLower_;
}

TwoBoneSolution TwoBoneShape::solve(const PlainVector& center, const TwoBoneGoal& goal, const BendHold* hold) const noexcept
{
    const Range range = rangeOf(goal.minAngle, goal.maxAngle);
    const PlainVector toTarget = goal.target - center;
    const PlainVector pole = goal.pole ? *goal.pole - center : PlainVector();
    const PlainVector polePlane = cross(pole, toTarget);
    const double squaredTarget = squared(toTarget);
    const double squaredPlane = squared(polePlane);
    const DoublePair lengths = squareRoots(squaredTarget, squaredPlane);
    const DoublePair perLength = reciprocals(lengths);

    TwoBoneSolution solution;
    solution.targetDistance = lengths[0];
    const double wanted = soften(solution.targetDistance, range.reach.farthest, goal.softness);
    const double held = std::clamp(wanted, range.reach.nearest, std::max(range.reach.nearest, range.reach.farthest));
    const Bend bend = bendFor(held, range);
    const InPlane tip = tipAt(bend.cosine, bend.sine);
    solution.tipDistance = isEven_ ? held : std::sqrt(tip.along * tip.along + tip.aside * tip.aside);
    solution.lower = lowerTurn(bend);
    if (solution.targetDistance > negligibleLength * upperLength_) {
        solution.line = perLength[0] * toTarget;
        const bool isSided = squaredPlane > 1e-18 * squaredTarget * squared(pole);  // false if there is no pole, or it lies on the line
        PlainVector side = isSided ? perLength[1] * cross(polePlane, solution.line) : restSideOn(solution.line);
        if (goal.poleAngle != 0.) {
            side = PlainVector(glm::angleAxis(goal.poleAngle, solution.line.toGlm()) * side.toGlm());
        }
        if (hold != nullptr) {
            side = heldSide(solution.line, side, unitOrZero(pole), goal.pole && !isSided, *hold);
        }
        solution.upper = upperTurn(solution.line, side, tip, solution.tipDistance);
    } else {  // the target is at the joint: the rest direction is as good as any other
        solution.upper = upperReference_;
    }
    solution.beyondReach = std::max({0., solution.targetDistance - range.reach.farthest, range.reach.nearest - solution.targetDistance});
    solution.isAtLimit = (wanted > range.reach.farthest && goal.maxAngle < pi) || (wanted < range.reach.nearest && goal.minAngle > 0.);
    return solution;
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
