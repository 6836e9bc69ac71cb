#include <armature/retarget/retarget_quality.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <armature/retarget/retargeter.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/baking/bake_source.hpp"
#include "base/moved_from.hpp"
#include "base/words.hpp"
#include "ik/turns.hpp"
#include "math/numbers.hpp"
#include "retarget/bone_targets.hpp"
#include "retarget/foot_contacts.hpp"
#include "retarget/retarget_within.hpp"
#include "retarget/stance.hpp"
#include "retarget/up_evidence.hpp"
#include "skeleton/joint_access.hpp"

namespace armature {

namespace {

constexpr const char* retargetMeterName = "a RetargetMeter";  // for messages
constexpr const char* retargetQualityName = "retarget quality";

/// Limits of a planted foot: stricter than a FootLock's, so that moments at which it plants or releases a foot do not count as slides.
constexpr ContactLimits contactLimits{0.05, 0.1};

/// Sum, maximum and count of one quantity over all frames.
struct Sum {
    double total = 0.;
    double largest = 0.;
    std::size_t count = 0;

    /// Returns false and changes nothing if the value or the sum is not finite.
    bool add(double value) noexcept
    {
        if (!std::isfinite(value) || !std::isfinite(total + value)) {
            return false;
        }
        total += value;
        largest = std::max(largest, value);
        ++count;
        return true;
    }
    [[nodiscard]] std::optional<double> mean() const noexcept
    {
        return count > 0 ? std::optional(total / static_cast<double>(count)) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> worst() const noexcept { return count > 0 ? std::optional(largest) : std::nullopt; }
};

/// The direction of a bone: towards the joint `next` or, if there is none, along a line in the bone's own axes.
struct Pointer {
    std::size_t joint = 0;
    std::optional<std::size_t> next = {};
    glm::dvec3 line{0.};
};

/// A bone of the target, and the source's direction that it should have.
struct MeasuredBone {
    std::size_t source = 0;
    Pointer sourcePointer = {};            ///< The direction of the source bone of a pair.
    std::optional<ChainShare> share = {};  ///< For a bone of a chain, used instead of sourcePointer.
    Pointer target = {};
    Sum error = {};
};

/// How far feet slid while planted, for the target and for the source.
struct Slides {
    Sum target;
    Sum source;
};

/// A foot's contact, judged by the source's motion. Positions are in the characters' current worlds, lengths in the target's world.
struct Contact {
    bool isKnown = false;
    bool isPlanted = false;
    glm::dvec3 sourceBall{0.};
    glm::dvec3 sourceBegin{0.};
    glm::dvec3 begin{0.};
    double slide = 0.;  ///< The greatest horizontal distance of the target's ball from `begin`.
    double sourceSlide = 0.;

    void addTo(Slides& slides) const noexcept
    {
        slides.target.add(slide);
        slides.source.add(sourceSlide);
    }
};

/// The contact of the target's foot with the ground, judged by its own motion alone.
struct OwnContact {
    bool isKnown = false;
    bool isPlanted = false;
    glm::dvec3 ball{0.};
    std::size_t count = 0;
};

/// The lowest of the finite heights added so far; no value if there were none.
struct Lowest {
    std::optional<double> height = {};

