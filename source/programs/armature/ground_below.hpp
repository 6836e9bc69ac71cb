#pragma once

#include <armature/fwd.hpp>
#include <armature/render/skin_renderer.hpp>

namespace armature::tools {

/// Ground below what is shown in the scene now, or at moments of a clip, which is left at the last of them. O(vertices) for each.
[[nodiscard]] DrawOptions::Ground findGround(Scene& scene, AnimationGroup* moving);

}  // namespace armature::tools
