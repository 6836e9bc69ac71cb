#include <cmath>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <utility>

#include <assimp/material.h>
#include <glm/common.hpp>

#include "import/assimp/convert.hpp"

namespace armature::worker {

namespace {

TextureWrap wrapOf(aiTextureMapMode mode)
{
    switch (mode) {
    case aiTextureMapMode_Clamp:
    case aiTextureMapMode_Decal: return TextureWrap::ClampToEdge;
    case aiTextureMapMode_Mirror: return TextureWrap::MirroredRepeat;
    default: return TextureWrap::Repeat;
    }
}

class MaterialConverter {
public:
    MaterialConverter(const aiScene& scene, foreign::WorkerScene& out) : scene_(scene), out_(out) {}

    void convert(const aiMaterial& from)
    {
        Material material;
        aiString name;
        if (from.Get(AI_MATKEY_NAME, name) == aiReturn_SUCCESS) {
            material.name = textOf(name);
        }
        material.metallic = number(from, AI_MATKEY_METALLIC_FACTOR, 0.f);
        convertColors(from, material);
        material.baseColorTexture = texture(from, {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE});
        material.emissiveTexture = texture(from, {aiTextureType_EMISSIVE});
        material.normalTexture = texture(from, {aiTextureType_NORMALS});
        if (material.baseColorTexture) {
            material.baseColor = glm::vec4(1.f, 1.f, 1.f, material.baseColor.a);  // the picture replaces the colour
        }
        int isTwoSided = 0;
        material.doubleSided = from.Get(AI_MATKEY_TWOSIDED, isTwoSided) == aiReturn_SUCCESS && isTwoSided != 0;
        out_.scene.materials.push_back(std::move(material));
    }

private:
    static float number(const aiMaterial& from, const char* key, unsigned type, unsigned index, float otherwise)
    {
        float value = otherwise;
        return from.Get(key, type, index, value) == aiReturn_SUCCESS && std::isfinite(value) ? value : otherwise;
    }

    static void convertColors(const aiMaterial& from, Material& material)
    {
        aiColor3D color;
        if (from.Get(AI_MATKEY_COLOR_DIFFUSE, color) == aiReturn_SUCCESS) {
            material.baseColor = glm::vec4(limited(color), 1.f);
        }
        if (from.Get(AI_MATKEY_COLOR_EMISSIVE, color) == aiReturn_SUCCESS) {
            material.emissive = limited(color);
        }
        // Without a roughness, a Blinn-Phong exponent is converted to the roughness that gives a highlight of the same width.
        const float shininess = std::max(number(from, AI_MATKEY_SHININESS, 0.f), 0.f);
        material.roughness = glm::clamp(number(from, AI_MATKEY_ROUGHNESS_FACTOR, std::sqrt(2.f / (2.f + shininess))), 0.f, 1.f);
        material.metallic = glm::clamp(material.metallic, 0.f, 1.f);
        const float opacity = number(from, AI_MATKEY_OPACITY, 1.f);
        if (opacity >= 0.f && opacity < 1.f) {
            material.baseColor.a = opacity;
            material.alphaMode = AlphaMode::Blend;
        }
    }

    static glm::vec3 limited(const aiColor3D& color)
    {
        const auto part = [](float value) { return std::isfinite(value) ? glm::clamp(value, 0.f, 1.f) : 1.f; };
        return {part(color.r), part(color.g), part(color.b)};
    }

    std::optional<TextureReference> texture(const aiMaterial& from, std::initializer_list<aiTextureType> types)
    {
        for (const aiTextureType type : types) {
            aiString path;
            unsigned set = 0;
            std::array<aiTextureMapMode, 3> modes{aiTextureMapMode_Wrap, aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
            if (from.GetTexture(type, 0, &path, nullptr, &set, nullptr, nullptr, modes.data()) != aiReturn_SUCCESS || path.length == 0) {
                continue;
            }
            TextureReference reference;
            reference.image = imageOf(textOf(path));
            reference.textureCoordinates = set < 2 ? set : 0;
            reference.wrapS = wrapOf(modes[0]);
            reference.wrapT = wrapOf(modes[1]);
            return reference;
        }
        return std::nullopt;
    }

    /// Returns the image at `path`, adding it at first use. The picture is either in the model, under its path or as "*0", "*1" and so on,
    /// or a file beside the model.
    std::size_t imageOf(const std::string& path)
    {
        const auto known = images_.find(path);
        if (known != images_.end()) {
            return known->second;
        }
        Image image;
        image.name = path;
        if (const aiTexture* embedded = scene_.GetEmbeddedTexture(path.c_str()); embedded != nullptr) {
            if (embedded->mHeight == 0) {
                const auto bytes = std::as_bytes(std::span(reinterpret_cast<const char*>(embedded->pcData), embedded->mWidth));
                image.bytes.assign(bytes.begin(), bytes.end());
            } else {
                image.bytes = pngOfTexels(*embedded);
            }
            image.name = textOf(embedded->mFilename);
        } else if (path.starts_with('*')) {
            image.name.clear();
        }
        out_.scene.images.push_back(std::move(image));
        return images_.emplace(path, out_.scene.images.size() - 1).first->second;
    }

    const aiScene& scene_;
    foreign::WorkerScene& out_;
    std::map<std::string, std::size_t> images_;
};

}  // namespace

void convertMaterials(const aiScene& scene, foreign::WorkerScene& out)
{
    MaterialConverter converter(scene, out);
    for (unsigned number = 0; number < scene.mNumMaterials; ++number) {
        converter.convert(*scene.mMaterials[number]);
    }
}

}  // namespace armature::worker
