#include <algorithm>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>
#include <armature/scene/vrm_model.hpp>

#include "scene/scene_copier.hpp"
#include "scene/scene_state.hpp"
#include "scene/vrm/vrm_parts.hpp"
#include "scene/vrm/vrm_rules.hpp"

namespace armature {

namespace {

template <class Model>
void removeGone(std::vector<Model>& models)
{
    std::erase_if(models, [](const Model& model) { return isGone(model); });
}

template <class Model>
typename std::vector<Model>::iterator requireAt(std::vector<Model>& models, std::size_t number, std::string_view what)
{
    if (number >= models.size()) {
        throw std::invalid_argument(fmt::format("VRM: there is no {} {}, the scene has {}", what, number, models.size()));
    }
    return models.begin() + static_cast<std::ptrdiff_t>(number);
}

}  // namespace

void Scene::addVrmModel(VrmModel model)
{
    requireVrm(*this, model);
    removeGone(state_->vrmModels);
    state_->vrmModels.push_back(std::move(model));
}

void Scene::setVrmModel(std::size_t number, VrmModel model)
{
    const auto place = requireAt(state_->vrmModels, number, "model");
    requireVrm(*this, model);
    *place = std::move(model);
}

void Scene::removeVrmModel(std::size_t number)
{
    state_->vrmModels.erase(requireAt(state_->vrmModels, number, "model"));
}

std::optional<std::size_t> Scene::findVrmModel(const SceneInstance& instance) const
{
    std::unordered_set<const TransformNode*> copies;
    for (const Handle<TransformNode>& node : instance.nodes_) {
        copies.insert(node.get());
    }
    copies.erase(nullptr);
    const auto isCopy = [&](const Handle<const TransformNode>& node) { return copies.contains(node.get()); };
    const auto found =
        std::ranges::find_if(state_->vrmModels, [&](const VrmModel& model) { return std::ranges::any_of(model.nodes, isCopy); });
    return found != state_->vrmModels.end() ? std::optional(static_cast<std::size_t>(found - state_->vrmModels.begin())) : std::nullopt;
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

void Scene::removeVrmAnimation(std::size_t number)
{
    state_->vrmAnimations.erase(requireAt(state_->vrmAnimations, number, "animation"));
}

std::span<const VrmAnimation> Scene::vrmAnimations() const noexcept
{
    return state_->vrmAnimations;
}

void SceneCopier::copyVrm(const Scene& model)
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
            copy.meta.thumbnailImage = placeOf(ModelParts::Images, *copy.meta.thumbnailImage);
        }
        for (VrmExpression& expression : copy.expressions) {
            for (VrmColorBind& bind : expression.colors) {
                bind.material = placeOf(ModelParts::Materials, bind.material);
            }
            for (VrmTextureBind& bind : expression.textures) {
                bind.material = placeOf(ModelParts::Materials, bind.material);
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
