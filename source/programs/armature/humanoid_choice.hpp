#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>
#include <armature/retarget/humanoid_map.hpp>

#include "base/budget.hpp"

namespace armature::tools {

/// The skeleton of a model that is most like a human, and its map.
struct HumanoidChoice {
    Skeleton* skeleton;
    HumanoidMap map;
};

/// Reads a model for chooseHumanoid(): with a skeleton of its whole body, where skins have only parts of it or none.
[[nodiscard]] std::unique_ptr<Scene> loadBody(const std::string& file, ImportOptions options);

/// Of several skeletons, the first that is not refused, else that with the most roles; a whole body's if it has more roles than that.
/// Throws Error if the scene has no skeleton, and OverBudget, too. Sorts bones, parents first.
[[nodiscard]] HumanoidChoice chooseHumanoid(Scene& scene, const std::string& file, Budget& budget);

/// The cost of making the map of a rig.
[[nodiscard]] std::uint64_t costOfMap(const HumanoidRig& rig);

}  // namespace armature::tools
