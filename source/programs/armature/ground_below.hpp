#pragma once

#include <armature/fwd.hpp>
#include <armature/render/skin_renderer.hpp>

namespace armature::tools {

/// Returns the ground below everything that the scene shows in its current pose or, if `moving` is given, at several moments of that clip.
/// Leaves the scene in the last of these poses. O(vertices) for each moment.
[[nodiscard]] DrawOptions::Ground findGround(Scene& scene, AnimationGroup* moving);

}  // namespace armature::tools
