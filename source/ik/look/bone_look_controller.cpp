#include <armature/ik/bone_look_controller.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <armature/handle.hpp>
#include <armature/math/transform.hpp>
#include <armature/scene/transform_node.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/ik_point.hpp"
#include "ik/look/look.hpp"
#include "ik/moved_from.hpp"
#include "ik/option_checks.hpp"
#include "ik/pose_frames.hpp"
#include "ik/turns.hpp"
#include "scene/checks.hpp"
#include "scene/label.hpp"

namespace armature {

namespace {

constexpr float anyNumber = 1e6f;  // turns beyond say nothing in a float
constexpr double tolerance = 1e-3;

bool isFinite(const BoneLookMemory& memory) noexcept
{
    return std::isfinite(glm::dot(memory.rotation, memory.rotation));
}

/// For messages.
constexpr const char* controllerName = "a BoneLookController";

void requireOptions(const Bone& bone, const BoneLookOptions& options)
{
    requireAxis(bone, "forward", options.forward);
    requireAxis(bone, "upAxis", options.upAxis);
    requireAcross(bone, "upAxis", options.upAxis, "forward", options.forward);
    requireAxis(bone, "up", options.up);
    if (options.ahead) {
        requireAxis(bone, "ahead", *options.ahead);
    }
    if (options.upSpace == Space::Own) {
        throw std::invalid_argument(label(bone) + ": what upright means cannot be given in the bone's own axes, which turn");
    }
    requireWithin(bone, "minYaw", options.minYaw, -anyNumber, options.maxYaw);
    requireWithin(bone, "maxYaw", options.maxYaw, options.minYaw, anyNumber);
    requireWithin(bone, "minPitch", options.minPitch, -anyNumber, options.maxPitch);
    requireWithin(bone, "maxPitch", options.maxPitch, options.minPitch, anyNumber);
    requireWithin(bone, "adjustYaw", options.adjustYaw, -anyNumber, anyNumber);
    requireWithin(bone, "adjustPitch", options.adjustPitch, -anyNumber, anyNumber);
    requireWithin(bone, "adjustRoll", options.adjustRoll, -anyNumber, anyNumber);
    requireWithin(bone, "weight", options.weight, 0.f, 1.f);
    requireWithin(bone, "halfLife", options.halfLife, 0.f, std::numeric_limits<float>::max());
}

/// The bone's surroundings: what lies above it, and what the skeleton's axes are in the world.
struct Surroundings {
    Frame above;                     // the parent's axes to skeleton space
    glm::dmat3 skeletonToWorld{1.};  // directions
};

}  // namespace

class BoneLookController::State {
public:
    State(Bone& bone, const BoneLookOptions& options) : bone_(bone) { setOptions(options); }

    void setOptions(const BoneLookOptions& options)
    {
        const Bone* const bone = bone_.get();
        if (bone != nullptr) {
            requireOptions(*bone, options);
        }
        options_ = options;
        isShapeKnown_ = false;
        if (bone != nullptr) {
            remember(*bone, PosedJoint::read(*bone).shape);
        }
    }

    [[nodiscard]] const BoneLookOptions& options() const noexcept { return options_; }
    [[nodiscard]] IkReport update(double seconds);
    [[nodiscard]] IkReport solve(Pose& pose, const glm::vec3& target) const;
    [[nodiscard]] const BoneLookMemory& memory() const noexcept { return memory_; }
    void setMemory(const BoneLookMemory& memory)
    {
        if (!isFinite(memory)) {
            throw std::invalid_argument("BoneLookController: a memory with numbers that are not finite");
        }
        memory_ = memory;
    }

    [[nodiscard]] const Node& owner() const
    {
        if (!bone_) {
            throw std::invalid_argument("BoneLookController: the bone has been removed");
        }
        return *bone_.get();
    }

