#include "scene/vrm/vrm_parts.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include <glm/gtc/type_ptr.hpp>

#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>

#include "animation/property_owner.hpp"

namespace armature {

namespace {

constexpr std::array<std::string_view, 3> blinks{"blink", "blinkLeft", "blinkRight"};
constexpr std::array<std::string_view, 4> looks{"lookUp", "lookDown", "lookLeft", "lookRight"};
constexpr std::array<std::string_view, 5> mouths{"aa", "ih", "ou", "ee", "oh"};

/// What an override takes from the expressions of its kind.
float takenBy(VrmOverride override, float weight) noexcept
{
    return override == VrmOverride::Blend ? weight : override == VrmOverride::Block && weight > 0.f ? 1.f : 0.f;
}

}  // namespace

VrmExpressions::VrmExpressions(Scene& scene, const VrmModel& model) : shown_(model.expressions.size(), 0.f)
{
    constexpr std::array<std::string_view, 5> textures{"baseColorTexture", "emissiveTexture", "metallicRoughnessTexture", "normalTexture",
                                                       "occlusionTexture"};
    for (std::size_t number = 0; number < model.expressions.size(); ++number) {
        const VrmExpression& expression = model.expressions[number];
        for (const VrmMorphBind& bind : expression.morphs) {
            if (const TransformNode* const node = model.nodes[bind.node].get(); node != nullptr && !node->meshInstances().empty()) {
                morphShares_.push_back({number, morphOf(model, bind), glm::vec4(bind.weight)});
            }
        }
        for (const VrmColorBind& bind : expression.colors) {
            if (bind.type == VrmMaterialColor::Color) {
                addProperty(scene, number, bind.material, "baseColor", bind.value, 4);
            } else if (bind.type == VrmMaterialColor::EmissionColor) {
                addProperty(scene, number, bind.material, "emissive", bind.value, 3);
            }
        }
        for (const VrmTextureBind& bind : expression.textures) {
            for (const std::string_view texture : textures) {
                addProperty(scene, number, bind.material, std::string(texture) + ".scale", {bind.scale, 0.f, 0.f}, 2);
                addProperty(scene, number, bind.material, std::string(texture) + ".offset", {bind.offset, 0.f, 0.f}, 2);
            }
        }
    }
}

std::size_t VrmExpressions::morphOf(const VrmModel& model, const VrmMorphBind& bind)
{
    // The scene is not const: only what the model says of it is.
    auto& mesh = const_cast<MeshInstance&>(*model.nodes[bind.node].get()->meshInstances()[0]);
    const auto found =
        std::ranges::find_if(morphs_, [&](const Morph& each) { return each.mesh.get() == &mesh && each.target == bind.target; });
    if (found != morphs_.end()) {
        return static_cast<std::size_t>(found - morphs_.begin());
    }
    morphs_.push_back({Handle<MeshInstance>(mesh), bind.target});
    return morphs_.size() - 1;
}

void VrmExpressions::addProperty(Scene& scene, std::size_t expression, std::size_t material, std::string_view name, const glm::vec4& target,
                                 std::size_t components)
{
    PropertyOwner& owner = scene.getProperties();
    const auto slot = owner.find(ChannelTarget::Kind::Material, material, name, components);
    if (!slot) {
        return;  // it has no such texture
    }
    auto found = std::ranges::find(properties_, *slot, &Property::slot);
    if (found == properties_.end()) {
        found = properties_.insert(found, {*slot, components});
        static_cast<void>(owner.read(*slot, {glm::value_ptr(found->base), components}));
    }
    propertyShares_.push_back({expression, static_cast<std::size_t>(found - properties_.begin()), target - found->base});
}

void VrmExpressions::weigh(const VrmModel& model, const std::vector<float>& weights)
{
    float blink = 1.f;
    float look = 1.f;
    float mouth = 1.f;
    for (std::size_t number = 0; number < weights.size(); ++number) {
        const VrmExpression& expression = model.expressions[number];
        shown_[number] = expression.isBinary ? (weights[number] > 0.5f ? 1.f : 0.f) : weights[number];
        blink -= takenBy(expression.overrideBlink, shown_[number]);
        look -= takenBy(expression.overrideLookAt, shown_[number]);
        mouth -= takenBy(expression.overrideMouth, shown_[number]);
    }
    for (std::size_t number = 0; number < weights.size(); ++number) {
        const VrmExpression& expression = model.expressions[number];
        const auto isAmong = [&](const auto& names) { return std::ranges::find(names, expression.name) != names.end(); };
        const float left = isAmong(blinks) ? blink : isAmong(looks) ? look : isAmong(mouths) ? mouth : 1.f;
        shown_[number] *= std::max(left, 0.f);
        if (expression.isBinary && shown_[number] < 1.f) {
            shown_[number] = 0.f;
        }
    }
}

void VrmExpressions::show(Scene& scene, const VrmModel& model, const std::vector<float>& weights)
{
    weigh(model, weights);
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

}  // namespace armature
