#include <armature/retarget/retarget_clip.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/reduce_keys.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/baking/bake_source.hpp"
#include "animation/edits/editable_channel.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "base/words.hpp"
#include "ik/turns.hpp"
#include "retarget/bone_targets.hpp"
#include "retarget/foot_contacts.hpp"
#include "retarget/retarget_plan.hpp"
#include "retarget/retarget_within.hpp"

namespace armature {

namespace {

constexpr double shortestInterval = 1. / 480.;
constexpr double footRate = 60.;
constexpr double nearest = 1e-5;    // limit in seconds: a frame at a fixed rate that is closer than this to another frame is left out
constexpr double skinRadius = 0.1;  // see BakeOptions::radius

/// The target's pose at one time. If two poses have the same time, the motion jumps from the first to the second.
struct Frozen {
    double seconds = 0.;
    bool isBeforeJump = false;
    Pose pose = {};

    /// Returns the time at which the source is sampled for this pose: just before the jump for the first pose of a jump.
    [[nodiscard]] double moment() const { return isBeforeJump ? std::nextafter(seconds, 0.) : seconds; }
};

/// Returns the cost of finding the distance from each joint to the bones below it. This distance decides how large the error of the joint's
/// keys may be.
std::uint64_t costOfReach(const RestRig& rig)
{
    std::vector<std::uint64_t> depths(rig.size(), 0);
    std::uint64_t steps = 0;
    for (const std::uint32_t joint : rig.order) {
        depths[joint] = rig.parents[joint] != noSlot ? depths[rig.parents[joint]] + 1 : 0;
        steps += depths[joint];
    }
    return costOfWork(steps, 8);
}

/// Returns the cost of placing the joints that travel. Each is placed separately, through all its ancestors.
std::uint64_t costOfTravels(const RetargetPlan& plan)
{
    std::uint64_t steps = 0;
    for (const RetargetTravel& travel : plan.travels) {
        for (std::uint32_t joint = plan.target.parents[travel.target]; joint != noSlot; joint = plan.target.parents[joint]) {
            ++steps;
        }
    }
    return costOfWork(steps, 40);
}

void raise(BakeError& error, const BakeError& other)
{
    error.position = std::max(error.position, other.position);
    error.point = std::max(error.point, other.point);
    error.rotation = std::max(error.rotation, other.rotation);
}

class ClipRetargeting {
public:
    ClipRetargeting(const AnimationClip& clip, const Skeleton& source, Skeleton& target, const Retargeter& retargeter,
                    const RetargetClipOptions& options, Budget& budget)
        : clip_(clip)
        , options_(options)
        , source_(source)
        , target_(target)
        , retargeter_(retargeter)
        , shared_(RetargetAccess::plan(retargeter))
        , plan_(*shared_)
        , motion_(clip, source)
        , sourcePose_{std::vector<Transform>(source.bones().size())}
        , bound_(findBound())
        , lock_(makeLock())
        , budget_(budget)
        , costOfPose_(costOfLooking(plan_.source) + costOfLooking(plan_.target) + costOfTravels(plan_))
    {
        if (!motion_.movesAnything()) {
            refuseEdit(clip,
                       fmt::format("it cannot be retargeted: it moves no bone of the source skeleton {}", inQuotes(source.getName())));
        }
    }

