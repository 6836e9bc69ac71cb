#include <armature/retarget/retarget_quality.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/retarget/retargeter.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/bake_source.hpp"
#include "ik/turns.hpp"
#include "retarget/bone_targets.hpp"
#include "retarget/foot_contacts.hpp"
#include "retarget/retarget_within.hpp"
#include "retarget/stance.hpp"
#include "skeleton/joint_access.hpp"
#include "words/moved_from.hpp"
#include "words/words.hpp"

namespace armature {

namespace {

constexpr const char* name = "a RetargetMeter";  // for messages
constexpr const char* checkName = "retarget quality";

/// Well within what a FootLock takes for planted, so that the moments at which it holds and releases a foot do not count as sliding.
constexpr ContactLimits contactLimits{0.05, 0.1};

/// Of one thing, over all frames.
struct Sum {
    double total = 0.;
    double largest = 0.;
    std::size_t count = 0;

    void add(double value) noexcept
    {
        total += value;
        largest = std::max(largest, value);
        ++count;
    }
    [[nodiscard]] std::optional<double> mean() const noexcept
    {
        return count > 0 ? std::optional(total / static_cast<double>(count)) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> worst() const noexcept { return count > 0 ? std::optional(largest) : std::nullopt; }
};

/// How a bone's direction is read: towards another joint or, without one, along a line of its own axes.
struct Pointer {
    std::size_t joint = 0;
    std::optional<std::size_t> next = {};
    glm::dvec3 line{0.};
};

/// A bone of the target and what it should point like.
struct MeasuredBone {
    std::size_t source = 0;
    Pointer sourcePointer = {};            ///< Of a pair.
    std::optional<ChainShare> share = {};  ///< Of a bone of a chain, in its place.
    Pointer target = {};
    Sum error = {};
};

/// The slides of both feet.
struct Slides {
    Sum target;
    Sum source;
};

/// A foot while it is planted. Places are those where the characters are; lengths are in the world of the target.
struct Contact {
    bool isKnown = false;
    bool isPlanted = false;
    glm::dvec3 sourceBall{0.};
    glm::dvec3 sourceBegin{0.};
    glm::dvec3 begin{0.};
    double slide = 0.;  ///< The farthest from where it began.
    double sourceSlide = 0.;

    void addTo(Slides& slides) const noexcept
    {
        slides.target.add(slide);
        slides.source.add(sourceSlide);
    }
};

/// A point on a sole, in a joint's own axes.
struct Sole {
    std::size_t joint = 0;
    glm::dvec3 point{0.};
};

/// A line of a rig at rest that goes with a joint.
Pointer along(const RestRig& rig, std::size_t joint, const glm::dvec3& line)
{
    return {joint, {}, rig.frames[joint].inverse().vector(line)};
}

Pointer towards(const RestRig& rig, std::size_t joint, std::size_t next, bool isHeading)
{
    return isHeading ? along(rig, joint, flat(rig.origins[next] - rig.origins[joint])) : Pointer{joint, next};
}

// Directions are those in the worlds of the rests: where the characters stand does not count.
glm::dvec3 directionOf(const RestRig& rig, const JointView& joints, const Pointer& pointer)
{
    if (pointer.next) {
        return placeOf(rig, joints, *pointer.next) - placeOf(rig, joints, pointer.joint);
    }
    return (rig.toWorld * JointAccess::frameOf(JointAccess::absolute(joints, pointer.joint))).vector(pointer.line);
}

/// What a joint has turned since its rest.
glm::dquat motionOf(const RestRig& rig, const JointView& joints, std::size_t joint)
{
    const Frame now = rig.toWorld * JointAccess::frameOf(JointAccess::absolute(joints, joint));
    return (now * rig.frames[joint].inverse()).rotation();
}

/// Where a chain of the source points at the middle of one of the target's bones.
glm::dvec3 directionOf(const RestRig& rig, const JointView& joints, const ChainShare& share)
{
    const glm::dquat first = motionOf(rig, joints, share.first);
    return (share.fraction > 0. ? blendTurns(first, motionOf(rig, joints, share.second), share.fraction) : first) * share.sourceLine;
}

}  // namespace

class RetargetMeter::State {
public:
    State(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target)
        : shared_(RetargetAccess::plan(retargeter)), plan_(*shared_), legs_(findLegs(plan_)), contacts_(legs_.size())
    {
        plan_.source.requireCount(checkName, source.bones().size());
        plan_.target.requireCount(checkName, target.bones().size());
        findPairs();
        findChains();
        findSoles();
        leftHand_ = plan_.map.find(HumanoidRole::LeftHand);
        rightHand_ = plan_.map.find(HumanoidRole::RightHand);
    }

