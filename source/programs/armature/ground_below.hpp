#pragma once

#include <armature/fwd.hpp>
#include <armature/render/skin_renderer.hpp>

namespace armature::tools {

/// Returns the ground below everything that the scene shows now, or at moments of the clip `moving`, which is left at the last of them.
/// O(vertices) for each moment.
[[nodiscard]] DrawOptions::Ground findGround(Scene& scene, AnimationGroup* moving);

}  // namespace armature::tools
