#pragma once

#include <armature/animation/baked_clip.hpp>

namespace armature {

struct BakeSource;

/// With and without the frames in which channels jump.
struct BakeErrors {
    BakeError whole;
    BakeError smooth;
};

/// See BakedClip::getError(). O(bones * (keys + frames)).
[[nodiscard]] BakeErrors measureBakeError(const BakedClip& baked, const BakeSource& source, double radius);

}  // namespace armature
