#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include <armature/animation/gltf_names.hpp>

#include "base/words.hpp"
#include "import/gltf/writer/writer.hpp"

// Materials, textures, samplers, images (glTF 2.0, sections 3.8 and 3.9; KHR_texture_transform, EXT_texture_webp, KHR_materials_unlit,
// KHR_materials_emissive_strength).
namespace armature::gltf {

namespace {

std::size_t numberOf(TextureWrap wrap) noexcept
{
    switch (wrap) {
    case TextureWrap::ClampToEdge: return 33071;
    case TextureWrap::MirroredRepeat: return 33648;
    case TextureWrap::Repeat: break;
    }
    return 10497;
}

std::size_t numberOf(TextureFilter filter) noexcept
{
    switch (filter) {
    case TextureFilter::Nearest: return 9728;
    case TextureFilter::Linear: return 9729;
    case TextureFilter::NearestMipmapNearest: return 9984;
    case TextureFilter::LinearMipmapNearest: return 9985;
    case TextureFilter::NearestMipmapLinear: return 9986;
    case TextureFilter::LinearMipmapLinear: break;
    }
    return 9987;
}

/// Returns the extension through which a texture refers to a picture of type `mimeType`. Returns an empty name for glTF's own `source`, and
/// nullopt if the type is not supported.
std::optional<std::string_view> extensionFor(std::string_view mimeType)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> extensions{{{"image/png", ""},
                                                                                       {"image/jpeg", ""},
                                                                                       {"image/webp", "EXT_texture_webp"},
                                                                                       {"image/ktx2", "KHR_texture_basisu"},
                                                                                       {"image/avif", "EXT_texture_avif"},
                                                                                       {"image/vnd-ms.dds", "MSFT_texture_dds"}}};
    const auto found = std::ranges::find(extensions, mimeType, &std::pair<std::string_view, std::string_view>::first);
    return found != extensions.end() ? std::optional(found->second) : std::nullopt;
}

/// Writes materials, then the textures, samplers and images that they refer to.
class MaterialWriter {
public:
    explicit MaterialWriter(WriterContext& context) : context_(context), json_(context.json) { numberImages(); }

    void write()
    {
        if (!context_.scene.materials.empty()) {
            json_.key("materials");
            json_.beginArray();
            for (const Material& material : context_.scene.materials) {
                writeMaterial(material);
            }
            json_.endArray();
        }
        writeTextures();
        writeSamplers();
        writeImages();
    }

private:
    using Sampler = std::tuple<TextureWrap, TextureWrap, TextureFilter, TextureFilter>;
    using Texture = std::tuple<std::size_t, std::optional<std::size_t>>;  // the image's number in the file, and the sampler

    /// Assigns numbers to the images. Leaves out pictures that the file cannot contain; textures with such pictures are left out, too.
    void numberImages()
    {
        std::size_t next = 0;
        for (std::size_t number = 0; number < context_.scene.images.size(); ++number) {
            const Image& image = context_.scene.images[number];
            const bool isWritten = !image.bytes.empty() && extensionFor(image.mimeType);
            context_.imageNumbers.push_back(isWritten ? std::optional(next++) : std::nullopt);
            if (!isWritten) {
                context_.scene.notes.add(fmt::format("image {} {}", number, inQuotes(image.name)),
                                         image.bytes.empty()
                                             ? "has no bytes: left out"
                                             : fmt::format("is of type {}, which glTF does not know: left out", inQuotes(image.mimeType)));
            }
        }
    }

    void writeMaterial(const Material& material)
    {
        json_.beginObject(JsonWriter::Layout::Inline);
        context_.memberUnlessEmpty("name", material.name);
        writeMetallicRoughness(material);
        writeTexture("normalTexture", material, material.normalTexture, "scale", material.normalScale);
        writeTexture("occlusionTexture", material, material.occlusionTexture, "strength", material.occlusionStrength);
        writeTexture("emissiveTexture", material, material.emissiveTexture);
        if (material.emissive != glm::vec3(0.f)) {
            json_.member("emissiveFactor", std::span<const float>(&material.emissive.x, 3));
        }
        if (material.alphaMode != AlphaMode::Opaque) {
            json_.member("alphaMode", gltfName(material.alphaMode));
        }
        if (material.alphaCutoff != 0.5f && material.alphaMode == AlphaMode::Mask) {
            json_.member("alphaCutoff", material.alphaCutoff);
        }
        if (material.doubleSided) {
            json_.member("doubleSided", true);
        }
        writeExtensions(material);
        context_.writeExtras(material.extras);
        json_.endObject();
    }

