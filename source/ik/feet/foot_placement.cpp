#include <armature/ik/foot_placement.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/scene/subscription.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/feet/foot_leg.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

/// What counts as reached: part of the leg's length, radians.
constexpr double reachedDistance = 1e-4;
constexpr double reachedAngle = 1e-3;

/// The part of a way that is gone within `seconds`.
double followed(double seconds, float halfLife) noexcept
{
    return halfLife > 0.f ? 1. - std::exp2(-seconds / static_cast<double>(halfLife)) : 1.;
}

}  // namespace

class FootPlacement::State {
public:
    State(std::span<const FootPlacementLeg> legs, GroundQuery ground, const FootPlacementOptions& options)
        : ground_(std::move(ground)), reports_(legs.size())
    {
        if (legs.empty()) {
            refuseFootPlacement("no leg was given");
        }
        if (!ground_) {
            refuseFootPlacement("no query for the ground was given");
        }
        for (const FootPlacementLeg& leg : legs) {
            legs_.push_back(makeFootLeg(leg));
            const Skeleton& skeleton = legs_.front().bones.foot->getSkeleton();
            if (&leg.foot->getSkeleton() != &skeleton) {
                refuseFootPlacement(
                    fmt::format("{} is not a bone of skeleton {}, as the foot before it is", leg.foot->getPath(), skeleton.getName()));
            }
        }
        setOptions(options);
        for (FootLeg& leg : legs_) {
            for (Bone* bone : {leg.bones.upper, leg.bones.lower, leg.bones.foot}) {
                disposals_.push_back(bone->observeDisposal([&leg](Node&) { leg.isWhole = false; }));
            }
        }
    }

    [[nodiscard]] const FootPlacementOptions& options() const noexcept { return options_; }

    void setOptions(const FootPlacementOptions& options)
    {
        checkFootOptions(options, legs_.front().bones.foot->getSkeleton());
        if (options.pelvis != nullptr) {
            pelvisDisposal_ = options.pelvis->observeDisposal([this](Node&) { options_.pelvis = nullptr; });
        } else {
            pelvisDisposal_.cancel();
        }
        options_ = options;
    }

    void reset() noexcept { isFollowing_ = false; }

    FootPlacementReport update(std::optional<double> seconds);
    FootPlacementReport solve(Pose& pose, const glm::mat4& toWorld);

private:
    [[nodiscard]] const Skeleton* skeleton() const noexcept;
    [[nodiscard]] std::optional<BasePlane> findBase(const glm::mat4& toWorld) const noexcept;
    void readFeet(const BasePlane& base, const Pose* pose);
    void followGround(FootLeg& leg, const BasePlane& base, double part) const noexcept;
    [[nodiscard]] double wantedPelvisOffset() const noexcept;
    void movePelvis(double offset, const BasePlane& base, Pose* pose) const;
    [[nodiscard]] double offsetOf(const AnimatedFoot& foot, double tilt) const noexcept;
    void placeFoot(const FootLeg& leg, const BasePlane& base, Pose* pose, FootReport& report) const;
    FootPlacementReport place(double pelvisOffset, const BasePlane& base, Pose* pose);

    GroundQuery ground_;
    FootPlacementOptions options_;
    std::vector<FootLeg> legs_;
    std::vector<FootReport> reports_;
    std::vector<Subscription> disposals_;
    Subscription pelvisDisposal_;
    PoseFrames pelvisFrames_;
    double pelvisOffset_ = 0.;
    bool isFollowing_ = false;  // there was an update before
};

// Null: every leg is gone.
const Skeleton* FootPlacement::State::skeleton() const noexcept
{
    const auto leg = std::ranges::find(legs_, true, &FootLeg::isWhole);
    return leg != legs_.end() ? &leg->bones.foot->getSkeleton() : nullptr;
}

// No value: the matrix is singular.
std::optional<BasePlane> FootPlacement::State::findBase(const glm::mat4& toWorld) const noexcept
{
    BasePlane base;
    base.toWorld = Frame::of(toWorld);
    if (!base.toWorld.isInvertible()) {
        return std::nullopt;
    }
    base.fromWorld = base.toWorld.inverse();
    base.origin = base.toWorld.point(glm::dvec3(options_.animatedGround));
    base.up = glm::normalize(glm::dvec3(options_.up));
    return base;
}

void FootPlacement::State::readFeet(const BasePlane& base, const Pose* pose)
{
    for (FootLeg& leg : legs_) {
        if (leg.isUsable()) {
            readFoot(leg, readLeg(leg, pose), ground_, base, options_);
        }
    }
}

