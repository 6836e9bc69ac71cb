#include "ik/feet/leg.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "ik/limb/two_bone.hpp"
#include "ik/turns.hpp"
#include "math/root_pair.hpp"
#include "math/rotation_chord.hpp"
#include "math/rotation_rule.hpp"
#include "skeleton/joint_access.hpp"

namespace armature {

namespace {

/// Threshold of the bend, in radians. An almost straight leg has no plane of its own: the further the bend falls below the threshold, the
/// more the knee's direction defines the bending plane.
constexpr double nearlyStraight = 0.02;

/// The solved rotations of a leg.
struct LegTurns {
    PlainTurn upper;
    PlainTurn lower;
    PlainTurn foot;
    double beyondReach = 0.;  ///< In the axes of the upper bone's parent.
    bool isReached = false;   ///< Whether the ankle is at its goal for certain, so that nothing need be measured.
};

// --- legs that scale evenly -----------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline PlainTurn turnWith(double w, const PlainVector& axis) noexcept
{
    return {w, axis.x, axis.y, axis.z};
}

/// Whether two frames have the same linear part, up to the rounding of floats: a pelvis that was moved has a rounded rotation.
[[gnu::always_inline]] inline bool areAligned(const PlainFrame& a, const PlainFrame& b) noexcept
{
    return squared(a.x - b.x) + squared(a.y - b.y) + squared(a.z - b.z) <= 1e-13 * squared(a.x);
}

/// Solves a bent leg whose bones, and all that is above them, scale evenly. Computes no angle: lengths times cosines and sines of the bend,
/// and of the angle at the hip, are products of vectors. The cosine and sine of an angle give the rotation by that angle as a quaternion
/// that is not of unit length, (1 + cosine, sine * axis). No value if the leg is uneven or almost straight, or has to rotate by almost half
/// a turn.
std::optional<LegTurns> solveEvenLeg(const PosedLeg& leg, const LegGoal& goal, const PlainVector& target) noexcept
{
    const PosedLeg& animated = *goal.animated;
    if (!leg.upper.isEven() || !leg.lower.isEven() || !leg.above.isEven() || !areAligned(leg.above, animated.above)) {
        return std::nullopt;
    }
    // These vectors are in the upper bone's own axes. A rotation about `axis` bends the lower bone towards the upper one.
    const PlainVector upper = leg.upper.arm(leg.lower.center);
    const PlainVector lower = leg.upper.arm(leg.lower.rotation * leg.lower.arm(leg.foot.center));
    const PlainVector axis = cross(lower, upper);
    const double squaredUpper = squared(upper);
    const double squaredLower = squared(lower);
    const double squares = squaredUpper * squaredLower;
    // Cosines and sines of the bend, before and after, are multiplied by the lengths of both bones.
    const DoublePair roots = squareRoots(squares, squared(axis));
    const double lengths = roots[0];
    const double sine = roots[1];
    if (!(sine >= nearlyStraight * lengths)) {
        return std::nullopt;
    }
    const double bones = squaredUpper + squaredLower;
    const double squaredTarget = squared(target);
    const double cosine = inner(upper, lower);
    const double wanted = 0.5 * (squaredTarget - bones);
    const double newCosine = std::clamp(wanted, -lengths, lengths);
    const double newSine = std::sqrt((lengths - newCosine) * (lengths + newCosine));

    // The cosines of the angle between the upper bone and the line to the tip are multiplied by both lengths. So multiplied, the sine of
    // this angle equals the multiplied sine of the bend.
    const PlainVector tip = leg.upper.rotation * (upper + lower);
    const double squaredTip = bones + 2. * cosine;
    const double newSquaredTip = bones + 2. * newCosine;
    const DoublePair tips = squareRoots(squaredTip * newSquaredTip, squaredTip * squaredTarget);
    const double atHip = squaredUpper + cosine;
    const double newAtHip = squaredUpper + newCosine;
    const double perSine = 1. / sine;
    const PlainTurn swing = turnWith(tips[1] + inner(tip, target), cross(tip, target));
    const PlainTurn hip =
        turnWith(squaredUpper * tips[0] + atHip * newAtHip + sine * newSine, ((newSine * atHip - newAtHip * sine) * perSine) * axis);
    const PlainTurn knee =
        turnWith(squares + cosine * newCosine + sine * newSine, ((sine * newCosine - cosine * newSine) * perSine) * axis);
    constexpr double halfTurn = 1e-5;
    if (!(swing.w > halfTurn * tips[1] && hip.w > halfTurn * squaredUpper * tips[0] && knee.w > halfTurn * squares)) {
        return std::nullopt;
    }

    const PlainVector from = leg.above.normalBack(goal.from);
    const PlainVector to = leg.above.normalBack(goal.to);
    const PlainTurn slope = turnWith(std::sqrt(squared(from) * squared(to)) + inner(from, to), cross(from, to));
    const PlainTurn newUpper = swing * leg.upper.rotation * hip;
    const PlainTurn newLower = knee * leg.lower.rotation;
    const PlainTurn newFoot =
        back(newLower) * (back(newUpper) * (slope * (animated.upper.rotation * (animated.lower.rotation * leg.foot.rotation))));
    const double squaredNorm = inner(newFoot, newFoot);
    const DoublePair perNorm = reciprocals(squareRoots(inner(newUpper, newUpper), inner(newLower, newLower)));
    const double perFoot = 1. / std::sqrt(squaredNorm);
    if (!(squaredNorm > 1e-280 && squaredNorm < 1e280)) {
        return std::nullopt;
    }
    LegTurns turns;
    turns.upper = perNorm[0] * newUpper;
    turns.lower = perNorm[1] * newLower;
    turns.foot = perFoot * newFoot;
    turns.isReached = newCosine == wanted;
    turns.beyondReach = turns.isReached ? 0. : std::abs(std::sqrt(squaredTarget) - std::sqrt(newSquaredTip));
    return turns;
}

// --- any leg --------------------------------------------------------------------------------------------------------------

/// Returns the axis about which the knee bends, in the upper bone's own axes, from its current bend.
glm::dvec3 kneeAxis(const TwoBoneLimb& limb, const glm::dvec3& kneeDirection) noexcept
{
    const glm::dvec3 upper = glm::normalize(limb.lower.center.toGlm());
    const glm::dvec3 lower = glm::normalize(limb.lower.rotation.toGlm() * limb.lower.arm(limb.tip).toGlm());
    const glm::dvec3 bent = glm::cross(lower, upper);  // scaled by the sine of the bend
    const double missing = std::max(0., nearlyStraight - glm::length(bent));
    if (missing == 0.) {
        return glm::normalize(bent);
    }
    const glm::dvec3 pointing = across(kneeDirection, upper);
    const double length = glm::length(pointing);
    const glm::dvec3 straight = length > 1e-6 ? glm::cross(upper, pointing / length) : anyAcross(upper);
    const glm::dvec3 axis = bent + missing * straight;
    return glm::length(axis) > 1e-9 ? glm::normalize(axis) : straight;
}

/// Solves a leg as a TwoBoneLimb. No value if the leg cannot be solved: see LegSolution::isSolved.
std::optional<LegTurns> solveAnyLeg(const PosedLeg& leg, const LegGoal& goal, const PlainVector& target) noexcept
{
    const Frame above = leg.above.toGlm();
    if (!above.isInvertible()) {
        return std::nullopt;
    }
    TwoBoneLimb limb;
    limb.upper = leg.upper;
    limb.lower = leg.lower;
    limb.tip = leg.foot.center;
    limb.upperReference = limb.upper.rotation;  // the limb takes the shortest rotation and bend from the current pose
    limb.lowerReference = limb.lower.rotation;
    limb.bendAxis = PlainVector(kneeAxis(limb, goal.kneeDirection.toGlm()));
    const std::optional<TwoBoneSolution> found = TwoBoneShape::solveOnce(limb, {.target = target + leg.upper.center});
    if (!found) {
        return std::nullopt;
    }
    const glm::dquat before = rotationOutOf(goal.animated->lowerFrame().linear, leg.foot.rotation.toGlm());
    const glm::dvec3 from = glm::normalize(goal.from.toGlm());
    const glm::dquat slope = shortestTurn(from, glm::normalize(goal.to.toGlm()), anyAcross(from));
    limb.upper.rotation = found->upper;
    limb.lower.rotation = found->lower;
    const glm::dmat3 frame = above.linear * limb.upper.posed().local().linear * limb.lower.posed().local().linear;
    return LegTurns{found->upper, found->lower, PlainTurn(rotationInto(glm::inverse(frame), slope * before)), found->beyondReach};
}

}  // namespace

void PosedLeg::readFrom(const JointView& joints, const LegJoints& leg, const PlainFrame& aboveUpper) noexcept
{
    upper.readFrom(joints, leg.upper);
    lower.readFrom(joints, leg.lower);
    foot.readFrom(joints, leg.foot);
    above = aboveUpper;
    findPlaces();
}

void PosedLeg::readFrom(const JointView& joints, const LegJoints& leg) noexcept
{
    readFrom(joints, leg, plainAbove(joints, leg.upper));
}

bool PosedLeg::write(JointView joints, const LegJoints& leg) const
{
    if (!upper.isWritable(joints, leg.upper) || !lower.isWritable(joints, leg.lower) || !foot.isWritable(joints, leg.foot)) {
        return false;
    }
    JointAccess::write(joints, leg.upper, upper.toWrite());
    JointAccess::write(joints, leg.lower, lower.toWrite());
    JointAccess::write(joints, leg.foot, foot.toWrite());
    return true;
}

LegSolution solveLeg(PosedLeg& leg, const LegGoal& goal, const PlainFrame& toWorld) noexcept
{
    const PlainVector target = leg.above.vectorBack(goal.ankle - leg.above.origin) - leg.upper.center;
    std::optional<LegTurns> turns = solveEvenLeg(leg, goal, target);
    if (!turns) {
        turns = solveAnyLeg(leg, goal, target);
    }
    if (!turns) {
        return {};
    }
    LegSolution solution{.isSolved = true};
    solution.jointChange =
        turnOfSquaredChord(std::max({squaredChord(leg.upper.rotation, turns->upper), squaredChord(leg.lower.rotation, turns->lower),
                                     squaredChord(leg.foot.rotation, turns->foot)}));
    leg.upper.rotation = turns->upper;
    leg.lower.rotation = turns->lower;
    leg.foot.rotation = turns->foot;
    if (!turns->isReached) {
        leg.findPlaces();
        const auto inWorld = [&](const PlainVector& vector) { return length(toWorld.vector(leg.above.vector(vector))); };
        const double distance = length(target);
        solution.distance = inWorld(leg.ankle - leg.upper.center - target);
        solution.beyondReach = distance > 0. ? turns->beyondReach * inWorld((1. / distance) * target) : 0.;
    }
    return solution;
}

}  // namespace armature
