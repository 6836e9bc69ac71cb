#pragma once

#include <armature/math/transform.hpp>

namespace armature {

/// One bone of blendPoses().
[[nodiscard]] Transform blendTransforms(const Transform& from, const Transform& to, float weight);

}  // namespace armature
