#include <armature/ik/foot_placement.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/handle.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/feet/foot_leg.hpp"
#include "ik/moved_from.hpp"
#include "ik/turns.hpp"
#include "scene/label.hpp"
#include "text/names.hpp"
#include "text/words.hpp"

namespace armature {

namespace {

constexpr const char* name = "a FootPlacement";  // for messages

constexpr double reachedDistance = 1e-4;  // what counts as reached: part of the leg's length
constexpr double reachedAngle = 1e-3;

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
                refuseFootPlacement(fmt::format("{} is not a bone of skeleton {}, as the foot before it is", label(*leg.foot),
                                                inQuotes(skeleton.getName())));
            }
        }
        setOptions(options);
        memory_.resize(legs_.size());
        next_.resize(legs_.size());
    }

    [[nodiscard]] FootPlacementOptions options() const
    {
        FootPlacementOptions options = options_;
        options.pelvis = pelvis_.get();
        return options;
    }

    void setOptions(const FootPlacementOptions& options)
    {
        checkFootOptions(options, skeleton());
        pelvis_ = Handle<Bone>(options.pelvis);
        options_ = options;
        options_.pelvis = nullptr;  // the handle has it
    }

    void reset() noexcept { isFollowing_ = false; }
    [[nodiscard]] FootPlacementMemory memory() const noexcept
    {
        return isFollowing_ ? FootPlacementMemory{pelvisOffset_, memory_} : FootPlacementMemory{};
    }
    void setMemory(const FootPlacementMemory& memory);

    FootPlacementReport update(std::optional<double> seconds);
    FootPlacementReport solve(Pose& pose, const glm::mat4& toWorld);

private:
    [[nodiscard]] const Skeleton* skeleton() const noexcept;
    [[nodiscard]] std::optional<BasePlane> findBase(const glm::mat4& toWorld) const noexcept;
    void readFeet(const BasePlane& base, const Pose* pose);
    void followGround(FootGround& ground, FootMemory& memory, const BasePlane& base, double part) const noexcept;
    [[nodiscard]] double wantedPelvisOffset() const noexcept;
    [[nodiscard]] bool movePelvis(double offset, const BasePlane& base, Pose* pose) const;
    [[nodiscard]] double offsetOf(const AnimatedFoot& foot, double tilt) const noexcept;
    void placeFoot(const FootLeg& leg, const BasePlane& base, Pose* pose, FootReport& report) const;
    FootPlacementReport place(double pelvisOffset, const BasePlane& base, Pose* pose);
    [[nodiscard]] FootPlacementReport nothingPlaced(IkStatus status) noexcept;

    GroundQuery ground_;
    FootPlacementOptions options_;
    std::vector<FootLeg> legs_;
    std::vector<FootReport> reports_;
    std::vector<FootMemory> memory_;
    std::vector<FootMemory> next_;
    Handle<Bone> pelvis_;
    PoseFrames pelvisFrames_;
    double pelvisOffset_ = 0.;
    bool isFollowing_ = false;  // there was an update before
};

