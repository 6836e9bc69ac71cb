#include <armature/retarget/foot_lock.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/moved_from.hpp"
#include "base/words.hpp"
#include "math/numbers.hpp"
#include "retarget/foot_contacts.hpp"
#include "retarget/stance.hpp"
#include "skeleton/joint_access.hpp"

namespace armature {

namespace {

constexpr const char* lockName = "a FootLock";  // for messages
constexpr const char* footLockName = "foot lock";

/// The state of a foot between frames, as plain doubles. Unless stated otherwise, positions are in the characters' current worlds, so that
/// a foot stays in place while its host moves on.
struct HeldFoot {
    double isKnown = 0.;
    double isPlanted = 0.;
    glm::dvec3 sourceBall{0.};  ///< The last position of the source's ball, in the source's world.
    glm::dvec3 held{0.};        ///< The point over which the target's ball stays while planted, in the target's world; its height is
                                ///< ignored.
    glm::dvec3 from{0.};        ///< The foot's offset from the motion when it was last planted or released, in the rest world.
    double since = 0.;          ///< Seconds since the foot was last planted or released.
    glm::dvec3 trail{0.};       ///< Follows the source's ball with a lag, so that noise in a recording does not release the foot. In the
                                ///< source's world.
};
constexpr std::size_t heldSize = 15;
constexpr double trailSeconds = 0.04;  // lag of HeldFoot::trail
static_assert(sizeof(HeldFoot) == heldSize * sizeof(double));

/// The correction that a foot needs in this frame.
struct FootWish {
    glm::dvec3 offset{0.};  ///< In the target's rest world.
    double beyondReach = 0.;
};

void requireOption(const char* name, double number)
{
    if (!(number >= 0.) || !std::isfinite(number)) {
        throw std::invalid_argument(fmt::format("foot lock: {} is {}, not a number from 0 on", name, number));
    }
}

double smoothPart(double since, double duration) noexcept
{
    const double part = duration > 0. ? std::clamp(since / duration, 0., 1.) : 1.;
    return part * part * (3. - 2. * part);
}

}  // namespace

class FootLock::State {
public:
    State(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target, const FootLockOptions& options)
        : shared_(RetargetAccess::plan(retargeter)), plan_(*shared_), options_(options), legs_(findLegs(plan_))
    {
        requireOption("plantHeight", options.plantHeight);
        requireOption("plantSpeed", options.plantSpeed);
        requireOption("releaseSeconds", options.releaseSeconds);
        requireOption("maxDrop", options.maxDrop);
        requireOption("maxLag", options.maxLag);
        plan_.source.requireCount(footLockName, source.bones().size());
        plan_.target.requireCount(footLockName, target.bones().size());
        if (legs_.empty()) {
            throw std::invalid_argument(
                fmt::format("foot lock, target skeleton {}: no leg is mapped from thigh to foot, each bone the parent of the next",
                            inQuotes(plan_.target.skeletonName)));
        }
        if (const RetargetPair* const travelling = travellingPair(plan_.map)) {
            hips_ = travelling->target;
        }
    }

    [[nodiscard]] std::size_t legCount() const noexcept { return legs_.size(); }

    void solve(const JointView& source, JointView& target, double seconds, IkMemory& memory, std::span<FootLockReport> outFeet) const
    {
        plan_.source.requireCount(footLockName, source.size());
        plan_.target.requireCount(footLockName, target.size());
        if (!(seconds >= 0.) || !std::isfinite(seconds)) {
            throw std::invalid_argument(fmt::format("foot lock: {} seconds, not a number from 0 on", seconds));
        }
        if (!memory.empty() && memory.size() != heldSize * legs_.size()) {
            throw std::invalid_argument(
                fmt::format("foot lock: a memory of {} numbers, not of {}", memory.size(), heldSize * legs_.size()));
        }
        memory.resize(heldSize * legs_.size());
        const std::optional<RigPlace> sourcePlace = plan_.source.placeOf(source);
        const std::optional<RigPlace> targetPlace = plan_.target.placeOf(target);
        std::ranges::fill(outFeet.first(std::min(outFeet.size(), legs_.size())), FootLockReport{});
        if (!sourcePlace || !targetPlace) {
            return;  // a character scaled to nothing has no feet
        }
        std::array<FootWish, legRoles.size()> wishes;
        std::array<bool, legRoles.size()> isPlanted{};
        for (std::size_t i = 0; i < legs_.size(); ++i) {
            HeldFoot foot;
            std::memcpy(static_cast<void*>(&foot), memory.data() + heldSize * i, sizeof foot);
            const FootFrame frame{*sourcePlace, *targetPlace, placeOf(plan_.source, source, legs_[i].sourceBall),
                                  placeOf(plan_.target, target, legs_[i].targetBall), seconds};
            if (isFinite(frame.sourceBall) && isFinite(frame.ball)) {
                wishes[i].offset = follow(foot, legs_[i], frame);
            } else {
                foot = {};  // a pose that is not finite leaves nothing in the memory
            }
            isPlanted[i] = foot.isPlanted != 0.;
            std::memcpy(memory.data() + heldSize * i, static_cast<const void*>(&foot), sizeof foot);
        }
        place(target, std::span(wishes).first(legs_.size()));
        for (std::size_t i = 0; i < std::min(outFeet.size(), legs_.size()); ++i) {
            outFeet[i] = {isPlanted[i], glm::length(targetPlace->toNow.vector(wishes[i].offset)),
                          targetPlace->scale * wishes[i].beyondReach};
        }
    }

private:
    // --- planting and offsets ---------------------------------------------------------------------------------------

