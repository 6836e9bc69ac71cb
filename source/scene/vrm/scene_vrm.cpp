#include <algorithm>
#include <utility>

#include <armature/scene/scene.hpp>
#include <armature/scene/vrm_model.hpp>

#include "scene/scene_copier.hpp"
#include "scene/scene_state.hpp"
#include "scene/vrm/vrm_parts.hpp"

namespace armature {

namespace {

/// Where all nodes are gone, so is the character.
template <class Model>
void removeGone(std::vector<Model>& models)
{
    const auto isGone = [](const Handle<const TransformNode>& node) { return node.get() == nullptr; };
    std::erase_if(models, [&](const Model& model) { return !model.nodes.empty() && std::ranges::all_of(model.nodes, isGone); });
}

}  // namespace

void Scene::addVrmModel(VrmModel model)
{
    requireVrm(*this, model);
    removeGone(state_->vrmModels);
    state_->vrmModels.push_back(std::move(model));
}

std::span<const VrmModel> Scene::vrmModels() const noexcept
{
    return state_->vrmModels;
}

void Scene::addVrmAnimation(VrmAnimation animation)
{
    requireVrm(*this, animation);
    removeGone(state_->vrmAnimations);
    state_->vrmAnimations.push_back(std::move(animation));
}

std::span<const VrmAnimation> Scene::vrmAnimations() const noexcept
{
    return state_->vrmAnimations;
}

void SceneCopier::copyVrm(const Scene& model, const SharedFileNumbers& numbers, const std::vector<std::size_t>& images)
{
    const auto copyNodesOf = [this](auto& copy) {
        for (Handle<const TransformNode>& node : copy.nodes) {
            node = node.get() != nullptr ? Handle<const TransformNode>(copyOf(*node.get())) : node;
        }
    };
    removeGone(to_->state_->vrmModels);
    removeGone(to_->state_->vrmAnimations);
    for (VrmModel copy : std::vector<VrmModel>(model.vrmModels().begin(), model.vrmModels().end())) {
        copyNodesOf(copy);
        if (copy.meta.thumbnailImage) {
            copy.meta.thumbnailImage = images[*copy.meta.thumbnailImage];
        }
        for (VrmExpression& expression : copy.expressions) {
            for (VrmColorBind& bind : expression.colors) {
                bind.material = numbers->numberOf(NumberedThing::Material, bind.material);
            }
            for (VrmTextureBind& bind : expression.textures) {
                bind.material = numbers->numberOf(NumberedThing::Material, bind.material);
            }
        }
        to_->state_->vrmModels.push_back(std::move(copy));
    }
    for (VrmAnimation copy : std::vector<VrmAnimation>(model.vrmAnimations().begin(), model.vrmAnimations().end())) {
        copyNodesOf(copy);
        to_->state_->vrmAnimations.push_back(std::move(copy));
    }
}

}  // namespace armature
