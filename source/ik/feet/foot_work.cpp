#include "ik/feet/foot_work.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/common.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "node/label.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/joint_numbers.hpp"
#include "skeleton/skeleton_access.hpp"

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
        Skeleton& skeleton = legs_.front().foot.get()->getSkeleton();
        skeleton_ = Handle<Skeleton>(skeleton);
        if (&leg.foot->getSkeleton() != &skeleton) {
            refuseFootPlacement(
                fmt::format("{} is not a bone of skeleton {}, as the foot before it is", label(*leg.foot), inQuotes(skeleton.getName())));
        }
    }
}

Skeleton* FootWork::skeleton() const noexcept
{
    return std::ranges::any_of(legs_, &FootLeg::isComplete) ? skeleton_.get() : nullptr;
}

bool FootWork::findBase(const JointView& joints) noexcept
{
    const Frame toWorld = JointAccess::toWorld(joints);
    if (!toWorld.isInvertible()) {
        return false;
    }
    const PlainVector up(options().up.x, options().up.y, options().up.z);
    const PlainVector ground(options().animatedGround.x, options().animatedGround.y, options().animatedGround.z);
    base_.toWorld = PlainFrame(toWorld);
    base_.origin = base_.toWorld.point(ground);
    base_.up = (1. / length(up)) * up;
    base_.upInSkeleton = base_.toWorld.vectorBack(base_.up);
    base_.normalInSkeleton = base_.toWorld.normalBack(base_.up);
    return std::isfinite(squared(base_.origin));
}

bool FootWork::lookUp() noexcept
{
    const Skeleton* const skeleton = skeleton_.get();
    const std::optional<std::uint64_t> layout =
        skeleton != nullptr ? std::optional(SkeletonAccess::state(*skeleton).hierarchy.layoutVersion()) : std::nullopt;
    if (layout != layout_ || !layout) {
        std::ranges::for_each(legs_, &FootLeg::lookUp);
        layout_ = layout;
    }
    return std::ranges::any_of(legs_, &FootLeg::isUsable);
}

void FootWork::findJoints(const JointView& joints)
{
    if (!lookUp() || JointAccess::skeleton(joints) == skeleton_.get()) {
        return;  // a skeleton that the query has removed is not touched
    }
    const Skeleton* const viewed = JointAccess::skeleton(joints);
    const Layouts layouts{*layout_, viewed != nullptr ? SkeletonAccess::state(*viewed).hierarchy.layoutVersion() : 0};
    if (checked_ == layouts) {
        return;
    }
    for (const FootLeg& leg : legs_) {
        if (leg.isUsable) {
            leg.requireIn(joints, skeleton_.get()->bones().size());
        }
    }
    checked_ = layouts;
}

// Legs with the same bone above them share its frame.
const PlainFrame& FootWork::frameAbove(const JointView& joints, const FootLeg& leg) noexcept
{
    const std::uint32_t parent = JointAccess::parent(joints, leg.joints.upper);
    if (aboveOf_ != parent) {
        above_ = PlainFrame(JointAccess::above(joints, leg.joints.upper));
        aboveOf_ = parent;
    }
    return above_;
}

// Looks up the legs again before each query of the ground, because the one before may have removed bones.
void FootWork::readFeet(const JointView& joints)
{
    aboveOf_.reset();
    for (FootLeg& leg : legs_) {
        leg.animated.isPlaced = leg.isUsable;
        if (leg.isUsable) {
            leg.animated.leg.readFrom(joints, leg.joints, frameAbove(joints, leg));
        }
    }
    for (FootLeg& leg : legs_) {
        lookUp();
        if (leg.takesPart()) {
            readFoot(leg, setting_->ground, base_, options());
        }
    }
}

// Follows the ground's height in the world, so that a foot planted on a step stays on it while the host moves on.
void FootWork::followGround(FootGround& ground, FootMemory& memory, double part) const noexcept
{
    const double zero = inner(base_.up, base_.origin);
    if (part < 1.) {
        memory.groundHeight += part * (zero + ground.height - memory.groundHeight);
        const PlainVector normal = (1. - part) * memory.groundNormal + part * ground.normal;
        memory.groundNormal = (1. / length(normal)) * normal;
        ground.height = memory.groundHeight - zero;
        ground.normal = memory.groundNormal;
    } else {
        memory.groundHeight = zero + ground.height;
        memory.groundNormal = ground.normal;
    }
}

// Returns the pelvis offset, within maxDrop and maxRise, that the lowest foot needs. The more a foot is lifted, the more it counts as
// standing at the average height of the planted feet. The offset fades out as the last planted foot lifts.
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

