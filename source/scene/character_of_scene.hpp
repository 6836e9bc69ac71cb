#pragma once

#include <armature/fwd.hpp>

namespace armature {

/// Makes the reference poses that refer to `group` refer to `other` instead.
void replaceReferencePoses(Scene& scene, const AnimationGroup& group, AnimationGroup& other);

}  // namespace armature
