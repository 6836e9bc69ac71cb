#pragma once

#include <armature/fwd.hpp>

#include "command_line.hpp"
#include "effort.hpp"

namespace armature::tools {

/// Spends what a picture of a scene costs: posing its vertices, and filling what its triangles cover. Throws Error if that is not allowed.
/// How many pictures there are is the user's choice, who sees how far they are.
void requirePicture(Effort& effort, const Scene& scene, const PictureSize& size);

}  // namespace armature::tools
