#include <armature/ik/bone_look_controller.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include <armature/handle.hpp>
#include <armature/math/transform.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/moved_from.hpp"
#include "ik/ik_point.hpp"
#include "ik/joint_places.hpp"
#include "ik/look/look.hpp"
#include "ik/memory_numbers.hpp"
#include "ik/not_solved.hpp"
#include "ik/option_checks.hpp"
#include "ik/turns.hpp"
#include "node/checks.hpp"
#include "node/label.hpp"
#include "node/updater.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/joint_numbers.hpp"

namespace armature {

namespace {

constexpr float anyNumber = 1e6f;  // limit: larger angles are too imprecise in a float to be meaningful
constexpr double lookTolerance = 1e-3;

/// The state that a BoneLookController keeps from solve to solve, for halfLife.
struct BoneLookMemory {
    glm::dquat rotation{0., 0., 0., 0.};  ///< The last smoothed rotation, in the parent's axes; zero before the first solve.

    [[nodiscard]] bool isFinite() const noexcept { return std::isfinite(glm::dot(rotation, rotation)); }
};

/// Throws std::invalid_argument if `memory` is neither empty nor of the size of a BoneLookMemory, or holds a number that is not finite or
/// so large that its square overflows.
void requireBoneLookMemory(std::span<const double> memory)
{
    requireMemory("BoneLookController", memory, numbersIn<BoneLookMemory>);
    if (!memoryFrom<BoneLookMemory>(memory).isFinite()) {
        throw std::invalid_argument("BoneLookController: the memory holds too large a number");
    }
}

/// The controller's name in messages.
constexpr const char* boneLookControllerName = "a BoneLookController";

void requireLookOptions(const Bone& bone, const BoneLookOptions& options)
{
    requireAxis(bone, "forward", options.forward);
    requireAxis(bone, "upAxis", options.upAxis);
    requireAcross(bone, "upAxis", options.upAxis, "forward", options.forward);
    requireAxis(bone, "up", options.up);
    if (options.ahead) {
        requireAxis(bone, "ahead", *options.ahead);
    }
    if (options.upSpace == Space::Own) {
        throw std::invalid_argument(label(bone) + ": the up direction cannot be given in the bone's own axes, which turn");
    }
    requireWithin(bone, "minYaw", options.minYaw, -anyNumber, options.maxYaw);
    requireWithin(bone, "maxYaw", options.maxYaw, options.minYaw, anyNumber);
    requireWithin(bone, "minPitch", options.minPitch, -anyNumber, options.maxPitch);
    requireWithin(bone, "maxPitch", options.maxPitch, options.minPitch, anyNumber);
    requireWithin(bone, "adjustYaw", options.adjustYaw, -anyNumber, anyNumber);
    requireWithin(bone, "adjustPitch", options.adjustPitch, -anyNumber, anyNumber);
    requireWithin(bone, "adjustRoll", options.adjustRoll, -anyNumber, anyNumber);
    requireWithin(bone, "weight", options.weight);
    requireWithin(bone, "halfLife", options.halfLife, 0.f, std::numeric_limits<float>::max());
}

/// The bone's surroundings: the frame above the bone, and the skeleton's axes in the world.
struct LookFrames {
    Frame above;                     // from the parent's axes to skeleton space
    glm::dmat3 skeletonToWorld{1.};  // maps directions
};

}  // namespace

class BoneLookController::State : public Updatable {
public:
    State(Bone& bone, const BoneLookOptions& options) : bone_(bone)
    {
        setOptions(options);
        memory_.reserve(numbersIn<BoneLookMemory>);
    }

    void setOptions(const BoneLookOptions& options)
    {
        const Bone* const bone = bone_.get();
        if (bone != nullptr) {
            requireLookOptions(*bone, options);
        }
        options_ = options;
        isShapeKnown_ = false;
        if (bone != nullptr) {
            remember(PosedJoint::read(*bone).shape);
        }
    }