    bool add(double value) noexcept
    {
        height = std::isfinite(value) ? std::min(height.value_or(value), value) : height;
        return std::isfinite(value);
    }
};

/// The pairs of the first and the last joint of a limb.
struct LimbEnds {
    const RetargetPair* from = nullptr;
    const RetargetPair* to = nullptr;
};

/// Returns the angle between directions of any length; NaN if one of them is zero or not finite.
double angleOfDirections(const glm::dvec3& a, const glm::dvec3& b) noexcept
{
    const auto unit = [](const glm::dvec3& vector) {
        const glm::dvec3 size = glm::abs(vector);
        const double largest = std::max({size.x, size.y, size.z});
        return vector / largest;  // so that squares neither vanish nor overflow
    };
    return isFinite(a) && isFinite(b) ? angleBetween(unit(a), unit(b)) : std::numeric_limits<double>::quiet_NaN();
}

/// A point on a sole, in a joint's own axes.
struct Sole {
    std::size_t joint = 0;
    glm::dvec3 point{0.};
};

/// Returns a pointer along a line that moves with a joint; `line` is its direction at rest, in the rest world.
Pointer along(const RestRig& rig, std::size_t joint, const glm::dvec3& line)
{
    return {joint, {}, rig.frames[joint].inverse().vector(line)};
}

Pointer towards(const RestRig& rig, std::size_t joint, std::size_t next, bool isHeading)
{
    return isHeading ? along(rig, joint, flat(rig.origins[next] - rig.origins[joint])) : Pointer{joint, next};
}

// Directions are in the rest worlds, so the characters' placements have no effect.
glm::dvec3 directionOf(const RestRig& rig, JointPlaces& joints, const Pointer& pointer)
{
    if (pointer.next) {
        return placeOf(rig, joints, *pointer.next) - placeOf(rig, joints, pointer.joint);
    }
    return (rig.toWorld * JointAccess::frameOf(joints.at(pointer.joint))).vector(pointer.line);
}

/// Returns the direction of the source's chain at the point that matches the middle of a bone of the target.
glm::dvec3 directionOf(const RestRig& rig, JointPlaces& joints, const ChainShare& share)
{
    const auto turnOf = [&](std::size_t joint) {  // the joint's rotation since its rest
        return (rig.toWorld * JointAccess::frameOf(joints.at(joint)) * rig.frames[joint].inverse()).rotation();
    };
    const glm::dquat first = turnOf(share.first);
    return (share.fraction > 0. ? blendTurns(first, turnOf(share.second), share.fraction) : first) * share.sourceLine;
}

/// Returns, in words, the faults that the measurements show. `leg` is the length of the target's legs.
std::vector<std::string> faultsOf(const RetargetQuality& quality, double leg)
{
    constexpr double mostAskew = 25. / 180. * std::numbers::pi;
    constexpr double mostUneven = 0.15;    // limit in leg lengths: height of feet over the ground, or over the source's height
    constexpr double mostElsewhere = 0.5;  // limit in leg lengths: distance of the hips from the source's position
    std::vector<std::string> faults;
    if (quality.unmeasuredCount > 0) {
        faults.push_back(fmt::format("{} of {} could not be measured: not finite, or too large or too small for it",
                                     quality.unmeasuredCount, counted(quality.frameCount, "frame")));
    }
    if (quality.meanLimbError > mostAskew) {
        faults.push_back(fmt::format("limbs point elsewhere in the world than the source's: {:.0f} degrees off on average, {:.0f} at most",
                                     glm::degrees(*quality.meanLimbError), glm::degrees(*quality.largestLimbError)));
    }
    const auto inLegs = [&](const std::optional<double>& length) { return leg > 0. && length ? *length / leg : 0.; };
    const double source = inLegs(quality.sourceClearance);
    const double target = inLegs(quality.clearance);
    if (std::abs(source) > mostUneven) {
        faults.push_back(
            fmt::format("the source does not stand on the ground, height 0 of its world: its feet come down to {:.2f} legs {} it",
                        std::abs(source), source > 0. ? "above" : "below"));
    }
    if (std::abs(target - source) > mostUneven) {
        faults.push_back(fmt::format("the character does not stand where the source stands: its feet come down to {:.2f} legs, the "
                                     "source's to {:.2f}",
                                     target, source));
    }
    if (inLegs(quality.placeError) > mostElsewhere) {
        faults.push_back(fmt::format("the character is {:.1f} legs aside of where the source is", inLegs(quality.placeError)));
    }
    if (quality.contactCount > 0 && quality.targetContactCount == 0) {
        faults.push_back(fmt::format("feet stand {} in the source, and never on the character", counted(quality.contactCount, "time")));
    }
    return faults;
}

}  // namespace

class RetargetMeter::State {
public:
    State(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target)
        : shared_(RetargetAccess::plan(retargeter))
        , plan_(*shared_)
        , legs_(findLegs(plan_))
        , contacts_(legs_.size())
        , ownContacts_(legs_.size())
    {
        plan_.source.requireCount(retargetQualityName, source.bones().size());
        plan_.target.requireCount(retargetQualityName, target.bones().size());
        findPairs();
        findChains();
        findSoles();
        findLimbs();
        leftHand_ = plan_.map.find(HumanoidRole::LeftHand);
        rightHand_ = plan_.map.find(HumanoidRole::RightHand);
    }

