#include "animation/baking/bake_source.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "animation/baking/kernels/placement_kernels.hpp"
#include "math/aligned_vector.hpp"

namespace armature {

namespace {

// The error of one bone at one moment: of its position and of points around it, as distances, and of its rotation, as the sine of half the
// angle.
struct Lengths {
    double position = 0.;
    double point = 0.;
    double turn = 0.;

    // Whether each length is at most the corresponding length of the other.
    [[nodiscard]] bool isWithin(const Lengths& other) const
    {
        return position <= other.position && point <= other.point && turn <= other.turn;
    }

    [[nodiscard]] Lengths operator+(const Lengths& other) const
    {
        return {position + other.position, point + other.point, turn + other.turn};
    }

    void raise(const Lengths& other)
    {
        position = std::max(position, other.position);
        point = std::max(point, other.point);
        turn = std::max(turn, other.turn);
    }
};

// Returns upper bounds of lengths: the root of a sum of squares is at least the greatest stretch.
Lengths boundOf(const DifferenceSquares& squares, double radius)
{
    const double position = std::sqrt(squares.position);
    return {position, position + radius * std::sqrt(squares.linear), std::sqrt(squares.turn)};
}

// Returns a margin for the error between measured points. Between two points, a smooth curve deviates from the straight line by an eighth
// of its second difference, if the second difference is constant. The margin is a quarter, because the second difference may be greater
// towards the ends, where it cannot be measured.
Lengths marginOf(std::span<const std::uint32_t> bones, std::span<const MomentDifferences> differences, double radius)
{
    const Lengths bend = boundOf(bendOf(bones, differences), radius);
    return {bend.position / 4., bend.point / 4., bend.turn / 4.};
}

}  // namespace

// Measures errors at several moments at once and keeps the worst.
class PoseErrors::State {
public:
    State(const BakeSource& source, double radius)
        : source_(source)
        , exact_(source.sampler())
        , radius_(radius)
        , exactLocals_(source.channels.size())
        , bakedLocals_(source.channels.size())
        , exactPlaced_(source.channels.size() + 1)
        , bakedPlaced_(source.channels.size() + 1)
        , differences_(source.channels.size())
    {
        const auto root = static_cast<std::uint32_t>(source.channels.size());
        exactPlaced_[root].reset();
        bakedPlaced_[root].reset();
        std::vector<bool> isBaked(source.channels.size(), false);
        for (const std::size_t bone : source.baked) {
            isBaked[bone] = true;
            baked_.push_back(static_cast<std::uint32_t>(bone));
        }
        for (const std::size_t bone : source.involved) {
            const std::size_t parent = source.parents[bone];
            links_.push_back({static_cast<std::uint32_t>(bone), parent != BakeSource::noBone ? static_cast<std::uint32_t>(parent) : root});
            exactLocals_[bone].fill(source.channels[bone].rest);
            if (!isBaked[bone]) {
                unbaked_.push_back(bone);
            }
        }
    }

    // Begins to measure the poses that `sample` writes, which must exist as long as it is used.
    void begin(const PoseSampler& sample)
    {
        sample_ = &sample;
        for (const PlacedBone& link : links_) {
            bakedLocals_[link.bone].fill(source_.channels[link.bone].rest);
        }
        worst_ = {};
        worstSmooth_ = {};
    }

    // Measures from `begin` to just before `end`: at both and at points in between. `end` itself belongs to the next interval, so a clip
    // that jumps there is measured on both sides of the jump.
    void addInterval(double begin, double end)
    {
        std::array<double, momentLanes> times{};
        for (std::size_t i = 0; i + 1 < momentLanes; ++i) {
            times[i] = begin + (end - begin) * (static_cast<double>(i) / (momentLanes - 1));
        }
        times.back() = std::nextafter(end, begin);
        measure(times, source_.jumpsBefore(end), true);
    }

    void addPoint(double seconds)
    {
        const bool jumps = source_.jumpsBefore(seconds);
        std::vector<double>& points = jumps ? jumpPoints_ : smoothPoints_;
        points.push_back(seconds);
        if (points.size() == momentLanes) {
            measurePoints(points, jumps);
        }
    }

    [[nodiscard]] BakeErrors result()
    {
        measurePoints(smoothPoints_, false);
        measurePoints(jumpPoints_, true);
        return {toError(worst_), toError(worstSmooth_)};
    }

private:
    [[nodiscard]] static BakeError toError(const Lengths& worst)
    {
        return {worst.position, worst.point, 2. * std::asin(std::min(1., worst.turn))};
    }

    void measurePoints(std::vector<double>& points, bool jumps)
    {
        if (!points.empty()) {
            points.resize(momentLanes, points.back());
            measure(std::span(points).first<momentLanes>(), jumps, false);
            points.clear();
        }
    }

