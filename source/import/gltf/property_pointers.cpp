#include "import/gltf/property_pointers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "scene/scene_properties.hpp"

namespace armature::gltf {

namespace {

using Kind = ChannelTarget::Kind;

constexpr std::array<std::pair<Kind, std::string_view>, 4> lists{{{Kind::Node, "/nodes/"},
                                                                  {Kind::Material, "/materials/"},
                                                                  {Kind::Camera, "/cameras/"},
                                                                  {Kind::Light, "/extensions/KHR_lights_punctual/lights/"}}};

struct Row {
    Kind kind;
    std::string_view property;
    std::string_view pointer;  ///< The part of the pointer after the object's number.
};

constexpr std::array<Row, 22> rows{{
    {Kind::Node, "isEnabled", "extensions/KHR_node_visibility/visible"},
    {Kind::Material, "baseColor", "pbrMetallicRoughness/baseColorFactor"},
    {Kind::Material, "metallic", "pbrMetallicRoughness/metallicFactor"},
    {Kind::Material, "roughness", "pbrMetallicRoughness/roughnessFactor"},
    {Kind::Material, "emissive", "emissiveFactor"},
    {Kind::Material, "emissiveStrength", "extensions/KHR_materials_emissive_strength/emissiveStrength"},
    {Kind::Material, "alphaCutoff", "alphaCutoff"},
    {Kind::Material, "normalScale", "normalTexture/scale"},
    {Kind::Material, "occlusionStrength", "occlusionTexture/strength"},
    {Kind::Camera, "verticalFieldOfView", "perspective/yfov"},
    {Kind::Camera, "aspectRatio", "perspective/aspectRatio"},
    {Kind::Camera, "nearPlane", "perspective/znear"},
    {Kind::Camera, "farPlane", "perspective/zfar"},
    {Kind::Camera, "halfSize.x", "orthographic/xmag"},
    {Kind::Camera, "halfSize.y", "orthographic/ymag"},
    {Kind::Camera, "nearPlane", "orthographic/znear"},
    {Kind::Camera, "farPlane", "orthographic/zfar"},
    {Kind::Light, "color", "color"},
    {Kind::Light, "intensity", "intensity"},
    {Kind::Light, "range", "range"},
    {Kind::Light, "innerConeAngle", "spot/innerConeAngle"},
    {Kind::Light, "outerConeAngle", "spot/outerConeAngle"},
}};

/// For each texture of a material whose offset, rotation and scale can be animated: its member of Material, and its place in glTF.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> textures{
    {{"baseColorTexture", "pbrMetallicRoughness/baseColorTexture"},
     {"metallicRoughnessTexture", "pbrMetallicRoughness/metallicRoughnessTexture"},
     {"emissiveTexture", "emissiveTexture"},
     {"normalTexture", "normalTexture"},
     {"occlusionTexture", "occlusionTexture"}}};
constexpr std::string_view transform = "/extensions/KHR_texture_transform/";
constexpr std::array<std::string_view, 15> propertiesOfTextures{"baseColorTexture.offset",
                                                                "baseColorTexture.rotation",
                                                                "baseColorTexture.scale",
                                                                "metallicRoughnessTexture.offset",
                                                                "metallicRoughnessTexture.rotation",
                                                                "metallicRoughnessTexture.scale",
                                                                "emissiveTexture.offset",
                                                                "emissiveTexture.rotation",
                                                                "emissiveTexture.scale",
                                                                "normalTexture.offset",
                                                                "normalTexture.rotation",
                                                                "normalTexture.scale",
                                                                "occlusionTexture.offset",
                                                                "occlusionTexture.rotation",
                                                                "occlusionTexture.scale"};

std::string pointerOfTexture(std::string_view property)
{
    const std::size_t point = property.find('.');
    const auto texture = std::ranges::find(textures, property.substr(0, point), &std::pair<std::string_view, std::string_view>::first);
    return texture != textures.end() ? fmt::format("{}{}{}", texture->second, transform, property.substr(point + 1)) : std::string();
}

bool isPartOf(const std::optional<TextureReference>& texture, std::string_view property, std::string_view name)
{
    return property.starts_with(name) && !texture;
}

/// Whether object `index` of kind `kind` exists and has `property`. `below`: the part of the pointer after the object's number.
bool isThere(Kind kind, std::size_t index, std::string_view property, std::string_view below, const importing::SceneDescription& scene)
{
    switch (kind) {
    case Kind::Node: return index < scene.nodes.size();
    case Kind::Camera:
        return index < scene.cameras.size() && below.starts_with(scene.cameras[index].isOrthographic ? "orthographic" : "perspective");
    case Kind::Light: return index < scene.lights.size() && (!below.starts_with("spot/") || scene.lights[index].type == LightType::Spot);
    default: break;
    }
    if (index >= scene.materials.size()) {
        return false;
    }
    const Material& material = scene.materials[index];
    return !isPartOf(material.baseColorTexture, property, "baseColorTexture.")
           && !isPartOf(material.metallicRoughnessTexture, property, "metallicRoughnessTexture.")
           && !isPartOf(material.emissiveTexture, property, "emissiveTexture.")
           && !isPartOf(material.normalTexture, property, "normalTexture.") && !isPartOf(material.normalTexture, property, "normalScale")
           && !isPartOf(material.occlusionTexture, property, "occlusionTexture.")
           && !isPartOf(material.occlusionTexture, property, "occlusionStrength");
}

std::string_view propertyOf(Kind kind, std::string_view below)
{
    const auto row = std::ranges::find_if(rows, [&](const Row& each) { return each.kind == kind && each.pointer == below; });
    if (row != rows.end()) {
        return row->property;
    }
    if (kind != Kind::Material || below.find(transform) == std::string_view::npos) {
        return {};
    }
    const auto found =
        std::ranges::find_if(propertiesOfTextures, [&](std::string_view property) { return pointerOfTexture(property) == below; });
    return found != propertiesOfTextures.end() ? *found : std::string_view();
}

}  // namespace

