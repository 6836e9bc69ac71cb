#pragma once

#include <string>

#include "programs/armature/clip_layers.hpp"
#include "programs/armature/playback.hpp"

namespace armature::tools {

/// Returns, for example, "below arm_L, without hand_L", or "all".
[[nodiscard]] std::string describeMask(const ClipLayer& layer);
/// Returns the layers from the bottom up, for example "wave 0.50 override below arm_L; nod 1.00 additive in step all", or "none".
[[nodiscard]] std::string describeLayers(const Playback& playback);
/// Returns the reason why no clip plays.
[[nodiscard]] const char* describeNoClip(const Playback& playback) noexcept;

}  // namespace armature::tools
