#include <armature/ik/bone_ik_controller.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/ik_point.hpp"
#include "ik/limb/known_shape.hpp"
#include "ik/limb/two_bone.hpp"
#include "ik/option_checks.hpp"
#include "ik/pose_frames.hpp"
#include "ik/rest_rotation.hpp"
#include "ik/turns.hpp"
#include "scene/checks.hpp"
#include "scene/node_access.hpp"

namespace armature {

namespace {

constexpr double pi = std::numbers::pi;

/// Of the limb's length: how near the tip comes to count as there. What is left is the rounding of the rotations that are stored.
constexpr double tolerance = 1e-4;

[[noreturn]] void refuse(const Bone& bone, const std::string& why)
{
    throw std::invalid_argument(fmt::format("{}: {}", bone.getPath(), why));
}

void requireOptions(const Bone& bone, const BoneIkOptions& options)
{
    if (options.bendAxis) {
        requireAxis(bone, "bendAxis", *options.bendAxis);
    }
    if (options.tip) {
        requireFinite(bone, "tip", *options.tip);
    }
    constexpr float pastStraight = 3.1415930f;  // so that any float that stands for pi will do
    requireWithin(bone, "minAngle", options.minAngle, 0.f, options.maxAngle);
    requireWithin(bone, "maxAngle", options.maxAngle, options.minAngle, pastStraight);
    requireWithin(bone, "weight", options.weight, 0.f, 1.f);
    requireWithin(bone, "softness", options.softness, 0.f, 1.f);
    requireWithin(bone, "poleAngle", options.poleAngle, -1e6f, 1e6f);
    requireWithin(bone, "halfLife", options.halfLife, 0.f, std::numeric_limits<float>::max());
    requireWithin(bone, "maxPoleTurn", options.maxPoleTurn, 0.f, std::numeric_limits<float>::infinity());
}

double scaleAlong(const Frame& frame, const glm::dvec3& direction) noexcept
{
    const double length = glm::length(direction);
    return length > 0. ? glm::length(frame.vector(direction)) / length : 1.;
}

/// Of two turns; by their cosines, which are compared before one of them becomes an angle.
double largestTurn(const glm::dquat& from, const glm::dquat& to, const glm::dquat& otherFrom, const glm::dquat& otherTo) noexcept
{
    const bool isFirst = std::abs(glm::dot(from, to)) < std::abs(glm::dot(otherFrom, otherTo));
    return isFirst ? angleBetween(from, to) : angleBetween(otherFrom, otherTo);
}

}  // namespace

class BoneIkController::State {
public:
    State(Bone& lower, const BoneIkOptions& options) : lower_(&lower)
    {
        if (lower.getParentBone() == nullptr) {
            refuse(lower, "a root bone cannot be the lower of two: there is no upper one");
        }
        setOptions(options);
        disposal_ = lower.observeDisposal([this](Node&) { lower_ = nullptr; });
    }

    void setOptions(const BoneIkOptions& options)
    {
        if (lower_ == nullptr || lower_->getParentBone() == nullptr) {
            options_ = options;
            return;
        }
        requireOptions(*lower_, options);
        requireLimb(limbNow(options), options);
        options_ = options;
        shape_.forget();
    }

    [[nodiscard]] const BoneIkOptions& options() const noexcept { return options_; }
    [[nodiscard]] IkReport update(double seconds);
    [[nodiscard]] IkReport solve(Pose& pose, const glm::vec3& target, const std::optional<glm::vec3>& pole);
    [[nodiscard]] float maxReach();

    void reset() noexcept
    {
        memory_ = {};
        hasLast_ = false;
    }

    [[nodiscard]] const Node& owner() const
    {
        if (lower_ == nullptr) {
            throw std::invalid_argument("the lower bone of this controller has been removed");
        }
        return *lower_;
    }

    IkPoint targetPoint;
    IkPoint polePoint;

private:
    [[nodiscard]] Bone* upper() const noexcept { return lower_ != nullptr ? lower_->getParentBone() : nullptr; }
    [[nodiscard]] glm::dvec3 tipOf(const BoneIkOptions& options) const noexcept;
    [[nodiscard]] TwoBoneLimb limbNow(const BoneIkOptions& options) noexcept;
    void requireLimb(TwoBoneLimb limb, const BoneIkOptions& options) const;
    /// Everything but reading and writing. Without `memory` nothing is kept.
    [[nodiscard]] IkReport solveLimb(TwoBoneLimb& limb, const Frame& above, const glm::dvec3& target, const std::optional<glm::dvec3>& pole,
                                     BendMemory* memory, double following);
    void follow(TwoBoneSolution& solution, double following) noexcept;

