#pragma once

#include <armature/animation/animation_clip.hpp>

namespace armature {

/// Throws std::invalid_argument for what AnimationClip::create refuses.
void validateClip(const ClipDescription& description);

}  // namespace armature
