#pragma once

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>

namespace armature::tools {

/// Returns the first child bone, where a bone ends; null on a leaf.
[[nodiscard]] Bone* firstChildOf(const Bone& bone);

/// Returns the end of a bone, in the bone's own axes: the origin of the first child bone. A leaf ends at its own length along +Y; without a
/// length, as far beyond its origin as the origin is from the parent; otherwise 7 cm along +Y. This is the bone's own origin only if the
/// child bone is there.
[[nodiscard]] glm::vec3 endOf(const Bone& bone);

}  // namespace armature::tools
