#include "import/fbx/meshes.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <glm/common.hpp>

#include "import/gltf/container.hpp"
#include "import/pictures.hpp"

namespace armature::fbx {

namespace {

constexpr std::uint64_t bytesOfMaterial = 512;

TextureWrap wrapOf(std::optional<std::int64_t> mode)
{
    return mode.value_or(0) == 1 ? TextureWrap::ClampToEdge : TextureWrap::Repeat;
}

/// Returns a colour multiplied by its factor; nullopt if the material has no such colour.
std::optional<glm::vec3> colorOf(const Objects& objects, ObjectIndex material, const std::string& name)
{
    auto color = objects.vector(material, name + "Color");
    if (!color) {
        color = objects.vector(material, name);  // the name in older files
    }
    if (!color) {
        return std::nullopt;
    }
    return glm::vec3(glm::clamp(*color * objects.real(material, name + "Factor").value_or(1.), 0., 1.));
}

}  // namespace

std::vector<std::size_t> Materials::of(ObjectIndex model)
{
    std::vector<std::size_t> out;
    for (const ObjectIndex material : objects_.childrenOf(model, "Material")) {
        const auto known = materials_.find(material);
        out.push_back(known != materials_.end() ? known->second : read(material));
    }
    return out;
}

std::size_t Materials::read(ObjectIndex object)
{
    objects_.document().charge(bytesOfMaterial, objects_[object].element);
    Material material;
    material.name = std::string(objects_[object].name);
    material.metallic = 0.f;
    material.roughness = 1.f;
    if (const auto diffuse = colorOf(objects_, object, "Diffuse")) {
        material.baseColor = glm::vec4(*diffuse, 1.f);
    }
    if (const auto emissive = colorOf(objects_, object, "Emissive")) {
        material.emissive = *emissive;
    }
    if (const auto shininess = objects_.real(object, "ShininessExponent"); shininess && objects_[object].type == "Material") {
        // A common conversion of a Blinn-Phong exponent, which FBX2glTF also uses: exponent 0 gives roughness 1.
        material.roughness = static_cast<float>(std::sqrt(2. / (2. + std::max(*shininess, 0.))));
    }
    // Exporters disagree about the meaning of TransparencyFactor, but write Opacity correctly.
    if (const auto opacity = objects_.real(object, "Opacity"); opacity && *opacity >= 0. && *opacity < 1.) {
        material.baseColor.a = static_cast<float>(*opacity);
        material.alphaMode = AlphaMode::Blend;
    }
    material.baseColorTexture = findTexture(object, "DiffuseColor");
    material.emissiveTexture = findTexture(object, "EmissiveColor");
    material.normalTexture = findTexture(object, "NormalMap");
    if (material.baseColorTexture) {
        material.baseColor = glm::vec4(1.f, 1.f, 1.f, material.baseColor.a);  // the picture replaces the colour
    }
    scene_.materials.push_back(std::move(material));
    return materials_.emplace(object, scene_.materials.size() - 1).first->second;
}

std::optional<TextureReference> Materials::findTexture(ObjectIndex material, std::string_view property)
{
    for (const Connection& connection : objects_.childrenOf(material)) {
        if (connection.property != property || objects_[connection.child].type != "Texture") {
            continue;
        }
        const ObjectIndex texture = connection.child;
        const auto known = images_.find(texture);
        const auto image = known != images_.end() ? known->second : images_.emplace(texture, readImage(texture)).first->second;
        if (!image) {
            continue;
        }
        TextureReference reference;
        reference.image = *image;
        reference.wrapS = wrapOf(objects_.integer(texture, "WrapModeU"));
        reference.wrapT = wrapOf(objects_.integer(texture, "WrapModeV"));
        const glm::dvec3 moved = objects_.vector(texture, "Translation").value_or(glm::dvec3(0.));
        const glm::dvec3 scaled = objects_.vector(texture, "Scaling").value_or(glm::dvec3(1.));
        // In the file, v grows upwards.
        reference.offset = glm::vec2(moved.x, 1. - scaled.y - moved.y);
        reference.scale = glm::vec2(scaled);
        return reference;
    }
    return std::nullopt;
}

/// Returns a texture's image. Textures of the same video share the video's picture.
std::optional<std::size_t> Materials::readImage(ObjectIndex texture)
{
    const Document& document = objects_.document();
    const auto videos = objects_.childrenOf(texture, "Video");
    const ObjectIndex source = videos.empty() ? texture : videos.front();
    std::string_view name = document.text(document.find(objects_[texture].element, "RelativeFilename"), 0).value_or(std::string_view());
    if (name.empty()) {
        name = document.text(document.find(objects_[source].element, "RelativeFilename"), 0).value_or(std::string_view());
    }
    if (!videos.empty()) {
        const auto [video, isNew] = videos_.try_emplace(source);
        if (isNew) {
            video->second = readEmbedded(source, name);
        }
        if (video->second) {
            return video->second;
        }
    }
    return name.empty() ? std::nullopt : importing::addPictureBeside(name, objects_.place(texture), folder_, options_, scene_);
}

std::optional<std::size_t> Materials::readEmbedded(ObjectIndex video, std::string_view name)
{
    Image image;
    image.bytes = embedded(video);
    if (image.bytes.empty()) {
        return std::nullopt;
    }
    image.name = std::string(name.substr(name.find_last_of("/\\") + 1).substr(0, importing::longestName));
    image.mimeType = importing::imageTypeOf(image.bytes);
    scene_.images.push_back(std::move(image));
    return scene_.images.size() - 1;
}

std::vector<std::byte> Materials::embedded(ObjectIndex video)
{
    Document& document = objects_.document();
    const ElementIndex content = document.find(objects_[video].element, "Content");
    std::string text;
    for (std::size_t part = 0; part < document.values(content).size(); ++part) {
        const auto piece = document.text(content, part).value_or(std::string_view());
        document.charge(2 * piece.size(), content);
        text += piece;
    }
    const auto raw = std::as_bytes(std::span(text));
    if (text.empty() || !importing::imageTypeOf(raw).empty()) {
        return {raw.begin(), raw.end()};
    }
    // Text files store pictures as base64.
    if (auto decoded = gltf::decodeBase64(text)) {
        return std::move(*decoded);
    }
    return {raw.begin(), raw.end()};
}

}  // namespace armature::fbx
