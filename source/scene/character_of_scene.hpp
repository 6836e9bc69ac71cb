#pragma once

#include <armature/fwd.hpp>

namespace armature {

/// Makes the reference poses of one group those of another.
void replaceReferencePoses(Scene& scene, const AnimationGroup& group, AnimationGroup& other);

}  // namespace armature
