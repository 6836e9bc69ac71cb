#include <armature/retarget/retarget_clip.hpp>

#include <algorithm>
#include <array>
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
#include "animation/baking/kernels/placement_kernels.hpp"
#include "animation/edits/editable_channel.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "base/words.hpp"
#include "math/aligned_vector.hpp"
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

/// The joints of the target that retargeting turns or moves.
struct MovedJoints {
    explicit MovedJoints(const RetargetPlan& plan) : turns(plan.target.size(), false), moves(plan.target.size(), false)
    {
        for (const RetargetLink& link : plan.links) {
            turns[link.target] = true;
        }
        for (const RetargetTwistPlan& twist : plan.twists) {
            turns[twist.target] = true;
        }
        for (std::size_t joint = 0; joint < moves.size(); ++joint) {
            moves[joint] = plan.travelOf[joint] != noSlot || plan.stretchOf[joint] != noSlot;
        }
    }

    std::vector<bool> turns;
    std::vector<bool> moves;
};

/// Measures, for several intervals between two frames at once, the error of interpolation at a quarter, half and three quarters.
class QuarterErrors {
public:
    static constexpr std::size_t parts = 3;

    QuarterErrors(const RestRig& target, const MovedJoints& moved) : moved_(moved)
    {
        const auto root = static_cast<std::uint32_t>(target.size());
        for (const std::uint32_t joint : target.order) {
            joints_.push_back(joint);
            links_.push_back({joint, target.parents[joint] != noSlot ? target.parents[joint] : root});
        }
        AlignedVector<LocalMoments> rests(target.size());
        for (std::size_t joint = 0; joint < target.size(); ++joint) {
            rests[joint].fill(target.rests[joint]);
        }
        ends_.fill(rests);
        exact_.fill(rests);
        keyed_.fill(rests);
        for (auto* const placed : {&exactPlaced_, &keyedPlaced_}) {
            placed->resize(target.size() + 1);
            placed->back().reset();
        }
        differences_.resize(target.size());
    }

    void setEnds(std::size_t lane, const Pose& from, const Pose& to)
    {
        write(from, lane, ends_[0]);
        write(to, lane, ends_[1]);
    }

    void setExact(std::size_t part, std::size_t lane, const Pose& pose) { write(pose, lane, exact_[part]); }

    /// Measures all lanes.
    void measure()
    {
        largest_ = {};
        mixQuarters(ends_[0], ends_[1], {keyed_[0], keyed_[1], keyed_[2]});
        for (std::size_t part = 0; part < parts; ++part) {
            placeMoments(links_, exact_[part], exactPlaced_);
            placeMoments(links_, keyed_[part], keyedPlaced_);
            compareMoments(joints_, keyedPlaced_, exactPlaced_, differences_);
            raiseLargest(joints_, differences_, skinRadius, largest_);
        }
    }

    [[nodiscard]] BakeError at(std::size_t lane) const
    {
        return {std::sqrt(largest_.position[lane]), largest_.point[lane], 2. * std::asin(std::min(1., std::sqrt(largest_.turn[lane])))};
    }

private:
    void write(const Pose& pose, std::size_t lane, AlignedVector<LocalMoments>& out) const
    {
        for (std::size_t joint = 0; joint < out.size(); ++joint) {
            if (moved_.turns[joint]) {
                out[joint].setRotation(lane, pose.bones[joint].rotation);
            }
            if (moved_.moves[joint]) {
                out[joint].setTranslation(lane, pose.bones[joint].translation);
            }
        }
    }

