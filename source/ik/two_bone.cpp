#include "ik/two_bone.hpp"

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

/// Below this part of the larger length the smaller one counts as none.
constexpr double noLength = 1e-9;

/// The limb in the plane in which it bends, as the upper bone's shape makes it: the tip lies at
/// elbow + cos(bend) * along + sin(bend) * aside. The bend is 0 when straight, pi when folded.
struct BendPlane {
    glm::dvec3 direction{0.};  ///< Own axes of the upper bone: along it,
    glm::dvec3 aside{0.};      ///< and to where the lower bone bends.
    glm::dvec3 axis{0.};       ///< The bend axis, at right angles to both: a turn about -axis bends.
    glm::dvec3 elbow{0.};      ///< From the upper joint, seen through the upper bone's shape, as the following two.
    glm::dvec3 reachAlong{0.};
    glm::dvec3 reachAside{0.};
    double upperLength = 0.;
    double lowerLength = 0.;  ///< When straight.
    bool isEven = true;       ///< The lower length is the same at any bend.

    [[nodiscard]] glm::dvec3 tipAt(double cosine, double sine) const noexcept { return elbow + cosine * reachAlong + sine * reachAside; }
};

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

std::optional<BendPlane> bendPlaneOf(const TwoBoneLimb& limb) noexcept
{
    BendPlane plane;
    plane.elbow = elbowOf(limb);
    const double bone = glm::length(lowerBone(limb));
    const glm::dvec3 own = ownElbow(limb);
    plane.direction = own / glm::length(own);
    const glm::dvec3 axis = across(limb.bendAxis, plane.direction);
    plane.axis = axis / glm::length(axis);
    plane.aside = glm::cross(plane.direction, plane.axis);
    plane.reachAlong = bone * (limb.upper.shape * plane.direction);
    plane.reachAside = bone * (limb.upper.shape * plane.aside);
    plane.upperLength = glm::length(plane.elbow);
    plane.lowerLength = glm::length(plane.reachAlong);
    const double smaller = std::min(plane.upperLength, plane.lowerLength);
    if (!(smaller > noLength * std::max(plane.upperLength, plane.lowerLength)) || !std::isfinite(glm::dot(plane.reachAside, plane.aside))) {
        return std::nullopt;
    }
    const double square = plane.lowerLength * plane.lowerLength;
    plane.isEven = std::abs(glm::dot(plane.reachAside, plane.reachAside) - square) <= 1e-6 * square
                   && std::abs(glm::dot(plane.reachAlong, plane.reachAside)) <= 1e-6 * square;
    return plane;
}

double distanceAt(const BendPlane& plane, double bend) noexcept
{
    return glm::length(plane.tipAt(std::cos(bend), std::sin(bend)));
}