    [[nodiscard]] const BoneLookOptions& options() const noexcept { return options_; }
    [[nodiscard]] BoneLookReport update(double seconds);
    [[nodiscard]] BoneLookReport solve(JointView joints, const glm::vec3& target, Space space, IkMemory* memory, double seconds) const;
    [[nodiscard]] std::span<const double> memory() const noexcept { return memory_; }
    void setMemory(std::span<const double> memory)
    {
        requireBoneLookMemory(memory);
        memory_.assign(memory.begin(), memory.end());
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
    /// Returns the direction that yaw and pitch limits are measured from. If `ahead` points straight up or down, it has no level direction,
    /// and the up axis is used instead.
    [[nodiscard]] glm::dvec3 straightAhead(const Frame& toWorld, const glm::dvec3& up) const noexcept
    {
        const glm::dvec3 ahead = toWorld.vector(options_.ahead.value_or(options_.forward));
        const bool pointsUp = glm::length(glm::cross(ahead, up)) <= 1e-6 * glm::length(ahead) * glm::length(up);
        return pointsUp ? toWorld.vector(options_.upAxis) : ahead;
    }
    /// Returns the rotation to the looking frame of a joint whose shape is `shape`: the cached rotation if the shape is the cached one.
    [[nodiscard]] std::optional<glm::dquat> lookingFrame(const glm::dmat3& shape) const noexcept
    {
        if (isShapeKnown_ && shape == shape_) {
            return toFrame_;
        }
        const glm::dquat adjust =
            glm::normalize(glm::dquat(eulerToQuaternion({options_.adjustPitch, options_.adjustYaw, options_.adjustRoll})));
        return turnToLookingFrame(shape, {options_.forward, options_.upAxis}, adjust);
    }
    void remember(const glm::dmat3& shape) noexcept
    {
        toFrame_ = lookingFrame(shape);
        shape_ = shape;
        isShapeKnown_ = true;
    }
    /// Rotates a joint of a view towards `target`, which is in skeleton space.
    [[nodiscard]] BoneLookReport solveJoint(JointView joints, const glm::dvec3& target, IkMemory* memory, double seconds) const;
    /// Rotates the joint. The smoothed rotation in `memory` covers the fraction `following` of the angle to the wanted rotation.
    [[nodiscard]] BoneLookReport look(PosedJoint& joint, const LookFrames& around, const glm::dvec3& target, BoneLookMemory& memory,
                                      double following) const;

    Handle<Bone> bone_;
    BoneLookOptions options_;
    IkMemory memory_;
    // Caches; they affect only speed, not results.
    bool isShapeKnown_ = false;
    glm::dmat3 shape_{1.};
    std::optional<glm::dquat> toFrame_;
};

BoneLookReport BoneLookController::State::look(PosedJoint& joint, const LookFrames& around, const glm::dvec3& target,
                                               BoneLookMemory& memory, double following) const
{
    const Frame toWorld{around.skeletonToWorld * around.above.linear, glm::dvec3(0.)};
    if (!toWorld.isInvertible()) {
        return notSolved<BoneLookReport>(IkStatus::Singular);
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
        return notSolved<BoneLookReport>(IkStatus::Undefined);
    }
    const std::optional<glm::dquat> toFrame = lookingFrame(joint.shape);
    std::optional<glm::dquat> rotation =
        toFrame ? lookRotation(*toFrame, toParent.vector(limited->direction), toParent.vector(up)) : std::nullopt;
    if (!rotation) {
        return notSolved<BoneLookReport>(IkStatus::Undefined);
    }
    if (memory.rotation != glm::dquat(0., 0., 0., 0.)) {
        rotation = blendTurns(memory.rotation, *rotation, following);
    }
    memory.rotation = *rotation;
    BoneLookReport report;
    const glm::dquat before = joint.rotation;
    joint.rotation = blendTurns(before, *rotation, options_.weight);
    report.iterations = 1;
    report.jointChange = static_cast<float>(angleBetween(before, joint.rotation));
    report.angle = static_cast<float>(angleBetween(sight(), direction));
    report.isPitchHeld = limited->limitsPitch;
    report.isYawHeld = limited->limitsYaw;
    report.isReached = report.angle <= lookTolerance;
    return report;
}

BoneLookReport BoneLookController::State::solveJoint(JointView joints, const glm::dvec3& target, IkMemory* memory, double seconds) const
{
    const std::size_t number = numberIn(joints, *bone_.get());
    const LookFrames around{JointAccess::above(joints, number), JointAccess::toWorld(joints).linear};
    PosedJoint joint = JointAccess::read(joints, number);
    BoneLookMemory kept = memory != nullptr ? memoryFrom<BoneLookMemory>(*memory) : BoneLookMemory();
    const BoneLookReport report = look(joint, around, target, kept, followedPart(seconds, options_.halfLife));
    if (report.status != IkStatus::Solved) {
        return report;
    }
    if (!kept.isFinite() || !JointAccess::isWritable(joints, number, joint)) {
        return notSolved<BoneLookReport>(IkStatus::Undefined);
    }
    JointAccess::write(joints, number, joint);
    if (memory != nullptr) {
        keep(kept, *memory);
    }
    return report;
}

BoneLookReport BoneLookController::State::update(double seconds)
{
    Bone* const bone = bone_.get();
    if (bone == nullptr) {
        return notSolved<BoneLookReport>(IkStatus::Gone);
    }
    const JointView joints(bone->getSkeleton());
    const FromWorld fromWorld(bone->getSkeleton());
    const IkStatus ofTarget = targetPoint.status(bone->getSkeleton(), fromWorld);
    if (ofTarget != IkStatus::Solved) {
        return notSolved<BoneLookReport>(ofTarget);
    }
    remember(PosedJoint::read(*bone).shape);
    return solveJoint(joints, targetPoint.in(bone->getSkeleton(), fromWorld).toGlm(), &memory_, seconds);
}

BoneLookReport BoneLookController::State::solve(JointView joints, const glm::vec3& target, Space space, IkMemory* memory,
                                                double seconds) const
{
    if (memory != nullptr) {
        requireBoneLookMemory(*memory);
    }
    if (!bone_) {
        return notSolved<BoneLookReport>(IkStatus::Gone);
    }
    requireFinite(*bone_.get(), "target", target);
    const std::optional<Frame> toSkeleton = frameFrom(joints, "BoneLookController: target", space);
    static_cast<void>(numberIn(joints, *bone_.get()));
    return toSkeleton ? solveJoint(joints, toSkeleton->point(glm::dvec3(target)), memory, seconds)
                      : notSolved<BoneLookReport>(IkStatus::Singular);
}

BoneLookController::BoneLookController(Bone& bone, const BoneLookOptions& options) : state_(std::make_unique<State>(bone, options)) {}

BoneLookController::~BoneLookController() = default;
BoneLookController::BoneLookController(BoneLookController&&) noexcept = default;
BoneLookController& BoneLookController::operator=(BoneLookController&&) noexcept = default;

const BoneLookOptions& BoneLookController::getOptions() const
{
    return stateOf(state_, boneLookControllerName).options();
}

void BoneLookController::setOptions(const BoneLookOptions& options)
{
    stateOf(state_, boneLookControllerName).setOptions(options);
}

void BoneLookController::setTarget(const glm::vec3& point, Space space)
{
    State& state = stateOf(state_, boneLookControllerName);
    state.targetPoint.set(state.owner(), point, space);
}

void BoneLookController::setTarget(Node& node, const glm::vec3& ownPoint)
{
    State& state = stateOf(state_, boneLookControllerName);
    state.targetPoint.set(state.owner(), node, ownPoint);
}

BoneLookReport BoneLookController::update(double seconds)
{
    return stateOf(state_, boneLookControllerName).update(seconds);
}

BoneLookReport BoneLookController::solve(JointView joints, const glm::vec3& target, Space space, IkMemory* memory, double seconds) const
{
    const State& state = stateOf(state_, boneLookControllerName);
    return state.solve(joints, target, space, memory, seconds);
}

std::span<const double> BoneLookController::getMemory() const
{
    return stateOf(state_, boneLookControllerName).memory();
}

void BoneLookController::setMemory(std::span<const double> memory)
{
    stateOf(state_, boneLookControllerName).setMemory(memory);
}

void BoneLookController::reset()
{
    setMemory({});
}

std::function<bool(double seconds)> BoneLookController::getUpdater()
{
    return updaterOf(stateOf(state_, boneLookControllerName), "BoneLookController");
}

const Updatable& BoneLookController::updatable() const
{
    return stateOf(state_, boneLookControllerName);
}

}  // namespace armature
