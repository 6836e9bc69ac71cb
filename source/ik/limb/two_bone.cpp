#include "ik/limb/two_bone.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "ik/turns.hpp"

namespace armature {

namespace {

constexpr double pi = std::numbers::pi;

/// Below this fraction of the larger length, the smaller one counts as zero.
constexpr double noLength = 1e-9;

glm::dvec3 elbowOf(const TwoBoneLimb& limb) noexcept
{
    return limb.upper.shape * limb.lower.center - limb.upper.shift;
}

glm::dvec3 lowerBone(const TwoBoneLimb& limb) noexcept
{
    return limb.lower.shape * limb.tip - limb.lower.shift;
}

/// The direction whose image is the way to the elbow. Without a pivot that is where the lower bone is.
glm::dvec3 ownElbow(const TwoBoneLimb& limb) noexcept
{
    return limb.upper.shift == glm::dvec3(0.) ? limb.lower.center : glm::inverse(limb.upper.shape) * elbowOf(limb);
}

glm::dvec3 unitOrZero(const glm::dvec3& vector) noexcept
{
    const double length = glm::length(vector);
    return length > 0. && std::isfinite(length) ? vector / length : glm::dvec3(0.);
}

/// Slows down before the end: 1 - exp has the same slope at its beginning.
double soften(double distance, double farthest, double softness) noexcept
{
    const double zone = softness * farthest;
    const double beyond = distance - (farthest - zone);
    return zone > 0. && beyond > 0. ? farthest - zone * std::exp(-beyond / zone) : distance;
}

/// The turn that takes x and y to two unit vectors at right angles.
glm::dquat turnOnto(const glm::dvec3& x, const glm::dvec3& y) noexcept
{
    return glm::quat_cast(glm::dmat3(x, y, glm::cross(x, y)));
}

/// Away from the pole, perpendicular to `line`; no value if the pole lies on it.
std::optional<glm::dvec3> awayFrom(const glm::dvec3& pole, const glm::dvec3& line) noexcept
{
    const glm::dvec3 away = -across(pole, line);
    const double square = glm::dot(away, away);
    if (!(square > 1e-18 * glm::dot(pole, pole))) {
        return std::nullopt;
    }
    return away * (1. / std::sqrt(square));
}

/// How far the side must turn about the line from where the line's shortest turn takes it.
double turnOfSide(const BoneIkMemory& memory, const glm::dvec3& line, const glm::dvec3& side, glm::dvec3& outCarried) noexcept
{
    outCarried = glm::normalize(across(shortestTurn(memory.line, line, memory.side) * memory.side, line));
    return std::atan2(glm::dot(glm::cross(outCarried, side), line), glm::dot(outCarried, side));
}

/// Whether the side turns so little that no limit can be met: by chords, which are no longer than their arcs, and an arc no longer than pi
/// / 2 chords; the shortest turn of the line moves the side by no more than the line.
bool turnsLittle(const BoneIkMemory& memory, double maxTurn, const glm::dvec3& line, const glm::dvec3& side, double settling) noexcept
{
    const double moved = glm::distance(memory.line, line);
    return glm::distance(memory.side, side) + 2. * moved <= (maxTurn * moved + settling) * (2. / pi);
}

/// Limits the turn of the side about the line to what the memory allows. If the pole lies on the line, the side stays.
glm::dvec3 heldSide(const glm::dvec3& line, const glm::dvec3& wanted, const glm::dvec3& pole, bool isOnPole, const BendHold& hold) noexcept
{
    constexpr double settling = 0.02;  // a target that has stopped still lets the bend return
    BoneIkMemory& memory = *hold.memory;
    glm::dvec3 side = wanted;
    const bool isKnown = memory.line != glm::dvec3(0.);
    if (isKnown && (isOnPole || (std::isfinite(hold.maxTurn) && !turnsLittle(memory, hold.maxTurn, line, wanted, settling)))) {
        glm::dvec3 carried;
        const double turn = turnOfSide(memory, line, wanted, carried);
        const double moved = angleBetween(memory.line, line) + angleBetween(memory.pole, pole);
        const double allowed = isOnPole ? 0. : hold.maxTurn * moved + settling;
        if (std::abs(turn) > allowed) {
            side = glm::angleAxis(std::copysign(allowed, turn), line) * carried;
        }
    }
    memory.line = line;
    memory.side = side;
    memory.pole = pole;
    return side;
}

}  // namespace

glm::dvec3 upperDirection(const TwoBoneLimb& limb) noexcept
{
    return unitOrZero(ownElbow(limb));
}

glm::dvec3 lowerDirectionAtRest(const TwoBoneLimb& limb) noexcept
{
    return unitOrZero(limb.lowerReference * lowerBone(limb));
}

std::optional<TwoBoneShape> TwoBoneShape::of(const TwoBoneLimb& limb) noexcept
{
    const glm::dvec3 direction = upperDirection(limb);
    const glm::dvec3 axis = unitOrZero(across(limb.bendAxis, direction));
    const glm::dvec3 elbow = elbowOf(limb);
    const glm::dvec3 lower = lowerBone(limb);
    const double bone = glm::length(lower);
    const glm::dvec3 reachAlong = bone * (limb.upper.shape * direction);
    const glm::dvec3 reachAside = bone * (limb.upper.shape * glm::cross(direction, axis));
    TwoBoneShape shape;
    shape.upperLength_ = glm::length(elbow);
    shape.lowerLength_ = glm::length(reachAlong);
    const double larger = std::max(shape.upperLength_, shape.lowerLength_);
    const glm::dvec3 straight = elbow / shape.upperLength_;
    const glm::dvec3 bent = unitOrZero(across(reachAside, straight));
    if (!(std::min(shape.upperLength_, shape.lowerLength_) > noLength * larger) || !std::isfinite(larger) || bent == glm::dvec3(0.)) {
        return std::nullopt;
    }
    shape.asideAlong_ = glm::dot(reachAside, straight);
    shape.asideAside_ = glm::dot(reachAside, bent);
    shape.isEven_ = std::abs(shape.asideAside_ - shape.lowerLength_) <= 1e-6 * shape.lowerLength_
                    && std::abs(shape.asideAlong_) <= 1e-6 * shape.lowerLength_;
    shape.axis_ = axis;
    shape.normal_ = glm::cross(straight, bent);
    const glm::dvec3 side = unitOrZero(across(limb.upper.shape * limb.poleAxis, straight));
    shape.fromAspect_ = glm::conjugate(turnOnto(straight, side == glm::dvec3(0.) ? bent : side));
    shape.straightLower_ = glm::normalize(shortestTurn(lowerDirectionAtRest(limb), direction, axis) * limb.lowerReference);
    shape.upperReference_ = limb.upperReference;

    const glm::dvec3 restTip = across(elbow + limb.upper.shape * (limb.lowerReference * lower), shape.normal_);
    const double restLength = glm::length(restTip);
    const glm::dvec3 restLine = restLength > noLength * larger ? restTip * (1. / restLength) : straight;
    const glm::dquat restTurn = shape.turnAside(glm::dot(restLine, straight), glm::dot(restLine, bent));
    shape.restLine_ = limb.upperReference * restLine;
    shape.restSide_ = limb.upperReference * (restTurn * (glm::conjugate(shape.fromAspect_) * glm::dvec3(0., 1., 0.)));
    shape.restNormal_ = limb.upperReference * shape.normal_;
    return shape;
}

double TwoBoneShape::distanceAt(double bend) const noexcept
{
    const InPlane tip = tipAt({std::cos(bend), std::sin(bend)});
    return std::hypot(tip.along, tip.aside);
}

/// The bend in [low, high] at which the tip is farthest away (`sign` 1) or nearest (-1): the best of some samples, then narrowed down. What
/// lies between two samples is flat enough: the distance has at most two highs and two lows in a whole turn.
double TwoBoneShape::extremeBend(double low, double high, double sign) const noexcept
{
    constexpr int samples = 16;
    const auto height = [&](double bend) { return sign * distanceAt(bend); };
    const auto bendAt = [&](int sample) { return low + (high - low) * sample / samples; };
    int best = 0;
    for (int sample = 1; sample <= samples; ++sample) {
        best = height(bendAt(sample)) > height(bendAt(best)) ? sample : best;
    }
    double from = bendAt(std::max(best - 1, 0));
    double to = bendAt(std::min(best + 1, samples));
    for (int step = 0; step < 60; ++step) {
        const double third = (to - from) / 3.;
        const bool rises = height(from + third) < height(to - third);
        from += rises ? third : 0.;
        to -= rises ? 0. : third;
    }
    return 0.5 * (from + to);
}

TwoBoneShape::Range TwoBoneShape::rangeOf(double minAngle, double maxAngle) const noexcept
{
    Range range{{}, pi - maxAngle, pi - minAngle};
    if (isEven_) {
        const double a = upperLength_;
        const double b = lowerLength_;
        range.reach.nearest = minAngle <= 0. ? std::abs(a - b) : std::sqrt(a * a + b * b - 2. * a * b * std::cos(minAngle));
        range.reach.farthest = maxAngle >= pi ? a + b : std::sqrt(a * a + b * b - 2. * a * b * std::cos(maxAngle));
        return range;
    }
    // An uneven scale may move the tip a little farther away at first as the limb bends.
    range.straightest = extremeBend(range.straightest, range.tightest, 1.);
    range.tightest = extremeBend(range.straightest, range.tightest, -1.);
    range.reach = {distanceAt(range.tightest), distanceAt(range.straightest)};
    return range;
}

TwoBoneReach TwoBoneShape::reach(double minAngle, double maxAngle) const noexcept
{
    return rangeOf(minAngle, maxAngle).reach;
}

/// The bend with which the tip is that far away, `distance` within reach.
TwoBoneShape::Bend TwoBoneShape::bendFor(double distance, const Range& range) const noexcept
{
    if (isEven_) {
        const double a = upperLength_;
        const double b = lowerLength_;
        const double cosine = std::clamp((distance * distance - a * a - b * b) / (2. * a * b), -1., 1.);
        return {cosine, std::sqrt((1. - cosine) * (1. + cosine))};
    }
    double straighter = range.straightest;
    double folded = range.tightest;
    for (int step = 0; step < 60; ++step) {  // halves to the last bit of a double
        const double middle = 0.5 * (straighter + folded);
        (distanceAt(middle) > distance ? straighter : folded) = middle;
    }
    const double bend = 0.5 * (straighter + folded);
    return {std::cos(bend), std::sin(bend)};
}

/// In the plane of bending, by an angle in [0, pi], given by its half: as the upper bone's shape maps it.
glm::dquat TwoBoneShape::turnAside(double cosine, double sine) const noexcept
{
    const double halfCosine = std::sqrt(std::max(0., 0.5 * (1. + cosine)));
    const double halfSine = std::copysign(std::sqrt(std::max(0., 0.5 * (1. - cosine))), sine);
    return {halfCosine, halfSine * normal_.x, halfSine * normal_.y, halfSine * normal_.z};
}

/// Where the side goes when the limb turns from its rest the shortest way to `line`.
glm::dvec3 TwoBoneShape::restSideOn(const glm::dvec3& line) const noexcept
{
    return glm::normalize(across(shortestTurn(restLine_, line, restNormal_) * restSide_, line));
}

glm::dquat TwoBoneShape::upperTurn(const glm::dvec3& pole, bool hasPole, double poleAngle, const glm::dvec3& line, const InPlane& tip,
                                   double tipDistance, const BendHold* hold) const noexcept
{
    const std::optional<glm::dvec3> away = hasPole ? awayFrom(pole, line) : std::nullopt;
    glm::dvec3 side = away ? *away : restSideOn(line);
    if (poleAngle != 0.) {
        side = glm::angleAxis(poleAngle, line) * side;
    }
    if (hold != nullptr) {
        side = heldSide(line, side, hasPole ? unitOrZero(pole) : pole, hasPole && !away, *hold);
    }
    const bool isFolded = tipDistance <= noLength * upperLength_;  // onto the joint: the line could be any
    const glm::dquat aside = isFolded ? glm::dquat(1., 0., 0., 0.) : turnAside(tip.along / tipDistance, tip.aside);
    return turnOnto(line, side) * fromAspect_ * glm::conjugate(aside);
}

/// Straightened from its rest the shortest way, then bent about the axis.
glm::dquat TwoBoneShape::lowerTurn(const Bend& bend) const noexcept
{
    const double cosine = std::sqrt(std::max(0., 0.5 * (1. + bend.cosine)));
    const double sine = std::sqrt(std::max(0., 0.5 * (1. - bend.cosine)));
    return glm::dquat(cosine, -sine * axis_.x, -sine * axis_.y, -sine * axis_.z) * straightLower_;
}

TwoBoneSolution TwoBoneShape::solve(const glm::dvec3& center, const TwoBoneGoal& goal, const BendHold* hold) const noexcept
{
    const Range range = rangeOf(goal.minAngle, goal.maxAngle);
    const glm::dvec3 toTarget = goal.target - center;
    TwoBoneSolution solution;
    solution.targetDistance = glm::length(toTarget);
    const double wanted = soften(solution.targetDistance, range.reach.farthest, goal.softness);
    const double held = std::clamp(wanted, range.reach.nearest, std::max(range.reach.nearest, range.reach.farthest));
    const Bend bend = bendFor(held, range);
    const InPlane tip = tipAt(bend);
    solution.tipDistance = isEven_ ? held : std::hypot(tip.along, tip.aside);
    solution.lower = lowerTurn(bend);
    if (solution.targetDistance > noLength * upperLength_) {
        solution.line = toTarget * (1. / solution.targetDistance);
        const glm::dvec3 pole = goal.pole ? *goal.pole - center : glm::dvec3(0.);
        solution.upper = upperTurn(pole, goal.pole.has_value(), goal.poleAngle, solution.line, tip, solution.tipDistance, hold);
    } else {  // at the joint itself: the rest's direction is as good as any
        solution.upper = upperReference_;
    }
    solution.beyondReach = std::max({0., solution.targetDistance - range.reach.farthest, range.reach.nearest - solution.targetDistance});
    solution.isAtLimit = (wanted > range.reach.farthest && goal.maxAngle < pi) || (wanted < range.reach.nearest && goal.minAngle > 0.);
    return solution;
}

std::optional<TwoBoneSolution> solveTwoBone(const TwoBoneLimb& limb, const TwoBoneGoal& goal, const BendHold* hold) noexcept
{
    const std::optional<TwoBoneShape> shape = TwoBoneShape::of(limb);
    if (!shape || !std::isfinite(glm::dot(goal.target, goal.target))) {
        return std::nullopt;
    }
    return shape->solve(limb.upper.center, goal, hold);
}

}  // namespace armature
