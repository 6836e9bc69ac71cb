#pragma once

#include <memory>
#include <string>

#include <armature/animation/animation_graph.hpp>
#include <armature/base/export.hpp>

#include "base/budget.hpp"

namespace armature {

/// Does what makeGraphClip() does, and charges the budget for the baking. Throws OverBudget, too, if the budget does not suffice.
[[nodiscard]] ARMATURE_PRIVATE_API GraphClip makeGraphClipWithin(Budget& budget, std::string name,
                                                                 std::shared_ptr<const AnimationClip> clip, Skeleton& rig,
                                                                 const GraphClipOptions& options);

}  // namespace armature
