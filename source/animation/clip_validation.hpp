#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include <armature/animation/animation_clip.hpp>

namespace armature {

/// Throws std::invalid_argument for what AnimationClip::create refuses.
void validateClip(const ClipDescription& description);

/// Throws std::invalid_argument if two channels of the clip `name` have one target. `paths` are those of the channels.
void validateTargets(const std::string& name, std::span<const ChannelTarget> targets, std::span<const ChannelPath> paths);

/// What is wrong with the times of a track, to be said after its name: ", key 3: ..."; empty if nothing.
[[nodiscard]] std::string problemOfTimes(std::span<const float> times);

/// Floats in one value; of weights there may be any number, but one at least.
[[nodiscard]] std::size_t componentsOf(ChannelPath path, std::size_t components) noexcept;

[[nodiscard]] double lengthOf(const std::array<float, 4>& rotation) noexcept;
/// A Step or Linear key's: beyond what rounding to normalised bytes can do.
[[nodiscard]] bool isFarFromUnit(double length) noexcept;

}  // namespace armature
