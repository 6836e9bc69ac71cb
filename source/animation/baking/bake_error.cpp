#include "animation/baking/bake_source.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/transform.hpp>

namespace armature {

namespace {

// Number of measurements per interval between two neighbouring keys or frames: one at each end, and seven in between.
constexpr std::size_t pointCount = 9;

struct Placement {
    glm::dmat3 linear{1.};
    glm::dvec3 position{0.};
    glm::dquat turn{1., 0., 0., 0.};  // the combined rotations from the root to this bone
};

Placement below(const Placement& parent, const Transform& local)
{
    // Rotations are applied as a bone applies them: a rotation that is not quite normalised, which an exact clip may hold, rotates and
    // stretches a little.
    const glm::dquat rotation(local.rotation);
    const glm::dvec3 scale(local.scale);
    glm::dmat3 linear = glm::mat3_cast(rotation);
    for (int column = 0; column < 3; ++column) {
        linear[column] *= scale[column];
    }
    const double length = glm::length(rotation);
    return {parent.linear * linear, parent.linear * glm::dvec3(local.translation) + parent.position,
            length > 0. ? parent.turn * (rotation * (1. / length)) : parent.turn};
}

// The difference between a baked placement and the exact one: baked minus exact.
struct PlacementDifference {
    glm::dvec3 position{0.};
    glm::dmat3 linear{0.};
    glm::dvec3 turn{0.};  // the axis of the difference in rotation, scaled by the sine of half its angle
};

PlacementDifference differenceOf(const Placement& baked, const Placement& exact)
{
    const glm::dquat turn = glm::conjugate(exact.turn) * baked.turn;
    const glm::dvec3 axis(turn.x, turn.y, turn.z);
    return {baked.position - exact.position, baked.linear - exact.linear, turn.w < 0. ? -axis : axis};
}

double squaredSum(const glm::dmat3& m)
{
    return glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]);
}

// Returns the greatest factor by which a matrix lengthens a vector: the square root of the greatest eigenvalue of transpose(m) * m. The
// formula for this eigenvalue is that of O. Smith, "Eigenvalues of a symmetric 3x3 matrix", 1961.
double greatestStretch(const glm::dmat3& m)
{
    const glm::dmat3 squared = glm::transpose(m) * m;
    const double mean = (squared[0][0] + squared[1][1] + squared[2][2]) / 3.;
    const glm::dmat3 rest = squared - glm::dmat3(mean);
    const double spread = std::sqrt(squaredSum(rest) / 6.);
    if (!(spread > mean * 1e-14)) {
        return std::sqrt(mean);
    }
    const double cosine = std::clamp(glm::determinant(rest / spread) / 2., -1., 1.);
    return std::sqrt(mean + 2. * spread * std::cos(std::acos(cosine) / 3.));
}

// Returns the greater number. NaN, which results from numbers too large for double, counts as greater than all numbers.
double greater(double a, double b)
{
    return a >= b || std::isnan(a) ? a : b;
}

// The error of one bone at one moment: of its position and of points around it, as distances, and of its rotation, as the sine of half the
// angle.
struct Lengths {
    double position = 0.;
    double point = 0.;
    double turn = 0.;

    // Whether each length is at most the corresponding length of the other. False for NaN.
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
        position = greater(position, other.position);
        point = greater(point, other.point);
        turn = greater(turn, other.turn);
    }
};

Lengths errorLengths(const PlacementDifference& d, double radius)
{
    const double position = glm::length(d.position);
    return {position, position + radius * greatestStretch(d.linear), glm::length(d.turn)};
}

// Returns an upper bound of errorLengths() at a fraction of its cost: the root of the sum of squares is at least the greatest stretch.
Lengths boundOfLengths(const PlacementDifference& d, double radius)
{
    const double position = glm::length(d.position);
    return {position, position + radius * std::sqrt(squaredSum(d.linear)), glm::length(d.turn)};
}

// Returns a margin for the error between measured points. Between two points, a smooth curve deviates from the straight line by an eighth
// of its second difference, if the second difference is constant. The margin is a quarter, because the second difference may be greater
// towards the ends, where it cannot be measured.
Lengths marginOf(const PlacementDifference& before, const PlacementDifference& here, const PlacementDifference& after, double radius)
{
    const double position = glm::length(before.position - 2. * here.position + after.position) / 4.;
    const double linear = std::sqrt(squaredSum(before.linear - 2. * here.linear + after.linear)) / 4.;
    return {position, position + radius * linear, glm::length(before.turn - 2. * here.turn + after.turn) / 4.};
}

// Measures errors interval by interval and keeps the worst.
class ErrorMeasurement {
public:
    ErrorMeasurement(const BakeSource& source, double radius, const PoseSampler& sample)
        : sample_(sample)
        , source_(source)
        , exact_(source.sampler())
        , radius_(radius)
        , bakedPose_(source.baked.size())
        , bakedPlaces_(source.channels.size(), BakeSource::noBone)
        , exactPlacements_(source.channels.size())
        , bakedPlacements_(source.channels.size())
    {
        for (std::size_t i = 0; i < source.baked.size(); ++i) {
            bakedPlaces_[source.baked[i]] = i;
        }
        for (auto& differences : differences_) {
            differences.resize(source.baked.size());
        }
    }

