#include <armature/ik/bone_ik_controller.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>

#include <armature/skeleton/skeleton.hpp>

#include "base/moved_from.hpp"
#include "ik/ik_point.hpp"
#include "ik/joint_places.hpp"
#include "ik/known_rest.hpp"
#include "ik/limb/bone_ik_checks.hpp"
#include "ik/limb/bone_ik_memory.hpp"
#include "ik/limb/known_shape.hpp"
#include "ik/limb/two_bone.hpp"
#include "ik/memory_numbers.hpp"
#include "ik/not_solved.hpp"
#include "ik/option_checks.hpp"
#include "ik/turns.hpp"
#include "math/rotation_chord.hpp"
#include "node/checks.hpp"
#include "node/updater.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/joint_numbers.hpp"

namespace armature {

namespace {

using std::numbers::pi;

/// Tolerance, as a fraction of the limb's length: a tip this close to the target counts as arrived, because stored rotations are rounded.
constexpr double reachTolerance = 1e-4;
constexpr const char* boneIkControllerName = "a BoneIkController";  // the class's name in messages

/// Throws std::invalid_argument if `memory` is neither empty nor of the size of a BoneIkMemory, or holds a number that is not finite or so
/// large that its square overflows.
void requireBoneIkMemory(std::span<const double> memory)
{
    requireMemory("BoneIkController", memory, numbersIn<BoneIkMemory>);
    if (!memoryFrom<BoneIkMemory>(memory).isFinite()) {
        throw std::invalid_argument("BoneIkController: the memory holds too large a number");
    }
}

}  // namespace

class BoneIkController::State : public Updatable {
public:
    State(Bone& lower, const BoneIkOptions& options) : lower_(lower)
    {
        if (lower.getParentBone() == nullptr) {
            refuseBone(lower, "a root bone cannot be the lower bone: there is no upper one");
        }
        setOptions(options);
        memory_.reserve(numbersIn<BoneIkMemory>);
    }

    void setOptions(const BoneIkOptions& options)
    {
        if (!isWhole()) {
            options_ = options;
            return;
        }
        const Bone& lower = *lower_.get();
        JointView view = ownJoints();
        const Joints joints = jointsOf(view);
        requireBoneIkOptions(lower, options);
        const TwoBoneLimb limb = rememberLimb(joints, options);
        requireLimb(lower, limb, options);
        options_ = options;
        shape_.forget();
        shape_.remember(limb, options.bendAxis);
    }

    [[nodiscard]] const BoneIkOptions& options() const noexcept { return options_; }
    [[nodiscard]] BoneIkReport update(double seconds);
    [[nodiscard]] BoneIkReport solve(JointView& view, const glm::vec3& target, const std::optional<glm::vec3>& pole, Space space,
                                     IkMemory* memory, double seconds) const;
    [[nodiscard]] float maxReach() const;

