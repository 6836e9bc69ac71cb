#include "weight_heat.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <armature/mesh/weight_colors.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

namespace {

// Returns the palette slot of the bone or, in another skeleton, of the bone of the same name; npos if there is none.
std::size_t slotOf(const Bone& bone, const Skeleton* skeleton)
{
    const Bone* found = nullptr;
    if (skeleton != nullptr) {
        const auto bones = skeleton->bones();
        const auto namesake = std::ranges::find_if(bones, [&](const Bone* one) { return one->getName() == bone.getName(); });
        found = skeleton == &bone.getSkeleton() ? &bone : namesake != bones.end() ? *namesake : nullptr;
    }
    const std::optional<std::size_t> slot = found != nullptr ? found->getIndex() : std::nullopt;
    return slot.value_or(std::string::npos);
}

}  // namespace

WeightHeat::WeightHeat(Scene& scene, const Bone& bone)
    : scene_(scene)
    , bone_(&bone)
    , materials_{scene.addMaterial({.metallic = 0.f}), scene.addMaterial({.metallic = 0.f, .doubleSided = true})}
{
    for (MeshInstance* instance : scene.meshInstances()) {
        Covered& covered = covered_.emplace_back(Covered{Handle<MeshInstance>(*instance), instance->getMesh(), {}});
        for (std::size_t i = 0; i < covered.mesh->primitives().size(); ++i) {
            covered.materials.push_back(instance->getMaterial(i));
        }
        instance->setMesh(withWeightColors(*covered.mesh, slotOf(bone, instance->getSkeleton())));
        for (std::size_t i = 0; i < covered.materials.size(); ++i) {
            const std::optional<std::size_t> material = covered.materials[i];
            instance->setMaterial(i, materials_[material && scene.materials()[*material].doubleSided ? 1 : 0]);
        }
    }
}

WeightHeat::~WeightHeat()
{
    for (Covered& covered : covered_) {
        if (MeshInstance* const instance = covered.instance.get()) {
            instance->setMesh(std::move(covered.mesh));
            for (std::size_t i = 0; i < covered.materials.size(); ++i) {
                instance->setMaterial(i, covered.materials[i]);
            }
        }
    }
    for (const std::size_t material : materials_) {
        scene_.removeMaterial(material);
    }
}

}  // namespace armature::tools
