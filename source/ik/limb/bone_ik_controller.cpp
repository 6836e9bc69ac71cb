#include <armature/ik/bone_ik_controller.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/handle.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/ik_point.hpp"
#include "ik/limb/bone_ik_checks.hpp"
#include "ik/limb/known_shape.hpp"
#include "ik/limb/two_bone.hpp"
#include "ik/moved_from.hpp"
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

/// Part of the way from where the limb was last.
void follow(TwoBoneSolution& solution, BoneIkMemory& memory, double following) noexcept
{
    if (memory.upper != glm::dquat(0., 0., 0., 0.)) {
        solution.upper = blendTurns(memory.upper, solution.upper, following);
        solution.lower = blendTurns(memory.lower, solution.lower, following);
    }
    memory.upper = solution.upper;
    memory.lower = solution.lower;
}

bool isFinite(const BoneIkMemory& memory) noexcept
{
    const double size = glm::dot(memory.line, memory.line) + glm::dot(memory.side, memory.side) + glm::dot(memory.pole, memory.pole)
                        + glm::dot(memory.upper, memory.upper) + glm::dot(memory.lower, memory.lower);
    return std::isfinite(size);
}

/// For messages.
constexpr const char* controllerName = "a BoneIkController";

}  // namespace

class BoneIkController::State {
public:
    State(Bone& lower, const BoneIkOptions& options) : lower_(lower)
    {
        if (lower.getParentBone() == nullptr) {
            refuseBone(lower, "a root bone cannot be the lower of two: there is no upper one");
        }
        setOptions(options);
    }

    void setOptions(const BoneIkOptions& options)
    {
        const Limb bones = limb();
        if (bones.upper == nullptr) {
            options_ = options;
            return;
        }
        requireBoneIkOptions(*bones.lower, options);
        remember(bones);
        requireLimb(*bones.lower, limbNow(bones, options), options);
        options_ = options;
        shape_.forget();
        shape_.remember(limbNow(bones, options), options.bendAxis);
    }

    [[nodiscard]] const BoneIkOptions& options() const noexcept { return options_; }
    [[nodiscard]] IkReport update(double seconds);
    [[nodiscard]] IkReport solve(Pose& pose, const glm::vec3& target, const std::optional<glm::vec3>& pole) const;
    [[nodiscard]] float maxReach() const;

    [[nodiscard]] const BoneIkMemory& memory() const noexcept { return memory_; }
    void setMemory(const BoneIkMemory& memory)
    {
        if (!isFinite(memory)) {
            throw std::invalid_argument("BoneIkController: a memory with numbers that are not finite");
        }
        memory_ = memory;
    }

    [[nodiscard]] const Node& owner() const
    {
        if (!lower_) {
            throw std::invalid_argument("BoneIkController: the lower bone has been removed");
        }
        return *lower_.get();
    }

    IkPoint targetPoint;
    IkPoint polePoint;

private:
    struct Limb {
        Bone* lower = nullptr;
        Bone* upper = nullptr;  ///< Null: one of them has gone.
    };

    [[nodiscard]] Limb limb() const noexcept
    {
        Bone* const lower = lower_.get();
        return {lower, lower != nullptr ? lower->getParentBone() : nullptr};
    }
    /// What of the bones seldom changes.
    void remember(const Limb& bones)
    {
        upperRest_.remember(*bones.upper);
        lowerRest_.remember(*bones.lower);
        frames_.remember(*bones.lower);
    }
    [[nodiscard]] static glm::dvec3 tipOf(const Bone& lower, const BoneIkOptions& options) noexcept;
    [[nodiscard]] TwoBoneLimb limbNow(const Limb& bones, const BoneIkOptions& options) const noexcept;
    /// Everything but reading and writing. Without `memory` nothing is kept.
    [[nodiscard]] IkReport solveLimb(TwoBoneLimb& limb, const Frame& above, const glm::dvec3& target, const std::optional<glm::dvec3>& pole,
                                     BoneIkMemory* memory, double following) const;

    Handle<Bone> lower_;
    BoneIkOptions options_;
    BoneIkMemory memory_;
    // Worked out once; they change no result.
    RestRotation upperRest_;
    RestRotation lowerRest_;
    KnownShape shape_;
    PoseFrames frames_;
};

