#include "ik/feet/foot_work.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "ik/turns.hpp"
#include "node/label.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/joint_numbers.hpp"

namespace armature {

namespace {

/// Tolerances (fraction of the leg's length, and radians): a goal missed by less counts as reached.
constexpr double reachedDistance = 1e-4;
constexpr double reachedAngle = 1e-3;

}  // namespace

FootWork::FootWork(std::span<const FootPlacementLeg> legs) : reports_(legs.size()), feet_(legs.size())
{
    if (legs.empty()) {
        refuseFootPlacement("no leg was given");
    }
    for (const FootPlacementLeg& leg : legs) {
        legs_.push_back(makeFootLeg(leg));
        const Skeleton& skeleton = legs_.front().foot.get()->getSkeleton();
        if (&leg.foot->getSkeleton() != &skeleton) {
            refuseFootPlacement(
                fmt::format("{} is not a bone of skeleton {}, as the foot before it is", label(*leg.foot), inQuotes(skeleton.getName())));
        }
    }
}

Skeleton* FootWork::skeleton() const noexcept
{
    const auto leg = std::ranges::find_if(legs_, &FootLeg::isUsable);
    return leg != legs_.end() ? &leg->foot.get()->getSkeleton() : nullptr;
}

// Returns no value if the matrix to the world is singular, or if the plane's origin is not finite.
std::optional<BasePlane> FootWork::findBase(const JointView& joints) const noexcept
{
    BasePlane base;
    base.toWorld = JointAccess::toWorld(joints);
    if (!base.toWorld.isInvertible()) {
        return std::nullopt;
    }
    base.fromWorld = base.toWorld.inverse();
    base.origin = base.toWorld.point(glm::dvec3(options().animatedGround));
    base.up = glm::normalize(glm::dvec3(options().up));
    return std::isfinite(glm::dot(base.origin, base.origin)) ? std::optional(base) : std::nullopt;
}

void FootWork::findJoints(const JointView& joints)
{
    for (FootLeg& leg : legs_) {
        if (leg.isUsable()) {
            leg.findIn(joints);
        }
    }
}

// Finds each leg's joints anew, because the ground query of the leg before it may have removed bones.
void FootWork::readFeet(const JointView& joints, const BasePlane& base)
{
    for (FootLeg& leg : legs_) {
        if (leg.isUsable()) {
            leg.findIn(joints);
            readFoot(leg, PosedLeg::read(joints, leg.joints), setting_->ground, base, options());
        }
    }
}

// Follows the ground's height in the world, so that a foot planted on a step stays on it while the host moves on.
void FootWork::followGround(FootGround& ground, FootMemory& memory, const BasePlane& base, double part) const noexcept
{
    const double zero = glm::dot(base.up, base.origin);
    if (part < 1.) {
        memory.groundHeight += part * (zero + ground.height - memory.groundHeight);
        memory.groundNormal = glm::normalize(glm::mix(memory.groundNormal, ground.normal, part));
        ground.height = memory.groundHeight - zero;
        ground.normal = memory.groundNormal;
    } else {
        memory.groundHeight = zero + ground.height;
        memory.groundNormal = ground.normal;
    }
}

// Returns the pelvis offset that the lowest foot needs. Lifted feet count as if they stood at the average height of the planted ones.
double FootWork::wantedPelvisOffset() const noexcept
{
    double sum = 0.;
    double weights = 0.;
    double most = 0.;
    double longest = 0.;
    for (const FootLeg& leg : legs_) {
        if (leg.takesPart()) {
            sum += leg.animated.weight * leg.animated.ground.height;
            weights += leg.animated.weight;
            most = std::max(most, leg.animated.weight);
            longest = std::max(longest, leg.animated.legLength);
        }
    }
    if (weights == 0.) {
        return 0.;
    }
    double lowest = sum / weights;
    for (const FootLeg& leg : legs_) {
        if (leg.takesPart()) {
            lowest = std::min(lowest, glm::mix(sum / weights, leg.animated.ground.height, leg.animated.weight));
        }
    }
    return std::clamp(most * lowest, -static_cast<double>(options().maxDrop) * longest, static_cast<double>(options().maxRise) * longest);
}

// Returns false if the pelvis' new position does not fit floats; the pelvis then stays.
bool FootWork::movePelvis(JointView joints, double offset, const BasePlane& base) const
{
    if (!pelvis() || offset == 0.) {
        return true;
    }
    const std::size_t number = numberIn(joints, *pelvis().get());
    const Frame above = JointAccess::above(joints, number);
    if (!above.isInvertible()) {
        return true;
    }
    PosedJoint joint = JointAccess::read(joints, number);
    joint.center += above.inverse().vector(base.fromWorld.vector(offset * base.up));
    if (!JointAccess::isWritable(joints, number, joint)) {
        return false;
    }
    JointAccess::write(joints, number, joint);
    return true;
}

// Returns how far the ankle moves up. A foot tilted by `tilt` stands on its sole, and the ankle is above it along the slope's normal.
double FootWork::offsetOf(const AnimatedFoot& foot, double tilt) const noexcept
{
    const double standing = foot.ground.height + foot.ankleHeight * (1. / std::cos(tilt) - 1.);
    const double clearance = foot.ground.height + std::min(foot.height, foot.ankleHeight) - foot.height;
    const double offset = foot.ground.isThere ? std::max(foot.weight * standing, clearance) : foot.ground.height;
    return static_cast<double>(options().weight) * offset;
}

void FootWork::placeFoot(JointView joints, const FootLeg& leg, const BasePlane& base, FootReport& report) const
{
    const AnimatedFoot& foot = leg.animated;
    const glm::dvec3 axis = glm::cross(base.up, foot.ground.normal);
    const double slope = std::atan2(glm::length(axis), glm::dot(base.up, foot.ground.normal));
    const double wanted = foot.weight * slope;
    const double tilt = std::min(wanted, leg.maxAnkleAngle);
    const double turned = static_cast<double>(options().weight) * tilt;
    const double offset = offsetOf(foot, tilt);
    report.weight = static_cast<float>(foot.weight);
    report.hasGround = foot.ground.isThere;
    report.ik.iterations = 1;
    report.ik.angle = static_cast<float>(wanted - tilt);
    report.isAnkleHeld = wanted > tilt;

    LegGoal goal;
    goal.ankle = foot.leg.ankle + base.fromWorld.vector(offset * base.up);
    goal.kneeDirection = leg.kneeDirection;
    goal.before = foot.leg.lowerFrame;
    if (slope > 0.) {
        // The transposed matrix maps the normals of planes to skeleton space.
        const glm::dmat3 planes = glm::transpose(base.toWorld.linear);
        const glm::dvec3 from = glm::normalize(planes * base.up);
        const glm::dvec3 to = glm::normalize(planes * (glm::angleAxis(turned, axis / glm::length(axis)) * base.up));
        goal.footTurn = shortestTurn(from, to, anyAcross(from));
    }
    PosedLeg posed = PosedLeg::read(joints, leg.joints);
    LegSolution solution{.isSolved = true};
    if (posed.ankle != goal.ankle || turned != 0.) {
        solution = solveLeg(posed, goal, base.toWorld);
        if (solution.isSolved && !posed.write(joints, leg.joints)) {
            report = {.ik = {.status = IkStatus::Undefined}};
            return;
        }
    }
    report.ik.distance = static_cast<float>(solution.distance);
    report.ik.beyondReach = static_cast<float>(solution.beyondReach);
    report.ik.jointChange = solution.jointChange;
    report.ik.status = solution.isSolved ? IkStatus::Solved : IkStatus::Singular;
    report.ik.isReached = solution.isSolved && solution.distance <= reachedDistance * foot.legLength && wanted - tilt <= reachedAngle;
}

FootPlacementReport FootWork::placeNothing() noexcept
{
    hasPlaced_ = false;
    std::ranges::fill(reports_, FootReport{});
    return nothingPlaced(IkStatus::Gone);
}

FootPlacementReport FootWork::place(const FootSetting& setting, JointView joints, const FootFollowing& following)
{
    setting_ = &setting;
    hasPlaced_ = false;
    std::ranges::fill(reports_, FootReport{});
    findJoints(joints);
    const std::optional<BasePlane> base = findBase(joints);
    if (!base) {
        return nothingPlaced(IkStatus::Singular);
    }
    readFeet(joints, *base);
    findJoints(joints);
    const bool continues = !following.memory.empty();
    std::ranges::fill(feet_, FootMemory{});
    if (continues) {
        readNumbers(following.memory.subspan(1), std::span(feet_));
    }
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        if (legs_[i].takesPart()) {
            followGround(legs_[i].animated.ground, feet_[i], *base, following.footPart);
        }
    }
    const double wanted = glm::mix(continues ? following.memory[0] : 0., wantedPelvisOffset(), following.pelvisPart);
    const double offset = pelvis() ? static_cast<double>(options().weight) * wanted : 0.;
    if (!movePelvis(joints, offset, *base)) {
        return nothingPlaced(IkStatus::Undefined);
    }
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        if (legs_[i].takesPart()) {
            placeFoot(joints, legs_[i], *base, reports_[i]);
        } else {
            reports_[i].ik.status = legs_[i].isUsable() ? IkStatus::Undefined : IkStatus::Gone;
        }
    }
    pelvisOffset_ = wanted;
    hasPlaced_ = true;
    return {static_cast<float>(offset), reports_, pelvis().hasGone() ? IkStatus::Gone : IkStatus::Solved};
}

void FootWork::keep(IkMemory& memory) const
{
    if (hasPlaced_) {
        memory.resize(memorySize());
        memory[0] = pelvisOffset_;
        writeNumbers(std::span(feet_), std::span(memory).subspan(1));
    }
}

// Returns the report of a solve that placed no foot: removed legs are Gone, the others have `status`.
FootPlacementReport FootWork::nothingPlaced(IkStatus status) noexcept
{
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        reports_[i].ik.status = legs_[i].isUsable() ? status : IkStatus::Gone;
    }
    return {.feet = reports_, .status = skeleton() != nullptr ? status : IkStatus::Gone};
}

}  // namespace armature
