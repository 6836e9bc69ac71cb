#pragma once

#include <armature/fwd.hpp>

namespace armature {

/// Assigns the reference poses of `group` to `other`.
void replaceReferencePoses(Scene& scene, const AnimationGroup& group, AnimationGroup& other);

}  // namespace armature
