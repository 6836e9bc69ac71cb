#pragma once

#include <string>

#include "programs/armature/clip_layers.hpp"
#include "programs/armature/playback.hpp"

namespace armature::tools {

/// Returns "below arm_L, without hand_L", or "all".
[[nodiscard]] std::string describeMask(const ClipLayer& layer);
/// Returns "wave 0.50 override below arm_L; nod 1.00 additive in step all", from the bottom up, or "none".
[[nodiscard]] std::string describeLayers(const Playback& playback);
/// Returns the reason why no clip plays.
[[nodiscard]] const char* describeNoClip(const Playback& playback) noexcept;

}  // namespace armature::tools