// Null: no leg is whole.
const Skeleton* FootPlacement::State::skeleton() const noexcept
{
    const auto leg = std::ranges::find_if(legs_, &FootLeg::isUsable);
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
    return std::isfinite(glm::dot(base.origin, base.origin)) ? std::optional(base) : std::nullopt;
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
void FootPlacement::State::followGround(FootGround& ground, FootMemory& memory, const BasePlane& base, double part) const noexcept
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

// What the lowest foot needs. Feet that are lifted count as if they were where the standing ones are, on average.
double FootPlacement::State::wantedPelvisOffset() const noexcept
{
    double sum = 0.;
    double weights = 0.;
    double most = 0.;
    double longest = 0.;
    for (const FootLeg& leg : legs_) {
        const double weight = leg.takesPart() ? leg.foot.weight : 0.;
        sum += weight * leg.foot.ground.height;
        weights += weight;
        most = std::max(most, weight);
        longest = std::max(longest, leg.takesPart() ? leg.foot.legLength : 0.);
    }
    if (weights == 0.) {
        return 0.;
    }
    double lowest = sum / weights;
    for (const FootLeg& leg : legs_) {
        if (leg.takesPart()) {
            lowest = std::min(lowest, glm::mix(sum / weights, leg.foot.ground.height, leg.foot.weight));
        }
    }
    return std::clamp(most * lowest, -static_cast<double>(options_.maxDrop) * longest, static_cast<double>(options_.maxRise) * longest);
}

// False: where it would be fits no float, and it stays where it is.
bool FootPlacement::State::movePelvis(double offset, const BasePlane& base, Pose* pose) const
{
    Bone* const pelvis = pelvis_.get();
    if (pelvis == nullptr || offset == 0.) {
        return true;
    }
    Frame above;
    if (pose != nullptr) {
        above = pelvisFrames_.absoluteAbove(0, *pose);
    } else if (const Bone* parent = pelvis->getParentBone()) {
        above = Frame::of(parent->getAbsoluteMatrix());
    }
    if (!above.isInvertible()) {
        return true;
    }
    Transform* const posed = pose != nullptr ? &pose->bones[pelvisFrames_.boneAt(0)] : nullptr;
    PosedJoint joint = posed != nullptr ? PosedJoint::of(*posed) : PosedJoint::read(*pelvis);
    joint.center += above.inverse().vector(base.fromWorld.vector(offset * base.up));
    if (posed != nullptr ? !joint.isWritable() : !joint.isWritableTo(*pelvis)) {
        return false;
    }
    if (posed != nullptr) {
        posed->translation = glm::vec3(joint.center);
    } else {
        joint.write(*pelvis);
    }
    return true;
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
        if (solution.isSolved && !(pose != nullptr ? posed.write(leg.frames, *pose) : posed.write(leg.bones))) {
            report = {.ik = {.status = IkStatus::Undefined}};
            return;
        }
    }
    report.ik.distance = static_cast<float>(solution.distance);
    report.ik.beyondReach = static_cast<float>(solution.beyondReach);
    report.ik.jointChange = static_cast<float>(solution.jointChange);
    report.ik.status = solution.isSolved ? IkStatus::Solved : IkStatus::Singular;
    report.ik.isReached = solution.isSolved && solution.distance <= reachedDistance * foot.legLength && wanted - tilt <= reachedAngle;
}

FootPlacementReport FootPlacement::State::place(double pelvisOffset, const BasePlane& base, Pose* pose)
{
    const double offset = pelvis_ ? static_cast<double>(options_.weight) * pelvisOffset : 0.;
    if (!movePelvis(offset, base, pose)) {
        return nothingPlaced(IkStatus::Undefined);
    }
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        if (legs_[i].takesPart()) {
            placeFoot(legs_[i], base, pose, reports_[i]);
        } else {
            reports_[i].ik.status = legs_[i].isUsable() ? IkStatus::Undefined : IkStatus::Gone;
        }
    }
    return {static_cast<float>(offset), reports_, pelvis_.hasGone() ? IkStatus::Gone : IkStatus::Solved};
}

// Every leg has gone, or what is left has `status`.
FootPlacementReport FootPlacement::State::nothingPlaced(IkStatus status) noexcept
{
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        reports_[i].ik.status = legs_[i].isUsable() ? status : IkStatus::Gone;
    }
    return {.feet = reports_, .status = skeleton() != nullptr ? status : IkStatus::Gone};
}