    IkPoint targetPoint;

private:
    /// The axis that looking is limited against: one that points up has no direction on the level, then the axis above it has.
    [[nodiscard]] glm::dvec3 straightAhead(const Frame& toWorld, const glm::dvec3& up) const noexcept
    {
        const glm::dvec3 ahead = toWorld.vector(options_.ahead.value_or(options_.forward));
        const bool pointsUp = glm::length(glm::cross(ahead, up)) <= 1e-6 * glm::length(ahead) * glm::length(up);
        return pointsUp ? toWorld.vector(options_.upAxis) : ahead;
    }
    /// The turn to the looking frame of a joint of that shape: the remembered one, if it is the same.
    [[nodiscard]] std::optional<glm::dquat> lookingFrame(const glm::dmat3& shape) const noexcept
    {
        if (isShapeKnown_ && shape == shape_) {
            return toFrame_;
        }
        const glm::dquat adjust(eulerToQuaternion({options_.adjustPitch, options_.adjustYaw, options_.adjustRoll}));
        return turnToLookingFrame(shape, {options_.forward, options_.upAxis}, adjust);
    }
    void remember(const Bone& bone, const glm::dmat3& shape)
    {
        toFrame_ = lookingFrame(shape);
        shape_ = shape;
        isShapeKnown_ = true;
        frames_.remember(bone);
    }
    /// Turns the joint. With `memory` it goes the part `following` of the way from where it looked last.
    [[nodiscard]] IkReport look(PosedJoint& joint, const Surroundings& around, const glm::dvec3& target, BoneLookMemory* memory,
                                double following) const;

