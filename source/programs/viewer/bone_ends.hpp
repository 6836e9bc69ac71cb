#pragma once

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>

namespace armature::tools {

/// The first bone below, where a bone ends; null on a leaf.
[[nodiscard]] Bone* firstChildOf(const Bone& bone);

/// The end of a bone, in its own axes: the first bone below it; a leaf is as long as it says, else it goes on as far as it is from its
/// parent, else 7 cm along +Y. Never where it begins, unless the bone below is there.
[[nodiscard]] glm::vec3 endOf(const Bone& bone);

}  // namespace armature::tools
