#pragma once

#include <cstddef>
#include <vector>

#include <armature/retarget/retarget_map.hpp>

#include "retarget/rest_rig.hpp"

namespace armature::retargeting {

/// The bones from `top` down to `end`. Throws std::invalid_argument if it is not below. O(bones between).
[[nodiscard]] std::vector<std::size_t> pathTo(const RestRig& rig, std::size_t top, std::size_t end);

/// Adds chains, whose bones of the target `isInChain` knows, and takes away the pairs and twists that these had.
void addChains(RetargetMap& map, std::vector<RetargetChain> chains, const std::vector<bool>& isInChain);

}  // namespace armature::retargeting
