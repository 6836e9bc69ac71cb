#include <armature/animation/reduce_keys.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/transform.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/baking/bake_source.hpp"
#include "animation/clip/kernels/interpolation.hpp"
#include "animation/edits/editable_channel.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "animation/edits/time_edits.hpp"
#include "math/rotation_chord.hpp"

namespace armature {

namespace {

/// Returns a number that grows with the distance between two values of a channel: for rotations the squared chord, for translations the
/// squared distance, otherwise the largest difference between numbers. Precondition: rotations have unit length.
double distanceOf(ChannelPath path, std::span<const double> a, std::span<const double> b)
{
    if (path == ChannelPath::Rotation) {
        return squaredChord(rotationOf(a), rotationOf(b));
    }
    double square = 0.;
    double largest = 0.;
    for (std::size_t i = 0; i < a.size(); ++i) {
        square += (a[i] - b[i]) * (a[i] - b[i]);
        largest = std::max(largest, std::abs(a[i] - b[i]));
    }
    return path == ChannelPath::Translation ? square : largest;
}

/// Returns the result of distanceOf() for values that are exactly `tolerance` apart.
double distanceAt(ChannelPath path, double tolerance)
{
    if (path == ChannelPath::Rotation) {
        return chordOf(tolerance) * chordOf(tolerance);
    }
    return path == ChannelPath::Translation ? tolerance * tolerance : tolerance;
}

void makeUnitRotation(ChannelPath path, std::span<double> value)
{
    if (path == ChannelPath::Rotation) {
        storeRotation(glm::normalize(rotationOf(std::span<const double>(value))), value);
    }
}

/// The curve through only two keys of a channel. Its rotations have unit length.
class PieceCurve {
public:
    PieceCurve(const EditableChannel& channel, std::size_t first, std::size_t last)
        : ends_{channel.target, channel.path, channel.interpolation, channel.components}
    {
        ends_.append(channel.times[first], channel.key(first));
        ends_.append(channel.times[last], channel.key(last));
        if (channel.isRotation() && !channel.isCubic()) {
            arc_.emplace(glm::normalize(rotationOf(channel.value(first))), glm::normalize(rotationOf(channel.value(last))));
        }
    }

    void sample(double seconds, std::vector<double>& outValue) const
    {
        outValue.resize(ends_.components);
        if (ends_.isCubic()) {
            outValue = ends_.valueAt(seconds);
            makeUnitRotation(ends_.path, outValue);
            return;
        }
        const double fraction = (seconds - ends_.times[0]) / (ends_.times[1] - ends_.times[0]);
        if (arc_) {
            storeRotation(arc_->at(fraction), outValue);
            return;
        }
        for (std::size_t i = 0; i < outValue.size(); ++i) {
            outValue[i] = interpolateLinear(ends_.values[i], ends_.values[ends_.components + i], fraction);
        }
    }

private:
    EditableChannel ends_;
    std::optional<RotationArc> arc_;
};

/// Chooses keys of one channel (D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points required to represent a
/// digitized line or its caricature", 1973): the key farthest from the curve through its kept neighbours is kept, too, until all keys, and
/// for splines and slerp also points between keys, are within the tolerance. Of a Step channel, it keeps each key that differs by more than
/// the tolerance from the last key kept before it.
class KeyChoice {
public:
    explicit KeyChoice(const EditableChannel& channel)
        : channel_(channel), looksBetween_(channel.isCubic() || (channel.isRotation() && channel.interpolation != Interpolation::Step))
    {
        measureCurve();
    }

    [[nodiscard]] EditableChannel choose(double tolerance)
    {
        limit_ = distanceAt(channel_.path, tolerance);
        kept_ = {0};
        if (channel_.interpolation == Interpolation::Step) {
            chooseJumps();
        } else {
            chooseCurve();
        }
        std::ranges::sort(kept_);
        EditableChannel result{channel_.target, channel_.path, channel_.interpolation, channel_.components};
        for (const std::size_t index : kept_) {
            result.append(channel_.times[index], channel_.key(index));
        }
        return result;
    }

private:
    static constexpr std::size_t longestPiece = 1024;  // limit in keys; without it, the time could grow with the square of a track's keys

    struct Piece {
        std::size_t first;
        std::size_t last;
    };

    /// Evaluates the curve at each key and, if looksBetween_, at each quarter of the interval before it. Two different cubics cannot agree
    /// at both keys and at the three points between them.
    void measureCurve()
    {
        points_.reserve(channel_.times.size() * pointsPerKey() * channel_.components);
        for (std::size_t index = 0; index < channel_.times.size(); ++index) {
            for (std::size_t part = 1; part < pointsPerKey(); ++part) {
                append(index > 0 ? channel_.valueAt(timeOf(index, part)) : std::vector<double>(channel_.components));
            }
            append(channel_.value(index));
        }
    }

    void append(std::span<const double> value)
    {
        points_.insert(points_.end(), value.begin(), value.end());
        makeUnitRotation(channel_.path, std::span(points_).last(channel_.components));
    }

