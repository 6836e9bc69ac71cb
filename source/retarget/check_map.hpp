#pragma once

#include "retarget/rest_rig.hpp"

namespace armature {

/// Throws what Retargeter's constructor promises.
void requireMap(const RetargetMap& map, const RestRig& source, const RestRig& target);

/// What of that concerns the target's bones in pairs and chains.
void requireTarget(const RetargetMap& map, const RestRig& target);

}  // namespace armature