/// The bend in [low, high] at which the tip is farthest away (`sign` 1) or nearest (-1): the best of some samples, then halved in on. What lies
/// between two samples is flat enough: the distance has at most two highs and two lows in a whole turn.
double extremeBend(const BendPlane& plane, double low, double high, double sign) noexcept
{
    constexpr int samples = 16;
    const auto height = [&](double bend) { return sign * distanceAt(plane, bend); };
    int best = 0;
    const auto bendAt = [&](int sample) { return low + (high - low) * sample / samples; };
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

/// How far the limb reaches, and the bends between which it does: from the farthest on the tip comes nearer as it bends.
struct Range {
    TwoBoneReach reach;
    double straightest = 0.;
    double tightest = pi;
};

Range rangeOf(const BendPlane& plane, double minAngle, double maxAngle) noexcept
{
    Range range{{}, pi - maxAngle, pi - minAngle};
    if (plane.isEven) {
        const double a = plane.upperLength;
        const double b = plane.lowerLength;
        range.reach.nearest = minAngle <= 0. ? std::abs(a - b) : std::sqrt(a * a + b * b - 2. * a * b * std::cos(minAngle));
        range.reach.farthest = maxAngle >= pi ? a + b : std::sqrt(a * a + b * b - 2. * a * b * std::cos(maxAngle));
        return range;
    }
    // An uneven scale may let the tip get away a little at first as the limb bends.
    range.straightest = extremeBend(plane, range.straightest, range.tightest, 1.);
    range.tightest = extremeBend(plane, range.straightest, range.tightest, -1.);
    range.reach = {distanceAt(plane, range.tightest), distanceAt(plane, range.straightest)};
    return range;
}

/// Slows down before the end: 1 - exp has the same slope where it begins.
double soften(double distance, double farthest, double softness) noexcept
{
    const double zone = softness * farthest;
    const double beyond = distance - (farthest - zone);
    return zone > 0. && beyond > 0. ? farthest - zone * std::exp(-beyond / zone) : distance;
}

/// The bend with which the tip is that far away, `distance` within reach.
double searchBend(const BendPlane& plane, double distance, const Range& range) noexcept
{
    double straighter = range.straightest;
    double folded = range.tightest;
    for (int step = 0; step < 60; ++step) {  // halves to the last bit of a double
        const double middle = 0.5 * (straighter + folded);
        (distanceAt(plane, middle) > distance ? straighter : folded) = middle;
    }
    return 0.5 * (straighter + folded);
}

struct Bend {
    double cosine;
    double sine;
};

Bend bendFor(const BendPlane& plane, double distance, const Range& range) noexcept
{
    if (!plane.isEven) {
        const double bend = searchBend(plane, distance, range);
        return {std::cos(bend), std::sin(bend)};
    }
    const double a = plane.upperLength;
    const double b = plane.lowerLength;
    const double cosine = std::clamp((distance * distance - a * a - b * b) / (2. * a * b), -1., 1.);
    return {cosine, std::sqrt((1. - cosine) * (1. + cosine))};
}

/// How the limb lies between joint and tip: the direction to the tip and one at right angles, by which its roll is told. As the bone bends,
/// the side turns along in the plane, so that it is the bone's reference axis turned onto the line.
struct Aspect {
    glm::dvec3 line{0.};
    glm::dvec3 side{0.};
};

/// Before the upper bone turns. `reference`: an axis told in the same way, at right angles to the bone when straight.
Aspect aspectOf(const BendPlane& plane, const glm::dvec3& tip, const glm::dvec3& reference) noexcept
{
    const glm::dvec3 straight = plane.elbow / plane.upperLength;
    const glm::dvec3 bent = glm::normalize(across(plane.reachAside, straight));
    const double length = glm::length(tip);
    const glm::dvec3 line = length > noLength * plane.upperLength ? tip / length : straight;
    const glm::dvec3 side = glm::normalize(across(reference, straight));
    const double inPlane = glm::dot(side, bent);
    const glm::dvec3 turnedBent = glm::dot(line, straight) * bent - glm::dot(line, bent) * straight;
    return {line, side + inPlane * (turnedBent - bent)};
}

/// The rotation that takes an aspect to another.
glm::dquat turnBetween(const Aspect& from, const Aspect& to) noexcept
{
    const glm::dmat3 start(from.line, from.side, glm::cross(from.line, from.side));
    const glm::dmat3 end(to.line, to.side, glm::cross(to.line, to.side));
    return glm::normalize(glm::quat_cast(end * glm::transpose(start)));
}

double angleOf(const glm::dvec3& a, const glm::dvec3& b) noexcept
{
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

/// Holds the turn of the side about the line to what memory allows. Where the pole lies on the line, nothing is wanted but what was.
glm::dvec3 heldSide(const Aspect& wanted, const glm::dvec3& pole, bool isOnPole, BendMemory& memory) noexcept
{
    glm::dvec3 side = wanted.side;
    if (memory.isFilled && (isOnPole || std::isfinite(memory.maxTurn))) {
        const glm::dvec3 carried = glm::normalize(across(shortestTurn(memory.line, wanted.line, memory.side) * memory.side, wanted.line));
        const double turn = std::atan2(glm::dot(glm::cross(carried, side), wanted.line), glm::dot(carried, side));
        const double moved = angleOf(memory.line, wanted.line) + angleOf(memory.pole, pole);
        constexpr double settling = 0.02;  // a target that has stopped lets the bend come home all the same
        const double allowed = isOnPole ? 0. : memory.maxTurn * moved + settling;
        if (std::abs(turn) > allowed) {
            side = glm::angleAxis(std::copysign(allowed, turn), wanted.line) * carried;
        }
    }
    memory.isFilled = true;
    memory.line = wanted.line;
    memory.side = side;
    memory.pole = pole;
    return side;
}

/// What becomes of the side when the limb turns from its rest the shortest way to `line`.
glm::dvec3 sideCarriedFromRest(const TwoBoneLimb& limb, const BendPlane& plane, const glm::dvec3& reference,
                               const glm::dvec3& line) noexcept
{
    const glm::dvec3 normal = glm::normalize(glm::cross(plane.elbow, plane.reachAside));
    const glm::dvec3 tip = plane.elbow + limb.upper.shape * (limb.lowerReference * lowerBone(limb));
    const Aspect own = aspectOf(plane, across(tip, normal), reference);
    const Aspect rest{limb.upperReference * own.line, limb.upperReference * own.side};
    return glm::normalize(across(shortestTurn(rest.line, line, limb.upperReference * normal) * rest.side, line));
}

/// Away from the pole, at right angles to `line`; no value where the pole lies on it.
std::optional<glm::dvec3> awayFrom(const glm::dvec3& pole, const glm::dvec3& line) noexcept
{
    const glm::dvec3 away = -across(pole, line);
    const double length = glm::length(away);
    if (!(length > 1e-9 * glm::length(pole))) {
        return std::nullopt;
    }
    return away / length;
}

glm::dquat upperTurn(const TwoBoneLimb& limb, const TwoBoneGoal& goal, const BendPlane& plane, const glm::dvec3& tip,
                     const glm::dvec3& line, BendMemory* memory) noexcept
{
    const glm::dvec3 pole = goal.pole ? *goal.pole - limb.upper.center : glm::dvec3(0.);
    const std::optional<glm::dvec3> away = goal.pole ? awayFrom(pole, line) : std::nullopt;
    const glm::dvec3 reference = limb.upper.shape * limb.poleAxis;
    Aspect to{line, away ? *away : sideCarriedFromRest(limb, plane, reference, line)};
    if (goal.poleAngle != 0.) {
        to.side = glm::angleAxis(goal.poleAngle, line) * to.side;
    }
    if (memory != nullptr) {
        const double length = glm::length(pole);
        to.side = heldSide(to, length > 0. ? pole / length : pole, goal.pole && !away, *memory);
    }
    return turnBetween(aspectOf(plane, tip, reference), to);
}

/// Straightens the lower bone from its rest the shortest way, then bends it about the axis.
glm::dquat lowerTurn(const TwoBoneLimb& limb, const BendPlane& plane, const Bend& bend) noexcept
{
    const glm::dquat straighten = shortestTurn(lowerDirectionAtRest(limb), plane.direction, plane.axis);
    const double cosine = std::sqrt(std::max(0., 0.5 * (1. + bend.cosine)));
    const double sine = std::sqrt(std::max(0., 0.5 * (1. - bend.cosine)));
    const glm::dquat turn(cosine, -sine * plane.axis.x, -sine * plane.axis.y, -sine * plane.axis.z);
    return glm::normalize(turn * straighten * limb.lowerReference);
}

}  // namespace

glm::dvec3 upperDirection(const TwoBoneLimb& limb) noexcept
{
    const glm::dvec3 own = ownElbow(limb);
    const double length = glm::length(own);
    return length > 0. && std::isfinite(length) ? own / length : glm::dvec3(0.);
}

glm::dvec3 lowerDirectionAtRest(const TwoBoneLimb& limb) noexcept
{
    const glm::dvec3 bone = limb.lowerReference * lowerBone(limb);
    const double length = glm::length(bone);
    return length > 0. && std::isfinite(length) ? bone / length : glm::dvec3(0.);
}

std::optional<TwoBoneReach> reachOf(const TwoBoneLimb& limb, double minAngle, double maxAngle) noexcept
{
    const std::optional<BendPlane> plane = bendPlaneOf(limb);
    return plane ? std::optional(rangeOf(*plane, minAngle, maxAngle).reach) : std::nullopt;
}

std::optional<TwoBoneSolution> solveTwoBone(const TwoBoneLimb& limb, const TwoBoneGoal& goal, BendMemory* memory) noexcept
{
    const std::optional<BendPlane> plane = bendPlaneOf(limb);
    const glm::dvec3 toTarget = goal.target - limb.upper.center;
    const double distance = glm::length(toTarget);
    if (!plane || !std::isfinite(distance)) {
        return std::nullopt;
    }
    const Range range = rangeOf(*plane, goal.minAngle, goal.maxAngle);
    const TwoBoneReach& reach = range.reach;
    const double wanted = soften(distance, reach.farthest, goal.softness);
    const double held = std::clamp(wanted, reach.nearest, std::max(reach.nearest, reach.farthest));
    const Bend bend = bendFor(*plane, held, range);
    const glm::dvec3 tip = plane->tipAt(bend.cosine, bend.sine);

    TwoBoneSolution solution;
    solution.lower = lowerTurn(limb, *plane, bend);
    if (distance > noLength * plane->upperLength) {
        solution.upper = upperTurn(limb, goal, *plane, tip, toTarget / distance, memory);
    } else {  // at the joint itself: any direction is as good as that of rest
        solution.upper = limb.upperReference;
    }
    solution.tip = limb.upper.center + solution.upper * tip;
    solution.beyondReach = std::max({0., distance - reach.farthest, reach.nearest - distance});
    solution.isAtLimit = (wanted > reach.farthest && goal.maxAngle < pi) || (wanted < reach.nearest && goal.minAngle > 0.);
    return solution;
}

}  // namespace armature