    [[nodiscard]] std::size_t pointsPerKey() const { return looksBetween_ ? 4 : 1; }

    /// Returns the value after the fraction `part` / pointsPerKey() of the interval that ends at key `index`.
    [[nodiscard]] std::span<const double> point(std::size_t index, std::size_t part) const
    {
        return std::span(points_).subspan((index * pointsPerKey() + part - 1) * channel_.components, channel_.components);
    }

    [[nodiscard]] std::span<const double> value(std::size_t index) const { return point(index, pointsPerKey()); }

    [[nodiscard]] double timeOf(std::size_t index, std::size_t part) const
    {
        return part == pointsPerKey() ? channel_.times[index]
                                      : interpolateLinear(channel_.times[index - 1], channel_.times[index],
                                                          static_cast<double>(part) / static_cast<double>(pointsPerKey()));
    }

    void chooseJumps()
    {
        for (std::size_t index = 1; index < channel_.times.size(); ++index) {
            if (distanceOf(channel_.path, value(kept_.back()), value(index)) > limit_) {
                kept_.push_back(index);
            }
        }
    }

    void chooseCurve()
    {
        const std::size_t last = channel_.times.size() - 1;
        if (last == 0 || isConstant()) {
            return;
        }
        std::vector<Piece> pieces;
        for (std::size_t first = 0; first < last; first += longestPiece) {
            pieces.push_back({first, std::min(first + longestPiece, last)});
            kept_.push_back(pieces.back().last);
        }
        while (!pieces.empty()) {
            const Piece piece = pieces.back();
            pieces.pop_back();
            if (const std::size_t worst = worstIn(piece); worst != piece.first) {
                kept_.push_back(worst);
                pieces.push_back({piece.first, worst});
                pieces.push_back({worst, piece.last});
            }
        }
    }

