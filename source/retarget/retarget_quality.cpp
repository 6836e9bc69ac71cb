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

#include "ik/moved_from.hpp"
#include "ik/turns.hpp"
#include "retarget/bone_targets.hpp"
#include "retarget/foot_contacts.hpp"
#include "retarget/stance.hpp"
#include "skeleton/joint_access.hpp"
#include "words/words.hpp"

namespace armature {

namespace {

constexpr const char* name = "a RetargetMeter";  // for messages

/// Well within what a FootLock takes for planted, so that the moments at which it holds and releases a foot do not count as sliding.
constexpr ContactLimits contactLimits{0.05, 0.1};

struct LineSum {
    std::size_t pair = 0;
    glm::dvec3 sourceHeading{0.};  ///< Of a foot: where it points at rest from above, in its own axes.
    glm::dvec3 targetHeading{0.};
    double sum = 0.;
    double largest = 0.;
    std::size_t count = 0;
};

/// A foot while it is planted.
struct Contact {
    bool isKnown = false;
    bool isPlanted = false;
    glm::dvec3 sourceBall{0.};
    glm::dvec3 sourceBegin{0.};
    glm::dvec3 begin{0.};
    double slide = 0.;  ///< The farthest from where it began.
    double sourceSlide = 0.;
};

/// A point on a sole, in a joint's own axes.
struct Sole {
    std::size_t joint = 0;
    glm::dvec3 point{0.};
};

void requireCount(const char* kind, std::size_t count, std::size_t expected)
{
    if (count != expected) {
        throw std::invalid_argument(fmt::format("retarget quality: {} for a {} of {}", counted(count, "joint"), kind, expected));
    }
}

}  // namespace

class RetargetMeter::State {
public:
    State(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target)
        : shared_(RetargetAccess::plan(retargeter)), plan_(*shared_), legs_(findLegs(plan_)), contacts_(legs_.size())
    {
        requireCount("source", source.bones().size(), plan_.source.size());
        requireCount("target", target.bones().size(), plan_.target.size());
        for (std::size_t i = 0; i < plan_.lines.size(); ++i) {
            if (plan_.lines[i].hasNext()) {
                sums_.push_back(lineOf(i));
            }
        }
        findSoles();
        leftHand_ = plan_.map.find(HumanoidRole::LeftHand);
        rightHand_ = plan_.map.find(HumanoidRole::RightHand);
    }

    void add(const JointView& source, const JointView& target, double seconds)
    {
        requireCount("source", source.size(), plan_.source.size());
        requireCount("target", target.size(), plan_.target.size());
        if (!(seconds >= 0.) || !std::isfinite(seconds)) {
            throw std::invalid_argument(fmt::format("retarget quality: {} seconds, not a number from 0 on", seconds));
        }
        ++quality_.frameCount;
        const Frame sourceWorld = plan_.source.worldOf(source);
        const Frame world = plan_.target.worldOf(target);
        addLines(source, target);
        for (std::size_t i = 0; i < legs_.size(); ++i) {
            addContact(legs_[i], contacts_[i], placeIn(sourceWorld, source, legs_[i].sourceBall),
                       placeIn(world, target, legs_[i].targetBall), seconds);
        }
        for (const Sole& sole : soles_) {
            const Frame frame = world * JointAccess::frameOf(JointAccess::absolute(target, sole.joint));
            quality_.groundPenetration = std::max(quality_.groundPenetration, ground_ - frame.point(sole.point).y);
        }
        if (leftHand_ != nullptr && rightHand_ != nullptr) {
            const double from =
                glm::distance(placeIn(sourceWorld, source, leftHand_->source), placeIn(sourceWorld, source, rightHand_->source));
            const double to = glm::distance(placeIn(world, target, leftHand_->target), placeIn(world, target, rightHand_->target));
            const double error = std::abs(to - plan_.scale * from);
            handSum_ += error;
            quality_.largestHandError = std::max(quality_.largestHandError, error);
        }
    }

    [[nodiscard]] RetargetQuality quality() const
    {
        RetargetQuality quality = quality_;
        double sum = 0.;
        std::size_t count = 0;
        for (const LineSum& line : sums_) {
            const RetargetPair& pair = plan_.map.pairs[line.pair];
            const double mean = line.count > 0 ? line.sum / static_cast<double>(line.count) : 0.;
            quality.bones.push_back({plan_.source.names[pair.source], plan_.target.names[pair.target], mean, line.largest});
            quality.largestDirectionError = std::max(quality.largestDirectionError, line.largest);
            sum += line.sum;
            count += line.count;
        }
        quality.meanDirectionError = count > 0 ? sum / static_cast<double>(count) : 0.;
        double slides = slideSum_;
        for (const Contact& contact : contacts_) {
            if (contact.isPlanted) {
                slides += contact.slide;
                ++quality.contactCount;
                quality.largestFootSlide = std::max(quality.largestFootSlide, contact.slide);
                quality.sourceFootSlide = std::max(quality.sourceFootSlide, contact.sourceSlide);
            }
        }
        quality.meanFootSlide = quality.contactCount > 0 ? slides / static_cast<double>(quality.contactCount) : 0.;
        quality.meanHandError = quality.frameCount > 0 ? handSum_ / static_cast<double>(quality.frameCount) : 0.;
        return quality;
    }