    /// Updates the foot's state and returns the foot's offset from the motion.
    [[nodiscard]] glm::dvec3 follow(HeldFoot& foot, const RetargetLeg& leg, const FootFrame& frame) const noexcept
    {
        const glm::dvec3 sourceBall = frame.source.toNow.point(frame.sourceBall);
        const bool wasPlanted = foot.isPlanted != 0.;
        const bool isKnown = foot.isKnown != 0.;
        bool isPlanted = wasPlanted;
        if (!isKnown || frame.seconds > 0.) {
            foot.trail =
                isKnown && wasPlanted ? glm::mix(foot.trail, sourceBall, frame.seconds / (frame.seconds + trailSeconds)) : sourceBall;
            const glm::dvec3 way = frame.source.fromNow.vector(sourceBall - (wasPlanted ? foot.trail : foot.sourceBall));
            const double speed = isKnown ? glm::length(way) / (wasPlanted ? trailSeconds : frame.seconds) : 0.;
            isPlanted = isPlantedNow({options_.plantHeight, options_.plantSpeed}, wasPlanted, heightOf(leg, frame) / leg.sourceLength,
                                     speed / leg.sourceLength);
        }
        foot.since += frame.seconds;
        const glm::dvec3 kept = offsetOf(foot, leg, frame);
        glm::dvec3 before = kept;
        if (!(glm::length(before) <= std::max(1., 2. * options_.maxLag) * leg.targetLength)) {
            before = glm::dvec3(0.);  // the motion has jumped too far to fade from the previous position
        }
        if (isPlanted && wasPlanted && (before != kept || glm::length(before) > options_.maxLag * leg.targetLength)) {
            isPlanted = false;
        }
        if (isPlanted != wasPlanted) {
            foot.from = before;
            foot.held = frame.target.toNow.point(frame.ball + before);
            foot.since = isKnown ? 0. : options_.releaseSeconds;
            foot.isPlanted = isPlanted ? 1. : 0.;
        }
        foot.isKnown = 1.;
        foot.sourceBall = sourceBall;
        return offsetOf(foot, leg, frame);
    }

    /// Returns the foot's offset from the motion. The offset of a released foot fades from HeldFoot::from to zero. A planted foot stays
    /// over its point on the ground; its height above rest approaches the scaled height of the source's foot above rest.
    [[nodiscard]] glm::dvec3 offsetOf(const HeldFoot& foot, const RetargetLeg& leg, const FootFrame& frame) const noexcept
    {
        const double part = smoothPart(foot.since, options_.releaseSeconds);
        if (foot.isPlanted == 0.) {
            return (1. - part) * foot.from;
        }
        const glm::dvec3 held = frame.target.fromNow.point(foot.held);
        const double rise = leg.targetRestHeight + plan_.scale * heightOf(leg, frame) - frame.ball.y;
        return {held.x - frame.ball.x, glm::mix(foot.from.y, rise, part), held.z - frame.ball.z};
    }

    /// Returns how much higher the source's foot is than at rest.
    [[nodiscard]] static double heightOf(const RetargetLeg& leg, const FootFrame& frame) noexcept
    {
        return frame.sourceBall.y - leg.sourceRestHeight;
    }

    // --- moving the legs --------------------------------------------------------------------------------------------

