#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>

#include "animation/clip/clip_layout.hpp"

namespace armature {

/// What files that hold clips as they are in memory need: see clip_layout.hpp.
class ClipAccess {
public:
    /// The clip's numbers in one piece, aligned to clipImageAlignment bytes: everything except its name and targets. Valid as long as the
    /// clip.
    [[nodiscard]] static std::span<const std::byte> image(const AnimationClip& clip) noexcept;
    /// The targets by channel. Clips for one rig may share them. Never null.
    [[nodiscard]] static const std::shared_ptr<const std::vector<ChannelTarget>>& targets(const AnimationClip& clip) noexcept;

    /// What AnimationClip::create() makes, of what was checked before. Precondition: it would accept these keys and change none of them,
    /// and validateTargets() accepts the targets, one for each channel.
    [[nodiscard]] static std::shared_ptr<const AnimationClip>
    create(std::string name, std::shared_ptr<const std::vector<ChannelTarget>> targets, ClipKeys keys);

    /// A clip that uses `image` in place, in memory that `owner` keeps alive (a mapped file, for instance). The whole image is checked:
    /// throws std::invalid_argument if it is incomplete, of another version, or holds something that AnimationClip::create would refuse or
    /// change, if the number of targets is wrong, or if two channels move one property. O(bytes); copies no keys.
    [[nodiscard]] static std::shared_ptr<const AnimationClip> adopt(std::string name,
                                                                    std::shared_ptr<const std::vector<ChannelTarget>> targets,
                                                                    std::span<const std::byte> image, std::shared_ptr<const void> owner);
};

/// Whether a channel, whose numbers of keys and values fit, holds rotations of nearly unit length, as nearly all do: they are finite, and
/// nothing is to be mended. One pass in lanes.
[[nodiscard]] bool areUnitRotations(ChannelPath path, Interpolation interpolation, std::span<const float> values) noexcept;

/// Throws std::invalid_argument for whatever AnimationClip::create refuses.
void validateClip(const ClipDescription& description);

/// Throws std::invalid_argument if two channels of the clip `name` have one target. `paths` are those of the channels.
void validateTargets(const std::string& name, std::span<const ChannelTarget> targets, std::span<const ChannelPath> paths);

/// Whether times are finite, not negative, and increase. One pass in lanes.
[[nodiscard]] bool areGoodTimes(std::span<const float> times) noexcept;

/// What is wrong with the times of a track, to be appended to its name: ", key 3: ..."; empty if nothing.
[[nodiscard]] std::string problemOfTimes(std::span<const float> times);

/// Floats in one value; weights may have any number, but at least one.
[[nodiscard]] std::size_t componentsOf(ChannelPath path, std::size_t components) noexcept;

/// The square of a rotation's length.
[[nodiscard]] inline double squareOf(float x, float y, float z, float w) noexcept
{
    const auto square = [](float component) { return static_cast<double>(component) * static_cast<double>(component); };
    return square(x) + square(y) + square(z) + square(w);
}

/// True if a Step or Linear key is farther from unit length than rounding to normalised bytes can take it.
[[nodiscard]] inline bool isFarFromUnit(double square) noexcept
{
    constexpr double tolerance = 0.008;  // half a step of a normalised byte, 1/254, in each of four components of 1/2
    const bool isNear =
        square > (1. - 0.99 * tolerance) * (1. - 0.99 * tolerance) && square < (1. + 0.99 * tolerance) * (1. + 0.99 * tolerance);
    return !isNear && std::abs(std::sqrt(square) - 1.) > tolerance;
}

}  // namespace armature
