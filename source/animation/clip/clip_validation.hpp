#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/base/export.hpp>

#include "animation/clip/clip_layout.hpp"

namespace armature {

/// Access to clips for files that store them exactly as they are in memory: see clip_layout.hpp.
class ClipAccess {
public:
    /// Returns the clip's image: everything except its name and targets, in one piece of memory that is aligned to clipImageAlignment
    /// bytes. Valid as long as the clip.
    [[nodiscard]] static std::span<const std::byte> image(const AnimationClip& clip) noexcept;
    /// Returns the packed clip, which samples the keys. Valid as long as the clip.
    [[nodiscard]] static const PackedClip& packed(const AnimationClip& clip) noexcept { return *clip.packed_; }
    /// Returns the targets, one per channel. Clips for one rig may share them. Never null.
    [[nodiscard]] static const std::shared_ptr<const std::vector<ChannelTarget>>& targets(const AnimationClip& clip) noexcept;

    /// Packs the keys of the clip `name`. Merges equal time tracks in `keys` and drops unused ones. Precondition: AnimationClip::create()
    /// would accept these keys and change none of them.
    [[nodiscard]] ARMATURE_PRIVATE_API static std::unique_ptr<const PackedClip> pack(const std::string& name, ClipKeys& keys);
    /// Makes a clip of packed keys. Precondition: validateTargets() accepts the targets, one for each channel.
    [[nodiscard]] ARMATURE_PRIVATE_API static std::shared_ptr<const AnimationClip>
    create(std::string name, std::shared_ptr<const std::vector<ChannelTarget>> targets, std::unique_ptr<const PackedClip> packed);

    /// Makes a clip that uses `image` in place, in memory that `owner` keeps alive (a mapped file, for instance). Checks the whole image:
    /// throws std::invalid_argument if the image is incomplete, of another version, or holds something that AnimationClip::create would
    /// refuse or change, if the number of targets is wrong, or if two channels have the same target and path. O(bytes); copies no keys.
    [[nodiscard]] static std::shared_ptr<const AnimationClip> adopt(std::string name,
                                                                    std::shared_ptr<const std::vector<ChannelTarget>> targets,
                                                                    std::span<const std::byte> image, std::shared_ptr<const void> owner);
};

/// Whether a channel's values are Step or Linear rotations of nearly unit length, as nearly all rotations are. Such values are finite and
/// need no correction. Precondition: the channel's number of values fits its number of keys. One pass in lanes.
[[nodiscard]] ARMATURE_PRIVATE_API bool areUnitRotations(ChannelPath path, Interpolation interpolation,
                                                         std::span<const float> values) noexcept;

/// Throws std::invalid_argument for everything that AnimationClip::create refuses, except targets (see validateTargets()).
void validateClip(const ClipDescription& description);

/// Throws std::invalid_argument if a target of the clip `name` does not suit its channel's path, or if two channels have the same target
/// and path. `paths` are the channels' paths.
ARMATURE_PRIVATE_API void validateTargets(const std::string& name, std::span<const ChannelTarget> targets,
                                          std::span<const ChannelPath> paths);

/// Whether `times` is not empty and all times are finite, not negative and increasing. One pass in lanes.
[[nodiscard]] ARMATURE_PRIVATE_API bool areGoodTimes(std::span<const float> times) noexcept;

/// Returns what is wrong with a track's times, to be appended to the track's name: ", key 3: ..."; empty if nothing is wrong.
[[nodiscard]] std::string problemOfTimes(std::span<const float> times);

/// Returns how many floats a value of `path` has. For weights and properties, that is `components`, clamped to the allowed range: at least
/// 1, and for properties at most mostCurveComponents.
[[nodiscard]] ARMATURE_PRIVATE_API std::size_t componentsOf(ChannelPath path, std::size_t components) noexcept;

/// Returns the clip. If it is null, throws std::invalid_argument with a message that begins with `whose`.
[[nodiscard]] std::shared_ptr<const AnimationClip> requireClip(std::shared_ptr<const AnimationClip> clip, std::string_view whose);

/// Returns the square of a rotation's length.
[[nodiscard]] inline double squareOf(float x, float y, float z, float w) noexcept
{
    const auto square = [](float component) { return static_cast<double>(component) * static_cast<double>(component); };
    return square(x) + square(y) + square(z) + square(w);
}

/// Whether a Step or Linear rotation of squared length `square` is farther from unit length than rounding to normalised bytes can explain.
[[nodiscard]] inline bool isFarFromUnit(double square) noexcept
{
    constexpr double tolerance = 0.008;  // worst case, 2/254: four components of 1/2, each off by 1/254, half a step of a normalised byte
    const bool isNear =
        square > (1. - 0.99 * tolerance) * (1. - 0.99 * tolerance) && square < (1. + 0.99 * tolerance) * (1. + 0.99 * tolerance);
    return !isNear && std::abs(std::sqrt(square) - 1.) > tolerance;
}

}  // namespace armature
