#include "scene/scene_access.hpp"

#include <utility>

#include "node/node_edges.hpp"
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

void SceneAccess::reserveNodes(Scene& scene, std::size_t nodes)
{
    scene.state_->nodes.reserve(nodes);
    scene.state_->hierarchy.reserve(nodes);
}

void SceneAccess::keep(Scene& scene, const AnimationGroup& group, std::shared_ptr<const KeptAnimation> animation)
{
    scene.state_->kept[&group] = {std::move(animation), nullptr};
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

std::span<const SharedFileNumbers> SceneAccess::rootsOf(const Scene& scene)
{
    return scene.state_->roots;
}

}  // namespace armature
