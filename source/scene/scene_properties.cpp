#include "scene/scene_properties.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <glm/gtc/type_ptr.hpp>

#include "animation/playing/player_memory.hpp"
#include "scene/scene_state.hpp"

namespace armature {

namespace {

constexpr float largestFloat = std::numeric_limits<float>::max();
constexpr float smallestFloat = std::numeric_limits<float>::min();

/// One property of one type of object.
template <class Thing>
struct Row {
    std::string_view name;
    std::size_t components = 1;
    float* (*find)(Thing&) = nullptr;  ///< Returns the object's numbers; null if it lacks the property, or a value for it.
    float least = -largestFloat;
    float most = largestFloat;
    std::optional<float> Thing::*optional = nullptr;  ///< The property, if it is optional; used instead of `find`.
    void (*settle)(Thing&) = nullptr;                 ///< Adjusts other values that conflict with the new one; called after each write.
};

template <std::optional<TextureReference> Material::*texture>
constexpr auto textureOffset = [](Material& material) { return material.*texture ? glm::value_ptr((material.*texture)->offset) : nullptr; };
template <std::optional<TextureReference> Material::*texture>
constexpr auto textureRotation = [](Material& material) { return material.*texture ? &(material.*texture)->rotation : nullptr; };
template <std::optional<TextureReference> Material::*texture>
constexpr auto textureScale = [](Material& material) { return material.*texture ? glm::value_ptr((material.*texture)->scale) : nullptr; };

template <class Thing, float Thing::*member>
constexpr auto memberNumber = [](Thing& thing) { return &(thing.*member); };

constexpr float rightAngle = std::numbers::pi_v<float> / 2.f;
// Limits on angles: a field of view may reach neither 0 nor pi, and the outer angle of a cone may not reach 0.
constexpr float leastAngle = 1e-6f;
constexpr float mostFieldOfView = 3.1415925f;

constexpr std::array<Row<Material>, 23> ofMaterials{{
    {"baseColor", 4, [](Material& material) { return glm::value_ptr(material.baseColor); }},
    {"emissive", 3, [](Material& material) { return glm::value_ptr(material.emissive); }},
    {"emissiveStrength", 1, memberNumber<Material, &Material::emissiveStrength>, 0.f},
    {"metallic", 1, memberNumber<Material, &Material::metallic>, 0.f, 1.f},
    {"roughness", 1, memberNumber<Material, &Material::roughness>, 0.f, 1.f},
    {"alphaCutoff", 1, memberNumber<Material, &Material::alphaCutoff>},
    {"normalScale", 1, memberNumber<Material, &Material::normalScale>},
    {"occlusionStrength", 1, memberNumber<Material, &Material::occlusionStrength>, 0.f, 1.f},
    {"baseColorTexture.offset", 2, textureOffset<&Material::baseColorTexture>},
    {"baseColorTexture.rotation", 1, textureRotation<&Material::baseColorTexture>},
    {"baseColorTexture.scale", 2, textureScale<&Material::baseColorTexture>},
    {"emissiveTexture.offset", 2, textureOffset<&Material::emissiveTexture>},
    {"emissiveTexture.rotation", 1, textureRotation<&Material::emissiveTexture>},
    {"emissiveTexture.scale", 2, textureScale<&Material::emissiveTexture>},
    {"metallicRoughnessTexture.offset", 2, textureOffset<&Material::metallicRoughnessTexture>},
    {"metallicRoughnessTexture.rotation", 1, textureRotation<&Material::metallicRoughnessTexture>},
    {"metallicRoughnessTexture.scale", 2, textureScale<&Material::metallicRoughnessTexture>},
    {"normalTexture.offset", 2, textureOffset<&Material::normalTexture>},
    {"normalTexture.rotation", 1, textureRotation<&Material::normalTexture>},
    {"normalTexture.scale", 2, textureScale<&Material::normalTexture>},
    {"occlusionTexture.offset", 2, textureOffset<&Material::occlusionTexture>},
    {"occlusionTexture.rotation", 1, textureRotation<&Material::occlusionTexture>},
    {"occlusionTexture.scale", 2, textureScale<&Material::occlusionTexture>},
}};

// Keeps a width or height away from 0, at which nothing would be visible.
template <glm::length_t axis>
void keepFromZero(SceneCamera& camera)
{
    float& size = camera.halfSize[axis];
    size = std::abs(size) < smallestFloat ? std::copysign(smallestFloat, size) : size;
}

void pushFarPlane(SceneCamera& camera)
{
    camera.nearPlane = camera.isOrthographic ? camera.nearPlane : std::max(camera.nearPlane, smallestFloat);
    if (camera.farPlane) {
        camera.farPlane = std::max(*camera.farPlane, std::nextafter(camera.nearPlane, largestFloat));
    }
}

void pushNearPlane(SceneCamera& camera)
{
    camera.farPlane = std::max(*camera.farPlane, camera.isOrthographic ? smallestFloat : 2.f * smallestFloat);
    camera.nearPlane = std::min(camera.nearPlane, std::nextafter(*camera.farPlane, 0.f));
}

constexpr std::array<Row<SceneCamera>, 6> ofCameras{{
    {"verticalFieldOfView", 1, memberNumber<SceneCamera, &SceneCamera::verticalFieldOfView>, leastAngle, mostFieldOfView},
    {"aspectRatio", 1, nullptr, smallestFloat, largestFloat, &SceneCamera::aspectRatio},
    {"halfSize.x", 1, [](SceneCamera& camera) { return &camera.halfSize.x; }, -largestFloat, largestFloat, nullptr, keepFromZero<0>},
    {"halfSize.y", 1, [](SceneCamera& camera) { return &camera.halfSize.y; }, -largestFloat, largestFloat, nullptr, keepFromZero<1>},
    {"nearPlane", 1, memberNumber<SceneCamera, &SceneCamera::nearPlane>, 0.f, largestFloat / 2.f, nullptr, pushFarPlane},
    {"farPlane", 1, nullptr, smallestFloat, largestFloat, &SceneCamera::farPlane, pushNearPlane},
}};

void pushOuterAngle(SceneLight& light)
{
    light.outerConeAngle = std::max(light.outerConeAngle, std::nextafter(light.innerConeAngle, rightAngle));
}

void pushInnerAngle(SceneLight& light)
{
    light.innerConeAngle = std::min(light.innerConeAngle, std::nextafter(light.outerConeAngle, 0.f));
}

constexpr std::array<Row<SceneLight>, 5> ofLights{{
    {"color", 3, [](SceneLight& light) { return glm::value_ptr(light.color); }, 0.f},
    {"intensity", 1, memberNumber<SceneLight, &SceneLight::intensity>, 0.f},
    {"range", 1, nullptr, smallestFloat, largestFloat, &SceneLight::range},
    {"innerConeAngle", 1, memberNumber<SceneLight, &SceneLight::innerConeAngle>, 0.f, rightAngle - leastAngle, nullptr, pushOuterAngle},
    {"outerConeAngle", 1, memberNumber<SceneLight, &SceneLight::outerConeAngle>, leastAngle, rightAngle, nullptr, pushInnerAngle},
}};

template <class Thing>
const float* storedNumbers(const Row<Thing>& row, Thing& thing)
{
    if (row.optional != nullptr) {
        return thing.*row.optional ? &*(thing.*row.optional) : nullptr;
    }
    return row.find(thing);
}

template <class Thing>
void writeTo(const Row<Thing>& row, Thing& thing, std::span<const float> value) noexcept
{
    if (row.optional != nullptr && !(thing.*row.optional)) {
        thing.*row.optional = 0.f;
    }
    float* const numbers = row.optional != nullptr ? &*(thing.*row.optional) : row.find(thing);
    if (numbers == nullptr) {
        return;
    }
    for (std::size_t i = 0; i < std::min(row.components, value.size()); ++i) {
        numbers[i] = std::clamp(value[i], row.least, row.most);
    }
    if (row.settle != nullptr) {
        row.settle(thing);
    }
}

/// Calls visit(rows, list) with the properties of a kind of objects and the list of these objects.
template <class State, class Visitor>
auto visitList(ChannelTarget::Kind kind, State& state, const Visitor& visit)
{
    switch (kind) {
    case ChannelTarget::Kind::Camera: return visit(std::span(ofCameras), state.cameras);
    case ChannelTarget::Kind::Light: return visit(std::span(ofLights), state.lights);
    default: break;
    }
    return visit(std::span(ofMaterials), state.materials);
}

template <class Rows>
std::optional<std::uint32_t> rowNamed(const Rows& rows, std::string_view name)
{
    for (std::uint32_t place = 0; place < rows.size(); ++place) {
        if (rows[place].name == name) {
            return place;
        }
    }
    return std::nullopt;
}

}  // namespace

SceneProperties::SceneProperties(Scene::State& scene) : scene_(scene), playerMemory_(std::make_shared<PlayerMemory>()) {}

std::size_t SceneProperties::componentsOf(ChannelTarget::Kind kind, std::string_view property) noexcept
{
    const auto componentsIn = [&](const auto& rows) -> std::size_t {
        const auto place = rowNamed(rows, property);
        return place ? rows[*place].components : 0;
    };
    switch (kind) {
    case ChannelTarget::Kind::Material: return componentsIn(ofMaterials);
    case ChannelTarget::Kind::Camera: return componentsIn(ofCameras);
    case ChannelTarget::Kind::Light: return componentsIn(ofLights);
    case ChannelTarget::Kind::Node:
    case ChannelTarget::Kind::Bone: return property == nodeProperty ? 1 : 0;
    default: return 0;
    }
}

std::size_t SceneProperties::countOf(ChannelTarget::Kind kind) const noexcept
{
    return visitList(kind, scene_, [](const auto&, const auto& list) { return list.size(); });
}

std::string_view SceneProperties::nameOf(ChannelTarget::Kind kind, std::size_t place) const noexcept
{
    return visitList(kind, scene_, [&](const auto&, const auto& list) { return std::string_view(list[place].name); });
}

std::optional<PropertySlot> SceneProperties::find(ChannelTarget::Kind kind, std::size_t place, std::string_view property,
                                                  std::size_t components) const noexcept
{
    if (components == 0 || componentsOf(kind, property) != components) {
        return std::nullopt;
    }
    return visitList(kind, scene_, [&](const auto& rows, auto& list) -> std::optional<PropertySlot> {
        const std::uint32_t row = *rowNamed(rows, property);
        if (!list.has(place)) {
            return std::nullopt;
        }
        const bool isThere = rows[row].optional != nullptr || rows[row].find(list[place]) != nullptr;
        return isThere ? std::optional(PropertySlot{kind, row, place, list.numberAt(place)}) : std::nullopt;
    });
}

bool SceneProperties::isThere(const PropertySlot& slot) const noexcept
{
    return visitList(slot.kind, scene_, [&](const auto&, const auto& list) { return list.numberAt(slot.place) == slot.number; });
}

bool SceneProperties::read(const PropertySlot& slot, std::span<float> outValue) const noexcept
{
    std::ranges::fill(outValue, 0.f);
    return isThere(slot) && visitList(slot.kind, scene_, [&](const auto& rows, auto& list) {
               const float* const numbers = storedNumbers(rows[slot.property], list[slot.place]);
               if (numbers != nullptr) {
                   std::copy_n(numbers, std::min(rows[slot.property].components, outValue.size()), outValue.begin());
               }
               return numbers != nullptr;
           });
}

void SceneProperties::write(const PropertySlot& slot, std::span<const float> value) noexcept
{
    if (isThere(slot)) {
        visitList(slot.kind, scene_, [&](const auto& rows, auto& list) { writeTo(rows[slot.property], list[slot.place], value); });
    }
}

void SceneProperties::reset(const PropertySlot& slot) noexcept
{
    if (!isThere(slot)) {
        return;
    }
    visitList(slot.kind, scene_, [&](const auto& rows, auto& list) {
        if (const auto optional = rows[slot.property].optional) {
            (list[slot.place].*optional).reset();
        }
    });
}

PropertyOwner& Scene::ownProperties() const noexcept
{
    return state_->properties;
}

}  // namespace armature