    RetargetedClip run()
    {
        chooseFrames();
        if (lock_) {
            lockFeet();
        }
        RetargetedClip result;
        result.clip = toClip(clip_.getName(), makeChannels());
        result.error = error_;
        if (options_.reducesKeys) {
            constexpr std::uint64_t looksAtFrame = 4;  // how often each frame is read to compare poses
            budget_.require(costOfReach(plan_.target) + productOf(frames_.size(), looksAtFrame * costOfLooking(plan_.target)));
            const ReducedClip reduced =
                reduceKeys(*result.clip, target_, {.maxError = {0.5 * *bound_.point, 0.5 * bound_.rotation}, .radius = skinRadius});
            result.clip = reduced.clip;
            result.error.position += reduced.error.position;
            result.error.point += reduced.error.point;
            result.error.rotation += reduced.error.rotation;
        }
        for (const AnimationChannel& channel : result.clip->channels()) {
            result.keyCount += result.clip->timeTrack(channel.timeTrack).size();
        }
        return result;
    }

private:
    [[nodiscard]] BakeBound findBound() const
    {
        BakeBound bound = options_.maxError;
        bound.point = bound.point.value_or(0.001 * std::max(skinRadius, static_cast<double>(glm::length(target_.getDimensionsAtRest()))));
        if (!(*bound.point > 0.) || !(bound.rotation > 0.)) {
            refuseEdit(clip_,
                       fmt::format("it cannot be retargeted with the bounds point = {} and rotation = {}", *bound.point, bound.rotation));
        }
        return bound;
    }

    [[nodiscard]] std::optional<FootLock> makeLock() const
    {
        if (!options_.feet) {
            return std::nullopt;
        }
        try {
            return FootLock(retargeter_, source_, target_, *options_.feet);
        } catch (const std::invalid_argument& refused) {
            refuseEdit(clip_, fmt::format("it cannot be retargeted with feet: {}", refused.what()));
        }
    }

    void pose(Frozen& frame)
    {
        budget_.require(costOfPose_);
        frame.pose.bones.resize(plan_.target.size());
        motion_.sample(frame.moment(), sourcePose_.bones);
        retargeter_.retarget(JointView(source_, sourcePose_), JointView(target_, frame.pose));
    }

    // --- when -------------------------------------------------------------------------------------------------------

    /// Makes frames at the start, the end, every jump and, unless a rate is given, every key. Adds frames at the given rate and, if feet
    /// are held, at footRate, except frames that are too close to others.
    void chooseFrames()
    {
        const MotionTimes motion = motion_.times();
        std::vector<double> times = options_.framesPerSecond ? motion.jumps : motion.keys;
        times.push_back(0.);
        times.push_back(clip_.getDuration());
        std::ranges::sort(times);
        std::vector<double> even;
        addRate(even, options_.framesPerSecond);
        addRate(even, options_.feet ? std::optional(footRate) : std::nullopt);
        std::ranges::sort(even);
        const std::size_t fixed = times.size();
        for (const double time : even) {
            const auto next = std::lower_bound(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(fixed), time);
            const bool isFar = *next - time > nearest && (next == times.begin() || time - *std::prev(next) > nearest);
            if (isFar && (times.size() == fixed || time - times.back() > nearest)) {
                times.push_back(time);
            }
        }
        std::ranges::sort(times);
        times.erase(std::unique(times.begin(), times.end()), times.end());
        for (const double time : times) {
            const bool isJump = time > 0. && std::ranges::binary_search(motion.jumps, time);
            if (isJump) {
                append({.seconds = time, .isBeforeJump = true});
            }
            append({.seconds = time});
            if (options_.onProgress) {
                options_.onProgress(clip_.getDuration() > 0. ? time / clip_.getDuration() : 1.);
            }
        }
    }

    void addRate(std::vector<double>& times, const std::optional<double>& rate) const
    {
        if (!rate) {
            return;
        }
        const double count = std::max(1., std::round(clip_.getDuration() * *rate));
        if (!(*rate > 0.) || !(count <= largestFrameCount)) {
            refuseEdit(clip_, fmt::format("it cannot be retargeted at {} frames a second: more than 0 and at most {} frames are possible",
                                          *rate, largestFrameCount));
        }
        for (double frame = 0.; frame < count; frame += 1.) {
            times.push_back(clip_.getDuration() * frame / count);
        }
    }

    /// Appends a frame. Unless a rate is given, puts as many frames before it as the error bound requires, not closer than
    /// shortestInterval.
    void append(Frozen frame)
    {
        pose(frame);
        if (!frames_.empty() && frames_.back().seconds < frame.seconds) {
            fill(Frozen(frames_.back()), frame);
        }
        keep(std::move(frame));
    }

