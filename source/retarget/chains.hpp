#pragma once

#include <cstddef>
#include <vector>

#include <armature/retarget/retarget_map.hpp>

#include "retarget/rest_rig.hpp"

namespace armature::retargeting {

/// The bones from `top` down to `end`. Throws std::invalid_argument unless `end` is `top` or below it. O(bones between).
[[nodiscard]] std::vector<std::size_t> pathTo(const RestRig& rig, std::size_t top, std::size_t end);

/// Adds chains. Removes the twists and, except for those that travel, the pairs of their target bones, which `isInChain` marks.
void addChains(RetargetMap& map, std::vector<RetargetChain> chains, const std::vector<bool>& isInChain);

}  // namespace armature::retargeting