    void writeMetallicRoughness(const Material& material)
    {
        json_.key("pbrMetallicRoughness");
        json_.beginObject();
        if (material.baseColor != glm::vec4(1.f)) {
            json_.member("baseColorFactor", std::span<const float>(&material.baseColor.x, 4));
        }
        writeTexture("baseColorTexture", material, material.baseColorTexture);
        if (material.metallic != 1.f) {
            json_.member("metallicFactor", material.metallic);
        }
        if (material.roughness != 1.f) {
            json_.member("roughnessFactor", material.roughness);
        }
        writeTexture("metallicRoughnessTexture", material, material.metallicRoughnessTexture);
        json_.endObject();
    }

    void writeExtensions(const Material& material)
    {
        ExtensionsWriter extensions(context_);
        if (material.emissiveStrength != 1.f || isMoved(material, "emissiveStrength")) {
            extensions.begin("KHR_materials_emissive_strength").member("emissiveStrength", material.emissiveStrength);
            json_.endObject();
        }
        if (material.unlit) {
            extensions.begin("KHR_materials_unlit").endObject();
        }
        const TextureNumbers numberOfKept = [&](std::size_t place) -> std::optional<std::size_t> {
            const auto& textures = material.extensionTextures;
            return place < textures.size() && context_.imageNumbers[textures[place].image] ? std::optional(numberOf(textures[place]))
                                                                                           : std::nullopt;
        };
        const std::size_t number = numberOf(material);
        const auto& numbers = context_.scene.written->materials;
        extensions.keep({.json = material.extensions,
                         .place = fmt::format("material {}", inQuotes(material.name)),
                         .numbers = number < numbers.size() ? numbers[number] : nullptr,
                         .owner = NumberedThing::Material,
                         .textures = &numberOfKept});
        extensions.end();
    }

    void writeTexture(std::string_view name, const Material& material, const std::optional<TextureReference>& reference,
                      std::string_view factorName = {}, float factor = 1.f)
    {
        if (!reference || !context_.imageNumbers[reference->image]) {
            return;
        }
        json_.key(name);
        json_.beginObject();
        json_.member("index", numberOf(*reference));
        if (reference->textureCoordinates != 0) {
            json_.member("texCoord", reference->textureCoordinates);
        }
        if (!factorName.empty() && factor != 1.f) {
            json_.member(factorName, factor);
        }
        writeTransform(name, material, *reference);
        json_.endObject();
    }

    void writeTransform(std::string_view name, const Material& material, const TextureReference& reference)
    {
        const auto isPartMoved = [&](std::string_view part) { return isMoved(material, fmt::format("{}.{}", name, part)); };
        const bool isShifted = reference.offset != glm::vec2(0.f) || isPartMoved("offset");
        const bool isTurned = reference.rotation != 0.f || isPartMoved("rotation");
        const bool isScaled = reference.scale != glm::vec2(1.f) || isPartMoved("scale");
        if (!isShifted && !isScaled && !isTurned) {
            return;
        }
        context_.extensionsUsed.emplace("KHR_texture_transform");
        json_.key("extensions");
        json_.beginObject();
        json_.key("KHR_texture_transform");
        json_.beginObject();
        if (isShifted) {
            json_.member("offset", std::span<const float>(&reference.offset.x, 2));
        }
        if (isTurned) {
            json_.member("rotation", reference.rotation);
        }
        if (isScaled) {
            json_.member("scale", std::span<const float>(&reference.scale.x, 2));
        }
        json_.endObject();
        json_.endObject();
    }

    [[nodiscard]] std::size_t numberOf(const Material& material) const
    {
        return static_cast<std::size_t>(&material - context_.scene.materials.data());
    }

    [[nodiscard]] bool isMoved(const Material& material, std::string_view property) const
    {
        return context_.isMoved(ChannelTarget::Kind::Material, numberOf(material), property);
    }