// Moves the pelvis up by `offset`, in world units. Returns false, and moves nothing, if the new position does not fit floats.
bool FootWork::movePelvis(JointView joints, double offset) const
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
    joint.center += PlainFrame(above).vectorBack(offset * base_.upInSkeleton).toGlm();
    if (!JointAccess::isWritable(joints, number, joint)) {
        return false;
    }
    JointAccess::write(joints, number, joint);
    return true;
}

// Returns how far the ankle moves up. A tilted foot stands on its sole, and the ankle is above it along the slope's normal.
double FootWork::offsetOf(const AnimatedFoot& foot, const FootTilt& tilt) const noexcept
{
    const double standing = foot.ground.height + foot.ankleHeight * (1. / tilt.cosine - 1.);
    const double clearance = foot.ground.height + std::min(foot.height, foot.ankleHeight) - foot.height;
    const double offset = foot.ground.isThere ? std::max(foot.weight * standing, clearance) : foot.ground.height;
    return static_cast<double>(options().weight) * offset;
}

void FootWork::placeFoot(JointView joints, FootLeg& leg, FootReport& report)
{
    const AnimatedFoot& foot = leg.animated;
    const FootTilt tilt = tiltOf(leg, base_, static_cast<double>(options().weight));
    const double offset = offsetOf(foot, tilt);
    report.weight = static_cast<float>(foot.weight);
    report.hasGround = foot.ground.isThere;
    report.ik.iterations = 1;
    report.ik.angle = static_cast<float>(tilt.missing);
    report.isAnkleHeld = tilt.missing > 0.;

    const PlainVector animatedAnkle = foot.leg.ankleInSkeleton();
    const LegGoal goal{.animated = &foot.leg,
                       .ankle = animatedAnkle + offset * base_.upInSkeleton,
                       .kneeDirection = leg.kneeDirection,
                       .from = base_.normalInSkeleton,
                       .to = tilt.isLevel ? base_.normalInSkeleton : base_.toWorld.normalBack(tilt.up)};
    PosedLeg& posed = leg.posed;
    posed.readFrom(joints, leg.joints, frameAbove(joints, leg));
    LegSolution solution{.isSolved = true};
    if (!tilt.isLevel || squared(posed.ankleInSkeleton() - goal.ankle) != 0.) {
        solution = solveLeg(posed, goal, base_.toWorld);
        if (solution.isSolved && !posed.write(joints, leg.joints)) {
            report = {.ik = {.status = IkStatus::Undefined}};
            return;
        }
    }
    report.ik.distance = static_cast<float>(solution.distance);
    report.ik.beyondReach = static_cast<float>(solution.beyondReach);
    report.ik.jointChange = solution.jointChange;
    report.ik.status = solution.isSolved ? IkStatus::Solved : IkStatus::Singular;
    report.ik.isReached = solution.isSolved && solution.distance <= reachedDistance * foot.legLength && tilt.missing <= reachedAngle;
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
    checked_.reset();
    if (!lookUp()) {
        return placeNothing();
    }
    hasPlaced_ = false;
    std::ranges::fill(reports_, FootReport{});
    findJoints(joints);
    if (!findBase(joints)) {
        return nothingPlaced(IkStatus::Singular);
    }
    readFeet(joints);
    findJoints(joints);
    const bool continues = !following.memory.empty();
    std::ranges::fill(feet_, FootMemory{});
    if (continues) {
        readNumbers(following.memory.subspan(1), std::span(feet_));
    }
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        if (legs_[i].takesPart()) {
            followGround(legs_[i].animated.ground, feet_[i], following.footPart);
        }
    }
    const double wanted = glm::mix(continues ? following.memory[0] : 0., wantedPelvisOffset(), following.pelvisPart);
    const double offset = pelvis() ? static_cast<double>(options().weight) * wanted : 0.;
    if (!movePelvis(joints, offset)) {
        return nothingPlaced(IkStatus::Undefined);
    }
    aboveOf_.reset();
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        if (legs_[i].takesPart()) {
            placeFoot(joints, legs_[i], reports_[i]);
        } else {
            reports_[i].ik.status = legs_[i].isUsable ? IkStatus::Undefined : IkStatus::Gone;
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
        reports_[i].ik.status = legs_[i].isUsable ? status : IkStatus::Gone;
    }
    return {.feet = reports_, .status = std::ranges::any_of(legs_, &FootLeg::isUsable) ? status : IkStatus::Gone};
}

}  // namespace armature