    void add(const JointView& sourceView, const JointView& targetView, double seconds)
    {
        plan_.source.requireCount(retargetQualityName, sourceView.size());
        plan_.target.requireCount(retargetQualityName, targetView.size());
        if (!(seconds >= 0.) || !std::isfinite(seconds)) {
            throw std::invalid_argument(fmt::format("retarget quality: {} seconds, not a number from 0 on", seconds));
        }
        ++frameCount_;
        isWhole_ = true;
        sourceJoints_.begin(sourceView);
        targetJoints_.begin(targetView);
        JointPlaces& source = sourceJoints_;
        JointPlaces& target = targetJoints_;
        for (MeasuredBone& bone : bones_) {
            const glm::dvec3 from =
                bone.share ? directionOf(plan_.source, source, *bone.share) : directionOf(plan_.source, source, bone.sourcePointer);
            note(bone.error.add(angleOfDirections(from, directionOf(plan_.target, target, bone.target))));
        }
        addLimbs(source, target);
        const std::optional<RigPlace> sourcePlace = plan_.source.placeOf(sourceView);
        const std::optional<RigPlace> targetPlace = plan_.target.placeOf(targetView);
        if (sourcePlace && targetPlace) {  // a character scaled to nothing has no lengths
            addFeet(source, target, {*sourcePlace, *targetPlace, {}, {}, seconds});
            addSoles(target, targetPlace->scale);
            addHands(source, target, targetPlace->scale);
        } else {
            note(false);
        }
        unmeasuredCount_ += isWhole_ ? 0U : 1U;
    }

    [[nodiscard]] RetargetQuality quality() const
    {
        RetargetQuality quality{.frameCount = frameCount_, .unmeasuredCount = unmeasuredCount_};
        quality.meanLimbError = limbErrors_.mean();
        quality.largestLimbError = limbErrors_.worst();
        quality.placeError = places_.mean();
        quality.sourceClearance = sourceLowest_.height;
        quality.clearance = lowest_.height;
        for (const OwnContact& contact : ownContacts_) {
            quality.targetContactCount += contact.count;
        }
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
        double leg = 0.;
        for (const RetargetLeg& each : legs_) {
            leg += each.targetLength / static_cast<double>(legs_.size());
        }
        quality.faults = faultsOf(quality, leg);
        addFaultOfUp(quality);
        return quality;
    }

