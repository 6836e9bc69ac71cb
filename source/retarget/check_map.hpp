#pragma once

#include "retarget/rest_rig.hpp"

namespace armature {

/// Throws what Retargeter's constructor promises.
void requireMap(const RetargetMap& map, const RestRig& source, const RestRig& target);

}  // namespace armature
