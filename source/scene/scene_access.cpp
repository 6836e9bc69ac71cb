#include "scene/scene_access.hpp"

#include <algorithm>
#include <utility>

#include <glm/gtc/type_ptr.hpp>

#include "node/node_edges.hpp"
#include "scene/character_of_scene.hpp"
#include "scene/scene_state.hpp"

namespace armature {

std::size_t SceneAccess::nodeNumber(const Scene& scene, std::size_t place)
{
    return scene.state_->nodes.numberAt(place);
}

std::size_t SceneAccess::nodeNumberCount(const Scene& scene)
{
    return scene.state_->nodes.numberCount();
}

std::size_t SceneAccess::groupNumber(const Scene& scene, std::size_t place)
{
    return scene.state_->animationGroups.numberAt(place);
}

std::size_t SceneAccess::groupNumberCount(const Scene& scene)
{
    return scene.state_->animationGroups.numberCount();
}

glm::vec4 SceneAccess::unchanged(Scene& scene, const PropertySlot& slot, std::size_t components)
{
    const auto [found, isNew] = scene.state_->unchanged.try_emplace({slot.place, slot.property});
    if (isNew) {
        found->second.components = components;
        static_cast<void>(scene.state_->properties.read(slot, {glm::value_ptr(found->second.value), components}));
    }
    return found->second.value;
}

void SceneAccess::reserveNodes(Scene& scene, std::size_t nodes)
{
    scene.state_->nodes.reserve(nodes);
    scene.state_->hierarchy.reserve(nodes);
}

void SceneAccess::keep(Scene& scene, const AnimationGroup& group, std::shared_ptr<const KeptAnimation> animation, SharedFileNumbers numbers)
{
    scene.state_->kept[&group] = {std::move(animation), std::move(numbers), {}};
}

void SceneAccess::replace(Scene& scene, AnimationGroup& group, std::span<AnimationGroup* const> others)
{
    auto& groups = scene.state_->animationGroups;
    const auto placeOf = [&](const AnimationGroup& each) {
        return static_cast<std::size_t>(std::ranges::find(groups.view(), &each) - groups.view().begin());
    };
    for (AnimationGroup* const other : others) {
        groups.moveUp(placeOf(*other), placeOf(group));
    }
    groups.swapNumbers(placeOf(*others.front()), placeOf(group));
    replaceReferencePoses(scene, group, *others.front());
    scene.removeAnimationGroup(group);
}

SceneAccess::Kept SceneAccess::keptOf(const Scene& scene, const AnimationGroup& group)
{
    const auto found = scene.state_->kept.find(&group);
    return found != scene.state_->kept.end() ? found->second : Kept();
}

SharedFileNumbers SceneAccess::numbersOf(const TransformNode& node)
{
    return node.fileParts_ != nullptr ? node.fileParts_->numbers : nullptr;
}

SharedFileNumbers SceneAccess::numbersOf(const MeshInstance& instance)
{
    return instance.numbers_;
}

SharedFileNumbers SceneAccess::numbersOfMaterial(const Scene& scene, std::size_t material)
{
    const auto& numbers = scene.state_->materialNumbers;
    return material < numbers.size() ? numbers[material] : nullptr;
}

std::size_t SceneAccess::listedNumber(const Scene& scene, NumberedThing thing, std::size_t place)
{
    switch (thing) {
    case NumberedThing::Material: return scene.state_->materials.numberAt(place);
    case NumberedThing::Camera: return scene.state_->cameras.numberAt(place);
    case NumberedThing::Light: return scene.state_->lights.numberAt(place);
    default: return FileNumbers::none;
    }
}

std::size_t SceneAccess::listedNumberCount(const Scene& scene, NumberedThing thing)
{
    switch (thing) {
    case NumberedThing::Material: return scene.state_->materials.numberCount();
    case NumberedThing::Camera: return scene.state_->cameras.numberCount();
    case NumberedThing::Light: return scene.state_->lights.numberCount();
    default: return 0;
    }
}

std::size_t SceneAccess::imageNumber(const Scene& scene, std::size_t place)
{
    return scene.state_->images.numberAt(place);
}

bool SceneAccess::isThere(const Scene& scene, const PropertySlot& slot)
{
    return scene.state_->properties.isThere(slot);
}

std::vector<SharedFileNumbers> SceneAccess::rootsOf(const Scene& scene)
{
    std::vector<SharedFileNumbers> roots;
    for (const SharedModelParts& parts : scene.state_->modelParts) {
        roots.insert(roots.end(), parts->roots.begin(), parts->roots.end());
    }
    return roots;
}

}  // namespace armature
