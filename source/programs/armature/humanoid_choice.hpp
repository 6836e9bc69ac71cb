#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>
#include <armature/retarget/humanoid_map.hpp>

#include "base/budget.hpp"

namespace armature::tools {

/// The most human-like skeleton of a model, and its map.
struct HumanoidChoice {
    Skeleton* skeleton;
    HumanoidMap map;
};

/// Loads a model for chooseHumanoid(), with an additional skeleton of its whole body, because its skins may cover only parts of the body,
/// or it may have no skins.
[[nodiscard]] std::unique_ptr<Scene> loadBody(const std::string& file, ImportOptions options);

/// Chooses the first skeleton whose map is not refused or, if all are refused, the one whose map has the most roles. A whole body's
/// skeleton wins if its map has more roles. Sorts bones, parents first. Throws Error if the scene has no skeleton, and OverBudget if the
/// maps cost more than the budget allows.
[[nodiscard]] HumanoidChoice chooseHumanoid(Scene& scene, const std::string& file, Budget& budget);

/// Returns the cost of mapping a rig.
[[nodiscard]] std::uint64_t costOfMap(const HumanoidRig& rig);

}  // namespace armature::tools
