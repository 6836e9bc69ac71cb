#include <armature/ik/bone_look_controller.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <armature/math/transform.hpp>
#include <armature/scene/transform_node.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/ik_point.hpp"
#include "ik/look/look.hpp"
#include "ik/option_checks.hpp"
#include "ik/pose_frames.hpp"
#include "ik/turns.hpp"
#include "scene/checks.hpp"

namespace armature {

namespace {

constexpr float anyNumber = 1e6f;  // turns beyond say nothing in a float
constexpr double tolerance = 1e-3;

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
        throw std::invalid_argument(bone.getPath() + ": what upright means cannot be given in the bone's own axes, which turn");
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
    State(Bone& bone, const BoneLookOptions& options) : bone_(&bone)
    {
        setOptions(options);
        disposal_ = bone.observeDisposal([this](Node&) { bone_ = nullptr; });
    }

    void setOptions(const BoneLookOptions& options)
    {
        if (bone_ != nullptr) {
            requireOptions(*bone_, options);
        }
        options_ = options;
        isShapeKnown_ = false;
    }

    [[nodiscard]] const BoneLookOptions& options() const noexcept { return options_; }
    [[nodiscard]] IkReport update(double seconds);
    [[nodiscard]] IkReport solve(Pose& pose, const glm::vec3& target);
    void reset() noexcept { hasLast_ = false; }

    [[nodiscard]] const Node& owner() const
    {
        if (bone_ == nullptr) {
            throw std::invalid_argument("the bone of this controller has been removed");
        }
        return *bone_;
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
    /// The turn to the looking frame, kept while the joint's shape is the same.
    [[nodiscard]] const std::optional<glm::dquat>& lookingFrame(const glm::dmat3& shape) noexcept
    {
        if (!isShapeKnown_ || shape != shape_) {
            const glm::dquat adjust(eulerToQuaternion({options_.adjustPitch, options_.adjustYaw, options_.adjustRoll}));
            toFrame_ = turnToLookingFrame(shape, {options_.forward, options_.upAxis}, adjust);
            shape_ = shape;
            isShapeKnown_ = true;
        }
        return toFrame_;
    }
    /// Turns the joint; false: it cannot look there. `following`: how far it goes from where it looked last.
    [[nodiscard]] bool look(PosedJoint& joint, const Surroundings& around, const glm::dvec3& target, std::optional<double> following,
                            IkReport& report);

    Bone* bone_;
    Subscription disposal_;
    BoneLookOptions options_;
    bool isShapeKnown_ = false;
    glm::dmat3 shape_{1.};
    std::optional<glm::dquat> toFrame_;
    bool hasLast_ = false;
    glm::dquat last_{1., 0., 0., 0.};
    PoseFrames frames_;
};

bool BoneLookController::State::look(PosedJoint& joint, const Surroundings& around, const glm::dvec3& target,
                                     std::optional<double> following, IkReport& report)
{
    const Frame toWorld{around.skeletonToWorld * around.above.linear, glm::dvec3(0.)};
    if (!toWorld.isInvertible()) {
        return false;
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
        return false;
    }
    const std::optional<glm::dquat>& toFrame = lookingFrame(joint.shape);
    std::optional<glm::dquat> rotation =
        toFrame ? lookRotation(*toFrame, toParent.vector(limited->direction), toParent.vector(up)) : std::nullopt;
    if (!rotation) {
        return false;
    }
    if (following) {
        rotation = hasLast_ ? blendTurns(last_, *rotation, *following) : *rotation;
        last_ = *rotation;
        hasLast_ = true;
    }
    const glm::dquat before = joint.rotation;
    joint.rotation = blendTurns(before, *rotation, options_.weight);
    report.iterations = 1;
    report.jointChange = static_cast<float>(angleBetween(before, joint.rotation));
    report.angle = static_cast<float>(angleBetween(sight(), direction));
    report.activeLimits = (limited->limitsPitch ? 1u : 0u) | (limited->limitsYaw ? 2u : 0u);
    report.isReached = report.angle <= tolerance;
    return true;
}

IkReport BoneLookController::State::update(double seconds)
{
    IkReport report;
    if (bone_ == nullptr || !targetPoint.isSet()) {
        return report;
    }
    const Skeleton& skeleton = bone_->getSkeleton();
    const std::optional<Frame> fromWorld = frameFromWorld(skeleton);
    const std::optional<glm::dvec3> target = targetPoint.in(skeleton, fromWorld);
    if (!target) {
        return report;
    }
    Surroundings around;
    if (const Bone* parent = bone_->getParentBone()) {
        around.above = Frame::of(parent->getAbsoluteMatrix());
    }
    if (const TransformNode* host = skeleton.getHostNode()) {
        around.skeletonToWorld = Frame::of(host->getWorldMatrix()).linear;
    }
    PosedJoint joint = PosedJoint::read(*bone_);
    const double following = followedPart(seconds, options_.halfLife);
    if (look(joint, around, *target, following, report)) {
        joint.write(*bone_);
    }
    return report;
}

IkReport BoneLookController::State::solve(Pose& pose, const glm::vec3& target)
{
    IkReport report;
    if (bone_ == nullptr) {
        return report;
    }
    requireFinite(*bone_, "target", target);
    frames_.bind(*bone_, pose);
    Transform& transform = pose.bones[frames_.boneAt(0)];
    PosedJoint joint = PosedJoint::of(transform);
    Surroundings around;
    around.above = frames_.absoluteAbove(0, pose);
    if (look(joint, around, target, std::nullopt, report)) {
        joint.write(transform);
    }
    return report;
}

BoneLookController::BoneLookController(Bone& bone, const BoneLookOptions& options) : state_(std::make_unique<State>(bone, options)) {}

BoneLookController::~BoneLookController() = default;
BoneLookController::BoneLookController(BoneLookController&&) noexcept = default;
BoneLookController& BoneLookController::operator=(BoneLookController&&) noexcept = default;

const BoneLookOptions& BoneLookController::getOptions() const noexcept
{
    return state_->options();
}

void BoneLookController::setOptions(const BoneLookOptions& options)
{
    state_->setOptions(options);
}

void BoneLookController::setTarget(const glm::vec3& point, Space space)
{
    state_->targetPoint.set(state_->owner(), point, space);
}

void BoneLookController::setTarget(Node& node, const glm::vec3& ownPoint)
{
    state_->targetPoint.set(state_->owner(), node, ownPoint);
}

IkReport BoneLookController::update()
{
    return state_->update(std::numeric_limits<double>::infinity());
}

IkReport BoneLookController::update(double seconds)
{
    return state_->update(seconds);
}

IkReport BoneLookController::solve(Pose& pose, const glm::vec3& target) const
{
    return state_->solve(pose, target);
}

void BoneLookController::reset() noexcept
{
    state_->reset();
}

}  // namespace armature