/// In the lower bone's own axes. Zero if there is none.
glm::dvec3 BoneIkController::State::tipOf(const Bone& lower, const BoneIkOptions& options) noexcept
{
    if (options.tip) {
        return *options.tip;
    }
    if (const Bone* child = NodeAccess::firstChildBone(lower)) {
        return NodeAccess::driver(*child).origin();
    }
    return {0., lower.getLength().value_or(0.f), 0.};
}

TwoBoneLimb BoneIkController::State::limbNow(const Limb& bones, const BoneIkOptions& options) const noexcept
{
    TwoBoneLimb limb;
    limb.upper = PosedJoint::read(*bones.upper);
    limb.lower = PosedJoint::read(*bones.lower);
    limb.tip = tipOf(*bones.lower, options);
    limb.upperReference = upperRest_.of(*bones.upper);
    limb.lowerReference = lowerRest_.of(*bones.lower);
    return limb;
}

IkReport BoneIkController::State::solveLimb(TwoBoneLimb& limb, const Frame& above, const glm::dvec3& target,
                                            const std::optional<glm::dvec3>& pole, BoneIkMemory* memory, double following) const
{
    if (!above.isInvertible()) {
        return {.status = IkStatus::Singular};
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
    std::optional<TwoBoneShape> other;
    const TwoBoneShape* const shape = shape_.of(limb, options_.bendAxis, other);
    if (shape == nullptr || !std::isfinite(glm::dot(goal.target, goal.target))) {
        return {.status = IkStatus::Undefined};
    }
    const BendHold hold{options_.maxPoleTurn, memory};
    TwoBoneSolution solution = shape->solve(limb.upper.center, goal, memory != nullptr ? &hold : nullptr);
    const bool arrives = options_.weight >= 1.f && following >= 1.;
    if (memory != nullptr) {
        follow(solution, *memory, following);
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
    const Limb bones = limb();
    if (bones.upper == nullptr) {
        return {.status = IkStatus::Gone};
    }
    const Skeleton& skeleton = bones.lower->getSkeleton();
    const std::optional<Frame> fromWorld = frameFromWorld(skeleton);
    const IkStatus ofTarget = targetPoint.status(skeleton, fromWorld);
    const IkStatus ofPole = polePoint.isSet() ? polePoint.status(skeleton, fromWorld) : IkStatus::Solved;
    if (ofTarget != IkStatus::Solved || ofPole != IkStatus::Solved) {
        return {.status = ofTarget != IkStatus::Solved ? ofTarget : ofPole};
    }
    remember(bones);
    const Bone* const base = bones.upper->getParentBone();
    const Frame above = base != nullptr ? Frame::of(base->getAbsoluteMatrix()) : Frame{};
    TwoBoneLimb limb = limbNow(bones, options_);
    shape_.remember(limb, options_.bendAxis);
    const double following = followedPart(seconds, options_.halfLife);
    const std::optional<glm::dvec3> pole = polePoint.isSet() ? std::optional(polePoint.in(skeleton, fromWorld)) : std::nullopt;
    BoneIkMemory memory = memory_;
    const IkReport report = solveLimb(limb, above, targetPoint.in(skeleton, fromWorld), pole, &memory, following);
    if (report.status != IkStatus::Solved) {
        return report;
    }
    if (!isFinite(memory) || !limb.upper.isWritableTo(*bones.upper) || !limb.lower.isWritableTo(*bones.lower)) {
        return {.status = IkStatus::Undefined};
    }
    limb.upper.write(*bones.upper);
    limb.lower.write(*bones.lower);
    memory_ = memory;
    return report;
}

IkReport BoneIkController::State::solve(Pose& pose, const glm::vec3& target, const std::optional<glm::vec3>& pole) const
{
    const Limb bones = limb();
    if (bones.upper == nullptr) {
        return {.status = IkStatus::Gone};
    }
    requireFinite(*bones.lower, "target", target);
    requirePoseOf(*bones.lower, pose);
    std::optional<PoseFrames> other;
    const PoseFrames& frames = frames_.currentFor(*bones.lower, other);
    Transform& lowerPose = pose.bones[frames.boneAt(0)];
    Transform& upperPose = pose.bones[frames.boneAt(1)];
    TwoBoneLimb limb;
    limb.upper = PosedJoint::of(upperPose);
    limb.lower = PosedJoint::of(lowerPose);
    const std::optional<std::size_t> child = options_.tip ? std::nullopt : frames.firstChild();
    limb.tip = child ? glm::dvec3(pose.bones[*child].translation) : tipOf(*bones.lower, options_);
    limb.upperReference = upperRest_.of(*bones.upper);
    limb.lowerReference = lowerRest_.of(*bones.lower);
    const Frame above = frames.absoluteAbove(1, pose);
    const IkReport report = solveLimb(limb, above, target, pole ? std::optional<glm::dvec3>(*pole) : std::nullopt, nullptr, 1.);
    if (report.status != IkStatus::Solved) {
        return report;
    }
    if (!limb.upper.isWritable() || !limb.lower.isWritable()) {
        return {.status = IkStatus::Undefined};
    }
    limb.upper.write(upperPose);
    limb.lower.write(lowerPose);
    return report;
}

float BoneIkController::State::maxReach() const
{
    const Limb bones = limb();
    if (bones.upper == nullptr) {
        return 0.f;
    }
    const TwoBoneLimb limb = limbNow(bones, options_);
    std::optional<TwoBoneShape> other;
    const TwoBoneShape* const shape = shape_.of(limb, options_.bendAxis, other);
    const Bone* const base = bones.upper->getParentBone();
    const Frame above = base != nullptr ? Frame::of(base->getAbsoluteMatrix()) : Frame{};
    const double reach = shape != nullptr ? shape->reach(options_.minAngle, std::min<double>(options_.maxAngle, pi)).farthest : 0.;
    return static_cast<float>(reach * scaleAlong(above, limb.upper.rotation * limb.lower.center));
}

BoneIkController::BoneIkController(Bone& lower, const BoneIkOptions& options) : state_(std::make_unique<State>(lower, options)) {}

BoneIkController::~BoneIkController() = default;
BoneIkController::BoneIkController(BoneIkController&&) noexcept = default;
BoneIkController& BoneIkController::operator=(BoneIkController&&) noexcept = default;

const BoneIkOptions& BoneIkController::getOptions() const
{
    return stateOf(state_, controllerName).options();
}

void BoneIkController::setOptions(const BoneIkOptions& options)
{
    stateOf(state_, controllerName).setOptions(options);
}

void BoneIkController::setTarget(const glm::vec3& point, Space space)
{
    State& state = stateOf(state_, controllerName);
    state.targetPoint.set(state.owner(), point, space);
}

void BoneIkController::setTarget(Node& node, const glm::vec3& ownPoint)
{
    State& state = stateOf(state_, controllerName);
    state.targetPoint.set(state.owner(), node, ownPoint);
}

void BoneIkController::setPole(const glm::vec3& point, Space space)
{
    State& state = stateOf(state_, controllerName);
    state.polePoint.set(state.owner(), point, space);
}

void BoneIkController::setPole(Node& node, const glm::vec3& ownPoint)
{
    State& state = stateOf(state_, controllerName);
    state.polePoint.set(state.owner(), node, ownPoint);
}

void BoneIkController::clearPole()
{
    stateOf(state_, controllerName).polePoint.clear();
}

IkReport BoneIkController::update()
{
    return update(std::numeric_limits<double>::infinity());
}

IkReport BoneIkController::update(double seconds)
{
    return stateOf(state_, controllerName).update(seconds);
}

IkReport BoneIkController::solve(Pose& pose, const glm::vec3& target, std::optional<glm::vec3> pole) const
{
    const State& state = stateOf(state_, controllerName);
    return state.solve(pose, target, pole);
}

const BoneIkMemory& BoneIkController::getMemory() const
{
    return stateOf(state_, controllerName).memory();
}

void BoneIkController::setMemory(const BoneIkMemory& memory)
{
    stateOf(state_, controllerName).setMemory(memory);
}

void BoneIkController::reset()
{
    setMemory({});
}

float BoneIkController::getMaxReach() const
{
    const State& state = stateOf(state_, controllerName);
    return state.maxReach();
}

}  // namespace armature
