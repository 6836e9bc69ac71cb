#pragma once

#include <armature/animation/baked_clip.hpp>

namespace armature {

struct BakeSource;

/// See BakedClip::getError(). O(bones * (keys + frames)).
[[nodiscard]] BakeError measureBakeError(const BakedClip& baked, const BakeSource& source, double radius);

}  // namespace armature
