#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <armature/animation/baked_clip.hpp>

namespace armature {

/// The clip of these bones alone, in this order. It gives each what the whole clip does, but that rotations that do not move may be
/// normalised once more, or once less. O(bones * frames).
[[nodiscard]] std::shared_ptr<const BakedClip> pickBones(const BakedClip& clip, std::span<const std::uint32_t> bones);

}  // namespace armature
