#include "humanoid_choice.hpp"

#include <utility>

#include <armature/import/humanoid_mapping.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

std::optional<HumanoidChoice> chooseHumanoid(Scene& scene)
{
    std::optional<HumanoidChoice> best;
    for (Skeleton* const skeleton : scene.skeletons()) {
        skeleton->sortBones();
        HumanoidMap map = findHumanoidMap(scene, *skeleton);
        const bool isBetter = !best || (best->map.isRefused() && (!map.isRefused() || map.roleCount() > best->map.roleCount()));
        if (isBetter) {
            best.emplace(HumanoidChoice{skeleton, std::move(map)});
        }
    }
    return best;
}

}  // namespace armature::tools