    Handle<Bone> bone_;
    BoneLookOptions options_;
    BoneLookMemory memory_;
    // Worked out once; they change no result.
    bool isShapeKnown_ = false;
    glm::dmat3 shape_{1.};
    std::optional<glm::dquat> toFrame_;
    PoseFrames frames_;
};

IkReport BoneLookController::State::look(PosedJoint& joint, const Surroundings& around, const glm::dvec3& target, BoneLookMemory* memory,
                                         double following) const
{
    const Frame toWorld{around.skeletonToWorld * around.above.linear, glm::dvec3(0.)};
    if (!toWorld.isInvertible()) {
        return {.status = IkStatus::Singular};
    }
    const Frame toParent = toWorld.inverse();
    const glm::dvec3 direction = around.skeletonToWorld * (target - around.above.point(joint.center));
    const glm::dmat3& upFrame = options_.upSpace == Space::Local ? toWorld.linear : around.skeletonToWorld;
    const glm::dvec3 up = options_.upSpace == Space::World ? glm::dvec3(options_.up) : upFrame * glm::dvec3(options_.up);
    const glm::dvec3 ahead = straightAhead(toWorld, up);
    const auto sight = [&] { return toWorld.vector(joint.rotation * (joint.shape * glm::dvec3(options_.forward))); };

    const std::optional<LimitedDirection> limited =
        limitDirection(direction, up, ahead, AngleRange::between(options_.minYaw, options_.maxYaw),
                       AngleRange::between(options_.minPitch, options_.maxPitch), sight());
    if (!limited) {
        return {.status = IkStatus::Undefined};
    }
    const std::optional<glm::dquat> toFrame = lookingFrame(joint.shape);
    std::optional<glm::dquat> rotation =
        toFrame ? lookRotation(*toFrame, toParent.vector(limited->direction), toParent.vector(up)) : std::nullopt;
    if (!rotation) {
        return {.status = IkStatus::Undefined};
    }
    if (memory != nullptr) {
        rotation = memory->rotation != glm::dquat(0., 0., 0., 0.) ? blendTurns(memory->rotation, *rotation, following) : *rotation;
        memory->rotation = *rotation;
    }
    IkReport report;
    const glm::dquat before = joint.rotation;
    joint.rotation = blendTurns(before, *rotation, options_.weight);
    report.iterations = 1;
    report.jointChange = static_cast<float>(angleBetween(before, joint.rotation));
    report.angle = static_cast<float>(angleBetween(sight(), direction));
    report.activeLimits = (limited->limitsPitch ? 1u : 0u) | (limited->limitsYaw ? 2u : 0u);
    report.isReached = report.angle <= tolerance;
    return report;
}

IkReport BoneLookController::State::update(double seconds)
{
    Bone* const bone = bone_.get();
    if (bone == nullptr) {
        return {.status = IkStatus::Gone};
    }
    const Skeleton& skeleton = bone->getSkeleton();
    const std::optional<Frame> fromWorld = frameFromWorld(skeleton);
    const IkStatus ofTarget = targetPoint.status(skeleton, fromWorld);
    if (ofTarget != IkStatus::Solved) {
        return {.status = ofTarget};
    }
    Surroundings around;
    if (const Bone* parent = bone->getParentBone()) {
        around.above = Frame::of(parent->getAbsoluteMatrix());
    }
    if (const TransformNode* host = skeleton.getHostNode()) {
        around.skeletonToWorld = Frame::of(host->getWorldMatrix()).linear;
    }
    PosedJoint joint = PosedJoint::read(*bone);
    remember(*bone, joint.shape);
    const double following = followedPart(seconds, options_.halfLife);
    BoneLookMemory memory = memory_;
    const IkReport report = look(joint, around, targetPoint.in(skeleton, fromWorld), &memory, following);
    if (report.status != IkStatus::Solved) {
        return report;
    }
    if (!isFinite(memory) || !joint.isWritableTo(*bone)) {
        return {.status = IkStatus::Undefined};
    }
    joint.write(*bone);
    memory_ = memory;
    return report;
}

IkReport BoneLookController::State::solve(Pose& pose, const glm::vec3& target) const
{
    const Bone* const bone = bone_.get();
    if (bone == nullptr) {
        return {.status = IkStatus::Gone};
    }
    requireFinite(*bone, "target", target);
    requirePoseOf(*bone, pose);
    std::optional<PoseFrames> other;
    const PoseFrames& frames = frames_.currentFor(*bone, other);
    Transform& transform = pose.bones[frames.boneAt(0)];
    PosedJoint joint = PosedJoint::of(transform);
    Surroundings around;
    around.above = frames.absoluteAbove(0, pose);
    const IkReport report = look(joint, around, target, nullptr, 1.);
    if (report.status != IkStatus::Solved) {
        return report;
    }
    if (!joint.isWritable()) {
        return {.status = IkStatus::Undefined};
    }
    joint.write(transform);
    return report;
}

BoneLookController::BoneLookController(Bone& bone, const BoneLookOptions& options) : state_(std::make_unique<State>(bone, options)) {}

BoneLookController::~BoneLookController() = default;
BoneLookController::BoneLookController(BoneLookController&&) noexcept = default;
BoneLookController& BoneLookController::operator=(BoneLookController&&) noexcept = default;

const BoneLookOptions& BoneLookController::getOptions() const
{
    return stateOf(state_, controllerName).options();
}

void BoneLookController::setOptions(const BoneLookOptions& options)
{
    stateOf(state_, controllerName).setOptions(options);
}

void BoneLookController::setTarget(const glm::vec3& point, Space space)
{
    State& state = stateOf(state_, controllerName);
    state.targetPoint.set(state.owner(), point, space);
}

void BoneLookController::setTarget(Node& node, const glm::vec3& ownPoint)
{
    State& state = stateOf(state_, controllerName);
    state.targetPoint.set(state.owner(), node, ownPoint);
}

IkReport BoneLookController::update()
{
    return update(std::numeric_limits<double>::infinity());
}

IkReport BoneLookController::update(double seconds)
{
    return stateOf(state_, controllerName).update(seconds);
}

IkReport BoneLookController::solve(Pose& pose, const glm::vec3& target) const
{
    const State& state = stateOf(state_, controllerName);
    return state.solve(pose, target);
}

const BoneLookMemory& BoneLookController::getMemory() const
{
    return stateOf(state_, controllerName).memory();
}

void BoneLookController::setMemory(const BoneLookMemory& memory)
{
    stateOf(state_, controllerName).setMemory(memory);
}

void BoneLookController::reset()
{
    setMemory({});
}

}  // namespace armature