    void place(JointView& target, std::span<FootWish> wishes) const
    {
        const PlainFrame world(plan_.target.toWorld);
        const Frame& fromWorld = plan_.target.fromWorld;
        std::array<PosedLeg, legRoles.size()> animated;
        std::array<PlainVector, legRoles.size()> ankles;
        double drop = 0.;
        for (std::size_t i = 0; i < legs_.size(); ++i) {
            animated[i].readFrom(target, legs_[i].target);
            const PlainVector hip = animated[i].hipInSkeleton();
            const PlainVector ankle = animated[i].ankleInSkeleton();
            ankles[i] = ankle + PlainVector(fromWorld.vector(wishes[i].offset));
            drop = std::max(drop, dropFor(legs_[i], world.vector(hip - ankle).toGlm(), world.vector(hip - ankles[i]).toGlm()));
        }
        if (!hips_ || !lowerHips(target, fromWorld.vector({0., -drop, 0.}))) {
            drop = 0.;
        }
        for (std::size_t i = 0; i < legs_.size(); ++i) {
            if (drop == 0. && wishes[i].offset == glm::dvec3(0.)) {
                continue;
            }
            PosedLeg posed;
            posed.readFrom(target, legs_[i].target);
            const LegGoal goal{.animated = &animated[i], .ankle = ankles[i], .kneeDirection = PlainVector(legs_[i].kneeDirection)};
            const LegSolution solution = solveLeg(posed, goal, world);
            wishes[i].beyondReach = solution.beyondReach;
            if (solution.isSolved && posed.write(target, legs_[i].target)) {
                shareTwists(target, legs_[i].target);
            }
        }
    }

    /// Updates the bones that share the twist of a leg that has moved.
    void shareTwists(JointView& target, const LegJoints& leg) const
    {
        for (const RetargetTwistPlan& twist : plan_.twists) {
            if (twist.of == leg.upper || twist.of == leg.lower || twist.of == leg.foot) {
                target.setRotationQuaternion(twist.target,
                                             rotationOf(plan_.target, twist, JointAccess::transform(target, twist.of).rotation));
            }
        }
    }

    /// Returns how far the hips must go down for the ankle to reach its goal, at most maxDrop times the leg's length. Both vectors lead
    /// from the ankle to the hip joint: `animated` in the motion, `wanted` with the ankle at its goal.
    [[nodiscard]] double dropFor(const RetargetLeg& leg, const glm::dvec3& animated, const glm::dvec3& wanted) const noexcept
    {
        constexpr double almostStraight = 0.9995;  // limit, as a fraction of the leg's length; a leg that is straighter in the motion may
                                                   // stay so
        const double reach = std::max(almostStraight * leg.targetLength, std::min(glm::length(animated), leg.targetLength));
        if (glm::dot(wanted, wanted) <= reach * reach) {
            return 0.;
        }
        const double across = glm::length(flat(wanted));
        const double drop = wanted.y - (across < reach ? std::sqrt(reach * reach - across * across) : 0.);
        return std::clamp(drop, 0., options_.maxDrop * leg.targetLength);
    }

    /// Moves the hips by `way`, in skeleton space. Returns false, and leaves them in place, if `way` is zero or the axes above the hips are
    /// singular, or if the new pose cannot be written.
    [[nodiscard]] bool lowerHips(JointView& target, const glm::dvec3& way) const
    {
        const Frame above = JointAccess::above(target, *hips_);
        if (way == glm::dvec3(0.) || !above.isInvertible()) {
            return false;
        }
        PosedJoint hips = JointAccess::read(target, *hips_);
        hips.center += above.inverse().vector(way);
        if (!JointAccess::isWritable(target, *hips_, hips)) {
            return false;
        }
        JointAccess::write(target, *hips_, hips);
        return true;
    }

    std::shared_ptr<const RetargetPlan> shared_;
    const RetargetPlan& plan_;
    FootLockOptions options_;
    std::vector<RetargetLeg> legs_;
    std::optional<std::size_t> hips_;
};

FootLock::FootLock(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target, const FootLockOptions& options)
    : state_(std::make_unique<const State>(retargeter, source, target, options))
{}

FootLock::~FootLock() = default;
FootLock::FootLock(FootLock&&) noexcept = default;
FootLock& FootLock::operator=(FootLock&&) noexcept = default;

void FootLock::solve(const JointView& source, JointView target, double seconds, IkMemory& memory, std::span<FootLockReport> outFeet) const
{
    stateOf(state_, lockName).solve(source, target, seconds, memory, outFeet);
}

std::size_t FootLock::legCount() const
{
    return stateOf(state_, lockName).legCount();
}

}  // namespace armature
