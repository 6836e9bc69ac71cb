#include "animation/bake_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/transform.hpp>

#include "animation/bake_source.hpp"

namespace armature {

namespace {

// Times that an interval between two neighbouring keys or frames is measured at: its ends, and seven between.
constexpr std::size_t pointCount = 9;

struct Placement {
    glm::dmat3 linear{1.};
    glm::dvec3 position{0.};
    glm::dquat turn{1., 0., 0., 0.};  // the rotations down to here, one after the other
};

Placement below(const Placement& parent, const Transform& local)
{
    // As a bone applies them: a rotation that is not quite unit, which exact clips may have, turns and stretches a little.
    const glm::dquat rotation(local.rotation);
    const glm::dvec3 scale(local.scale);
    glm::dmat3 linear = glm::mat3_cast(rotation);
    for (int column = 0; column < 3; ++column) {
        linear[column] *= scale[column];
    }
    const double length = glm::length(rotation);
    return {parent.linear * linear, parent.linear * glm::dvec3(local.translation) + parent.position,
            length > 0. ? parent.turn * (rotation / length) : parent.turn};
}

// Baked less exact.
struct Difference {
    glm::dvec3 position{0.};
    glm::dmat3 linear{0.};
    glm::dvec3 turn{0.};  // the axis, as long as the sine of half the angle
};

Difference differenceOf(const Placement& baked, const Placement& exact)
{
    const glm::dquat turn = glm::conjugate(exact.turn) * baked.turn;
    const glm::dvec3 axis(turn.x, turn.y, turn.z);
    return {baked.position - exact.position, baked.linear - exact.linear, turn.w < 0. ? -axis : axis};
}

double squaredSum(const glm::dmat3& m)
{
    return glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]);
}

// How much longer a vector becomes at most: the root of the greatest eigenvalue of transpose(m) * m, by the cosine of a third of an angle
// (Smith, "Eigenvalues of a symmetric 3x3 matrix", 1961).
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

// Measures interval after interval and keeps the worst.
class ErrorMeasurement {
public:
    ErrorMeasurement(const BakedClip& baked, const BakeSource& source, double radius)
        : baked_(baked)
        , source_(source)
        , radius_(radius)
        , bakedPose_(baked.boneCount())
        , bakedPlace_(source.channels.size(), BakeSource::noBone)
        , exactPlacements_(source.channels.size())
        , bakedPlacements_(source.channels.size())
    {
        for (std::size_t i = 0; i < source.baked.size(); ++i) {
            bakedPlace_[source.baked[i]] = i;
        }
        for (auto& differences : differences_) {
            differences.resize(baked.boneCount());
        }
    }

    // `end` belongs to what follows, so that a clip that jumps there is measured on both sides.
    void addInterval(double begin, double end, bool isShort)
    {
        const std::size_t count = isShort ? 2 : pointCount;
        for (std::size_t i = 0; i + 1 < count; ++i) {
            measure(begin + (end - begin) * (static_cast<double>(i) / (pointCount - 1)), differences_[i]);
        }
        measure(std::nextafter(end, begin), differences_[count - 1]);
        take(count);
    }

    void addPoint(double seconds)
    {
        measure(seconds, differences_[0]);
        take(1);
    }

    [[nodiscard]] BakeError result() const { return {position_, point_, 2. * std::asin(std::min(1., halfSine_))}; }

private:
    void measure(double seconds, std::vector<Difference>& outDifferences)
    {
        baked_.sample(seconds, bakedPose_);
        for (const std::size_t bone : source_.involved) {
            const std::size_t parent = source_.parents[bone];
            const std::size_t place = bakedPlace_[bone];
            const Transform exact = source_.sample(bone, seconds);
            const bool isRoot = parent == BakeSource::noBone;
            exactPlacements_[bone] = below(isRoot ? Placement{} : exactPlacements_[parent], exact);
            bakedPlacements_[bone] =
                below(isRoot ? Placement{} : bakedPlacements_[parent], place == BakeSource::noBone ? exact : bakedPose_[place]);
            if (place != BakeSource::noBone) {
                outDifferences[place] = differenceOf(bakedPlacements_[bone], exactPlacements_[bone]);
            }
        }
    }

    // Between two points a smooth curve is off the chord by an eighth of its second difference at most, if that stays as it is; it gets
    // twice the greatest of its interval, since it may be greater towards the ends, where it cannot be measured.
    void take(std::size_t count)
    {
        for (std::size_t bone = 0; bone < source_.baked.size(); ++bone) {
            double position = 0.;
            double point = 0.;
            double turn = 0.;
            Difference curvature;
            double positionMargin = 0.;
            double pointMargin = 0.;
            double turnMargin = 0.;
            for (std::size_t i = 0; i < count; ++i) {
                const Difference& here = differences_[i][bone];
                position = std::max(position, glm::length(here.position));
                point = std::max(point, glm::length(here.position) + radius_ * greatestStretch(here.linear));
                turn = std::max(turn, glm::length(here.turn));
                if (i > 0 && i + 1 < count) {
                    const Difference& before = differences_[i - 1][bone];
                    const Difference& after = differences_[i + 1][bone];
                    const double ofPosition = glm::length(before.position - 2. * here.position + after.position) / 4.;
                    const double ofLinear = std::sqrt(squaredSum(before.linear - 2. * here.linear + after.linear)) / 4.;
                    positionMargin = std::max(positionMargin, ofPosition);
                    pointMargin = std::max(pointMargin, ofPosition + radius_ * ofLinear);
                    turnMargin = std::max(turnMargin, glm::length(before.turn - 2. * here.turn + after.turn) / 4.);
                }
            }
            position_ = std::max(position_, position + positionMargin);
            point_ = std::max(point_, point + pointMargin);
            halfSine_ = std::max(halfSine_, turn + turnMargin);
        }
    }

    const BakedClip& baked_;
    const BakeSource& source_;
    const double radius_;
    std::vector<Transform> bakedPose_;
    std::vector<std::size_t> bakedPlace_;  // of each bone of the skeleton in bakedPose_
    std::vector<Placement> exactPlacements_;
    std::vector<Placement> bakedPlacements_;
    std::array<std::vector<Difference>, pointCount> differences_;
    double position_ = 0.;
    double point_ = 0.;
    double halfSine_ = 0.;
};

}  // namespace

BakeError measureBakeError(const BakedClip& baked, const BakeSource& source, double radius)
{
    std::vector<double> times;
    const double rate = source.framesPerSecond;
    for (std::size_t frame = 0; frame < source.frameTimes.size(); ++frame) {
        times.push_back(std::min(static_cast<double>(frame) / rate, baked.getDuration()));
    }
    times.insert(times.end(), source.keyTimes.begin(), source.keyTimes.end());
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());

    ErrorMeasurement measurement(baked, source, radius);
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
        // What a key's time differs from a frame's by rounding has nothing between.
        measurement.addInterval(times[i], times[i + 1], times[i + 1] - times[i] < 1e-4 / rate);
    }
    measurement.addPoint(times.back());
    return measurement.result();
}

}  // namespace armature