    void add(const JointView& source, const JointView& target, double seconds)
    {
        plan_.source.requireCount(checkName, source.size());
        plan_.target.requireCount(checkName, target.size());
        if (!(seconds >= 0.) || !std::isfinite(seconds)) {
            throw std::invalid_argument(fmt::format("retarget quality: {} seconds, not a number from 0 on", seconds));
        }
        ++frameCount_;
        for (MeasuredBone& bone : bones_) {
            const glm::dvec3 from =
                bone.share ? directionOf(plan_.source, source, *bone.share) : directionOf(plan_.source, source, bone.sourcePointer);
            bone.error.add(angleBetween(from, directionOf(plan_.target, target, bone.target)));
        }
        const std::optional<RigPlace> sourcePlace = plan_.source.placeOf(source);
        const std::optional<RigPlace> targetPlace = plan_.target.placeOf(target);
        if (!sourcePlace || !targetPlace) {
            return;  // what has no size has no lengths
        }
        for (std::size_t i = 0; i < legs_.size(); ++i) {
            addContact(legs_[i], contacts_[i],
                       {*sourcePlace, *targetPlace, placeOf(plan_.source, source, legs_[i].sourceBall),
                        placeOf(plan_.target, target, legs_[i].targetBall), seconds});
        }
        addSoles(target, targetPlace->scale);
        addHands(source, target, targetPlace->scale);
    }

    [[nodiscard]] RetargetQuality quality() const
    {
        RetargetQuality quality{.frameCount = frameCount_};
        Sum directions;
        for (const MeasuredBone& bone : bones_) {
            if (const auto mean = bone.error.mean()) {
                quality.bones.push_back(
                    {plan_.source.names[bone.source], plan_.target.names[bone.target.joint], *mean, bone.error.largest});
                directions.total += bone.error.total;
                directions.largest = std::max(directions.largest, bone.error.largest);
                directions.count += bone.error.count;
            }
        }
        quality.meanDirectionError = directions.mean();
        quality.largestDirectionError = directions.worst();
        Slides slides = slides_;
        for (const Contact& contact : contacts_) {
            if (contact.isPlanted) {
                contact.addTo(slides);
            }
        }
        quality.contactCount = slides.target.count;
        quality.meanFootSlide = slides.target.mean();
        quality.largestFootSlide = slides.target.worst();
        quality.sourceFootSlide = slides.source.worst();
        quality.groundPenetration = depths_.worst();
        quality.meanHandError = hands_.mean();
        quality.largestHandError = hands_.worst();
        return quality;
    }

    void reset()
    {
        frameCount_ = 0;
        slides_ = {};
        depths_ = {};
        hands_ = {};
        std::ranges::fill(contacts_, Contact{});
        for (MeasuredBone& bone : bones_) {
            bone.error = {};
        }
    }

private:
    void findPairs()
    {
        std::vector<bool> isOfChain(plan_.target.size(), false);
        for (const RetargetChain& chain : plan_.map.chains) {
            for (const std::size_t joint : chain.target) {
                isOfChain[joint] = true;
            }
        }
        for (std::size_t i = 0; i < plan_.lines.size(); ++i) {
            const RetargetPair& pair = plan_.map.pairs[i];
            const BoneLine& line = plan_.lines[i];
            if (line.hasNext() && !isOfChain[pair.target]) {
                const bool isHeading = line.turn == RestTurn::Heading;
                bones_.push_back({.source = pair.source,
                                  .sourcePointer = towards(plan_.source, pair.source, line.sourceNext, isHeading),
                                  .target = towards(plan_.target, pair.target, line.targetNext, isHeading)});
            }
        }
    }

    void findChains()
    {
        for (const RetargetChain& chain : plan_.map.chains) {
            const std::vector<ChainShare> shares = shareChain(plan_.source, plan_.target, chain);
            for (std::size_t i = 0; i < shares.size(); ++i) {
                const ChainShare& share = shares[i];
                if (share.sourceLine == glm::dvec3(0.) || share.targetLine == glm::dvec3(0.)) {
                    continue;
                }
                const bool isLast = i + 1 == shares.size();
                bones_.push_back(
                    {.source = share.fraction < 0.5 ? share.first : share.second,
                     .share = share,
                     .target = isLast ? along(plan_.target, share.target, share.targetLine) : Pointer{share.target, shares[i + 1].target}});
            }
        }
    }

    void addContact(const RetargetLeg& leg, Contact& contact, const FootFrame& frame)
    {
        const glm::dvec3 sourceBall = frame.source.toNow.point(frame.sourceBall);
        const double height = (frame.sourceBall.y - leg.sourceRestHeight) / leg.sourceLength;
        const glm::dvec3 step = frame.source.fromNow.vector(sourceBall - contact.sourceBall);
        const bool isPlanted = frame.seconds > 0. && contact.isKnown ? isPlantedNow(contactLimits, contact.isPlanted, height,
                                                                                    glm::length(step) / leg.sourceLength / frame.seconds)
                                                                     : contact.isPlanted;
        if (isPlanted && !contact.isPlanted) {
            contact.begin = frame.target.toNow.point(frame.ball);
            contact.sourceBegin = sourceBall;
            contact.slide = 0.;
            contact.sourceSlide = 0.;
        } else if (isPlanted) {
            const double slide = glm::length(flat(frame.ball - frame.target.fromNow.point(contact.begin)));
            const double sourceSlide = glm::length(flat(frame.sourceBall - frame.source.fromNow.point(contact.sourceBegin)));
            contact.slide = std::max(contact.slide, frame.target.scale * slide);
            contact.sourceSlide = std::max(contact.sourceSlide, frame.target.scale * plan_.scale * sourceSlide);
        } else if (contact.isPlanted) {
            contact.addTo(slides_);
        }
        contact.isKnown = true;
        contact.isPlanted = isPlanted;
        contact.sourceBall = sourceBall;
    }

