#pragma once

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>

namespace armature::tools {

/// Returns the first child bone, where a bone ends; null on a leaf.
[[nodiscard]] Bone* firstChildOf(const Bone& bone);

/// Returns the end of a bone, in its own axes: the first bone below it. A leaf ends at its own length along +Y, else as far beyond its
/// origin as that is from the parent, else 7 cm along +Y. Never the bone's origin, unless the bone below is there.
[[nodiscard]] glm::vec3 endOf(const Bone& bone);

}  // namespace armature::tools
