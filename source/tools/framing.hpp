#pragma once

#include <cstddef>

#include <armature/fwd.hpp>

#include "camera_fit.hpp"

namespace armature::tools {

/// Adds what a picture of `scene` shows as posed now: its meshes, and its bones if `withBones` or if there are no meshes. Of a scene
/// without either, all nodes. O(vertices): it skins each of them.
void addShown(CameraFit& fit, const Scene& scene, bool withBones);

/// Time of frame `frame` when `frames` of them show a whole clip that repeats: the last one is a step before the first comes again.
[[nodiscard]] double frameTime(double duration, std::size_t frame, std::size_t frames) noexcept;

/// Adds all frames of a clip, each posed in turn. The scene is left in the last pose.
void addShown(CameraFit& fit, const Scene& scene, AnimationGroup& clip, std::size_t frames, bool withBones);

}  // namespace armature::tools
