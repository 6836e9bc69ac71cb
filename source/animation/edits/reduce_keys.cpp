#include <armature/animation/reduce_keys.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
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

namespace armature {

namespace {

/// Returns how far apart two values of a channel are: a distance, an angle in radians, or the largest difference between numbers.
double distanceOf(ChannelPath path, std::span<const double> a, std::span<const double> b)
{
    if (path == ChannelPath::Rotation) {
        return angleOf(glm::normalize(rotationOf(a)), glm::normalize(rotationOf(b)));
    }
    double square = 0.;
    double largest = 0.;
    for (std::size_t i = 0; i < a.size(); ++i) {
        square += (a[i] - b[i]) * (a[i] - b[i]);
        largest = std::max(largest, std::abs(a[i] - b[i]));
    }
    return path == ChannelPath::Translation ? std::sqrt(square) : largest;
}

/// Chooses keys of one channel (D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points required to represent a
/// digitized line or its caricature", 1973): the key farthest from the curve through its kept neighbours is kept, too, until all keys are
/// within the tolerance.
class KeyChoice {
public:
    KeyChoice(const EditableChannel& channel, double tolerance) : channel_(channel), tolerance_(tolerance) {}

    [[nodiscard]] EditableChannel run()
    {
        EditableChannel result{channel_.target, channel_.path, channel_.interpolation, channel_.components};
        if (channel_.interpolation == Interpolation::Step) {
            chooseJumps();
        } else {
            chooseCurve();
        }
        std::ranges::sort(kept_);
        for (const std::size_t index : kept_) {
            result.append(channel_.times[index], channel_.key(index));
        }
        return result;
    }

private:
    static constexpr std::size_t longestPiece = 1024;  // limit in keys; without it, a track could cost the square of its keys

    struct Piece {
        std::size_t first;
        std::size_t last;
    };

    void chooseJumps()
    {
        kept_ = {0};
        for (std::size_t index = 1; index < channel_.times.size(); ++index) {
            if (distanceOf(channel_.path, channel_.value(kept_.back()), channel_.value(index)) > tolerance_) {
                kept_.push_back(index);
            }
        }
    }

    void chooseCurve()
    {
        const std::size_t last = channel_.times.size() - 1;
        kept_ = {0};
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
        for (std::size_t index = 0; index < channel_.times.size(); ++index) {
            if (distanceOf(channel_.path, channel_.value(0), channel_.value(index)) > tolerance_) {
                return false;
            }
            for (std::size_t part = 1; index > 0 && channel_.isCubic() && part < 4; ++part) {
                if (distanceOf(channel_.path, channel_.value(0), channel_.valueAt(before(index, part))) > tolerance_) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Returns the time at `quarters` quarters of the way from the previous key to key `index`. Together with the two keys, these are more
    /// points than two different cubics can share.
    [[nodiscard]] double before(std::size_t index, std::size_t quarters) const
    {
        return interpolateLinear(channel_.times[index - 1], channel_.times[index], 0.25 * static_cast<double>(quarters));
    }

    /// Returns the key between the piece's ends that is farthest from the curve through the two ends alone. Returns the piece's first key
    /// if that curve is within the tolerance at all keys and between them.
    [[nodiscard]] std::size_t worstIn(const Piece& piece) const
    {
        if (piece.last - piece.first < 2) {
            return piece.first;
        }
        EditableChannel ends{channel_.target, channel_.path, channel_.interpolation, channel_.components};
        ends.append(channel_.times[piece.first], channel_.key(piece.first));
        ends.append(channel_.times[piece.last], channel_.key(piece.last));
        std::size_t worst = piece.first;
        double largest = tolerance_;
        const auto raise = [&](std::size_t index, double seconds, std::span<const double> value) {
            const double distance = distanceOf(channel_.path, ends.valueAt(seconds), value);
            if (!(distance <= largest)) {
                largest = distance;
                worst = index;
            }
        };
        for (std::size_t index = piece.first + 1; index <= piece.last; ++index) {
            for (std::size_t part = 1; (channel_.isCubic() || channel_.isRotation()) && part < 4; ++part) {
                const double between = before(index, part);
                raise(std::min(index, piece.last - 1), between, channel_.valueAt(between));
            }
            if (index < piece.last) {
                raise(index, channel_.times[index], channel_.value(index));
            }
        }
        return worst;
    }

    const EditableChannel& channel_;
    double tolerance_;
    std::vector<std::size_t> kept_;
};

/// The error that each channel may have, such that the error of this channel alone moves no point of the skeleton farther than the bound.
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
    // Lowers tolerances by how far each bone's motion reaches: a bone moves all bones below it, and the skin around them.
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

BakeError errorOf(const BakeSource& source, const AnimationClip& reduced, const Skeleton& skeleton, double radius)
{
    if (source.involved.empty() || source.keyTimes.empty()) {
        return {};
    }
    const SkeletonChannels channels = findSkeletonChannels(reduced, skeleton);
    const auto sample = [&](double seconds, std::span<Transform> outBones) {
        for (std::size_t i = 0; i < outBones.size(); ++i) {
            outBones[i] = channels.bones[source.baked[i]].sample(reduced, seconds);
        }
    };
    return measurePoseError(source, radius, source.keyTimes, sample).whole;
}

}  // namespace

ReducedClip reduceKeys(const AnimationClip& clip, const Skeleton& skeleton, const ReduceOptions& options)
{
    constexpr int mostTries = 24;
    BakeSource source(clip, skeleton, {});
    source.framesPerSecond = 1000.;  // times closer than a ten-thousandth of a frame count as one moment
    source.jumps.clear();            // the error at jumps counts, too
    const double point = options.maxError.point.value_or(0.001 * std::max(source.size, options.radius));
    checkOptions(clip, options, point);
    const Tolerances tolerances(source, point, options);
    const auto before = editable(clip);
    double factor = 1.;
    for (int tries = 0; tries < mostTries; ++tries) {
        std::vector<EditableChannel> channels;
        for (std::size_t index = 0; index < before.size(); ++index) {
            channels.push_back(KeyChoice(before[index], factor * tolerances.of(index)).run());
        }
        keepDuration(channels, clip.getDuration());
        ReducedClip result{toClip(clip.getName(), channels), {}, countKeys(before), countKeys(channels)};
        result.error = errorOf(source, *result.clip, skeleton, options.radius);
        const double excess = std::max(result.error.point / point, result.error.rotation / options.maxError.rotation);
        if (excess <= 1.) {
            return result;
        }
        factor *= std::clamp(0.9 / excess, 0.1, 0.9);
    }
    return {toClip(clip.getName(), before), {}, countKeys(before), countKeys(before)};
}

}  // namespace armature
