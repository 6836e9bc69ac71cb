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
#include "animation/edits/kernels/arc_kernels.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "animation/edits/time_edits.hpp"
#include "math/rotation_chord.hpp"

namespace armature {

namespace {

/// Returns the result of KeyChoice::distance() for values that are exactly `tolerance` apart.
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

/// Points of a curve: one row of times, and one for each component. Behind each row is room for a vector of lanes.
struct CurvePoints {
    CurvePoints(std::size_t count, std::size_t components) : stride(count + arcLanes), times(stride, 0.), numbers(stride * components, 0.)
    {}

    void set(std::size_t index, std::span<const double> value)
    {
        for (std::size_t i = 0; i < value.size(); ++i) {
            numbers[i * stride + index] = value[i];
        }
    }
    void get(std::size_t index, std::span<double> outValue) const
    {
        for (std::size_t i = 0; i < outValue.size(); ++i) {
            outValue[i] = numbers[i * stride + index];
        }
    }
    [[nodiscard]] TurnRows turns() const { return {numbers.data(), stride}; }

    std::size_t stride;
    std::vector<double> times;
    std::vector<double> numbers;
};

/// Chooses keys of one channel (D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points required to represent a
/// digitized line or its caricature", 1973): the key farthest from the curve through its kept neighbours is kept, too, until all keys, and
/// for splines and slerp also points between keys, are within the tolerance. Of a Step channel, it keeps each key that differs by more than
/// the tolerance from the last key kept before it.
class KeyChoice {
public:
    explicit KeyChoice(const EditableChannel& channel)
        : channel_(channel)
        , isArc_(channel.isRotation() && channel.interpolation == Interpolation::Linear)
        , keys_(channel.times.size(), channel.components)
        , value_(channel.components)
        , other_(channel.components)
    {
        for (std::size_t index = 0; index < channel.times.size(); ++index) {
            std::ranges::copy(channel.value(index), value_.begin());
            makeUnitRotation(channel.path, value_);
            keys_.set(index, value_);
        }
        std::ranges::copy(channel.times, keys_.times.begin());
        if (isArc_ || channel.isCubic()) {
            measureCurve();
        }
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
        result.times.reserve(kept_.size());
        result.values.reserve(kept_.size() * channel_.keySize());
        for (const std::size_t index : kept_) {
            result.append(channel_.times[index], channel_.key(index));
        }
        return result;
    }

private:
    static constexpr std::size_t longestPiece = 1024;  // limit in keys; without it, the time could grow with the square of a track's keys
    static constexpr std::size_t quarters = 3;         // points between two keys

    /// A piece of the curve between two keys, and what is farthest from the curve through these two alone. Pieces are kept, because a lower
    /// tolerance looks at them again.
    struct Piece {
        std::size_t first = 0;
        std::size_t last = 0;
        std::optional<FarthestPoint> key = {};
        std::optional<FarthestPoint> between = {};  ///< The index is that of the key behind the point, or of the key before the last.
        std::size_t halves = 0;                     ///< The pieces before and behind the farthest key are at this index and the next.
        std::size_t halvesBetween = 0;              ///< The same for `between`.
    };

    /// Evaluates the curve at each quarter between two keys. Two different cubics cannot agree at both keys and at the three points between
    /// them.
    void measureCurve()
    {
        between_.assign(quarters, CurvePoints(keys_.times.size() - arcLanes, channel_.components));
        const std::size_t intervals = channel_.times.size() - 1;
        for (std::size_t part = 0; part < quarters; ++part) {
            for (std::size_t index = 0; index < intervals; ++index) {
                between_[part].times[index] =
                    interpolateLinear(channel_.times[index], channel_.times[index + 1], static_cast<double>(part + 1) / (quarters + 1));
                if (!isArc_) {
                    sampleSpline(index, index + 1, between_[part].times[index]);
                    between_[part].set(index, value_);
                }
            }
        }
        if (isArc_) {
            std::vector<double> turns(quarters * 4 * keys_.stride);
            quarterTurns(keys_.turns(), intervals, turns.data());
            for (std::size_t part = 0; part < quarters; ++part) {
                const auto first = turns.begin() + static_cast<std::ptrdiff_t>(part * 4 * keys_.stride);
                between_[part].numbers.assign(first, first + static_cast<std::ptrdiff_t>(4 * keys_.stride));
            }
        }
    }

    /// Samples the spline through two keys alone into value_.
    void sampleSpline(std::size_t first, std::size_t last, double seconds)
    {
        const double interval = channel_.times[last] - channel_.times[first];
        const HermiteWeights weights = HermiteWeights::at((seconds - channel_.times[first]) / interval, interval);
        const auto from = channel_.key(first);
        const auto to = channel_.key(last);
        const std::size_t size = channel_.components;
        for (std::size_t i = 0; i < size; ++i) {
            value_[i] = interpolateHermite(weights, from[size + i], from[2 * size + i], to[size + i], to[i]);
        }
        makeUnitRotation(channel_.path, value_);
    }

    /// Returns a number that grows with the distance between value_ and a point: for rotations the squared chord, for translations the
    /// squared distance, otherwise the largest difference between numbers.
    [[nodiscard]] double distance(const CurvePoints& points, std::size_t index)
    {
        points.get(index, other_);
        if (channel_.path == ChannelPath::Rotation) {
            return squaredChord(rotationOf(std::span<const double>(value_)), rotationOf(std::span<const double>(other_)));
        }
        double square = 0.;
        double largest = 0.;
        for (std::size_t i = 0; i < value_.size(); ++i) {
            square += (value_[i] - other_[i]) * (value_[i] - other_[i]);
            largest = std::max(largest, std::abs(value_[i] - other_[i]));
        }
        return channel_.path == ChannelPath::Translation ? square : largest;
    }

