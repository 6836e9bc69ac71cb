#pragma once

#include <optional>

#include <armature/fwd.hpp>
#include <armature/retarget/humanoid_map.hpp>

namespace armature::tools {

/// The skeleton of a model that is most like a human, and its map.
struct HumanoidChoice {
    Skeleton* skeleton;
    HumanoidMap map;
};

/// Of several skeletons, the first that is not refused, else that with the most roles; none if the scene has none. Sorts bones, parents
/// first.
[[nodiscard]] std::optional<HumanoidChoice> chooseHumanoid(Scene& scene);

}  // namespace armature::tools