    void keep(Frozen frame)
    {
        budget_.require(productOf(plan_.target.size(), sizeof(Transform)));
        frames_.push_back(std::move(frame));
    }

    void fill(const Frozen& from, const Frozen& to)
    {
        const double interval = to.seconds - from.seconds;
        BakeError error;
        Frozen middle;
        arcs_.clear();
        for (std::size_t joint = 0; joint < plan_.target.size(); ++joint) {
            arcs_.emplace_back(glm::dquat(from.pose.bones[joint].rotation), glm::dquat(to.pose.bones[joint].rotation));
        }
        for (const double part : {0.25, 0.5, 0.75}) {
            Frozen exact{.seconds = from.seconds + part * interval};
            pose(exact);
            raise(error, errorOf(from, to, part, exact.pose));
            if (part == 0.5) {
                middle = std::move(exact);
            }
        }
        const double allowed = options_.reducesKeys ? 0.5 : 1.;
        const bool isKept = error.point <= allowed * *bound_.point && error.rotation <= allowed * bound_.rotation;
        if (isKept || interval < 2. * shortestInterval || options_.framesPerSecond) {
            raise(error_, error);
            return;
        }
        fill(from, middle);
        keep(middle);
        fill(middle, to);
    }

    // --- how far off ------------------------------------------------------------------------------------------------

    struct Placed {
        glm::dvec3 origin{0.};
        glm::dquat turn{1., 0., 0., 0.};
        glm::dvec3 scale{1.};  // product of the scales, without shear
    };

    static Placed below(const Placed& above, const glm::dvec3& translation, const glm::dquat& rotation, const glm::vec3& scale)
    {
        return {above.origin + above.turn * (above.scale * translation), above.turn * rotation, above.scale * glm::dvec3(scale)};
    }

    /// Returns the error, in skeleton space, of interpolating between two frames, at the fraction `part` of their interval. Precondition:
    /// arcs_ holds the arcs between the frames.
    [[nodiscard]] BakeError errorOf(const Frozen& from, const Frozen& to, double part, const Pose& exact)
    {
        BakeError error;
        keyed_.resize(plan_.target.size());
        exact_.resize(plan_.target.size());
        for (const std::uint32_t joint : plan_.target.order) {
            const std::uint32_t parent = plan_.target.parents[joint];
            const Transform& a = from.pose.bones[joint];
            const Transform& b = to.pose.bones[joint];
            const Transform& wanted = exact.bones[joint];
            const glm::dvec3 translation = glm::mix(glm::dvec3(a.translation), glm::dvec3(b.translation), part);
            const glm::dquat rotation = glm::normalize(arcs_[joint].at(part));
            keyed_[joint] = below(parent != noSlot ? keyed_[parent] : Placed{}, translation, rotation, a.scale);
            exact_[joint] = below(parent != noSlot ? exact_[parent] : Placed{}, glm::dvec3(wanted.translation),
                                  glm::normalize(glm::dquat(wanted.rotation)), wanted.scale);
            const double distance = glm::distance(keyed_[joint].origin, exact_[joint].origin);
            const double turn = angleOf(glm::normalize(keyed_[joint].turn), glm::normalize(exact_[joint].turn));
            const glm::dvec3 scale = glm::abs(exact_[joint].scale);
            const double size = std::max({scale.x, scale.y, scale.z});
            raise(error, {distance, distance + skinRadius * size * 2. * std::sin(0.5 * turn), turn});
        }
        return error;
    }

    // --- feet -------------------------------------------------------------------------------------------------------

    void lockFeet()
    {
        const std::vector<RetargetLeg> legs = findLegs(plan_);
        std::vector<glm::dvec3> balls(legs.size());
        std::vector<double> memory;
        const Frozen* before = nullptr;
        for (Frozen& frame : frames_) {
            motion_.sample(frame.moment(), sourcePose_.bones);
            const JointView source(source_, sourcePose_);
            const bool isJump = before != nullptr && before->isBeforeJump;
            for (std::size_t i = 0; i < legs.size(); ++i) {
                const glm::dvec3 ball = placeOf(plan_.source, source, legs[i].sourceBall);
                if (isJump && glm::distance(ball, balls[i]) > options_.feet->plantHeight * legs[i].sourceLength) {
                    memory.clear();  // the feet start anew after a jump of the motion
                }
                balls[i] = ball;
            }
            const double seconds = before != nullptr ? frame.seconds - before->seconds : 0.;
            lock_->solve(source, JointView(target_, frame.pose), seconds, memory);
            before = &frame;
        }
    }