    // Measures from `begin` to just before `end`. `end` itself belongs to the next interval, so a clip that jumps there is measured on both
    // sides of the jump.
    void addInterval(double begin, double end)
    {
        const bool jumps = source_.jumpsBefore(end);
        for (std::size_t i = 0; i + 1 < pointCount; ++i) {
            measure(begin + (end - begin) * (static_cast<double>(i) / (pointCount - 1)), differences_[i]);
        }
        measure(std::nextafter(end, begin), differences_[pointCount - 1]);
        for (std::size_t bone = 0; bone < source_.baked.size(); ++bone) {
            const auto at = [&](std::size_t i) -> const PlacementDifference& { return differences_[i][bone]; };
            Lengths bound = boundOfLengths(at(0), radius_);
            Lengths margin;
            for (std::size_t i = 1; i < pointCount; ++i) {
                bound.raise(boundOfLengths(at(i), radius_));
                margin.raise(i + 1 < pointCount ? marginOf(at(i - 1), at(i), at(i + 1), radius_) : Lengths{});
            }
            if (changesNothing(bone, jumps, bound + margin)) {
                continue;
            }
            Lengths lengths = errorLengths(at(0), radius_);
            for (std::size_t i = 1; i < pointCount; ++i) {
                lengths.raise(errorLengths(at(i), radius_));
            }
            raise(bone, jumps, lengths + margin);
        }
    }

    void addPoint(double seconds)
    {
        const bool jumps = source_.jumpsBefore(seconds);
        measure(seconds, differences_[0]);
        for (std::size_t bone = 0; bone < source_.baked.size(); ++bone) {
            raise(bone, jumps, errorLengths(differences_[0][bone], radius_));
        }
    }

    [[nodiscard]] BakeErrors result() const { return {toError(worst_), toError(worstSmooth_)}; }

private:
    [[nodiscard]] static BakeError toError(const Lengths& worst)
    {
        const auto bound = [](double length) { return std::isnan(length) ? std::numeric_limits<double>::infinity() : length; };
        return {bound(worst.position), bound(worst.point), 2. * std::asin(std::min(1., bound(worst.turn)))};
    }

    [[nodiscard]] bool isSmooth(std::size_t bone, bool jumps) const { return !jumps || !source_.hasJumpAbove[source_.baked[bone]]; }

    [[nodiscard]] bool changesNothing(std::size_t bone, bool jumps, const Lengths& bound) const
    {
        return bound.isWithin(worst_) && (!isSmooth(bone, jumps) || bound.isWithin(worstSmooth_));
    }

    void raise(std::size_t bone, bool jumps, const Lengths& lengths)
    {
        worst_.raise(lengths);
        if (isSmooth(bone, jumps)) {
            worstSmooth_.raise(lengths);
        }
    }

    void measure(double seconds, std::vector<PlacementDifference>& outDifferences)
    {
        sample_(seconds, bakedPose_);
        const std::span<const Transform> exactPose = exact_.sample(seconds);
        for (const std::size_t bone : source_.involved) {
            const std::size_t parent = source_.parents[bone];
            const std::size_t place = bakedPlaces_[bone];
            const bool isRoot = parent == BakeSource::noBone;
            const bool isBaked = place != BakeSource::noBone;
            const Transform& exact = exactPose[bone];
            exactPlacements_[bone] = below(isRoot ? Placement{} : exactPlacements_[parent], exact);
            bakedPlacements_[bone] = below(isRoot ? Placement{} : bakedPlacements_[parent], isBaked ? bakedPose_[place] : exact);
            if (isBaked) {
                outDifferences[place] = differenceOf(bakedPlacements_[bone], exactPlacements_[bone]);
            }
        }
    }

    const PoseSampler& sample_;
    const BakeSource& source_;
    SkeletonSampler exact_;
    const double radius_;
    std::vector<Transform> bakedPose_;
    std::vector<std::size_t> bakedPlaces_;  // for each bone of the skeleton, its index in bakedPose_, or noBone
    std::vector<Placement> exactPlacements_;
    std::vector<Placement> bakedPlacements_;
    std::array<std::vector<PlacementDifference>, pointCount> differences_;
    Lengths worst_;
    Lengths worstSmooth_;
};

}  // namespace

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

    return measurePoseError(source, radius, times, [&](double seconds, std::span<Transform> outBones) { baked.sample(seconds, outBones); });
}

BakeErrors measurePoseErrorAt(const BakeSource& source, double radius, std::span<const double> times, const PoseSampler& sample)
{
    ErrorMeasurement measurement(source, radius, sample);
    for (const double time : times) {
        measurement.addPoint(time);
    }
    return measurement.result();
}

BakeErrors measurePoseError(const BakeSource& source, double radius, std::span<const double> times, const PoseSampler& sample)
{
    ErrorMeasurement measurement(source, radius, sample);
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
        if (times[i + 1] - times[i]
            < 1e-4 / source.framesPerSecond) {  // a key and a frame that only rounding separates: there is nothing to measure between them
            measurement.addPoint(times[i]);
            measurement.addPoint(std::nextafter(times[i + 1], 0.));
        } else {
            measurement.addInterval(times[i], times[i + 1]);
        }
    }
    measurement.addPoint(times.back());
    return measurement.result();
}

}  // namespace armature
