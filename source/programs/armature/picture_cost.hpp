#pragma once

#include <armature/fwd.hpp>

#include "command_line.hpp"
#include "effort.hpp"

namespace armature::tools {

/// Spends the cost of a picture of a scene: posing its vertices, and filling the area that its triangles cover. Throws Error if the effort
/// does not allow it. The number of pictures does not count: the user chooses it, and sees their progress.
void requirePicture(Effort& effort, const Scene& scene, const PictureSize& size);

}  // namespace armature::tools