    void addSoles(const JointView& target, double scale)
    {
        for (const Sole& sole : soles_) {
            const Frame frame = plan_.target.toWorld * JointAccess::frameOf(JointAccess::absolute(target, sole.joint));
            depths_.add(scale * std::max(0., ground_ - frame.point(sole.point).y));
        }
    }

    void addHands(const JointView& source, const JointView& target, double scale)
    {
        if (leftHand_ != nullptr && rightHand_ != nullptr) {
            const double from =
                glm::distance(placeOf(plan_.source, source, leftHand_->source), placeOf(plan_.source, source, rightHand_->source));
            const double to =
                glm::distance(placeOf(plan_.target, target, leftHand_->target), placeOf(plan_.target, target, rightHand_->target));
            hands_.add(scale * std::abs(to - plan_.scale * from));
        }
    }

    void findSoles()
    {
        const Rises rises = risesOf(plan_.source, plan_.target, plan_.map, plan_.scale);
        const double rest = groundAtRest(plan_.target, plan_.map, rises);
        ground_ = rest + rises.target;
        for (const RetargetLeg& leg : legs_) {
            for (const std::size_t joint : {leg.target.foot, leg.targetBall}) {
                glm::dvec3 place = plan_.target.origins[joint];
                place.y = rest;
                soles_.push_back({joint, plan_.target.frames[joint].inverse().point(place)});
            }
        }
    }

    std::shared_ptr<const RetargetPlan> shared_;
    const RetargetPlan& plan_;
    std::vector<RetargetLeg> legs_;
    std::vector<Contact> contacts_;
    std::vector<MeasuredBone> bones_;
    std::vector<Sole> soles_;
    const RetargetPair* leftHand_ = nullptr;
    const RetargetPair* rightHand_ = nullptr;
    double ground_ = 0.;
    std::size_t frameCount_ = 0;
    Slides slides_;  // of contacts that are over
    Sum depths_;
    Sum hands_;
};

RetargetMeter::RetargetMeter(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target)
    : state_(std::make_unique<State>(retargeter, source, target))
{}

RetargetMeter::~RetargetMeter() = default;
RetargetMeter::RetargetMeter(RetargetMeter&&) noexcept = default;
RetargetMeter& RetargetMeter::operator=(RetargetMeter&&) noexcept = default;

void RetargetMeter::add(const JointView& source, const JointView& target, double seconds)
{
    stateOf(state_, name).add(source, target, seconds);
}

RetargetQuality RetargetMeter::getQuality() const
{
    return stateOf(state_, name).quality();
}

void RetargetMeter::reset()
{
    stateOf(state_, name).reset();
}

RetargetQuality measureRetarget(const Retargeter& retargeter, const AnimationClip& motion, const Skeleton& source,
                                const AnimationClip& result, const Skeleton& target, double framesPerSecond)
{
    Budget unlimited = Budget::unlimited();
    return measureRetargetWithin(unlimited, retargeter, motion, source, result, target, framesPerSecond);
}

RetargetQuality measureRetargetWithin(Budget& budget, const Retargeter& retargeter, const AnimationClip& motion, const Skeleton& source,
                                      const AnimationClip& result, const Skeleton& target, double framesPerSecond)
{
    const double count = std::max(1., std::ceil(motion.getDuration() * framesPerSecond));
    if (!(framesPerSecond > 0.) || !(count <= largestFrameCount)) {
        throw std::invalid_argument(fmt::format("retarget quality: {} frames a second are not more than 0 with at most {} frames",
                                                framesPerSecond, largestFrameCount));
    }
    RetargetMeter meter(retargeter, source, target);
    const auto plan = RetargetAccess::plan(retargeter);
    budget.require(productOf(static_cast<std::uint64_t>(count) + 1, 2 * (costOfLooking(plan->source) + costOfLooking(plan->target))));
    const SkeletonMotion from(motion, source);
    const SkeletonMotion to(result, target);
    Pose sourcePose{std::vector<Transform>(source.bones().size())};
    Pose pose{std::vector<Transform>(target.bones().size())};
    for (double frame = 0.; frame <= count; frame += 1.) {
        const double seconds = motion.getDuration() * frame / count;
        from.sample(seconds, sourcePose.bones);
        to.sample(seconds, pose.bones);
        meter.add(JointView(source, sourcePose), JointView(target, pose), frame > 0. ? motion.getDuration() / count : 0.);
    }
    return meter.getQuality();
}

}  // namespace armature