    void chooseJumps()
    {
        for (std::size_t index = 1; index < channel_.times.size(); ++index) {
            keys_.get(kept_.back(), value_);
            if (distance(keys_, index) > limit_) {
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
        std::vector<std::size_t> open;
        for (std::size_t first = 0; first < last; first += longestPiece) {
            const std::size_t number = open.size();
            if (pieces_.size() == number) {  // these come first in the list
                pieces_.push_back({.first = first, .last = std::min(first + longestPiece, last)});
            }
            kept_.push_back(pieces_[number].last);
            open.push_back(number);
        }
        while (!open.empty()) {
            const std::size_t halves = split(open.back());
            open.pop_back();
            if (halves != 0) {
                kept_.push_back(pieces_[halves].last);
                open.push_back(halves);
                open.push_back(halves + 1);
            }
        }
    }

    [[nodiscard]] bool isConstant()
    {
        if (isArc_) {
            if (!farthestFromFirst_) {
                TimedArc still;
                keys_.get(0, still.from);
                keys_.get(0, still.to);
                farthestFromFirst_ = farthestFromArc(still, keys_.times.data(), keys_.turns(), 1, channel_.times.size()).square;
            }
            return !(*farthestFromFirst_ > limit_);
        }
        keys_.get(0, value_);
        for (std::size_t index = 1; index < channel_.times.size(); ++index) {
            if (distance(keys_, index) > limit_) {
                return false;
            }
            for (const CurvePoints& points : between_) {
                if (distance(points, index - 1) > limit_) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Splits a piece at the key between its ends that is farthest from the curve through the two ends alone. If the curve is within the
    /// tolerance at all keys, splits at the key next to the farthest point between keys. Returns the index of the first half; 0 if all
    /// points between keys are within the tolerance, too.
    [[nodiscard]] std::size_t split(std::size_t number)
    {
        Piece& piece = pieces_[number];
        if (piece.last - piece.first < 2) {
            return 0;
        }
        if (!piece.key) {
            piece.key = farthest(piece, keys_, piece.first + 1);
        }
        if (piece.key->square > limit_) {
            return halvesOf(number, piece.key->index, &Piece::halves);
        }
        if (!piece.between) {
            piece.between.emplace();
            for (const CurvePoints& points : between_) {
                const FarthestPoint found = farthest(piece, points, piece.first);
                if (found.square > piece.between->square) {
                    piece.between = {found.square, std::min(found.index + 1, piece.last - 1)};
                }
            }
        }
        return piece.between->square > limit_ ? halvesOf(number, piece.between->index, &Piece::halvesBetween) : 0;
    }

    [[nodiscard]] std::size_t halvesOf(std::size_t number, std::size_t key, std::size_t Piece::*halves)
    {
        if (pieces_[number].*halves == 0) {
            pieces_[number].*halves = pieces_.size();
            pieces_.push_back({.first = pieces_[number].first, .last = key});
            pieces_.push_back({.first = key, .last = pieces_[number].last});
        }
        return pieces_[number].*halves;
    }

    /// Returns which of the points from `first` to before the piece's last key is farthest from the curve through the piece's ends.
    [[nodiscard]] FarthestPoint farthest(const Piece& piece, const CurvePoints& points, std::size_t first)
    {
        const double begin = channel_.times[piece.first];
        const double length = channel_.times[piece.last] - begin;
        if (isArc_) {
            TimedArc arc{.begin = begin, .length = length};
            keys_.get(piece.first, arc.from);
            keys_.get(piece.last, arc.to);
            arc.close();
            return farthestFromArc(arc, points.times.data(), points.turns(), first, piece.last);
        }
        FarthestPoint result;
        for (std::size_t index = first; index < piece.last; ++index) {
            if (channel_.isCubic()) {
                sampleSpline(piece.first, piece.last, points.times[index]);
            } else {
                const double fraction = (points.times[index] - begin) / length;
                for (std::size_t i = 0; i < value_.size(); ++i) {
                    value_[i] = interpolateLinear(channel_.value(piece.first)[i], channel_.value(piece.last)[i], fraction);
                }
            }
            if (const double square = distance(points, index); square > result.square) {
                result = {square, index};
            }
        }
        return result;
    }

    const EditableChannel& channel_;
    bool isArc_;         // a rotation that turns along arcs
    double limit_ = 0.;  // a result of distanceAt()
    CurvePoints keys_;
    std::vector<CurvePoints> between_;  // the points at each quarter of the interval that begins at a key; empty if all are on lines
    std::vector<double> value_;
    std::vector<double> other_;
    std::optional<double> farthestFromFirst_;
    std::vector<Piece> pieces_;
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
    ReductionError(const BakeSource& source, double point, const ReduceOptions& options)
        : source_(source), point_(point), options_(options), errors_(source, options.radius)
    {}

    /// Returns the error of points divided by its bound, or that of rotations, whichever is greater: at most 1 if the clip is within its
    /// bounds. Measures at keys first, which takes a ninth of the time, and between keys only if the clip is within its bounds at keys.
    [[nodiscard]] double measure(const AnimationClip& reduced, BakeError& outError)
    {
        if (source_.involved.empty() || source_.keyTimes.empty()) {
            outError = {};
            return 0.;
        }
        SkeletonSampler sampler(reduced, source_.channels);  // the channels are those of the source, in the same order
        const auto sample = [&](double seconds, std::size_t lane, std::span<LocalMoments> outBones) {
            sampler.sample(seconds, lane, outBones);
        };
        outError = errors_.at(source_.keyTimes, sample).whole;
        if (relative(outError) <= 1.) {
            outError = errors_.between(source_.keyTimes, sample).whole;
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
    PoseErrors errors_;
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
    ReductionError error(source, point, options);
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
