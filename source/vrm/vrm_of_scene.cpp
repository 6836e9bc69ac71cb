#include <algorithm>
#include <memory>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>
#include <armature/scene/scene_attachment.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "vrm/vrm_parts.hpp"
#include "vrm/vrm_rules.hpp"

namespace armature {

namespace {

template <class Model>
void removeGone(std::vector<Model>& models)
{
    std::erase_if(models, [](const Model& model) { return isGone(model); });
}

void requireIndex(std::size_t number, std::size_t count, std::string_view what)
{
    if (number >= count) {
        throw std::invalid_argument(fmt::format("VRM: there is no {} {}, the scene has {}", what, number, count));
    }
}

template <class Element>
void eraseAt(std::vector<Element>& elements, std::size_t index)
{
    elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(index));
}

/// The VRM models and animations of a scene.
class VrmOfScene final : public SceneAttachment {
public:
    void copyTo(Scene& scene, const Copies& copies) const override;
    void visitMaterials(const Visit& visit) const override;
    void visitImages(const Visit& visit) const override;

    std::vector<VrmModel> models;
    std::vector<VrmAnimation> animations;
};

VrmOfScene& vrmOf(Scene& scene)
{
    auto* const found = findAttachment<VrmOfScene>(scene.attachments());
    return found != nullptr ? *found : static_cast<VrmOfScene&>(scene.attach(std::make_unique<VrmOfScene>()));
}

template <class Model>
void copyNodes(Model& copy, const SceneAttachment::Copies& copies)
{
    for (Handle<const TransformNode>& node : copy.nodes) {
        node = node.get() != nullptr ? Handle<const TransformNode>(copies.copyOf(*node.get())) : node;
    }
}

void VrmOfScene::copyTo(Scene& scene, const Copies& copies) const
{
    VrmOfScene& to = vrmOf(scene);
    removeGone(to.models);
    removeGone(to.animations);
    for (VrmModel copy : models) {
        copyNodes(copy, copies);
        if (copy.meta.thumbnailImage) {
            copy.meta.thumbnailImage = copies.placeOfImage(*copy.meta.thumbnailImage);
        }
        for (VrmExpression& expression : copy.expressions) {
            for (VrmColorBind& bind : expression.colors) {
                bind.material = copies.placeOfMaterial(bind.material);
            }
            for (VrmTextureBind& bind : expression.textures) {
                bind.material = copies.placeOfMaterial(bind.material);
            }
        }
        to.models.push_back(std::move(copy));
    }
    for (VrmAnimation copy : animations) {
        copyNodes(copy, copies);
        to.animations.push_back(std::move(copy));
    }
}

void VrmOfScene::visitMaterials(const Visit& visit) const
{
    for (const VrmModel& model : models) {
        if (isGone(model)) {
            continue;
        }
        for (const VrmExpression& expression : model.expressions) {
            std::ranges::for_each(expression.colors,
                                  [&](const VrmColorBind& bind) { visit(bind.material, "an expression of a VRM model"); });
            std::ranges::for_each(expression.textures,
                                  [&](const VrmTextureBind& bind) { visit(bind.material, "an expression of a VRM model"); });
        }
    }
}

void VrmOfScene::visitImages(const Visit& visit) const
{
    for (const VrmModel& model : models) {
        if (!isGone(model) && model.meta.thumbnailImage) {
            visit(*model.meta.thumbnailImage, "a VRM model, as its thumbnail");
        }
    }
}

}  // namespace

void addVrmModel(Scene& scene, VrmModel model)
{
    requireVrm(scene, model);
    std::vector<VrmModel>& models = vrmOf(scene).models;
    removeGone(models);
    models.push_back(std::move(model));
}

void setVrmModel(Scene& scene, std::size_t number, VrmModel model)
{
    requireIndex(number, vrmModels(scene).size(), "model");
    requireVrm(scene, model);
    vrmOf(scene).models[number] = std::move(model);
}

void removeVrmModel(Scene& scene, std::size_t number)
{
    requireIndex(number, vrmModels(scene).size(), "model");
    eraseAt(vrmOf(scene).models, number);
}

std::span<const VrmModel> vrmModels(const Scene& scene) noexcept
{
    const auto* const found = findAttachment<VrmOfScene>(scene.attachments());
    return found != nullptr ? std::span<const VrmModel>(found->models) : std::span<const VrmModel>();
}

std::optional<std::size_t> findVrmModel(const Scene& scene, const SceneInstance& instance)
{
    const std::vector<TransformNode*> nodes = instance.getNodes();
    std::unordered_set<const TransformNode*> copies(nodes.begin(), nodes.end());
    copies.erase(nullptr);
    const auto isCopy = [&](const Handle<const TransformNode>& node) { return copies.contains(node.get()); };
    const std::span<const VrmModel> models = vrmModels(scene);
    const auto found = std::ranges::find_if(models, [&](const VrmModel& model) { return std::ranges::any_of(model.nodes, isCopy); });
    return found != models.end() ? std::optional(static_cast<std::size_t>(found - models.begin())) : std::nullopt;
}

void addVrmAnimation(Scene& scene, VrmAnimation animation)
{
    requireVrm(scene, animation);
    std::vector<VrmAnimation>& animations = vrmOf(scene).animations;
    removeGone(animations);
    animations.push_back(std::move(animation));
}

void removeVrmAnimation(Scene& scene, std::size_t number)
{
    requireIndex(number, vrmAnimations(scene).size(), "animation");
    eraseAt(vrmOf(scene).animations, number);
}

std::span<const VrmAnimation> vrmAnimations(const Scene& scene) noexcept
{
    const auto* const found = findAttachment<VrmOfScene>(scene.attachments());
    return found != nullptr ? std::span<const VrmAnimation>(found->animations) : std::span<const VrmAnimation>();
}

}  // namespace armature