    void reset()
    {
        quality_ = {};
        slideSum_ = 0.;
        handSum_ = 0.;
        std::ranges::fill(contacts_, Contact{});
        for (LineSum& line : sums_) {
            line = lineOf(line.pair);
        }
    }

private:
    [[nodiscard]] LineSum lineOf(std::size_t number) const
    {
        const RetargetPair& pair = plan_.map.pairs[number];
        const BoneLine& line = plan_.lines[number];
        LineSum sum{.pair = number};
        if (line.turn == RestTurn::Heading) {
            sum.sourceHeading = headingOf(plan_.source, pair.source, line.sourceNext);
            sum.targetHeading = headingOf(plan_.target, pair.target, line.targetNext);
        }
        return sum;
    }

    static glm::dvec3 headingOf(const RestRig& rig, std::size_t joint, std::size_t next)
    {
        return rig.frames[joint].inverse().vector(flat(rig.origins[next] - rig.origins[joint]));
    }

    // Directions are those in skeleton space, turned as the worlds are at rest: where the characters stand does not count.
    void addLines(const JointView& source, const JointView& target)
    {
        for (LineSum& line : sums_) {
            const RetargetPair& pair = plan_.map.pairs[line.pair];
            const BoneLine& next = plan_.lines[line.pair];
            const glm::dvec3 from = directionOf(plan_.source, source, pair.source, next.sourceNext, line.sourceHeading);
            const glm::dvec3 to = directionOf(plan_.target, target, pair.target, next.targetNext, line.targetHeading);
            const double error = angleBetween(from, to);
            line.sum += error;
            line.largest = std::max(line.largest, error);
            ++line.count;
        }
    }

    static glm::dvec3 directionOf(const RestRig& rig, const JointView& joints, std::size_t joint, std::size_t next,
                                  const glm::dvec3& heading)
    {
        const Frame frame = rig.toWorld * JointAccess::frameOf(JointAccess::absolute(joints, joint));
        return heading != glm::dvec3(0.) ? frame.vector(heading) : placeIn(rig.toWorld, joints, next) - frame.origin;
    }

    void addContact(const RetargetLeg& leg, Contact& contact, const glm::dvec3& sourceBall, const glm::dvec3& ball, double seconds)
    {
        const double height = (sourceBall.y - leg.sourceRestHeight) / leg.sourceLength;
        const double way = contact.isKnown ? glm::distance(sourceBall, contact.sourceBall) / leg.sourceLength : 0.;
        const bool isPlanted =
            seconds > 0. && contact.isKnown ? isPlantedNow(contactLimits, contact.isPlanted, height, way / seconds) : contact.isPlanted;
        if (isPlanted && !contact.isPlanted) {
            contact.begin = ball;
            contact.sourceBegin = sourceBall;
            contact.slide = 0.;
            contact.sourceSlide = 0.;
        } else if (isPlanted) {
            contact.slide = std::max(contact.slide, glm::length(flat(ball - contact.begin)));
            contact.sourceSlide = std::max(contact.sourceSlide, plan_.scale * glm::length(flat(sourceBall - contact.sourceBegin)));
        } else if (contact.isPlanted) {
            ++quality_.contactCount;
            slideSum_ += contact.slide;
            quality_.largestFootSlide = std::max(quality_.largestFootSlide, contact.slide);
            quality_.sourceFootSlide = std::max(quality_.sourceFootSlide, contact.sourceSlide);
        }
        contact.isKnown = true;
        contact.isPlanted = isPlanted;
        contact.sourceBall = sourceBall;
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
    std::vector<LineSum> sums_;
    std::vector<Sole> soles_;
    const RetargetPair* leftHand_ = nullptr;
    const RetargetPair* rightHand_ = nullptr;
    double ground_ = 0.;
    RetargetQuality quality_;
    double slideSum_ = 0.;
    double handSum_ = 0.;
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
    constexpr double mostFrames = 1 << 20;
    const double count = std::max(1., std::ceil(motion.getDuration() * framesPerSecond));
    if (!(framesPerSecond > 0.) || !(count <= mostFrames)) {
        throw std::invalid_argument(
            fmt::format("retarget quality: {} frames a second are not more than 0 with at most {} frames", framesPerSecond, mostFrames));
    }
    RetargetMeter meter(retargeter, source, target);
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
