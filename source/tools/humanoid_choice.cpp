#include "humanoid_choice.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/import/humanoid_mapping.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "words/words.hpp"

namespace armature::tools {

std::unique_ptr<Scene> loadBody(const std::string& file, ImportOptions options)
{
    options.bodySkeleton = BodySkeleton::Always;
    return loadScene(file, options);
}

HumanoidChoice chooseHumanoid(Scene& scene, const std::string& file)
{
    std::optional<HumanoidChoice> best;
    for (Skeleton* const skeleton : scene.skeletons()) {
        skeleton->sortBones();
        HumanoidMap map = findHumanoidMap(scene, *skeleton);
        const bool hasMore = best && map.roleCount() > best->map.roleCount();
        const bool isBetter = !best || (best->map.isRefused() && (!map.isRefused() || hasMore));
        const bool isWholeBody = hasMore && !map.isRefused() && skeleton->getFinalMatrices().empty();  // of what skins have in parts
        if (isBetter || isWholeBody) {
            best.emplace(HumanoidChoice{skeleton, std::move(map)});
        }
    }
    if (!best) {
        throw Error(fmt::format("{}: has no skeleton, no nodes that it calls joints, and no clip that moves nodes", printable(file)));
    }
    return std::move(*best);
}

}  // namespace armature::tools
