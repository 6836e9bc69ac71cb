#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <armature/animation/baked_clip.hpp>

namespace armature {

/// Returns a clip that holds only these bones of `clip`, in this order. Each bone moves as in the whole clip, except that constant
/// rotations may be normalised once more or once less. O(bones * frames).
[[nodiscard]] std::shared_ptr<const BakedClip> pickBones(const BakedClip& clip, std::span<const std::uint32_t> bones);

}  // namespace armature