// What is followed is the ground's height in the world: a foot that stands on a step stays on it while the host moves on.
void FootPlacement::State::followGround(FootLeg& leg, const BasePlane& base, double part) const noexcept
{
    FootGround& ground = leg.foot.ground;
    if (part < 1.) {
        const double zero = glm::dot(base.up, base.origin);
        leg.followedHeight += part * (zero + ground.height - leg.followedHeight);
        leg.followedNormal = glm::normalize(glm::mix(leg.followedNormal, ground.normal, part));
        ground.height = leg.followedHeight - zero;
        ground.normal = leg.followedNormal;
    } else {
        leg.followedHeight = glm::dot(base.up, base.origin) + ground.height;
        leg.followedNormal = ground.normal;
    }
}

// What the lowest foot needs. Feet that are lifted count as if they were where the standing ones are, on average.
double FootPlacement::State::wantedPelvisOffset() const noexcept
{
    double sum = 0.;
    double weights = 0.;
    double most = 0.;
    double longest = 0.;
    for (const FootLeg& leg : legs_) {
        const double weight = leg.isUsable() ? leg.foot.weight : 0.;
        sum += weight * leg.foot.ground.height;
        weights += weight;
        most = std::max(most, weight);
        longest = std::max(longest, leg.isUsable() ? leg.foot.legLength : 0.);
    }
    if (weights == 0.) {
        return 0.;
    }
    double lowest = sum / weights;
    for (const FootLeg& leg : legs_) {
        if (leg.isUsable()) {
            lowest = std::min(lowest, glm::mix(sum / weights, leg.foot.ground.height, leg.foot.weight));
        }
    }
    return std::clamp(most * lowest, -static_cast<double>(options_.maxDrop) * longest, static_cast<double>(options_.maxRise) * longest);
}

void FootPlacement::State::movePelvis(double offset, const BasePlane& base, Pose* pose) const
{
    Bone* const pelvis = options_.pelvis;
    if (pelvis == nullptr || offset == 0.) {
        return;
    }
    Frame above;
    if (pose != nullptr) {
        above = pelvisFrames_.absoluteAbove(0, *pose);
    } else if (const Bone* parent = pelvis->getParentBone()) {
        above = Frame::of(parent->getAbsoluteMatrix());
    }
    if (!above.isInvertible()) {
        return;
    }
    const glm::dvec3 way = above.inverse().vector(base.fromWorld.vector(offset * base.up));
    if (pose != nullptr) {
        glm::vec3& translation = pose->bones[pelvisFrames_.boneAt(0)].translation;
        translation = glm::vec3(glm::dvec3(translation) + way);
    } else {
        PosedJoint joint = PosedJoint::read(*pelvis);
        joint.center += way;
        joint.write(*pelvis);
    }
}

// How far the ankle goes up. A foot tilted by `tilt` stands on its sole, which the ankle is above at right angles to the slope.
double FootPlacement::State::offsetOf(const AnimatedFoot& foot, double tilt) const noexcept
{
    const double standing = foot.ground.height + foot.ankleHeight * (1. / std::cos(tilt) - 1.);
    const double clearance = foot.ground.height + std::min(foot.height, foot.ankleHeight) - foot.height;
    const double offset = foot.ground.isThere ? std::max(foot.weight * standing, clearance) : foot.ground.height;
    return static_cast<double>(options_.weight) * offset;
}

