#pragma once

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>

namespace armature::tools {

/// Returns the first child bone, at whose origin the bone ends; null for a leaf.
[[nodiscard]] Bone* firstChildOf(const Bone& bone);

/// Returns the end of a bone, in the bone's own axes: the origin of the first child bone. A leaf ends at its length along +Y. A leaf
/// without a length continues the line from its parent's origin by the same distance or, if that is 0, ends 7 cm along +Y. The end is the
/// bone's own origin only if the first child bone has its origin there.
[[nodiscard]] glm::vec3 endOf(const Bone& bone);

}  // namespace armature::tools
