#include <fmt/format.h>

#include <armature/scene/scene_light.hpp>

#include "base/words.hpp"
#include "import/gltf/writer/writer.hpp"

// Extensions at the root of a file (KHR_lights_punctual, KHR_materials_variants, KHR_character_skeleton_mapping, VRM).
namespace armature::gltf {

namespace {

std::string_view nameOfLightType(LightType type) noexcept
{
    switch (type) {
    case LightType::Directional: return "directional";
    case LightType::Spot: return "spot";
    case LightType::Point: break;
    }
    return "point";
}

void writeLight(WriterContext& context, const SceneLight& light)
{
    JsonWriter& json = context.json;
    const SceneLight plain;
    json.beginObject();
    context.memberUnlessEmpty("name", light.name);
    json.member("type", nameOfLightType(light.type));
    if (light.color != plain.color) {
        json.member("color", std::span<const float>(&light.color.x, 3));
    }
    if (light.intensity != plain.intensity) {
        json.member("intensity", light.intensity);
    }
    if (light.range) {
        json.member("range", *light.range);
    }
    if (light.type == LightType::Spot) {
        json.key("spot");
        json.beginObject();
        json.member("innerConeAngle", light.innerConeAngle);
        json.member("outerConeAngle", light.outerConeAngle);
        json.endObject();
    }
    writeKeptExtensions(context, {.json = light.extensions, .place = fmt::format("light {}", inQuotes(light.name))});
    context.writeExtras(light.extras);
    json.endObject();
}

void writeLights(WriterContext& context, ExtensionsWriter& extensions)
{
    if (context.scene.lights.empty()) {
        return;
    }
    JsonWriter& json = extensions.begin("KHR_lights_punctual");
    json.key("lights");
    json.beginArray();
    for (const SceneLight& light : context.scene.lights) {
        writeLight(context, light);
    }
    json.endArray();
    json.endObject();
}

/// Writes the roles of nodes in the form that the draft has had since f3f2c90.
void writeRoles(WriterContext& context, ExtensionsWriter& extensions)
{
    if (context.scene.jointMappings.empty()) {
        return;
    }
    JsonWriter& json = extensions.begin("KHR_character_skeleton_mapping");
    json.key("skeletalRigMappings");
    json.beginObject();
    for (const importing::JointMappingDescription& mapping : context.scene.jointMappings) {
        json.key(mapping.vocabulary);
        json.beginObject();
        for (const auto& [role, node] : mapping.roles) {
            json.key(role);
            json.beginObject();
            json.member("node", node);
            context.memberUnlessEmpty("name", context.scene.nodes[node].name);
            json.endObject();
        }
        json.endObject();
    }
    json.endObject();
    json.endObject();
}

}  // namespace

void writeRootExtensions(WriterContext& context)
{
    ExtensionsWriter extensions(context);
    writeLights(context, extensions);
    writeRoles(context, extensions);
    writeVrm(context, extensions);
    const importing::WrittenNumbers& written = *context.scene.written;
    if (!written.roots.empty() && context.kept.hasVariants()) {
        extensions.write("KHR_materials_variants", context.kept.variants());
    }
    extensions.keep({.json = context.scene.extensions, .place = "the scene"});
    for (const SharedFileNumbers& root : written.roots) {
        extensions.keep({.json = *root->root, .place = "the scene", .numbers = root});
    }
    extensions.end();
}

}  // namespace armature::gltf