    /// Returns the number of the texture with the reference's image and sampler. Adds the texture if it is new.
    std::size_t numberOf(const TextureReference& reference)
    {
        const TextureReference plain;
        const Sampler ways{reference.wrapS, reference.wrapT, reference.magnification, reference.minification};
        std::optional<std::size_t> sampler;
        if (ways != Sampler{plain.wrapS, plain.wrapT, plain.magnification, plain.minification}) {
            sampler = numberAmong(samplers_, ways);
        }
        return numberAmong(textures_, Texture{*context_.imageNumbers[reference.image], sampler});
    }

    /// Returns the index of an item in a list; appends the item if it is new. Searches linearly, because there are few textures and
    /// samplers.
    template <class Thing>
    static std::size_t numberAmong(std::vector<Thing>& things, const Thing& thing)
    {
        const auto known = std::ranges::find(things, thing);
        const auto number = static_cast<std::size_t>(known - things.begin());
        if (known == things.end()) {
            things.push_back(thing);
        }
        return number;
    }

    void writeTextures()
    {
        if (textures_.empty()) {
            return;
        }
        json_.key("textures");
        json_.beginArray();
        for (const auto& [image, sampler] : textures_) {
            const Image& shown = *std::ranges::find_if(context_.scene.images, [&, number = image](const Image& each) {
                return context_.imageNumbers[static_cast<std::size_t>(&each - context_.scene.images.data())] == number;
            });
            const std::string_view extension = extensionFor(shown.mimeType).value_or("");
            json_.beginObject(JsonWriter::Layout::Inline);
            if (sampler) {
                json_.member("sampler", *sampler);
            }
            if (extension.empty()) {
                json_.member("source", image);
            } else {
                context_.require(extension);
                json_.key("extensions");
                json_.beginObject();
                json_.key(extension);
                json_.beginObject();
                json_.member("source", image);
                json_.endObject();
                json_.endObject();
            }
            json_.endObject();
        }
        json_.endArray();
    }

    void writeSamplers()
    {
        if (samplers_.empty()) {
            return;
        }
        json_.key("samplers");
        json_.beginArray();
        for (const auto& [wrapS, wrapT, magnification, minification] : samplers_) {
            json_.beginObject(JsonWriter::Layout::Inline);
            json_.member("magFilter", gltf::numberOf(magnification));
            json_.member("minFilter", gltf::numberOf(minification));
            json_.member("wrapS", gltf::numberOf(wrapS));
            json_.member("wrapT", gltf::numberOf(wrapT));
            json_.endObject();
        }
        json_.endArray();
    }

    void writeImages()
    {
        const bool hasAny = std::ranges::any_of(context_.imageNumbers, [](const auto& number) { return number.has_value(); });
        if (!hasAny) {
            return;
        }
        json_.key("images");
        json_.beginArray();
        for (std::size_t number = 0; number < context_.scene.images.size(); ++number) {
            const Image& image = context_.scene.images[number];
            if (context_.imageNumbers[number]) {
                json_.beginObject(JsonWriter::Layout::Inline);
                context_.memberUnlessEmpty("name", image.name);
                json_.member("mimeType", std::string_view(image.mimeType));
                json_.member("bufferView", context_.pool.addImage(image.bytes));
                json_.endObject();
            }
        }
        json_.endArray();
    }

    WriterContext& context_;
    JsonWriter& json_;
    std::vector<Texture> textures_;
    std::vector<Sampler> samplers_;
};

}  // namespace

void fitEmissive(importing::SceneDescription& scene)
{
    for (std::size_t number = 0; number < scene.materials.size(); ++number) {
        Material& material = scene.materials[number];
        const float largest = std::max({material.emissive.x, material.emissive.y, material.emissive.z});
        if (largest <= 1.f) {
            continue;
        }
        const float factor = std::exp2(std::ceil(std::log2(largest)));  // scaling by a power of two is exact
        material.emissive /= factor;
        material.emissiveStrength *= factor;
        for (ClipDescription& clip : scene.clips) {
            for (ChannelDescription& channel : clip.channels) {
                if (channel.target.kind == ChannelTarget::Kind::Material && channel.target.index == number) {
                    const float scale = channel.target.property == "emissive"           ? 1.f / factor
                                        : channel.target.property == "emissiveStrength" ? factor
                                                                                        : 1.f;
                    std::ranges::transform(channel.values, channel.values.begin(), [scale](float value) { return value * scale; });
                }
            }
        }
    }
}

void writeMaterials(WriterContext& context)
{
    MaterialWriter(context).write();
}

}  // namespace armature::gltf