    // `isInterval`: the moments follow each other at equal distances, and the error between them counts, too.
    void measure(std::span<const double, momentLanes> times, bool jumps, bool isInterval)
    {
        for (std::size_t lane = 0; lane < momentLanes; ++lane) {
            exact_.sample(times[lane], lane, exactLocals_);
            (*sample_)(times[lane], lane, bakedLocals_);
        }
        for (const std::size_t bone : unbaked_) {
            bakedLocals_[bone] = exactLocals_[bone];
        }
        placeMoments(links_, exactLocals_, exactPlaced_);
        placeMoments(links_, bakedLocals_, bakedPlaced_);
        Lengths lengths = boundOf(compareMoments(baked_, bakedPlaced_, exactPlaced_, differences_), radius_);
        if (changesNothing(isInterval ? lengths + lengths : lengths, true)) {  // no margin is greater than the largest length
            return;
        }
        if (isInterval && changesNothing(lengths + marginOf(baked_, differences_, radius_), true)) {
            return;
        }
        for (const std::uint32_t bone : baked_) {
            raise(bone, !jumps || !source_.hasJumpAbove[bone], isInterval);
        }
    }

    void raise(std::uint32_t bone, bool isSmooth, bool isInterval)
    {
        Lengths lengths = boundOf(largestOf(differences_[bone]), radius_);
        if (changesNothing(isInterval ? lengths + lengths : lengths, isSmooth)) {
            return;
        }
        const Lengths margin = isInterval ? marginOf(std::span(&bone, 1), differences_, radius_) : Lengths{};
        if (changesNothing(lengths + margin, isSmooth)) {
            return;
        }
        lengths.point = largestPoint(differences_[bone]);
        worst_.raise(lengths + margin);
        if (isSmooth) {
            worstSmooth_.raise(lengths + margin);
        }
    }

    [[nodiscard]] bool changesNothing(const Lengths& bound, bool isSmooth) const
    {
        return bound.isWithin(worst_) && (!isSmooth || bound.isWithin(worstSmooth_));
    }

    // NaN results from numbers too large for double.
    [[nodiscard]] double largestPoint(const MomentDifferences& differences) const
    {
        std::array<double, momentLanes> distances{};
        pointsOf(differences, radius_, distances);
        const bool isFinite = std::ranges::all_of(distances, [](double distance) { return std::isfinite(distance); });
        return isFinite ? std::ranges::max(distances) : std::numeric_limits<double>::infinity();
    }

    const BakeSource& source_;
    const PoseSampler* sample_ = nullptr;
    SkeletonSampler exact_;
    const double radius_;
    std::vector<std::uint32_t> baked_;
    std::vector<std::size_t> unbaked_;  // involved bones that are not baked
    std::vector<PlacedBone> links_;     // involved bones, parents first
    AlignedVector<LocalMoments> exactLocals_;
    AlignedVector<LocalMoments> bakedLocals_;
    AlignedVector<PlacedMoments> exactPlaced_;
    AlignedVector<PlacedMoments> bakedPlaced_;
    AlignedVector<MomentDifferences> differences_;
    std::vector<double> smoothPoints_;  // moments that wait until there are enough for all lanes
    std::vector<double> jumpPoints_;
    Lengths worst_;
    Lengths worstSmooth_;
};

BakeErrors measureBakeError(const BakedClip& baked, const BakeSource& source, double radius)
{
    std::vector<double> times;
    const double rate = source.framesPerSecond;
    for (std::size_t frame = 0; frame < source.frameTimes.size(); ++frame) {
        times.push_back(std::min(static_cast<double>(frame) / rate, baked.getDuration()));
    }
    times.insert(times.end(), source.keyTimes.begin(), source.keyTimes.end());
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());

    std::vector<Transform> pose(source.baked.size());
    PoseErrors errors(source, radius);
    return errors.between(times, [&](double seconds, std::size_t lane, std::span<LocalMoments> outBones) {
        baked.sample(seconds, pose);
        for (std::size_t i = 0; i < pose.size(); ++i) {
            outBones[source.baked[i]].set(lane, pose[i]);
        }
    });
}

PoseErrors::PoseErrors(const BakeSource& source, double radius) : source_(source), state_(std::make_unique<State>(source, radius)) {}

PoseErrors::~PoseErrors() = default;

BakeErrors PoseErrors::at(std::span<const double> times, const PoseSampler& sample)
{
    state_->begin(sample);
    for (const double time : times) {
        state_->addPoint(time);
    }
    return state_->result();
}

BakeErrors PoseErrors::between(std::span<const double> times, const PoseSampler& sample)
{
    state_->begin(sample);
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
        if (times[i + 1] - times[i]
            < 1e-4 / source_.framesPerSecond) {  // a key and a frame that only rounding separates: there is nothing to measure between them
            state_->addPoint(times[i]);
            state_->addPoint(std::nextafter(times[i + 1], 0.));
        } else {
            state_->addInterval(times[i], times[i + 1]);
        }
    }
    state_->addPoint(times.back());
    return state_->result();
}

}  // namespace armature
