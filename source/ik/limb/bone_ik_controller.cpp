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
#include "ik/limb/bone_ik_checks.hpp"
#include "ik/limb/bone_ik_memory.hpp"
#include "ik/limb/exact_turns.hpp"
#include "ik/limb/known_shape.hpp"
#include "ik/limb/read_limb.hpp"
#include "ik/limb/two_bone_inline.hpp"
#include "ik/memory_numbers.hpp"
#include "ik/not_solved.hpp"
#include "ik/option_checks.hpp"
#include "ik/turns.hpp"
#include "math/rotation_chord.hpp"
#include "node/checks.hpp"
#include "node/updater.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/joint_numbers.hpp"
#include "skeleton/skeleton_access.hpp"

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
    requireMemory("BoneIkController", memory, BoneIkMemory::numbers);
    if (!BoneIkMemory::from(memory).isFinite()) {
        throw std::invalid_argument("BoneIkController: the memory holds too large a number");
    }
}

[[gnu::always_inline]] inline PlainVector plain(const glm::vec3& vector) noexcept
{
    return {vector.x, vector.y, vector.z};
}

/// Blends rotations: see blendTurns().
[[gnu::always_inline]] inline PlainTurn blended(const PlainTurn& from, const PlainTurn& to, double weight) noexcept
{
    return weight >= 1. ? to : PlainTurn(blendTurns(from.toGlm(), to.toGlm(), weight));
}

/// Lets the remembered rotations follow those of the solution, which become the remembered ones.
[[gnu::always_inline]] inline void follow(BoneIkMemory& memory, double following, TwoBoneSolution& solution) noexcept
{
    if (following < 1. && memory.upper != PlainTurn(0., 0., 0., 0.)) [[unlikely]] {
        solution.upper = blended(memory.upper, solution.upper, following);
        solution.lower = blended(memory.lower, solution.lower, following);
    }
    memory.upper = solution.upper;
    memory.lower = solution.lower;
}

/// Returns the tip of a limb with new rotations, in the axes of the upper bone's parent.
[[gnu::noinline]] PlainVector tipOf(const LimbPose& limb, LimbTurns turns) noexcept
{
    PosedJoint upper = limb.upper.posed();
    PosedJoint lower = limb.lower.posed();
    upper.rotation = turns.upper.toGlm();
    lower.rotation = turns.lower.toGlm();
    return PlainVector(upper.local().point(lower.local().point(limb.tip.toGlm())));
}

/// The points between which a limb is bent, in skeleton space.
struct LimbPlaces {
    PlainVector target;
    std::optional<PlainVector> pole = {};
};

}  // namespace

