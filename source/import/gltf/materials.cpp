#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "import/gltf/readers.hpp"

// Materials, textures, samplers, images (glTF 2.0, sections 3.8 and 3.9; KHR_texture_transform, EXT_texture_webp, KHR_materials_unlit,
// KHR_materials_emissive_strength, VRMC_materials_hdr_emissiveMultiplier, KHR_materials_pbrSpecularGlossiness).
namespace armature::gltf {

namespace {

/// The image and the sampler that all references to a texture share; nullopt if the texture has no image that this reader knows.
using Texture = std::optional<TextureReference>;

TextureWrap readWrap(const Document& document, const Json& sampler, std::string_view key)
{
    const std::uint64_t mode = sampler.findUnsigned(key).value_or(10497);
    switch (mode) {
    case 33071: return TextureWrap::ClampToEdge;
    case 33648: return TextureWrap::MirroredRepeat;
    case 10497: return TextureWrap::Repeat;
    default:
        document.notes.add(sampler.pointer(key), fmt::format("is {}, which glTF does not know: the texture repeats", mode));
        return TextureWrap::Repeat;
    }
}

TextureFilter readFilter(const Document& document, const Json& sampler, std::string_view key, TextureFilter fallback)
{
    const auto filter = sampler.findUnsigned(key);
    if (!filter) {
        return fallback;
    }
    switch (*filter) {
    case 9728: return TextureFilter::Nearest;
    case 9729: return TextureFilter::Linear;
    case 9984: return TextureFilter::NearestMipmapNearest;
    case 9985: return TextureFilter::LinearMipmapNearest;
    case 9986: return TextureFilter::NearestMipmapLinear;
    case 9987: return TextureFilter::LinearMipmapLinear;
    default:
        document.notes.add(sampler.pointer(key), fmt::format("is {}, which glTF does not know: the texture is filtered smoothly", *filter));
        return fallback;
    }
}

std::vector<TextureReference> readSamplers(Document& document)
{
    std::vector<TextureReference> samplers;
    if (const auto list = document.root.findArray("samplers")) {
        document.reserve(samplers, *list);
        list->forEach([&](std::size_t, const Json& value) {
            TextureReference sampler;
            sampler.wrapS = readWrap(document, value, "wrapS");
            sampler.wrapT = readWrap(document, value, "wrapT");
            sampler.magnification = readFilter(document, value, "magFilter", sampler.magnification);
            sampler.minification = readFilter(document, value, "minFilter", sampler.minification);
            samplers.push_back(sampler);
        });
    }
    return samplers;
}

std::optional<std::size_t> findExtensionSource(const Json& texture, std::string_view extensionName, std::size_t imageCount)
{
    const auto extensions = texture.findObject("extensions");
    const auto extension = extensions ? extensions->findObject(extensionName) : std::nullopt;
    return extension ? extension->findIndex("source", imageCount, "images") : std::nullopt;
}

/// Returns the index of a texture's image; none if the texture has no image. A WebP image, which can be drawn, takes precedence over
/// `source`. An image that cannot be drawn is used only if there is no other.
std::optional<std::size_t> findSource(const Json& texture, std::size_t imageCount)
{
    auto source = findExtensionSource(texture, "EXT_texture_webp", imageCount);
    if (!source) {
        source = texture.findIndex("source", imageCount, "images");
    }
    for (const std::string_view name : {"KHR_texture_basisu", "EXT_texture_avif", "MSFT_texture_dds"}) {
        if (!source) {
            source = findExtensionSource(texture, name, imageCount);
        }
    }
    return source;
}

Texture readTexture(Document& document, const Json& value, std::span<const TextureReference> samplers, std::size_t imageCount)
{
    const auto sampler = value.findIndex("sampler", samplers.size(), "samplers");
    const auto source = findSource(value, imageCount);
    if (!source) {
        document.notes.add(value.pointer(),
                           "has no image: materials that use it are drawn without; export it with a PNG, JPEG or WebP source");
        return std::nullopt;
    }
    TextureReference reference = sampler ? samplers[*sampler] : TextureReference();
    reference.image = *source;
    return reference;
}

void readTextureTransform(const Json& info, TextureReference& reference)
{
    const auto extensions = info.findObject("extensions");
    const auto transform = extensions ? extensions->findObject("KHR_texture_transform") : std::nullopt;
    if (!transform) {
        return;
    }
    transform->findFloats("offset", {&reference.offset.x, 2});
    transform->findFloats("scale", {&reference.scale.x, 2});
    reference.rotation = transform->findFloat("rotation", 0.f);
    if (const auto set = transform->findUnsigned("texCoord")) {
        reference.textureCoordinates = static_cast<std::size_t>(*set);
    }
}

/// Returns the texture that the member `key` refers to; nullopt if there is no such member, or the texture has no image or uses a set of
/// texture coordinates that is not read.
Texture readTextureInfo(const Document& document, const Json& owner, std::string_view key, std::span<const Texture> textures)
{
    const auto info = owner.findObject(key);
    if (!info) {
        return std::nullopt;
    }
    Texture texture = textures[info->requireIndex("index", textures.size(), "textures")];
    if (!texture) {
        return std::nullopt;
    }
    texture->textureCoordinates = static_cast<std::size_t>(info->findUnsigned("texCoord").value_or(0));
    readTextureTransform(*info, *texture);
    constexpr std::size_t setCount = std::tuple_size_v<decltype(Primitive::textureCoordinates)>;
    if (texture->textureCoordinates >= setCount) {
        document.notes.add(info->pointer(), fmt::format("uses TEXCOORD_{}, but only {} sets are read: the texture is left out",
                                                        texture->textureCoordinates, setCount));
        return std::nullopt;
    }
    return texture;
}

/// Returns the factor that scales a texture's effect, a member of the texture's reference; default 1.
float readFactorOf(const Json& material, std::string_view texture, std::string_view factor)
{
    const auto info = material.findObject(texture);
    return info ? info->findFloat(factor, 1.f) : 1.f;
}

AlphaMode readAlphaMode(const Document& document, const Json& material)
{
    const std::string_view mode = material.findString("alphaMode", "OPAQUE");
    if (mode == "MASK") {
        return AlphaMode::Mask;
    }
    if (mode == "BLEND") {
        return AlphaMode::Blend;
    }
    if (mode != "OPAQUE") {
        document.notes.add(material.pointer("alphaMode"), fmt::format("is {}, which glTF does not know: drawn opaque", quoted(mode)));
    }
    return AlphaMode::Opaque;
}

void readMetallicRoughness(const Document& document, const Json& value, std::span<const Texture> textures, Material& material)
{
    value.findFloats("baseColorFactor", {&material.baseColor.x, 4});
    material.baseColorTexture = readTextureInfo(document, value, "baseColorTexture", textures);
    material.metallic = value.findFloat("metallicFactor", 1.f);
    material.roughness = value.findFloat("roughnessFactor", 1.f);
    material.metallicRoughnessTexture = readTextureInfo(document, value, "metallicRoughnessTexture", textures);
}

/// Reads the older specular-glossiness model. Its diffuse colour corresponds to the base colour of a non-metal.
void readSpecularGlossiness(const Document& document, const Json& value, std::span<const Texture> textures, Material& material)
{
    value.findFloats("diffuseFactor", {&material.baseColor.x, 4});
    material.baseColorTexture = readTextureInfo(document, value, "diffuseTexture", textures);
    material.metallic = 0.f;
    material.roughness = 1.f - value.findFloat("glossinessFactor", 1.f);
}

void readMaterialExtensions(const Document& document, const Json& value, std::span<const Texture> textures, Material& material)
{
    const auto extensions = value.findObject("extensions");
    if (!extensions) {
        return;
    }
    material.unlit = extensions->findObject("KHR_materials_unlit").has_value();
    // VRM's extension is the predecessor of KHR_materials_emissive_strength, which takes precedence.
    if (const auto strength = extensions->findObject("VRMC_materials_hdr_emissiveMultiplier")) {
        material.emissiveStrength = strength->findFloat("emissiveMultiplier", 1.f);
    }
    if (const auto strength = extensions->findObject("KHR_materials_emissive_strength")) {
        material.emissiveStrength = strength->findFloat("emissiveStrength", 1.f);
    }
    if (const auto glossiness = extensions->findObject("KHR_materials_pbrSpecularGlossiness")) {
        if (!value.find("pbrMetallicRoughness")) {
            readSpecularGlossiness(document, *glossiness, textures, material);
        }
    }
}

constexpr std::array<std::string_view, 3> readOfMaterial{"KHR_materials_unlit", "KHR_materials_emissive_strength",
                                                         "VRMC_materials_hdr_emissiveMultiplier"};

std::size_t placeOf(const TextureReference& texture, std::vector<TextureReference>& textures)
{
    textures.push_back(texture);
    return textures.size() - 1;
}

Material readMaterial(Document& document, const Json& value, std::span<const Texture> textures)
{
    Material material;
    material.name = readName(document, value);
    material.extras = value.findText("extras");
    document.charge(inScene * material.extras.size(), value);
    if (const auto metallicRoughness = value.findObject("pbrMetallicRoughness")) {
        readMetallicRoughness(document, *metallicRoughness, textures, material);
    }
    value.findFloats("emissiveFactor", {&material.emissive.x, 3});
    material.emissiveTexture = readTextureInfo(document, value, "emissiveTexture", textures);
    material.normalTexture = readTextureInfo(document, value, "normalTexture", textures);
    material.normalScale = readFactorOf(value, "normalTexture", "scale");
    material.occlusionTexture = readTextureInfo(document, value, "occlusionTexture", textures);
    material.occlusionStrength = readFactorOf(value, "occlusionTexture", "strength");
    material.alphaMode = readAlphaMode(document, value);
    material.alphaCutoff = value.findFloat("alphaCutoff", 0.5f);
    material.doubleSided = value.findBool("doubleSided", false);
    readMaterialExtensions(document, value, textures, material);
    material.extensions = readKeptExtensions(document, value, readOfMaterial, [&](std::size_t texture) {
        return texture < textures.size() && textures[texture] ? std::optional(placeOf(*textures[texture], material.extensionTextures))
                                                              : std::nullopt;
    });
    return material;
}

}  // namespace

void readMaterials(Document& document, importing::SceneDescription& scene)
{
    if (const auto images = document.root.findArray("images")) {
        document.reserve(scene.images, *images);
        images->forEach([&](std::size_t, const Json& value) {
            document.charge(inScene * sizeof(Image), value);
            scene.images.push_back(readImage(document, value));
        });
    }
    const auto samplers = readSamplers(document);
    std::vector<Texture> textures;
    if (const auto list = document.root.findArray("textures")) {
        document.reserve(textures, *list);
        list->forEach(
            [&](std::size_t, const Json& value) { textures.push_back(readTexture(document, value, samplers, scene.images.size())); });
    }
    if (const auto materials = document.root.findArray("materials")) {
        document.reserve(scene.materials, *materials);
        materials->forEach([&](std::size_t, const Json& value) {
            document.charge(inScene * sizeof(Material), value);
            scene.materials.push_back(readMaterial(document, value, textures));
        });
    }
}

}  // namespace armature::gltf
