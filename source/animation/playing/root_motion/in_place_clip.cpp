#include "animation/playing/root_motion/in_place_clip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "animation/edits/editable_channel.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "animation/playing/root_motion/cubic_pieces.hpp"

namespace armature {

namespace {

constexpr double fitTolerance = 5e-7;  // tolerance relative to the largest number of a channel; floats round to about a tenth of it

/// One part of the root's pose, such as its translation, in the in-place clip.
template <std::size_t count>
class RootPart {
public:
    using Values = CubicNumbers<count>;
    static constexpr bool isRotation = count == 4;

    RootPart(std::function<Values(double)> valueAt, std::span<const double> knots) : valueAt_(std::move(valueAt)), knots_(knots)
    {
        for (const double knot : knots) {
            for (const double number : valueAt_(knot)) {
                largest_ = std::max(largest_, std::abs(number));
            }
        }
    }

    /// Returns a channel with the target of `original` and the values of this part. The channel has the key times and the interpolation of
    /// `original` if `original` is not a spline and these reproduce the part; otherwise, it is a spline.
    [[nodiscard]] EditableChannel channelFor(const EditableChannel& original) const
    {
        EditableChannel result = original;
        if (!original.isCubic()) {
            for (std::size_t key = 0; key < original.times.size(); ++key) {
                std::ranges::copy(valueAt_(original.times[key]), result.value(key).begin());
            }
            if (isExact(result)) {
                return result;
            }
        }
        result.interpolation = Interpolation::CubicSpline;
        result.times.clear();
        result.values.clear();
        const auto continued = [](Values value, const Values& before) { return continuedFrom(value, before); };
        const auto distance = [this](const Values& a, const Values& b) { return this->distance(a, b); };
        for (const CubicPiece<count>& piece : fitCubicPieces<count>(knots_, valueAt_, continued, distance).pieces) {
            append(piece, result);
        }
        return result;
    }

private:
    [[nodiscard]] static Values continuedFrom(Values value, const Values& before)
    {
        double product = 0.;
        for (std::size_t i = 0; i < count; ++i) {
            product += value[i] * before[i];
        }
        if (isRotation && product < 0.) {
            std::ranges::for_each(value, [](double& number) { number = -number; });
        }
        return value;
    }

    /// Returns the largest difference between the numbers of two values, relative to the tolerance. Rotations `a` need not be normalised.
    [[nodiscard]] double distance(Values a, const Values& b) const
    {
        if constexpr (isRotation) {
            double square = 0.;
            std::ranges::for_each(a, [&](double number) { square += number * number; });
            std::ranges::for_each(a, [&](double& number) { number /= std::sqrt(square); });
            a = continuedFrom(a, b);
        }
        double result = 0.;
        for (std::size_t i = 0; i < count; ++i) {
            result = std::max(result, std::abs(a[i] - b[i]));
        }
        return result / (fitTolerance * largest_);
    }

    [[nodiscard]] bool isExact(const EditableChannel& channel) const
    {
        constexpr std::size_t steps = 8;
        for (std::size_t knot = 1; knot < knots_.size(); ++knot) {
            for (std::size_t step = 0; step < steps; ++step) {
                const double seconds = knots_[knot - 1] + (knots_[knot] - knots_[knot - 1]) * (static_cast<double>(step) / steps);
                Values shown;
                std::ranges::copy(channel.valueAt(seconds), shown.begin());
                if (distance(shown, valueAt_(seconds)) > 1.) {
                    return false;
                }
            }
        }
        return true;
    }

    void append(const CubicPiece<count>& piece, EditableChannel& channel) const
    {
        const double length = piece.end - piece.begin;
        const auto appendKey = [&](double seconds, double fraction) {
            std::array<double, 3 * count> key{};
            std::ranges::copy(piece.at(fraction), key.begin() + count);
            const Values slope = piece.slopeAt(fraction);
            for (std::size_t i = 0; i < count && length > 0.; ++i) {
                key[i] = slope[i] / length;
                key[2 * count + i] = slope[i] / length;
            }
            channel.append(seconds, key);
        };
        const bool goesOn = !channel.times.empty() && continues(piece, channel);
        if (goesOn && length > 0.) {
            const Values slope = piece.slopeAt(0.);
            const std::span<double> tangent = channel.outTangent(channel.times.size() - 1);
            std::ranges::transform(slope, tangent.begin(), [&](double number) { return number / length; });
        } else if (!goesOn) {
            appendKey(piece.begin, 0.);
        }
        if (length > 0.) {
            appendKey(piece.end, 1.);
        }
    }

    [[nodiscard]] bool continues(const CubicPiece<count>& piece, const EditableChannel& channel) const
    {
        Values last;
        std::ranges::copy(channel.value(channel.times.size() - 1), last.begin());
        return distance(last, piece.at(0.)) <= 1.;
    }

    std::function<Values(double)> valueAt_;
    std::span<const double> knots_;
    double largest_ = 1e-12;
};

/// The root's remaining motion once the taken motion is removed, in the axes of the root's parent.
class InPlaceRoot {
public:
    InPlaceRoot(const JointCurve& root, const TakenMotion& taken) : root_(&root), taken_(&taken) {}

    [[nodiscard]] CubicNumbers<3> translation(double seconds) const
    {
        const JointCurve::Place place = root_->at(seconds);
        const glm::dvec4 moved = away(place, seconds) * glm::dvec4(place.translation, 1.);
        return {moved.x, moved.y, moved.z};
    }
    [[nodiscard]] CubicNumbers<4> rotation(double seconds) const
    {
        const JointCurve::Place place = root_->at(seconds);
        const glm::dquat turned = rotationIn(away(place, seconds) * glm::mat4_cast(place.rotation));
        return {turned.x, turned.y, turned.z, turned.w};
    }

private:
    [[nodiscard]] glm::dmat4 away(const JointCurve::Place& place, double seconds) const
    {
        return glm::inverse(place.above) * glm::inverse(taken_->at(seconds)) * place.above;
    }

    const JointCurve* root_;
    const TakenMotion* taken_;
};

template <std::size_t count>
void replace(std::vector<EditableChannel>& channels, const std::optional<std::size_t>& channel, const EditableChannel& otherwise,
             const RootPart<count>& part)
{
    if (channel) {
        channels[*channel] = part.channelFor(channels[*channel]);
    } else {
        channels.push_back(part.channelFor(otherwise));
    }
}

}  // namespace

std::shared_ptr<const AnimationClip> makeInPlaceClip(const ClipStage& stage, const JointCurve& root, const ClipStage::Parts& parts,
                                                     const ChannelTarget& target, const TakenMotion& taken)
{
    const InPlaceRoot inPlace(root, taken);
    std::vector<EditableChannel> channels = editable(stage.clip());
    // Parts that the clip does not move become splines.
    EditableChannel absent{target, ChannelPath::Translation, Interpolation::CubicSpline, 3};
    replace<3>(channels, parts.translation, absent, {[&](double seconds) { return inPlace.translation(seconds); }, taken.knots});
    if (taken.turns) {
        absent = {target, ChannelPath::Rotation, Interpolation::CubicSpline, 4};
        replace<4>(channels, parts.rotation, absent, {[&](double seconds) { return inPlace.rotation(seconds); }, taken.knots});
    }
    return toClip(stage.clip().getName(), channels);
}

}  // namespace armature