class BoneIkController::State : public Updatable {
public:
    State(Bone& lower, const BoneIkOptions& options) : lower_(lower)
    {
        if (lower.getParentBone() == nullptr) {
            refuseBone(lower, "a root bone cannot be the lower bone: there is no upper one");
        }
        setOptions(options);
        memory_.reserve(BoneIkMemory::numbers);
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
        ReadLimb read;
        read.readFrom(joints, options);
        requireLimb(lower, shape_.withReferences(read.limb, ReadLimb::restsOf(joints)), options);
        options_ = options;
        shape_.forget();
        shape_.remember(read.limb, ReadLimb::restsOf(joints), options.bendAxis);
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
    using Joints = LimbJoints;

    /// Returns whether the lower bone still exists and has a parent bone.
    [[nodiscard]] bool isWhole() const noexcept { return lower_ && lower_.get()->getParentBone() != nullptr; }
    /// Precondition: isWhole().
    [[nodiscard]] Joints jointsOf(JointView& view) const
    {
        const auto [lower, upper] = jointAndParentIn(view, *lower_.get());
        return {view, lower, upper};
    }
    [[nodiscard]] JointView ownJoints() const { return lower_.get()->getSkeleton(); }
    /// Solves for the limb that was read, and writes the result. The goal is in skeleton space. If `memory` is null, nothing is remembered.
    [[nodiscard]] BoneIkReport solveJoints(const Joints& joints, const ReadLimb& read, const TwoBoneShape* shape, const LimbPlaces& places,
                                           IkMemory* memory, double seconds) const;
    /// Solves without reading or writing joints. `shape` is the limb's shape, or null if the limb has none.
    [[nodiscard]] BoneIkReport solveLimb(const LimbPose& limb, const TwoBoneShape* shape, const PlainFrame& above, const LimbPlaces& places,
                                         BoneIkMemory* memory, double following, LimbTurns& outTurns) const;

    Handle<Bone> lower_;
    BoneIkOptions options_;
    IkMemory memory_;
    KnownShape shape_;  // a cache, which affects only speed, not results
};

[[gnu::always_inline]] inline BoneIkReport BoneIkController::State::solveLimb(const LimbPose& limb, const TwoBoneShape* shape,
                                                                              const PlainFrame& above, const LimbPlaces& places,
                                                                              BoneIkMemory* memory, double following,
                                                                              LimbTurns& outTurns) const
{
    PlainFrame toParent;
    if (!above.invert(toParent)) {
        return notSolved<BoneIkReport>(IkStatus::Singular);
    }
    TwoBoneGoal goal;
    goal.target = toParent.point(places.target);
    if (places.pole) {
        goal.pole = toParent.point(*places.pole);
    }
    if (options_.poleAngle != 0.f) {  // under a mirroring scale, the same rotation has the opposite sign
        goal.poleAngle = above.determinant() < 0. ? -static_cast<double>(options_.poleAngle) : options_.poleAngle;
    }
    goal.minAngle = options_.minAngle;
    goal.maxAngle = std::min<double>(options_.maxAngle, pi);
    goal.softness = options_.softness;
    if (shape == nullptr || !std::isfinite(squared(goal.target))) {
        return notSolved<BoneIkReport>(IkStatus::Undefined);
    }
    const BendHold hold{options_.maxPoleTurn, memory};
    TwoBoneSolution solution = shape->solve(limb.upper.center, goal, memory != nullptr ? &hold : nullptr);
    if (memory != nullptr) {
        follow(*memory, following, solution);
    }
    outTurns = {blended(limb.upper.rotation, solution.upper, options_.weight),
                blended(limb.lower.rotation, solution.lower, options_.weight)};

    // `missing` leads from tip to target in the parent's units. If the limb takes the solution as it is, neither weighted nor smoothed, the
    // tip is on the line to the target.
    const bool arrives = options_.weight >= 1.f && following >= 1.;
    const double gap = solution.targetDistance - solution.tipDistance;
    const PlainVector missing = arrives ? gap * solution.line : goal.target - tipOf(limb, outTurns);
    const double scale = length(above.vector(solution.line));
    BoneIkReport report;
    report.iterations = 1;
    report.distance = static_cast<float>(arrives ? std::abs(gap) * scale : length(above.vector(missing)));
    report.beyondReach = static_cast<float>(solution.beyondReach * scale);
    report.jointChange = turnOfSquaredChord(
        largerSquaredChord(TurnPair(limb.upper.rotation, limb.lower.rotation), TurnPair(outTurns.upper, outTurns.lower)));
    report.isAngleHeld = solution.isAtLimit;
    report.isReached = squared(missing) <= reachTolerance * reachTolerance * shape->length() * shape->length();
    return report;
}

BoneIkReport BoneIkController::State::solveJoints(const Joints& joints, const ReadLimb& read, const TwoBoneShape* shape,
                                                  const LimbPlaces& places, IkMemory* memory, double seconds) const
{
    BoneIkMemory kept = BoneIkMemory::from(memory != nullptr ? std::span<const double>(*memory) : std::span<const double>());
    const double following = memory != nullptr ? followedPart(seconds, options_.halfLife) : 1.;
    LimbTurns turns;
    const BoneIkReport report =
        solveLimb(read.limb, shape, plainAbove(joints.view, joints.upper), places, memory != nullptr ? &kept : nullptr, following, turns);
    if (report.status != IkStatus::Solved) {
        return report;
    }
    if (!kept.isFinite() || !read.write(joints, turns)) {
        return notSolved<BoneIkReport>(IkStatus::Undefined);
    }
    if (memory != nullptr) {
        kept.keepIn(*memory);
    }
    return report;
}

BoneIkReport BoneIkController::State::update(double seconds)
{
    if (!isWhole()) {
        return notSolved<BoneIkReport>(IkStatus::Gone);
    }
    const Bone& lower = *lower_.get();
    const Skeleton& skeleton = lower.getSkeleton();
    JointView view = ownJoints();
    const Joints joints{view, SkeletonAccess::positionOf(lower), SkeletonAccess::positionOf(*lower.getParentBone())};
    const FromWorld fromWorld(skeleton);
    const IkStatus ofTarget = targetPoint.status(skeleton, fromWorld);
    const IkStatus ofPole = polePoint.isSet() ? polePoint.status(skeleton, fromWorld) : IkStatus::Solved;
    if (ofTarget != IkStatus::Solved || ofPole != IkStatus::Solved) {
        return notSolved<BoneIkReport>(ofTarget != IkStatus::Solved ? ofTarget : ofPole);
    }
    LimbPlaces places{targetPoint.in(skeleton, fromWorld)};
    if (polePoint.isSet()) {
        places.pole = polePoint.in(skeleton, fromWorld);
    }
    ReadLimb read;
    read.readFrom(joints, options_);
    const TwoBoneShape* const shape = shape_.remember(read.limb, ReadLimb::restsOf(joints), options_.bendAxis);
    return solveJoints(joints, read, shape, places, &memory_, seconds);
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
    LimbPlaces places{plain(target)};
    if (pole) {
        places.pole = plain(*pole);
    }
    if (space != Space::Skeleton) {
        const std::optional<Frame> toSkeleton = frameFrom(view, "BoneIkController: target", space);
        if (!toSkeleton) {
            return notSolved<BoneIkReport>(IkStatus::Singular);
        }
        const PlainFrame map(*toSkeleton);
        places.target = map.point(places.target);
        if (pole) {
            places.pole = map.point(*places.pole);
        }
    }
    ReadLimb read;
    read.readFrom(joints, options_);
    std::optional<TwoBoneShape> other;
    const TwoBoneShape* const shape = shape_.of(read.limb, ReadLimb::restsOf(joints), options_.bendAxis, other);
    return solveJoints(joints, read, shape, places, memory, seconds);
}

float BoneIkController::State::maxReach() const
{
    if (!isWhole()) {
        return 0.f;
    }
    JointView view = ownJoints();
    const Joints joints = jointsOf(view);
    ReadLimb read;
    read.readFrom(joints, options_);
    const LimbPose& limb = read.limb;
    std::optional<TwoBoneShape> other;
    const TwoBoneShape* const shape = shape_.of(limb, ReadLimb::restsOf(joints), options_.bendAxis, other);
    const Frame above = JointAccess::above(joints.view, joints.upper);
    const double reach = shape != nullptr ? shape->reach(options_.minAngle, std::min<double>(options_.maxAngle, pi)).farthest : 0.;
    const glm::dvec3 along = limb.upper.rotation.toGlm() * limb.lower.center.toGlm();
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
