#pragma once

#include <glm/ext/matrix_double4x4.hpp>

#include <armature/fwd.hpp>

namespace armature::tools {

/// From the scene's world, metres with +Y up, to the unit and axes of the file that it was read from: what takes back the conversion on the
/// root of an FBX scene (docs/importing.md). The identity for formats whose unit is the metre with +Y up, and for those that have none.
[[nodiscard]] glm::dmat4 worldToFile(const Scene& scene);

}  // namespace armature::tools