    [[nodiscard]] std::span<const double> memory() const noexcept { return memory_; }
    void setMemory(std::span<const double> memory)
    {
        requireBoneIkMemory(memory);
        memory_.assign(memory.begin(), memory.end());
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
    /// The limb's two joints in a view. The view must outlive this object.
    struct Joints {
        JointView& view;
        std::size_t lower;
        std::size_t upper;
    };

    /// Returns whether the lower bone still exists and has a parent bone.
    [[nodiscard]] bool isWhole() const noexcept { return lower_ && lower_.get()->getParentBone() != nullptr; }
    /// Precondition: isWhole().
    [[nodiscard]] Joints jointsOf(JointView& view) const
    {
        const auto [lower, upper] = jointAndParentIn(view, *lower_.get());
        return {view, lower, upper};
    }
    [[nodiscard]] JointView ownJoints() const { return lower_.get()->getSkeleton(); }
    /// Reads the limb, without its reference rotations.
    [[nodiscard]] static TwoBoneLimb readLimb(const Joints& joints, const BoneIkOptions& options, glm::vec3& outUpperScale,
                                              glm::vec3& outLowerScale) noexcept
    {
        return {.upper = JointAccess::read(joints.view, joints.upper, outUpperScale),
                .lower = JointAccess::read(joints.view, joints.lower, outLowerScale),
                .tip = tipOf(joints, options)};
    }
    /// Reads the limb with its reference rotations, as limbNow() does, and caches the bones' rest poses, which seldom change.
    [[nodiscard]] TwoBoneLimb rememberLimb(const Joints& joints, const BoneIkOptions& options) noexcept;
    [[nodiscard]] static glm::dvec3 tipOf(const Joints& joints, const BoneIkOptions& options) noexcept;
    [[nodiscard]] TwoBoneLimb limbNow(const Joints& joints, const BoneIkOptions& options) const noexcept;
    /// Solves for the limb that was read, and writes the result. Target and pole are in skeleton space. If `memory` is null, nothing is
    /// remembered.
    [[nodiscard]] BoneIkReport solveJoints(const Joints& joints, TwoBoneLimb& limb, const TwoBoneShape* shape, const glm::dvec3& target,
                                           const std::optional<glm::dvec3>& pole, IkMemory* memory, double seconds) const;
    /// Solves without reading or writing joints. `shape` is the limb's shape, or null if the limb has none.
    [[nodiscard]] BoneIkReport solveLimb(TwoBoneLimb& limb, const TwoBoneShape* shape, const Frame& above, const glm::dvec3& target,
                                         const std::optional<glm::dvec3>& pole, BoneIkMemory* memory, double following) const;

    Handle<Bone> lower_;
    BoneIkOptions options_;
    IkMemory memory_;
    // Caches; they affect only speed, not results.
    KnownRest upperRest_;
    KnownRest lowerRest_;
    KnownShape shape_;
};

/// Returns the tip in the lower bone's own axes; zero if there is neither a tip option nor a child nor a length.
glm::dvec3 BoneIkController::State::tipOf(const Joints& joints, const BoneIkOptions& options) noexcept
{
    if (options.tip) {
        return *options.tip;
    }
    if (const std::uint32_t child = JointAccess::firstChild(joints.view, joints.lower); child != noSlot) {
        return JointAccess::origin(joints.view, child);
    }
    return {0., JointAccess::length(joints.view, joints.lower).value_or(0.f), 0.};
}

TwoBoneLimb BoneIkController::State::limbNow(const Joints& joints, const BoneIkOptions& options) const noexcept
{
    glm::vec3 upperScale;
    glm::vec3 lowerScale;
    TwoBoneLimb limb = readLimb(joints, options, upperScale, lowerScale);
    limb.upperReference = upperRest_.rotationOf(JointAccess::rest(joints.view, joints.upper), upperScale);
    limb.lowerReference = lowerRest_.rotationOf(JointAccess::rest(joints.view, joints.lower), lowerScale);
    return limb;
}

TwoBoneLimb BoneIkController::State::rememberLimb(const Joints& joints, const BoneIkOptions& options) noexcept
{
    glm::vec3 upperScale;
    glm::vec3 lowerScale;
    TwoBoneLimb limb = readLimb(joints, options, upperScale, lowerScale);
    upperRest_.remember(JointAccess::rest(joints.view, joints.upper), upperScale);
    lowerRest_.remember(JointAccess::rest(joints.view, joints.lower), lowerScale);
    limb.upperReference = upperRest_.rotation();
    limb.lowerReference = lowerRest_.rotation();
    return limb;
}

BoneIkReport BoneIkController::State::solveLimb(TwoBoneLimb& limb, const TwoBoneShape* shape, const Frame& above, const glm::dvec3& target,
                                                const std::optional<glm::dvec3>& pole, BoneIkMemory* memory, double following) const
{
    if (!above.isInvertible()) {
        return notSolved<BoneIkReport>(IkStatus::Singular);
    }
    const Frame toParent = above.inverse();
    TwoBoneGoal goal;
    goal.target = toParent.point(target);
    if (pole) {
        goal.pole = toParent.point(*pole);
    }
    if (options_.poleAngle != 0.f) {  // under a mirroring scale, the same rotation has the opposite sign
        goal.poleAngle = glm::determinant(above.linear) < 0. ? -static_cast<double>(options_.poleAngle) : options_.poleAngle;
    }
    goal.minAngle = options_.minAngle;
    goal.maxAngle = std::min<double>(options_.maxAngle, pi);
    goal.softness = options_.softness;
    if (shape == nullptr || !std::isfinite(glm::dot(goal.target, goal.target))) {
        return notSolved<BoneIkReport>(IkStatus::Undefined);
    }
    const BendHold hold{options_.maxPoleTurn, memory};
    TwoBoneSolution solution = shape->solve(limb.upper.center, goal, memory != nullptr ? &hold : nullptr);
    const bool arrives = options_.weight >= 1.f && following >= 1.;
    if (memory != nullptr) {
        if (memory->upper != glm::dquat(0., 0., 0., 0.)) {
            solution.upper = blendTurns(memory->upper, solution.upper, following);
            solution.lower = blendTurns(memory->lower, solution.lower, following);
        }
        memory->upper = solution.upper;
        memory->lower = solution.lower;
    }
    const glm::dquat upperBefore = limb.upper.rotation;
    const glm::dquat lowerBefore = limb.lower.rotation;
    limb.upper.rotation = blendTurns(upperBefore, solution.upper, options_.weight);
    limb.lower.rotation = blendTurns(lowerBefore, solution.lower, options_.weight);

    // `missing` leads from tip to target in the parent's units. If the limb takes the solution as it is, neither weighted nor smoothed, the
    // tip is on the line to the target.
    const double gap = solution.targetDistance - solution.tipDistance;
    const glm::dvec3 missing = arrives ? solution.line * gap : goal.target - limb.upper.local().point(limb.lower.local().point(limb.tip));
    const double scale = glm::length(above.vector(solution.line));
    BoneIkReport report;
    report.iterations = 1;
    report.distance = static_cast<float>(arrives ? std::abs(gap) * scale : glm::length(above.vector(missing)));
    report.beyondReach = static_cast<float>(solution.beyondReach * scale);
    report.jointChange =
        turnOfSquaredChord(std::max(squaredChord(upperBefore, limb.upper.rotation), squaredChord(lowerBefore, limb.lower.rotation)));
    report.isAngleHeld = solution.isAtLimit;
    report.isReached = glm::dot(missing, missing) <= reachTolerance * reachTolerance * shape->length() * shape->length();
    return report;
}

BoneIkReport BoneIkController::State::solveJoints(const Joints& joints, TwoBoneLimb& limb, const TwoBoneShape* shape,
                                                  const glm::dvec3& target, const std::optional<glm::dvec3>& pole, IkMemory* memory,
                                                  double seconds) const
{
    BoneIkMemory kept = memory != nullptr ? memoryFrom<BoneIkMemory>(*memory) : BoneIkMemory();
    const double following = memory != nullptr ? followedPart(seconds, options_.halfLife) : 1.;
    const BoneIkReport report =
        solveLimb(limb, shape, JointAccess::above(joints.view, joints.upper), target, pole, memory != nullptr ? &kept : nullptr, following);
    if (report.status != IkStatus::Solved) {
        return report;
    }
    if (!kept.isFinite() || !JointAccess::isWritable(joints.view, joints.upper, limb.upper)
        || !JointAccess::isWritable(joints.view, joints.lower, limb.lower)) {
        return notSolved<BoneIkReport>(IkStatus::Undefined);
    }
    JointAccess::write(joints.view, joints.upper, limb.upper);
    JointAccess::write(joints.view, joints.lower, limb.lower);
    if (memory != nullptr) {
        keep(kept, *memory);
    }
    return report;
}

BoneIkReport BoneIkController::State::update(double seconds)
{
    if (!isWhole()) {
        return notSolved<BoneIkReport>(IkStatus::Gone);
    }
    const Skeleton& skeleton = lower_.get()->getSkeleton();
    JointView view = ownJoints();
    const Joints joints = jointsOf(view);
    const std::optional<Frame> fromWorld = JointAccess::fromWorld(joints.view);
    const IkStatus ofTarget = targetPoint.status(skeleton, fromWorld);
    const IkStatus ofPole = polePoint.isSet() ? polePoint.status(skeleton, fromWorld) : IkStatus::Solved;
    if (ofTarget != IkStatus::Solved || ofPole != IkStatus::Solved) {
        return notSolved<BoneIkReport>(ofTarget != IkStatus::Solved ? ofTarget : ofPole);
    }
    TwoBoneLimb limb = rememberLimb(joints, options_);
    const TwoBoneShape* const shape = shape_.remember(limb, options_.bendAxis);
    const std::optional<glm::dvec3> pole = polePoint.isSet() ? std::optional(polePoint.in(skeleton, fromWorld)) : std::nullopt;
    return solveJoints(joints, limb, shape, targetPoint.in(skeleton, fromWorld), pole, &memory_, seconds);
}

BoneIkReport BoneIkController::State::solve(JointView& view, const glm::vec3& target, const std::optional<glm::vec3>& pole, Space space,
                                            IkMemory* memory, double seconds) const
{
    if (memory != nullptr) {
        requireBoneIkMemory(*memory);
    }
    if (!isWhole()) {
        return notSolved<BoneIkReport>(IkStatus::Gone);
    }
    requireFinite(*lower_.get(), "target", target);
    requireFinite(*lower_.get(), "pole", pole.value_or(glm::vec3(0.f)));
    const Joints joints = jointsOf(view);
    glm::dvec3 targetPlace(target);
    std::optional<glm::dvec3> polePlace(pole);
    if (space != Space::Skeleton) {
        const std::optional<Frame> toSkeleton = frameFrom(view, "BoneIkController: target", space);
        if (!toSkeleton) {
            return notSolved<BoneIkReport>(IkStatus::Singular);
        }
        targetPlace = toSkeleton->point(targetPlace);
        polePlace = pole ? std::optional(toSkeleton->point(*polePlace)) : std::nullopt;
    }
    TwoBoneLimb limb = limbNow(joints, options_);
    std::optional<TwoBoneShape> other;
    return solveJoints(joints, limb, shape_.of(limb, options_.bendAxis, other), targetPlace, polePlace, memory, seconds);
}

float BoneIkController::State::maxReach() const
{
    if (!isWhole()) {
        return 0.f;
    }
    JointView view = ownJoints();
    const Joints joints = jointsOf(view);
    const TwoBoneLimb limb = limbNow(joints, options_);
    std::optional<TwoBoneShape> other;
    const TwoBoneShape* const shape = shape_.of(limb, options_.bendAxis, other);
    const Frame above = JointAccess::above(joints.view, joints.upper);
    const double reach = shape != nullptr ? shape->reach(options_.minAngle, std::min<double>(options_.maxAngle, pi)).farthest : 0.;
    const glm::dvec3 along = limb.upper.rotation * limb.lower.center;
    const double length = glm::length(along);
    return static_cast<float>(length > 0. ? reach * (glm::length(above.vector(along)) / length) : reach);
}

BoneIkController::BoneIkController(Bone& lower, const BoneIkOptions& options) : state_(std::make_unique<State>(lower, options)) {}

BoneIkController::~BoneIkController() = default;
BoneIkController::BoneIkController(BoneIkController&&) noexcept = default;
BoneIkController& BoneIkController::operator=(BoneIkController&&) noexcept = default;

const BoneIkOptions& BoneIkController::getOptions() const
{
    return stateOf(state_, boneIkControllerName).options();
}

void BoneIkController::setOptions(const BoneIkOptions& options)
{
    stateOf(state_, boneIkControllerName).setOptions(options);
}

void BoneIkController::setTarget(const glm::vec3& point, Space space)
{
    State& state = stateOf(state_, boneIkControllerName);
    state.targetPoint.set(state.owner(), point, space);
}

void BoneIkController::setTarget(Node& node, const glm::vec3& ownPoint)
{
    State& state = stateOf(state_, boneIkControllerName);
    state.targetPoint.set(state.owner(), node, ownPoint);
}

void BoneIkController::setPole(const glm::vec3& point, Space space)
{
    State& state = stateOf(state_, boneIkControllerName);
    state.polePoint.set(state.owner(), point, space);
}

void BoneIkController::setPole(Node& node, const glm::vec3& ownPoint)
{
    State& state = stateOf(state_, boneIkControllerName);
    state.polePoint.set(state.owner(), node, ownPoint);
}

void BoneIkController::clearPole()
{
    stateOf(state_, boneIkControllerName).polePoint.clear();
}

BoneIkReport BoneIkController::update(double seconds)
{
    return stateOf(state_, boneIkControllerName).update(seconds);
}

BoneIkReport BoneIkController::solve(JointView joints, const glm::vec3& target, std::optional<glm::vec3> pole, Space space,
                                     IkMemory* memory, double seconds) const
{
    return stateOf(state_, boneIkControllerName).solve(joints, target, pole, space, memory, seconds);
}

std::span<const double> BoneIkController::getMemory() const
{
    return stateOf(state_, boneIkControllerName).memory();
}

void BoneIkController::setMemory(std::span<const double> memory)
{
    stateOf(state_, boneIkControllerName).setMemory(memory);
}

void BoneIkController::reset()
{
    setMemory({});
}

float BoneIkController::getMaxReach() const
{
    return stateOf(state_, boneIkControllerName).maxReach();
}

std::function<bool(double seconds)> BoneIkController::getUpdater()
{
    return updaterOf(stateOf(state_, boneIkControllerName), "BoneIkController");
}

const Updatable& BoneIkController::updatable() const
{
    return stateOf(state_, boneIkControllerName);
}

}  // namespace armature
