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
    glm::dvec3 axis{0.};       ///< The bend axis made orthogonal: cross(aside, direction)... a turn about -axis bends.
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
    plane.isEven = std::abs(glm::dot(plane.reachAside, plane.reachAside) - square) <= 1e-6 * square &&
                   std::abs(glm::dot(plane.reachAlong, plane.reachAside)) <= 1e-6 * square;
    return plane;
}

double distanceAt(const BendPlane& plane, double bend) noexcept
{
    return glm::length(plane.tipAt(std::cos(bend), std::sin(bend)));
}

/// The tip's distance is taken to fall as the limb bends, which holds but for extreme scales.
TwoBoneReach reachOf(const BendPlane& plane, double minAngle, double maxAngle) noexcept
{
    if (plane.isEven) {
        const double a = plane.upperLength;
        const double b = plane.lowerLength;
        const double nearest = minAngle <= 0. ? std::abs(a - b) : std::sqrt(a * a + b * b - 2. * a * b * std::cos(minAngle));
        const double farthest = maxAngle >= pi ? a + b : std::sqrt(a * a + b * b - 2. * a * b * std::cos(maxAngle));
        return {nearest, farthest};
    }
    return {distanceAt(plane, pi - minAngle), distanceAt(plane, pi - maxAngle)};
}

/// Slows down before the end: 1 - exp has the same slope where it begins.
double soften(double distance, double farthest, double softness) noexcept
{
    const double zone = softness * farthest;
    const double beyond = distance - (farthest - zone);
    return zone > 0. && beyond > 0. ? farthest - zone * std::exp(-beyond / zone) : distance;
}

/// The bend with which the tip is that far away, `distance` within reach.
double searchBend(const BendPlane& plane, double distance, double minAngle, double maxAngle) noexcept
{
    double straighter = pi - maxAngle;
    double folded = pi - minAngle;
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

Bend bendFor(const BendPlane& plane, double distance, double minAngle, double maxAngle) noexcept
{
    if (!plane.isEven) {
        const double bend = searchBend(plane, distance, minAngle, maxAngle);
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

/// Holds the turn of the side about the line to what memory allows.
glm::dvec3 heldSide(const Aspect& wanted, const glm::dvec3& pole, BendMemory& memory) noexcept
{
    glm::dvec3 side = wanted.side;
    if (memory.isFilled && std::isfinite(memory.maxTurn)) {
        const glm::dvec3 carried = glm::normalize(across(shortestTurn(memory.line, wanted.line, memory.side) * memory.side, wanted.line));
        const double turn = std::atan2(glm::dot(glm::cross(carried, side), wanted.line), glm::dot(carried, side));
        const double moved = angleOf(memory.line, wanted.line) + angleOf(memory.pole, pole);
        constexpr double settling = 0.02;  // a target that has stopped lets the bend come home all the same
        const double allowed = memory.maxTurn * moved + settling;
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

/// From where the limb points at rest the shortest way to `line`: what `side` becomes.
glm::dvec3 sideCarriedFromRest(const TwoBoneLimb& limb, const BendPlane& plane, const glm::dvec3& normal, const glm::dvec3& line) noexcept
{
    const glm::dvec3 tip = plane.elbow + limb.upper.shape * (limb.lowerReference * lowerBone(limb));
    const glm::dvec3 inPlane = across(tip, normal);
    const double length = glm::length(inPlane);
    const glm::dvec3 rest = limb.upperReference * (length > noLength * plane.upperLength ? inPlane / length : plane.elbow / plane.upperLength);
    const glm::dvec3 restSide = limb.upperReference * normal;
    return glm::normalize(across(shortestTurn(rest, line, restSide) * restSide, line));
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

glm::dquat upperTurn(const TwoBoneLimb& limb, const TwoBoneGoal& goal, const BendPlane& plane, const glm::dvec3& tip, const glm::dvec3& line,
                     BendMemory* memory) noexcept
{
    const glm::dvec3 pole = goal.pole ? *goal.pole - limb.upper.center : glm::dvec3(0.);
    const std::optional<glm::dvec3> away = goal.pole ? awayFrom(pole, line) : std::nullopt;
    const glm::dvec3 normal = glm::normalize(glm::cross(plane.elbow, plane.reachAside));
    const Aspect from = aspectOf(plane, tip, away ? limb.upper.shape * limb.poleAxis : normal);
    Aspect to{line, away ? *away : sideCarriedFromRest(limb, plane, normal, line)};
    if (goal.poleAngle != 0.) {
        to.side = glm::angleAxis(goal.poleAngle, line) * to.side;
    }
    if (memory != nullptr) {
        to.side = heldSide(to, away ? glm::normalize(pole) : glm::dvec3(0.), *memory);
    }
    return turnBetween(from, to);
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
    return plane ? std::optional(reachOf(*plane, minAngle, maxAngle)) : std::nullopt;
}

std::optional<TwoBoneSolution> solveTwoBone(const TwoBoneLimb& limb, const TwoBoneGoal& goal, BendMemory* memory) noexcept
{
    const std::optional<BendPlane> plane = bendPlaneOf(limb);
    const glm::dvec3 toTarget = goal.target - limb.upper.center;
    const double distance = glm::length(toTarget);
    if (!plane || !std::isfinite(distance)) {
        return std::nullopt;
    }
    const TwoBoneReach reach = reachOf(*plane, goal.minAngle, goal.maxAngle);
    const double wanted = soften(distance, reach.farthest, goal.softness);
    const Bend bend = bendFor(*plane, std::clamp(wanted, reach.nearest, std::max(reach.nearest, reach.farthest)), goal.minAngle, goal.maxAngle);
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
