#pragma once

#include <cstddef>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>

namespace armature::tools {

/// World-space box of what a picture of `scene` shows as posed now: its meshes, and its bones if `withBones` or if there are no meshes.
/// A scene without either: all nodes.
[[nodiscard]] Aabb shownBounds(const Scene& scene, bool withBones);

/// Time of frame `frame` when `frames` of them show a whole clip that repeats: the last one is a step before the first comes again.
[[nodiscard]] double frameTime(double duration, std::size_t frame, std::size_t frames) noexcept;

/// Box of all frames of a clip, each posed in turn. The scene is left in the last pose.
[[nodiscard]] Aabb shownBounds(Scene& scene, AnimationGroup& clip, std::size_t frames, bool withBones);

}  // namespace armature::tools
