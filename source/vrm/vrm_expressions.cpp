#include "vrm/vrm_parts.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <glm/gtc/type_ptr.hpp>

#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>

#include "animation/clip/property_owner.hpp"
#include "node/state_archive.hpp"
#include "scene/scene_access.hpp"

namespace armature {

namespace {

constexpr std::array<std::string_view, 3> blinks{"blink", "blinkLeft", "blinkRight"};
constexpr std::array<std::string_view, 4> looks{"lookUp", "lookDown", "lookLeft", "lookRight"};
constexpr std::array<std::string_view, 5> mouths{"aa", "ih", "ou", "ee", "oh"};

/// Returns the amount by which an expression of this weight lowers the factor of the group that it overrides: `weight` for Blend; 1 for
/// Block, if the weight is above 0; otherwise 0.
float takenBy(VrmOverride override, float weight) noexcept
{
    return override == VrmOverride::Blend ? weight : override == VrmOverride::Block && weight > 0.f ? 1.f : 0.f;
}

}  // namespace

/// Finds the morph targets and properties that expressions change, each of them once.
class VrmExpressions::Maker {
public:
    Maker(VrmExpressions& made, Scene& scene, const VrmModel& model) : made_(made), scene_(scene), model_(model)
    {
        for (std::size_t number = 0; number < model.expressions.size(); ++number) {
            const VrmExpression& expression = model.expressions[number];
            made.procedures_.push_back(procedureOf(expression));
            for (const VrmMorphBind& bind : expression.morphs) {
                addMorph(number, bind);
            }
            for (const VrmColorBind& bind : expression.colors) {
                if (bind.type == VrmMaterialColor::Color) {
                    addProperty(number, bind.material, "baseColor", bind.value, 4);
                } else if (bind.type == VrmMaterialColor::EmissionColor) {
                    addProperty(number, bind.material, "emissive", bind.value, 3);
                }
            }
            for (const VrmTextureBind& bind : expression.textures) {
                addTextures(number, bind);
            }
        }
    }

private:
    static Procedure procedureOf(const VrmExpression& expression)
    {
        const auto isAmong = [&](const auto& names) { return std::ranges::find(names, expression.name) != names.end(); };
        return isAmong(blinks) ? Procedure::Blink : isAmong(looks) ? Procedure::Look : isAmong(mouths) ? Procedure::Mouth : Procedure::None;
    }

    void addMorph(std::size_t expression, const VrmMorphBind& bind)
    {
        const TransformNode* const node = model_.nodes[bind.node].get();
        if (node == nullptr || node->meshInstances().empty()) {
            return;
        }
        // The scene is not const; only the model's reference to it is.
        auto& mesh = const_cast<MeshInstance&>(*node->meshInstances()[0]);
        const auto [place, isNew] = morphs_.try_emplace({&mesh, bind.target}, made_.morphs_.size());
        if (isNew) {
            made_.morphs_.push_back({Handle<MeshInstance>(mesh), bind.target});
        }
        made_.morphShares_.push_back({expression, place->second, glm::vec4(bind.weight)});
    }

    void addTextures(std::size_t expression, const VrmTextureBind& bind)
    {
        for (const std::string_view texture :
             {"baseColorTexture", "emissiveTexture", "metallicRoughnessTexture", "normalTexture", "occlusionTexture"}) {
            addProperty(expression, bind.material, std::string(texture) + ".scale", {bind.scale, 0.f, 0.f}, 2);
            addProperty(expression, bind.material, std::string(texture) + ".offset", {bind.offset, 0.f, 0.f}, 2);
        }
    }

    void addProperty(std::size_t expression, std::size_t material, std::string_view name, const glm::vec4& target, std::size_t components)
    {
        const auto slot = scene_.getProperties().find(ChannelTarget::Kind::Material, material, name, components);
        if (!slot) {
            return;  // the material has no such texture
        }
        const auto [place, isNew] = properties_.try_emplace({slot->place, slot->property}, made_.properties_.size());
        if (isNew) {
            made_.properties_.push_back({*slot, components, SceneAccess::unchanged(scene_, *slot, components)});
        }
        made_.propertyShares_.push_back({expression, place->second, target - made_.properties_[place->second].base});
    }

    VrmExpressions& made_;
    Scene& scene_;
    const VrmModel& model_;
    std::map<std::pair<const MeshInstance*, std::size_t>, std::size_t> morphs_;
    std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> properties_;
};

VrmExpressions::VrmExpressions(Scene& scene, const VrmModel& model) : shown_(model.expressions.size(), 0.f)
{
    const Maker maker(*this, scene, model);
}

void VrmExpressions::weigh(const VrmModel& model, const std::vector<float>& weights)
{
    std::array<float, 4> left{1.f, 1.f, 1.f, 1.f};  // for each Procedure, the factor that overrides leave; below 0 means 0
    for (std::size_t number = 0; number < weights.size(); ++number) {
        const VrmExpression& expression = model.expressions[number];
        shown_[number] = expression.isBinary ? (weights[number] > 0.5f ? 1.f : 0.f) : weights[number];
        const auto take = [&](Procedure procedure, VrmOverride override) {
            if (procedures_[number] != procedure) {  // an expression does not override its own procedure
                left[static_cast<std::size_t>(procedure)] -= takenBy(override, shown_[number]);
            }
        };
        take(Procedure::Blink, expression.overrideBlink);
        take(Procedure::Look, expression.overrideLookAt);
        take(Procedure::Mouth, expression.overrideMouth);
    }
    for (std::size_t number = 0; number < weights.size(); ++number) {
        shown_[number] *= std::max(left[static_cast<std::size_t>(procedures_[number])], 0.f);
        if (model.expressions[number].isBinary && shown_[number] < 1.f) {
            shown_[number] = 0.f;
        }
    }
    leftOfLooking_ = std::max(left[static_cast<std::size_t>(Procedure::Look)], 0.f);
}

void VrmExpressions::show(Scene& scene)
{
    for (Morph& morph : morphs_) {
        morph.weight = 0.f;
    }
    for (const Share& share : morphShares_) {
        morphs_[share.place].weight += shown_[share.expression] * share.amount.x;
    }
    for (const Morph& morph : morphs_) {
        if (MeshInstance* const mesh = morph.mesh.get(); mesh != nullptr && morph.target < mesh->getMorphWeights().size()) {
            mesh->setMorphWeight(morph.target, morph.weight);
        }
    }
    for (Property& property : properties_) {
        property.value = property.base;
    }
    for (const Share& share : propertyShares_) {
        properties_[share.place].value += shown_[share.expression] * share.amount;
    }
    for (const Property& property : properties_) {
        scene.getProperties().write(property.slot, {glm::value_ptr(property.value), property.components});
    }
}

// Lists only the shown weights: the next update() recomputes the factor for looking and the changes to the scene.
void VrmExpressions::list(StateArchive& archive)
{
    archive.values(std::span<float>(shown_));
}

}  // namespace armature