    void reset()
    {
        frameCount_ = 0;
        unmeasuredCount_ = 0;
        limbErrors_ = {};
        places_ = {};
        sourceLowest_ = {};
        lowest_ = {};
        std::ranges::fill(ownContacts_, OwnContact{});
        upEvidence_ = {};
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

    void findLimbs()
    {
        using enum HumanoidRole;
        constexpr std::array<std::array<HumanoidRole, 2>, 5> limbs{
            {{Hips, Head}, {LeftUpperArm, LeftHand}, {RightUpperArm, RightHand}, {LeftUpperLeg, LeftFoot}, {RightUpperLeg, RightFoot}}};
        for (const auto& [from, to] : limbs) {
            const LimbEnds limb{plan_.map.find(from), plan_.map.find(to)};
            if (limb.from != nullptr && limb.to != nullptr) {
                limbs_.push_back(limb);
            }
        }
        toGiven_ = glm::conjugate(plan_.target.turned);
        sourceToGiven_ = plan_.turnBetweenWorlds() * glm::conjugate(plan_.source.turned);
        hips_ = plan_.map.find(HumanoidRole::Hips);
    }

    void note(bool isMeasured) noexcept { isWhole_ = isWhole_ && isMeasured; }

    /// Returns a source joint's position in the target's world as given: converts up axis and heading, but does not align the rests.
    [[nodiscard]] glm::dvec3 sourcePlaceOf(JointPlaces& source, std::size_t joint) const
    {
        return sourceToGiven_ * placeOf(plan_.source, source, joint);
    }
    [[nodiscard]] glm::dvec3 targetPlaceOf(JointPlaces& target, std::size_t joint) const
    {
        return toGiven_ * placeOf(plan_.target, target, joint);
    }

    void addLimbs(JointPlaces& source, JointPlaces& target)
    {
        for (const LimbEnds& limb : limbs_) {
            note(limbErrors_.add(angleOfDirections(sourcePlaceOf(source, limb.to->source) - sourcePlaceOf(source, limb.from->source),
                                                   targetPlaceOf(target, limb.to->target) - targetPlaceOf(target, limb.from->target))));
        }
        if (hips_ != nullptr) {
            note(places_.add(glm::length(flat(targetPlaceOf(target, hips_->target) - plan_.scale * sourcePlaceOf(source, hips_->source)))));
        }
    }

    void addFeet(JointPlaces& source, JointPlaces& target, FootFrame frame)
    {
        for (std::size_t i = 0; i < legs_.size(); ++i) {
            const RetargetLeg& leg = legs_[i];
            frame.sourceBall = placeOf(plan_.source, source, leg.sourceBall);
            frame.ball = placeOf(plan_.target, target, leg.targetBall);
            if (!isFinite(frame.sourceBall) || !isFinite(frame.ball)) {
                contacts_[i].isKnown = contacts_[i].isPlanted = false;
                ownContacts_[i].isKnown = ownContacts_[i].isPlanted = false;
                note(false);
                continue;
            }
            addRest(source, leg, contacts_[i], frame);
            addContact(leg, contacts_[i], frame);
            addOwnContact(leg, ownContacts_[i], frame);
            note(sourceLowest_.add(plan_.scale * (sourcePlaceOf(source, leg.sourceBall).y - leg.sourceRestHeight)));
            note(lowest_.add(targetPlaceOf(target, leg.targetBall).y - leg.targetRestHeight));
        }
    }

    /// Adds evidence about the up direction if the source's foot is slow in all directions. Heights would need an assumed up direction.
    void addRest(JointPlaces& source, const RetargetLeg& leg, const Contact& contact, const FootFrame& frame)
    {
        const glm::dvec3 step = frame.source.fromNow.vector(frame.source.toNow.point(frame.sourceBall) - contact.sourceBall);
        if (hips_ != nullptr && contact.isKnown && glm::length(step) < contactLimits.speed * leg.sourceLength * frame.seconds) {
            const glm::dquat asGiven = glm::conjugate(plan_.source.turned);
            upEvidence_.add(asGiven * frame.sourceBall, asGiven * placeOf(plan_.source, source, hips_->source));
        }
    }

    void addFaultOfUp(RetargetQuality& quality) const
    {
        const glm::dvec3 up = glm::conjugate(plan_.source.turned) * glm::dvec3(0., 1., 0.);
        const std::string fault = legs_.empty() ? std::string() : upEvidence_.faultOf(up, legs_.front().sourceLength);
        quality.faults.insert(quality.faults.end(), fault.empty() ? 0U : 1U, fault);
    }

    static void addOwnContact(const RetargetLeg& leg, OwnContact& contact, const FootFrame& frame)
    {
        const glm::dvec3 ball = frame.target.toNow.point(frame.ball);
        if (contact.isKnown && frame.seconds > 0.) {
            const double speed = glm::length(frame.target.fromNow.vector(ball - contact.ball)) / leg.targetLength / frame.seconds;
            const double height = (frame.ball.y - leg.targetRestHeight) / leg.targetLength;
            const bool isPlanted = isPlantedNow(contactLimits, contact.isPlanted, height, speed);
            contact.count += isPlanted && !contact.isPlanted ? 1U : 0U;
            contact.isPlanted = isPlanted;
        }
        contact.isKnown = true;
        contact.ball = ball;
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

    void addSoles(JointPlaces& target, double scale)
    {
        for (const Sole& sole : soles_) {
            const Frame frame = plan_.target.toWorld * JointAccess::frameOf(target.at(sole.joint));
            note(depths_.add(scale * std::max(0., ground_ - frame.point(sole.point).y)));
        }
    }

    void addHands(JointPlaces& source, JointPlaces& target, double scale)
    {
        if (leftHand_ != nullptr && rightHand_ != nullptr) {
            const double from =
                glm::distance(placeOf(plan_.source, source, leftHand_->source), placeOf(plan_.source, source, rightHand_->source));
            const double to =
                glm::distance(placeOf(plan_.target, target, leftHand_->target), placeOf(plan_.target, target, rightHand_->target));
            note(hands_.add(scale * std::abs(to - plan_.scale * from)));
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
    const RetargetPair* hips_ = nullptr;
    std::vector<LimbEnds> limbs_;
    glm::dquat sourceToGiven_{1., 0., 0., 0.};  // from the source's rest world to the target's world as given
    glm::dquat toGiven_{1., 0., 0., 0.};
    std::vector<OwnContact> ownContacts_;
    JointPlaces sourceJoints_{plan_.source.size()};
    JointPlaces targetJoints_{plan_.target.size()};
    bool isWhole_ = true;  // whether everything in the frame being added could be measured
    std::size_t frameCount_ = 0;
    std::size_t unmeasuredCount_ = 0;
    Sum limbErrors_;
    Sum places_;
    Lowest sourceLowest_;
    Lowest lowest_;
    UpEvidence upEvidence_;
    Slides slides_;  // slides of contacts that have ended
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
    stateOf(state_, retargetMeterName).add(source, target, seconds);
}

RetargetQuality RetargetMeter::getQuality() const
{
    return stateOf(state_, retargetMeterName).quality();
}

void RetargetMeter::reset()
{
    stateOf(state_, retargetMeterName).reset();
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
    SkeletonMotion from(motion, source);
    SkeletonMotion to(result, target);
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
