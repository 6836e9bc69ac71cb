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

/// Reads a model for chooseHumanoid(), with a skeleton of its whole body, because skins may have only parts of it or none.
[[nodiscard]] std::unique_ptr<Scene> loadBody(const std::string& file, ImportOptions options);

/// Chooses the first skeleton that is not refused, or else the one with the most roles; a whole body's skeleton wins if it has more roles.
/// Throws Error if the scene has no skeleton, and OverBudget. Sorts bones, parents first.
[[nodiscard]] HumanoidChoice chooseHumanoid(Scene& scene, const std::string& file, Budget& budget);

/// Returns the cost of mapping a rig.
[[nodiscard]] std::uint64_t costOfMap(const HumanoidRig& rig);

}  // namespace armature::tools