    Bone* lower_;
    Subscription disposal_;
    BoneIkOptions options_;
    RestRotation upperRest_;
    RestRotation lowerRest_;
    KnownShape shape_;
    BendMemory memory_;
    bool hasLast_ = false;
    glm::dquat lastUpper_{1., 0., 0., 0.};
    glm::dquat lastLower_{1., 0., 0., 0.};
    PoseFrames frames_;
};

/// In the lower bone's own axes. Zero if there is none.
glm::dvec3 BoneIkController::State::tipOf(const BoneIkOptions& options) const noexcept
{
    if (options.tip) {
        return *options.tip;
    }
    if (const Bone* child = NodeAccess::firstChildBone(*lower_)) {
        return NodeAccess::driver(*child).origin();
    }
    return {0., lower_->getLength().value_or(0.f), 0.};
}

TwoBoneLimb BoneIkController::State::limbNow(const BoneIkOptions& options) noexcept
{
    TwoBoneLimb limb;
    limb.upper = PosedJoint::read(*upper());
    limb.lower = PosedJoint::read(*lower_);
    limb.tip = tipOf(options);
    limb.upperReference = upperRest_.of(*upper());
    limb.lowerReference = lowerRest_.of(*lower_);
    return limb;
}

void BoneIkController::State::requireLimb(TwoBoneLimb limb, const BoneIkOptions& options) const
{
    chooseLimbAxes(limb, options.bendAxis);
    const glm::dvec3 along = upperDirection(limb);
    if (along == glm::dvec3(0.)) {
        refuse(*upper(), fmt::format("the upper of two bones has no length: {} lies at its joint", lower_->getName()));
    }
    if (lowerDirectionAtRest(limb) == glm::dvec3(0.)) {
        refuse(*lower_, "the lower of two bones has no length: neither a child bone, nor a length, nor a tip away from its joint is given");
    }
    if (!(glm::length(across(limb.bendAxis, along)) > 0.01)) {
        refuse(*lower_,
               fmt::format("the bend axis ({}, {}, {}) lies along the upper bone", limb.bendAxis.x, limb.bendAxis.y, limb.bendAxis.z));
    }
}

void BoneIkController::State::follow(TwoBoneSolution& solution, double following) noexcept
{
    if (hasLast_) {
        solution.upper = blendTurns(lastUpper_, solution.upper, following);
        solution.lower = blendTurns(lastLower_, solution.lower, following);
    }
    hasLast_ = true;
    lastUpper_ = solution.upper;
    lastLower_ = solution.lower;
}

IkReport BoneIkController::State::solveLimb(TwoBoneLimb& limb, const Frame& above, const glm::dvec3& target,
                                            const std::optional<glm::dvec3>& pole, BendMemory* memory, double following)
{
    if (!above.isInvertible()) {
        return {};
    }
    const Frame toParent = above.inverse();
    TwoBoneGoal goal;
    goal.target = toParent.point(target);
    if (pole) {
        goal.pole = toParent.point(*pole);
    }
    // Seen through a mirror the same turn goes the other way.
    goal.poleAngle = glm::determinant(above.linear) < 0. ? -static_cast<double>(options_.poleAngle) : options_.poleAngle;
    goal.minAngle = options_.minAngle;
    goal.maxAngle = std::min<double>(options_.maxAngle, pi);
    goal.softness = options_.softness;
    const TwoBoneShape* const shape = shape_.of(limb, options_.bendAxis);
    if (shape == nullptr || !std::isfinite(glm::dot(goal.target, goal.target))) {
        return {};
    }
    TwoBoneSolution solution = shape->solve(limb.upper.center, goal, memory);
    const bool arrives = options_.weight >= 1.f && following >= 1.;
    if (memory != nullptr) {
        follow(solution, following);
    }
    const glm::dquat upperBefore = limb.upper.rotation;
    const glm::dquat lowerBefore = limb.lower.rotation;
    limb.upper.rotation = blendTurns(upperBefore, solution.upper, options_.weight);
    limb.lower.rotation = blendTurns(lowerBefore, solution.lower, options_.weight);

    // In the parent's units the tip is this far from the target; if it goes all the way it lies on the line to it.
    const glm::dvec3 missing = arrives ? solution.line * (solution.targetDistance - solution.tipDistance)
                                       : goal.target - limb.upper.local().point(limb.lower.local().point(limb.tip));
    const double scale = glm::length(above.vector(solution.line));
    IkReport report;
    report.iterations = 1;
    report.distance = static_cast<float>(glm::length(above.vector(missing)));
    report.beyondReach = static_cast<float>(solution.beyondReach * scale);
    report.jointChange = static_cast<float>(largestTurn(upperBefore, limb.upper.rotation, lowerBefore, limb.lower.rotation));
    report.activeLimits = solution.isAtLimit ? 2u : 0u;
    report.isReached = glm::dot(missing, missing) <= tolerance * tolerance * shape->length() * shape->length();
    return report;
}

IkReport BoneIkController::State::update(double seconds)
{
    Bone* const upper = this->upper();
    if (upper == nullptr || !targetPoint.isSet()) {
        return {};
    }
    const Skeleton& skeleton = lower_->getSkeleton();
    const std::optional<Frame> fromWorld = frameFromWorld(skeleton);
    const std::optional<glm::dvec3> goal = targetPoint.in(skeleton, fromWorld);
    if (!goal) {
        return {};
    }
    const Bone* const base = upper->getParentBone();
    const Frame above = base != nullptr ? Frame::of(base->getAbsoluteMatrix()) : Frame{};
    TwoBoneLimb limb = limbNow(options_);
    memory_.maxTurn = options_.maxPoleTurn;
    const double following = followedPart(seconds, options_.halfLife);
    const IkReport report =
        solveLimb(limb, above, *goal, polePoint.isSet() ? polePoint.in(skeleton, fromWorld) : std::nullopt, &memory_, following);
    if (report.iterations > 0) {
        limb.upper.write(*upper);
        limb.lower.write(*lower_);
    }
    return report;
}

IkReport BoneIkController::State::solve(Pose& pose, const glm::vec3& target, const std::optional<glm::vec3>& pole)
{
    const Bone* const upper = this->upper();
    if (upper == nullptr) {
        return {};
    }
    requireFinite(*lower_, "target", target);
    frames_.bind(*lower_, pose);
    Transform& lowerPose = pose.bones[frames_.boneAt(0)];
    Transform& upperPose = pose.bones[frames_.boneAt(1)];
    TwoBoneLimb limb;
    limb.upper = PosedJoint::of(upperPose);
    limb.lower = PosedJoint::of(lowerPose);
    const std::optional<std::size_t> child = options_.tip ? std::nullopt : frames_.firstChild();
    limb.tip = child ? glm::dvec3(pose.bones[*child].translation) : tipOf(options_);
    limb.upperReference = upperRest_.of(*upper);
    limb.lowerReference = lowerRest_.of(*lower_);
    const Frame above = frames_.absoluteAbove(1, pose);
    const IkReport report = solveLimb(limb, above, target, pole ? std::optional<glm::dvec3>(*pole) : std::nullopt, nullptr, 1.);
    if (report.iterations > 0) {
        limb.upper.write(upperPose);
        limb.lower.write(lowerPose);
    }
    return report;
}

float BoneIkController::State::maxReach()
{
    Bone* const upper = this->upper();
    if (upper == nullptr) {
        return 0.f;
    }
    TwoBoneLimb limb = limbNow(options_);
    const TwoBoneShape* const shape = shape_.of(limb, options_.bendAxis);
    const Bone* const base = upper->getParentBone();
    const Frame above = base != nullptr ? Frame::of(base->getAbsoluteMatrix()) : Frame{};
    const double reach = shape != nullptr ? shape->reach(options_.minAngle, std::min<double>(options_.maxAngle, pi)).farthest : 0.;
    return static_cast<float>(reach * scaleAlong(above, limb.upper.rotation * limb.lower.center));
}

BoneIkController::BoneIkController(Bone& lower, const BoneIkOptions& options) : state_(std::make_unique<State>(lower, options)) {}

BoneIkController::~BoneIkController() = default;
BoneIkController::BoneIkController(BoneIkController&&) noexcept = default;
BoneIkController& BoneIkController::operator=(BoneIkController&&) noexcept = default;

const BoneIkOptions& BoneIkController::getOptions() const noexcept
{
    return state_->options();
}

void BoneIkController::setOptions(const BoneIkOptions& options)
{
    state_->setOptions(options);
}

void BoneIkController::setTarget(const glm::vec3& point, Space space)
{
    state_->targetPoint.set(state_->owner(), point, space);
}

void BoneIkController::setTarget(Node& node, const glm::vec3& ownPoint)
{
    state_->targetPoint.set(state_->owner(), node, ownPoint);
}

void BoneIkController::setPole(const glm::vec3& point, Space space)
{
    state_->polePoint.set(state_->owner(), point, space);
}

void BoneIkController::setPole(Node& node, const glm::vec3& ownPoint)
{
    state_->polePoint.set(state_->owner(), node, ownPoint);
}

void BoneIkController::clearPole() noexcept
{
    state_->polePoint.clear();
}

IkReport BoneIkController::update()
{
    return state_->update(std::numeric_limits<double>::infinity());
}

IkReport BoneIkController::update(double seconds)
{
    return state_->update(seconds);
}

IkReport BoneIkController::solve(Pose& pose, const glm::vec3& target, std::optional<glm::vec3> pole) const
{
    return state_->solve(pose, target, pole);
}

void BoneIkController::reset() noexcept
{
    state_->reset();
}

float BoneIkController::getMaxReach() const
{
    return state_->maxReach();
}

}  // namespace armature