PropertyPointer::PropertyPointer(std::string_view pointer) noexcept
{
    const std::size_t second = pointer.find('/', 1);
    if (!pointer.starts_with('/') || second == std::string_view::npos) {
        return;
    }
    list = pointer.substr(1, second - 1);
    const char* const end = pointer.data() + pointer.size();
    std::size_t value = 0;
    const auto [stop, error] = std::from_chars(pointer.data() + second + 1, end, value);
    rest = pointer.substr(second + 1);
    const bool isNumber = error == std::errc() && stop != end && *stop == '/';
    if (isNumber) {
        number = value;
        rest = std::string_view(stop + 1, static_cast<std::size_t>(end - stop - 1));
    }
    isWhole = (isNumber || list == "extensions") && !rest.empty();
}

std::optional<PropertyPlace> findProperty(std::string_view pointer, const importing::SceneDescription& scene)
{
    for (const auto& [kind, list] : lists) {
        if (!pointer.starts_with(list)) {
            continue;
        }
        std::size_t index = 0;
        const char* const end = pointer.data() + pointer.size();
        const auto [rest, error] = std::from_chars(pointer.data() + list.size(), end, index);
        if (error != std::errc() || rest == end || *rest != '/') {
            return std::nullopt;
        }
        const std::string_view below(rest + 1, static_cast<std::size_t>(end - rest - 1));
        const std::string_view property = propertyOf(kind, below);
        if (property.empty() || !isThere(kind, index, property, below, scene)) {
            return std::nullopt;
        }
        return PropertyPlace{kind, index, property, SceneProperties::componentsOf(kind, property)};
    }
    return std::nullopt;
}

const std::string& nameOf(const PropertyPlace& place, const importing::SceneDescription& scene)
{
    switch (place.kind) {
    case Kind::Node: return scene.nodes[place.index].name;
    case Kind::Camera: return scene.cameras[place.index].name;
    case Kind::Light: return scene.lights[place.index].name;
    default: return scene.materials[place.index].name;
    }
}

std::optional<std::string> pointerTo(const ChannelTarget& target, const importing::SceneDescription& scene)
{
    const auto list = std::ranges::find(lists, target.kind, &std::pair<Kind, std::string_view>::first);
    if (list == lists.end()) {
        return std::nullopt;
    }
    const auto pointer = [&](std::string_view below) { return fmt::format("{}{}/{}", list->second, target.index, below); };
    for (const Row& row : rows) {
        if (row.kind == target.kind && row.property == target.property
            && isThere(row.kind, target.index, row.property, row.pointer, scene)) {
            return pointer(row.pointer);
        }
    }
    const std::string ofTexture = target.kind == Kind::Material ? pointerOfTexture(target.property) : std::string();
    const bool isOfTexture = !ofTexture.empty() && isThere(target.kind, target.index, target.property, ofTexture, scene);
    return isOfTexture ? std::optional(pointer(ofTexture)) : std::nullopt;
}

bool isBoolean(const ChannelTarget& target) noexcept
{
    return target.kind == Kind::Node;
}

}  // namespace armature::gltf
