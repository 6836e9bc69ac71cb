#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/gtc/quaternion.hpp>

#include "ik/limb/two_bone.hpp"
#include "ik/softness.hpp"
#include "ik/turns.hpp"
#include "math/root_pair.hpp"

/// TwoBoneShape::solve(), to be inlined, so that a limb's numbers stay in registers from reading to writing it.
namespace armature {

namespace limbs {

/// Threshold: a length below this fraction of another counts as zero.
inline constexpr double negligibleLength = 1e-9;

[[gnu::always_inline]] inline PlainVector unitOrZero(const PlainVector& vector) noexcept
{
    const double size = length(vector);
    return size > 0. && std::isfinite(size) ? (1. / size) * vector : PlainVector();
}

/// Returns whether the side surely rotates by less than the limit allows. Compares chords, because arcs would need trigonometric functions:
/// a chord is no longer than its arc, an arc is no longer than pi / 2 chords, and the line's shortest rotation moves the side by no more
/// than the line.
[[gnu::always_inline]] inline bool turnsLittle(const BoneIkMemory& memory, double maxTurn, const PlainVector& line,
                                               const PlainVector& side) noexcept
{
    const DoublePair moved = squareRoots(squared(line - memory.line), squared(side - memory.side));
    return moved[1] + 2. * moved[0] <= (maxTurn * moved[0] + BendHold::settling) * (2. / std::numbers::pi);
}

/// Returns the wanted side, or a side that has rotated as far as allowed, and remembers it.
[[gnu::always_inline]] inline PlainVector heldSide(const PlainVector& line, const PlainVector& wanted, const PlainVector& pole,
                                                   bool isOnPole, const BendHold& hold) noexcept
{
    BoneIkMemory& memory = *hold.memory;
    PlainVector side = wanted;
    if ((isOnPole || (std::isfinite(hold.maxTurn) && !turnsLittle(memory, hold.maxTurn, line, wanted))) && memory.line != PlainVector())
        [[unlikely]] {
        side = limitedSide({memory, line, wanted, pole, isOnPole, hold.maxTurn});
    }
    memory.line = line;
    memory.side = side;
    memory.pole = pole;
    return side;
}

/// Returns the rotation that takes the coordinate axes to three perpendicular unit vectors: see turnOnto() in turns.hpp.
[[gnu::always_inline]] inline PlainTurn plainTurnOnto(const PlainVector& x, const PlainVector& y, const PlainVector& z) noexcept
{
    const double trace = x.x + y.y + z.z;
    if (!(trace >= 0.)) {
        return PlainTurn(turnOnto(x.toGlm(), y.toGlm(), z.toGlm()));
    }
    const double square = 1. + trace;
    return (0.5 / std::sqrt(square)) * PlainTurn(square, y.z - z.y, z.x - x.z, x.y - y.x);
}

}  // namespace limbs

[[gnu::always_inline]] inline TwoBoneShape::Range TwoBoneShape::rangeOf(double minAngle, double maxAngle) const noexcept
{
    using std::numbers::pi;
    if (isEven_) {
        Range range{{}, pi - maxAngle, pi - minAngle};
        const double a = upperLength_;
        const double b = lowerLength_;
        range.reach.nearest = minAngle <= 0. ? std::abs(a - b) : std::sqrt(a * a + b * b - 2. * a * b * std::cos(minAngle));
        range.reach.farthest = maxAngle >= pi ? a + b : std::sqrt(a * a + b * b - 2. * a * b * std::cos(maxAngle));
        return range;
    }
    return unevenRange(minAngle, maxAngle);
}

/// Returns the bend at which the tip is `distance` away; if that is out of reach, the bend at the nearest distance that the tip can reach.
[[gnu::always_inline]] inline TwoBoneShape::Bend TwoBoneShape::bendFor(double distance, const Range& range) const noexcept
{
    if (isEven_) {
        const double squares = upperLength_ * upperLength_ + lowerLength_ * lowerLength_;
        const double cosine = std::clamp((distance * distance - squares) * perTwice_, -1., 1.);
        const DoublePair half = squareRoots(0.5 * (1. + cosine), 0.5 * (1. - cosine));
        return {cosine, 2. * half[0] * half[1], half[0], half[1]};
    }
    return unevenBend(distance, range);
}

/// Returns the rotation of the upper bone that takes the tip onto `line` and the limb's side to `side`, which is perpendicular to `line`.
[[gnu::always_inline]] inline PlainTurn TwoBoneShape::upperTurn(const PlainVector& line, const PlainVector& side, const InPlane& tip,
                                                                double tipDistance) const noexcept
{
    const bool isFolded = tipDistance <= limbs::negligibleLength * upperLength_;  // the tip is at the joint: any line is correct
    const double perDistance = 1. / tipDistance;
    const double cosine = isFolded ? 1. : tip.along * perDistance;
    const double sine = isFolded ? 0. : tip.aside * perDistance;
    const PlainVector other = cross(line, side);
    const PlainVector aside = sideBent_ * side - sideNormal_ * other;  // perpendicular to the line, in the plane of bending
    const PlainVector straight = cosine * line - sine * aside;
    const PlainVector bent = sine * line + cosine * aside;
    const PlainVector normal = sideNormal_ * side + sideBent_ * other;
    return limbs::plainTurnOnto(straight_.x * straight + bent_.x * bent + normal_.x * normal,
                                straight_.y * straight + bent_.y * bent + normal_.y * normal,
                                straight_.z * straight + bent_.z * bent + normal_.z * normal);
}

/// Returns the rotation of the lower bone: straightened from its rest by the shortest rotation, then bent about the axis.
[[gnu::always_inline]] inline PlainTurn TwoBoneShape::lowerTurn(const Bend& bend) const noexcept
{
    return PlainTurn(bend.halfCosine, -bend.halfSine * axis_.x, -bend.halfSine * axis_.y, -bend.halfSine * axis_.z) * straightLower_;
}

[[gnu::always_inline]] inline TwoBoneSolution TwoBoneShape::solve(const PlainVector& center, const TwoBoneGoal& goal,
                                                                  const BendHold* hold) const noexcept
{
    using std::numbers::pi;
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
    if (solution.targetDistance > limbs::negligibleLength * upperLength_) {
        solution.line = perLength[0] * toTarget;
        const bool isSided = squaredPlane > 1e-18 * squaredTarget * squared(pole);  // false if there is no pole, or it lies on the line
        PlainVector side = isSided ? perLength[1] * cross(polePlane, solution.line) : restSideOn(solution.line);
        if (goal.poleAngle != 0.) {
            side = PlainVector(glm::angleAxis(goal.poleAngle, solution.line.toGlm()) * side.toGlm());
        }
        if (hold != nullptr) {
            side = limbs::heldSide(solution.line, side, limbs::unitOrZero(pole), goal.pole && !isSided, *hold);
        }
        solution.upper = upperTurn(solution.line, side, tip, solution.tipDistance);
    } else {  // the target is at the joint: the rest direction is as good as any other
        solution.upper = upperReference_;
    }
    solution.beyondReach = std::max({0., solution.targetDistance - range.reach.farthest, range.reach.nearest - solution.targetDistance});
    solution.isAtLimit = (wanted > range.reach.farthest && goal.maxAngle < pi) || (wanted < range.reach.nearest && goal.minAngle > 0.);
    return solution;
}

}  // namespace armature