// No seconds: whatever has changed is followed at once.
FootPlacementReport FootPlacement::State::update(std::optional<double> seconds)
{
    std::ranges::fill(reports_, FootReport{});
    const std::optional<BasePlane> base = skeleton() != nullptr ? findBase(skeleton()->getWorldMatrix()) : std::nullopt;
    if (!base) {
        return nothingPlaced(IkStatus::Singular);
    }
    readFeet(*base, nullptr);
    const auto followed = [&](float halfLife) {
        return isFollowing_ && seconds ? followedPart(*seconds, static_cast<double>(halfLife)) : 1.;
    };
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        next_[i] = memory_[i];
        if (legs_[i].takesPart()) {
            followGround(legs_[i].foot.ground, next_[i], *base, followed(options_.footHalfLife));
        }
    }
    const double pelvis = glm::mix(pelvisOffset_, wantedPelvisOffset(), followed(options_.pelvisHalfLife));
    const FootPlacementReport report = place(pelvis, *base, nullptr);
    if (report.status != IkStatus::Undefined) {
        pelvisOffset_ = pelvis;
        memory_.swap(next_);
        isFollowing_ = true;
    }
    return report;
}

FootPlacementReport FootPlacement::State::solve(Pose& pose, const glm::mat4& toWorld)
{
    std::ranges::fill(reports_, FootReport{});
    for (FootLeg& leg : legs_) {
        if (leg.isUsable()) {
            requirePoseOf(*leg.bones.foot, pose);
            leg.frames.remember(*leg.bones.foot);
        }
    }
    if (const Bone* pelvis = pelvis_.get()) {
        requirePoseOf(*pelvis, pose);
        pelvisFrames_.remember(*pelvis);
    }
    const std::optional<BasePlane> base = skeleton() != nullptr ? findBase(toWorld) : std::nullopt;
    if (!base) {
        return nothingPlaced(IkStatus::Singular);
    }
    readFeet(*base, &pose);
    return place(wantedPelvisOffset(), *base, &pose);
}

void FootPlacement::State::setMemory(const FootPlacementMemory& memory)
{
    if (!memory.feet.empty() && memory.feet.size() != legs_.size()) {
        refuseFootPlacement(
            fmt::format("a memory of {} for {}", counted(memory.feet.size(), "foot", "feet"), counted(legs_.size(), "leg")));
    }
    const auto isFinite = [](const FootMemory& foot) {
        const double length = glm::length(foot.groundNormal);
        return std::isfinite(foot.groundHeight) && std::isfinite(length) && length > 0.;
    };
    if (!std::isfinite(memory.pelvisOffset) || !std::ranges::all_of(memory.feet, isFinite)) {
        refuseFootPlacement("a memory with a number that is not finite, or a normal that is zero");
    }
    isFollowing_ = !memory.feet.empty();
    pelvisOffset_ = memory.pelvisOffset;
    std::ranges::copy(memory.feet, memory_.begin());
}

FootPlacement::FootPlacement(std::span<const FootPlacementLeg> legs, GroundQuery ground, const FootPlacementOptions& options)
    : state_(std::make_unique<State>(legs, std::move(ground), options))
{}

FootPlacement::~FootPlacement() = default;
FootPlacement::FootPlacement(FootPlacement&&) noexcept = default;
FootPlacement& FootPlacement::operator=(FootPlacement&&) noexcept = default;

FootPlacementOptions FootPlacement::getOptions() const
{
    return stateOf(state_, name).options();
}

void FootPlacement::setOptions(const FootPlacementOptions& options)
{
    stateOf(state_, name).setOptions(options);
}

FootPlacementReport FootPlacement::update()
{
    return stateOf(state_, name).update(std::nullopt);
}

FootPlacementReport FootPlacement::update(double seconds)
{
    return stateOf(state_, name).update(seconds);
}

FootPlacementReport FootPlacement::solve(Pose& pose, const glm::mat4& toWorld)
{
    return stateOf(state_, name).solve(pose, toWorld);
}

void FootPlacement::reset()
{
    stateOf(state_, name).reset();
}

FootPlacementMemory FootPlacement::getMemory() const
{
    return stateOf(state_, name).memory();
}

void FootPlacement::setMemory(const FootPlacementMemory& memory)
{
    stateOf(state_, name).setMemory(memory);
}

}  // namespace armature