    // --- channels ---------------------------------------------------------------------------------------------------

    [[nodiscard]] std::vector<EditableChannel> makeChannels()
    {
        std::vector<EditableChannel> channels;
        std::vector<bool> turns(plan_.target.size(), false);
        for (const RetargetLink& link : plan_.links) {
            turns[link.target] = true;
        }
        for (const RetargetTwistPlan& twist : plan_.twists) {
            turns[twist.target] = true;
        }
        for (std::size_t joint = 0; joint < turns.size(); ++joint) {
            if (plan_.travelOf[joint] != noSlot || plan_.stretchOf[joint] != noSlot) {
                channels.push_back(makeChannel(joint, ChannelPath::Translation));
            }
            if (turns[joint]) {
                channels.push_back(makeChannel(joint, ChannelPath::Rotation));
                alignSigns(channels.back());
            }
        }
        std::ranges::move(channelsBesideBones(clip_), std::back_inserter(channels));
        return channels;
    }

    [[nodiscard]] EditableChannel makeChannel(std::size_t joint, ChannelPath path)
    {
        const bool isRotation = path == ChannelPath::Rotation;
        EditableChannel channel{channelTargetOf(*target_.bones()[joint]), path, Interpolation::Linear, isRotation ? 4U : 3U};
        std::array<double, 4> numbers{};
        for (const Frozen& frame : frames_) {
            const Transform& local = frame.pose.bones[joint];
            if (isRotation) {
                storeRotation(glm::normalize(glm::dquat(local.rotation)), numbers);
            } else {
                numbers = {static_cast<double>(local.translation.x), static_cast<double>(local.translation.y),
                           static_cast<double>(local.translation.z)};
            }
            channel.append(frame.seconds, std::span(numbers).first(channel.components));
        }
        return channel;
    }

    const AnimationClip& clip_;
    const RetargetClipOptions& options_;
    const Skeleton& source_;
    Skeleton& target_;
    const Retargeter& retargeter_;
    std::shared_ptr<const RetargetPlan> shared_;
    const RetargetPlan& plan_;
    SkeletonMotion motion_;
    Pose sourcePose_;
    BakeBound bound_;
    std::optional<FootLock> lock_;
    Budget& budget_;
    std::uint64_t costOfPose_;
    std::vector<Frozen> frames_;
    std::vector<RotationArc> arcs_;
    std::vector<Placed> keyed_;
    std::vector<Placed> exact_;
    BakeError error_;
};

}  // namespace

RetargetedClip retargetClip(const AnimationClip& clip, const Skeleton& source, Skeleton& target, const Retargeter& retargeter,
                            const RetargetClipOptions& options)
{
    Budget unlimited = Budget::unlimited();
    return retargetWithin(unlimited, clip, source, target, retargeter, options);
}

std::uint64_t costOfLooking(const RestRig& rig)
{
    return costOfWork(rig.size(), 160);
}

RetargetedClip retargetWithin(Budget& budget, const AnimationClip& clip, const Skeleton& source, Skeleton& target,
                              const Retargeter& retargeter, const RetargetClipOptions& options)
{
    if (source.bones().size() != retargeter.sourceCount() || target.bones().size() != retargeter.targetCount()) {
        refuseEdit(clip, fmt::format("it cannot be retargeted from {} to {} with a retargeter for {} and {}",
                                     counted(source.bones().size(), "bone"), target.bones().size(), retargeter.sourceCount(),
                                     retargeter.targetCount()));
    }
    return ClipRetargeting(clip, source, target, retargeter, options, budget).run();
}

}  // namespace armature
