#pragma once

#include <cstddef>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/retarget/retarget_map.hpp>

#include "retarget/rest_rig.hpp"

namespace armature::retargeting {

/// Returns the bones from `top` down to `end`. Throws std::invalid_argument unless `end` is `top` or below it. O(bones between).
[[nodiscard]] ARMATURE_PRIVATE_API std::vector<std::size_t> pathTo(const RestRig& rig, std::size_t top, std::size_t end);

/// Adds chains to a map. `isInChain` marks the target bones of the chains. Removes their twists and their pairs, except pairs that travel.
ARMATURE_PRIVATE_API void addChains(RetargetMap& map, std::vector<RetargetChain> chains, const std::vector<bool>& isInChain);

}  // namespace armature::retargeting