void FootPlacement::State::placeFoot(const FootLeg& leg, const BasePlane& base, Pose* pose, FootReport& report) const
{
    const AnimatedFoot& foot = leg.foot;
    const glm::dvec3 axis = glm::cross(base.up, foot.ground.normal);
    const double slope = std::atan2(glm::length(axis), glm::dot(base.up, foot.ground.normal));
    const double wanted = foot.weight * slope;
    const double tilt = std::min(wanted, leg.maxAnkleAngle);
    const double turned = static_cast<double>(options_.weight) * tilt;
    const double offset = offsetOf(foot, tilt);
    report.weight = static_cast<float>(foot.weight);
    report.hasGround = foot.ground.isThere;
    report.ik.iterations = 1;
    report.ik.angle = static_cast<float>(wanted - tilt);
    report.ik.activeLimits = wanted > tilt ? 1u << 2 : 0u;

    LegGoal goal;
    goal.ankle = foot.leg.ankle + base.fromWorld.vector(offset * base.up);
    goal.kneeDirection = leg.kneeDirection;
    goal.before = foot.leg.lowerFrame();
    if (slope > 0.) {
        // Planes go to skeleton space by the transposed matrix.
        const glm::dmat3 planes = glm::transpose(base.toWorld.linear);
        const glm::dvec3 from = glm::normalize(planes * base.up);
        const glm::dvec3 to = glm::normalize(planes * (glm::angleAxis(turned, axis / glm::length(axis)) * base.up));
        goal.footTurn = shortestTurn(from, to, anyAcross(from));
    }
    PosedLeg posed = readLeg(leg, pose);
    LegSolution solution{.isSolved = true};
    if (posed.ankle != goal.ankle || turned != 0.) {
        solution = solveLeg(posed, goal, base.toWorld);
        if (solution.isSolved && pose != nullptr) {
            posed.write(leg.frames, *pose);
        } else if (solution.isSolved) {
            posed.write(leg.bones);
        }
    }
    report.ik.distance = static_cast<float>(solution.distance);
    report.ik.beyondReach = static_cast<float>(solution.beyondReach);
    report.ik.jointChange = static_cast<float>(solution.jointChange);
    report.ik.isReached = solution.isSolved && solution.distance <= reachedDistance * foot.legLength && wanted - tilt <= reachedAngle;
}

FootPlacementReport FootPlacement::State::place(double pelvisOffset, const BasePlane& base, Pose* pose)
{
    const double offset = options_.pelvis != nullptr ? static_cast<double>(options_.weight) * pelvisOffset : 0.;
    movePelvis(offset, base, pose);
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        if (legs_[i].isUsable()) {
            placeFoot(legs_[i], base, pose, reports_[i]);
        }
    }
    return {.pelvisOffset = static_cast<float>(offset), .feet = reports_};
}

// No seconds: whatever has changed is followed at once.
FootPlacementReport FootPlacement::State::update(std::optional<double> seconds)
{
    std::ranges::fill(reports_, FootReport{});
    const std::optional<BasePlane> base = skeleton() != nullptr ? findBase(skeleton()->getWorldMatrix()) : std::nullopt;
    if (!base) {
        return {.feet = reports_};
    }
    readFeet(*base, nullptr);
    const bool follows = isFollowing_ && seconds.has_value();
    const double time = follows && *seconds > 0. ? *seconds : 0.;
    for (FootLeg& leg : legs_) {
        followGround(leg, *base, follows ? followed(time, options_.footHalfLife) : 1.);
    }
    const double pelvis = wantedPelvisOffset();
    pelvisOffset_ = follows ? glm::mix(pelvisOffset_, pelvis, followed(time, options_.pelvisHalfLife)) : pelvis;
    isFollowing_ = true;
    return place(pelvisOffset_, *base, nullptr);
}

FootPlacementReport FootPlacement::State::solve(Pose& pose, const glm::mat4& toWorld)
{
    std::ranges::fill(reports_, FootReport{});
    for (FootLeg& leg : legs_) {
        if (leg.isUsable()) {
            leg.frames.bind(*leg.bones.foot, pose);
        }
    }
    if (options_.pelvis != nullptr) {
        pelvisFrames_.bind(*options_.pelvis, pose);
    }
    const std::optional<BasePlane> base = skeleton() != nullptr ? findBase(toWorld) : std::nullopt;
    if (!base) {
        return {.feet = reports_};
    }
    readFeet(*base, &pose);
    return place(wantedPelvisOffset(), *base, &pose);
}

FootPlacement::FootPlacement(std::span<const FootPlacementLeg> legs, GroundQuery ground, const FootPlacementOptions& options)
    : state_(std::make_unique<State>(legs, std::move(ground), options))
{}

FootPlacement::~FootPlacement() = default;
FootPlacement::FootPlacement(FootPlacement&&) noexcept = default;
FootPlacement& FootPlacement::operator=(FootPlacement&&) noexcept = default;

const FootPlacementOptions& FootPlacement::getOptions() const noexcept
{
    return state_->options();
}

void FootPlacement::setOptions(const FootPlacementOptions& options)
{
    state_->setOptions(options);
}

FootPlacementReport FootPlacement::update()
{
    return state_->update(std::nullopt);
}

FootPlacementReport FootPlacement::update(double seconds)
{
    return state_->update(seconds);
}

FootPlacementReport FootPlacement::solve(Pose& pose, const glm::mat4& toWorld)
{
    return state_->solve(pose, toWorld);
}

void FootPlacement::reset() noexcept
{
    state_->reset();
}

}  // namespace armature
