#include "humanoid_choice.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/import/humanoid_mapping.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "base/words.hpp"

namespace armature::tools {

namespace {

bool areSameRigs(const HumanoidRig& one, const HumanoidRig& other)
{
    return std::ranges::equal(one.bones, other.bones, [](const HumanoidRigBone& a, const HumanoidRigBone& b) {
        return a.parent == b.parent && a.direction == b.direction && a.name == b.name;
    });
}

/// The maps of rigs, each made once, because a file may have many skins of the same joints.
class KnownRigs {
public:
    KnownRigs(const Scene& scene, Budget& budget) : scene_(scene), budget_(budget) {}

    /// Returns the map of a skeleton; the reference is valid until the next call.
    [[nodiscard]] const HumanoidMap& mapOf(const Skeleton& skeleton)
    {
        constexpr std::uint64_t nanosecondsToLook = 1000;  // to examine a bone, or to look it up in a mapping of the file
        const std::size_t mappings = vrmModels(scene_).size() + vrmAnimations(scene_).size() + jointMappings(scene_).size();
        budget_.require(costOfWork(skeleton.bones().size(), nanosecondsToLook));
        HumanoidRig rig = describeHumanoidRig(skeleton);
        std::vector<const TransformNode*> nodes;  // the file's own mappings refer to these
        for (const Bone* const bone : skeleton.bones()) {
            nodes.push_back(bone->getTransformNode());
        }
        const auto found = std::ranges::find_if(rigs_, [&](const Known& one) { return one.nodes == nodes && areSameRigs(one.rig, rig); });
        if (found != rigs_.end()) {
            return found->map;
        }
        budget_.require(costOfMap(rig) + costOfWork(productOf(mappings, rig.bones.size()), nanosecondsToLook));
        return rigs_.emplace_back(Known{std::move(nodes), std::move(rig), findHumanoidMap(scene_, skeleton)}).map;
    }

private:
    struct Known {
        std::vector<const TransformNode*> nodes;
        HumanoidRig rig;
        HumanoidMap map;
    };

    const Scene& scene_;
    Budget& budget_;
    std::vector<Known> rigs_;
};

}  // namespace

std::unique_ptr<Scene> loadBody(const std::string& file, ImportOptions options)
{
    options.bodySkeleton = BodySkeleton::Always;
    return loadScene(file, options);
}

HumanoidChoice chooseHumanoid(Scene& scene, const std::string& file, Budget& budget)
{
    KnownRigs known(scene, budget);
    std::optional<HumanoidChoice> best;
    for (Skeleton* const skeleton : scene.skeletons()) {
        skeleton->sortBones();
        const HumanoidMap& map = known.mapOf(*skeleton);
        const bool hasMore = best && map.roleCount() > best->map.roleCount();
        const bool isBetter = !best || (best->map.isRefused() && (!map.isRefused() || hasMore));
        const bool isWholeBody = hasMore && !map.isRefused() && skeleton->getFinalMatrices().empty();  // without a palette: no skin
        if (isBetter || isWholeBody) {
            best.emplace(HumanoidChoice{skeleton, map});
        }
    }
    if (!best) {
        throw Error(fmt::format("{}: has no skeleton, no nodes that it calls joints, and no clip that moves nodes", printable(file)));
    }
    return std::move(*best);
}

std::uint64_t costOfMap(const HumanoidRig& rig)
{
    std::uint64_t letters = 0;
    for (const HumanoidRigBone& bone : rig.bones) {
        letters += bone.name.size();
    }
    return costOfWork(rig.bones.size(), 4000) + costOfWork(letters, 100);
}

}  // namespace armature::tools