    [[nodiscard]] bool isConstant() const
    {
        for (std::size_t index = 1; index < channel_.times.size(); ++index) {
            for (std::size_t part = channel_.isCubic() ? 1 : pointsPerKey(); part <= pointsPerKey(); ++part) {
                if (distanceOf(channel_.path, value(0), point(index, part)) > limit_) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Returns the key between the piece's ends that is farthest from the curve through the two ends alone. If the curve is within the
    /// tolerance at all keys, returns the key next to the farthest point between keys, or the piece's first key if all points between keys
    /// are within the tolerance, too.
    [[nodiscard]] std::size_t worstIn(const Piece& piece) const
    {
        if (piece.last - piece.first < 2) {
            return piece.first;
        }
        const PieceCurve curve(channel_, piece.first, piece.last);
        std::vector<double> value;
        std::size_t worst = piece.first;
        double largest = limit_;
        const auto look = [&](std::size_t index, std::size_t part) {
            curve.sample(timeOf(index, part), value);
            const double distance = distanceOf(channel_.path, value, point(index, part));
            if (!(distance <= largest)) {
                largest = distance;
                worst = std::min(index, piece.last - 1);
            }
        };
        for (std::size_t index = piece.first + 1; index < piece.last; ++index) {
            look(index, pointsPerKey());
        }
        const bool isWithinAtKeys = worst == piece.first;
        for (std::size_t index = piece.first + 1; isWithinAtKeys && index <= piece.last; ++index) {
            for (std::size_t part = 1; part < pointsPerKey(); ++part) {
                look(index, part);
            }
        }
        return worst;
    }

    const EditableChannel& channel_;
    bool looksBetween_;
    double limit_ = 0.;           // a result of distanceAt()
    std::vector<double> points_;  // values of the curve: see measureCurve()
    std::vector<std::size_t> kept_;
};

/// The error that each channel may have: if only this channel has an error, no point of the skeleton moves farther than the bound.
class Tolerances {
public:
    Tolerances(const BakeSource& source, double point, const ReduceOptions& options)
        : tolerances_(source.clip.channels().size()), point_(point), rotation_(options.maxError.rotation)
    {
        for (std::size_t channel = 0; channel < tolerances_.size(); ++channel) {
            const ChannelPath path = source.clip.channels()[channel].path;
            tolerances_[channel] = path == ChannelPath::Translation ? point : path == ChannelPath::Rotation ? rotation_ : options.number;
        }
        measureReach(source, options.radius);
    }

    [[nodiscard]] double of(std::size_t channel) const { return tolerances_[channel]; }

private:
    // Lowers the tolerances of each bone's channels, so that no point moves too far: the bones below it and the skin around them move with
    // its rotation and scale, and the bones above it stretch its translation.
    void measureReach(const BakeSource& source, double radius)
    {
        const std::size_t count = source.channels.size();
        std::vector<glm::dmat4> absolute(count, glm::dmat4(1.));
        std::vector<double> reach(count, 0.);
        for (const std::size_t bone : source.involved) {
            const glm::dmat4 local(toMat4(source.channels[bone].rest));
            absolute[bone] = source.parents[bone] != BakeSource::noBone ? absolute[source.parents[bone]] * local : local;
            const double scale = std::max({glm::length(absolute[bone][0]), glm::length(absolute[bone][1]), glm::length(absolute[bone][2])});
            for (std::size_t above = bone; above != BakeSource::noBone; above = source.parents[above]) {
                reach[above] = std::max(reach[above], glm::distance(absolute[bone][3], absolute[above][3]) + radius * scale);
            }
        }
        for (const std::size_t bone : source.involved) {
            const BoneChannels& channels = source.channels[bone];
            const std::size_t above = source.parents[bone];
            const double stretch =
                above != BakeSource::noBone
                    ? std::max({glm::length(absolute[above][0]), glm::length(absolute[above][1]), glm::length(absolute[above][2])})
                    : 1.;
            lower(channels.translation, point_ / stretch);
            lower(channels.rotation, std::min(rotation_, point_ / reach[bone]));
            lower(channels.scale, point_ / reach[bone]);
        }
    }

    void lower(const std::optional<std::size_t>& channel, double tolerance)
    {
        if (channel) {
            tolerances_[*channel] = std::isfinite(tolerance) ? std::min(tolerances_[*channel], tolerance) : 0.;
        }
    }

    std::vector<double> tolerances_;
    double point_;
    double rotation_;
};

std::size_t countKeys(std::span<const EditableChannel> channels)
{
    return std::accumulate(channels.begin(), channels.end(), std::size_t{0},
                           [](std::size_t sum, const EditableChannel& channel) { return sum + channel.times.size(); });
}

void checkOptions(const AnimationClip& clip, const ReduceOptions& options, double point)
{
    for (const auto& [name, number] : {std::pair{"point", point}, std::pair{"rotation", options.maxError.rotation},
                                       std::pair{"radius", options.radius}, std::pair{"number", options.number}}) {
        if (!(number > 0.) || !std::isfinite(number)) {
            refuseEdit(clip, fmt::format("its keys cannot be reduced with the bound {} = {}", name, number));
        }
    }
}

/// Measures how far the skeleton's poses in a reduced clip are from those in the source.
class ReductionError {
public:
    ReductionError(const BakeSource& source, double point, const ReduceOptions& options) : source_(source), point_(point), options_(options)
    {}

    /// Returns the error of points divided by its bound, or that of rotations, whichever is greater: at most 1 if the clip is within its
    /// bounds. Measures at keys first, which takes a ninth of the time, and between keys only if the clip is within its bounds at keys.
    [[nodiscard]] double measure(const AnimationClip& reduced, BakeError& outError) const
    {
        if (source_.involved.empty() || source_.keyTimes.empty()) {
            outError = {};
            return 0.;
        }
        SkeletonSampler sampler(reduced, source_.channels);  // the channels are those of the source, in the same order
        const auto sample = [&](double seconds, std::size_t lane, std::span<LocalMoments> outBones) {
            sampler.sample(seconds, lane, outBones);
        };
        outError = measurePoseErrorAt(source_, options_.radius, source_.keyTimes, sample).whole;
        if (relative(outError) <= 1.) {
            outError = measurePoseError(source_, options_.radius, source_.keyTimes, sample).whole;
        }
        return relative(outError);
    }

private:
    [[nodiscard]] double relative(const BakeError& error) const
    {
        return std::max(error.point / point_, error.rotation / options_.maxError.rotation);
    }

    const BakeSource& source_;
    double point_;
    const ReduceOptions& options_;
};

}  // namespace

ReducedClip reduceKeys(const AnimationClip& clip, const Skeleton& skeleton, const ReduceOptions& options)
{
    constexpr int mostTries = 24;
    BakeSource source(clip, skeleton, {});
    source.framesPerSecond = 1000.;  // keys less than 1e-7 s apart then count as one moment
    source.jumps.clear();            // the error at jumps counts, too
    const double point = options.maxError.point.value_or(0.001 * std::max(source.size, options.radius));
    checkOptions(clip, options, point);
    const Tolerances tolerances(source, point, options);
    const ReductionError error(source, point, options);
    const auto before = editable(clip);
    std::vector<KeyChoice> choices(before.begin(), before.end());
    double factor = 1.;
    for (int tries = 0; tries < mostTries; ++tries) {
        std::vector<EditableChannel> channels;
        for (std::size_t index = 0; index < before.size(); ++index) {
            channels.push_back(choices[index].choose(factor * tolerances.of(index)));
        }
        keepDuration(channels, clip.getDuration());
        ReducedClip result{toClip(clip.getName(), channels), {}, countKeys(before), countKeys(channels)};
        const double excess = error.measure(*result.clip, result.error);
        if (excess <= 1.) {
            return result;
        }
        factor *= std::clamp(0.9 / excess, 0.1, 0.9);
    }
    return {toClip(clip.getName(), before), {}, countKeys(before), countKeys(before)};
}

}  // namespace armature