    const MovedJoints& moved_;
    std::vector<std::uint32_t> joints_;
    std::vector<PlacedBone> links_;
    std::array<AlignedVector<LocalMoments>, 2> ends_;
    std::array<AlignedVector<LocalMoments>, parts> exact_;
    std::array<AlignedVector<LocalMoments>, parts> keyed_;
    AlignedVector<PlacedMoments> exactPlaced_;
    AlignedVector<PlacedMoments> keyedPlaced_;
    AlignedVector<MomentDifferences> differences_;
    LargestMoments largest_;
};

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
        , moved_(plan_)
        , errors_(plan_.target, moved_)
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
        std::size_t told = 0;
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (times[i] > 0. && std::ranges::binary_search(motion.jumps, times[i])) {
                addKey({.seconds = times[i], .isBeforeJump = true});
            }
            addKey({.seconds = times[i]});
            if (batch_.size() > momentLanes || i + 1 == times.size()) {
                finishBatch();
                for (; told <= i && options_.onProgress; ++told) {
                    options_.onProgress(clip_.getDuration() > 0. ? times[told] / clip_.getDuration() : 1.);
                }
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

    void addKey(Frozen frame)
    {
        pose(frame);
        batch_.push_back(std::move(frame));
    }

    /// Between two frames of a batch, which are indices in batch_.
    struct Interval {
        std::size_t from = 0;
        std::size_t to = 0;
    };

    /// Unless a rate is given, puts as many frames between those of the batch as the error bound requires, not closer than
    /// shortestInterval. Keeps all but the first frame, which is the last one that was kept before; a new batch begins with the last.
    void finishBatch()
    {
        std::vector<Interval> open;
        for (std::size_t i = 0; i + 1 < batch_.size(); ++i) {
            if (batch_[i].seconds < batch_[i + 1].seconds) {
                open.push_back({i, i + 1});
            }
        }
        while (!open.empty()) {
            const std::size_t count = std::min(open.size(), momentLanes);
            const std::vector<Interval> measured(open.end() - static_cast<std::ptrdiff_t>(count), open.end());
            open.resize(open.size() - count);
            measure(measured);
            for (std::size_t lane = 0; lane < count; ++lane) {
                if (!isEnough(measured[lane], errors_.at(lane))) {
                    batch_.push_back(middles_[lane]);
                    open.push_back({measured[lane].from, batch_.size() - 1});
                    open.push_back({batch_.size() - 1, measured[lane].to});
                }
            }
        }
        std::ranges::stable_sort(batch_, {}, &Frozen::seconds);  // frames at a jump stay in order
        for (std::size_t i = frames_.empty() ? 0 : 1; i < batch_.size(); ++i) {
            budget_.require(productOf(plan_.target.size(), sizeof(Transform)));
            frames_.push_back(std::move(batch_[i]));
        }
        batch_ = {frames_.back()};
    }

    void measure(std::span<const Interval> intervals)
    {
        for (std::size_t lane = 0; lane < intervals.size(); ++lane) {
            const Frozen& from = batch_[intervals[lane].from];
            const Frozen& to = batch_[intervals[lane].to];
            errors_.setEnds(lane, from.pose, to.pose);
            for (std::size_t part = 0; part < QuarterErrors::parts; ++part) {
                Frozen& exact = part == QuarterErrors::parts / 2 ? middles_[lane] : quarter_;
                exact.seconds = from.seconds + 0.25 * static_cast<double>(part + 1) * (to.seconds - from.seconds);
                pose(exact);
                errors_.setExact(part, lane, exact.pose);
            }
        }
        errors_.measure();
    }

    /// Returns whether no frame is needed in an interval, and then counts its error.
    [[nodiscard]] bool isEnough(const Interval& interval, const BakeError& error)
    {
        const double allowed = options_.reducesKeys ? 0.5 : 1.;
        const bool isWithin = error.point <= allowed * *bound_.point && error.rotation <= allowed * bound_.rotation;
        const double length = batch_[interval.to].seconds - batch_[interval.from].seconds;
        const bool result = isWithin || length < 2. * shortestInterval || options_.framesPerSecond;
        if (result) {
            raise(error_, error);
        }
        return result;
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
        for (std::size_t joint = 0; joint < plan_.target.size(); ++joint) {
            if (moved_.moves[joint]) {
                channels.push_back(makeChannel(joint, ChannelPath::Translation));
            }
            if (moved_.turns[joint]) {
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
        channel.times.reserve(frames_.size());
        channel.values.reserve(frames_.size() * channel.components);
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
    MovedJoints moved_;
    QuarterErrors errors_;
    SkeletonMotion motion_;
    Pose sourcePose_;
    BakeBound bound_;
    std::optional<FootLock> lock_;
    Budget& budget_;
    std::uint64_t costOfPose_;
    std::vector<Frozen> frames_;
    std::vector<Frozen> batch_;
    std::array<Frozen, momentLanes> middles_;  // frames in the middle of the intervals that are measured
    Frozen quarter_;
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
