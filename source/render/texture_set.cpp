#include "texture_set.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "image_decoder.hpp"

namespace armature {

namespace {

constexpr std::array<std::uint8_t, 4> white{255, 255, 255, 255};

GlTexture makeTexture(std::size_t width, std::size_t height, const std::uint8_t* pixels)
{
    GlTexture texture;
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels);
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

GLint toGl(TextureWrap wrap)
{
    switch (wrap) {
    case TextureWrap::ClampToEdge: return GL_CLAMP_TO_EDGE;
    case TextureWrap::MirroredRepeat: return GL_MIRRORED_REPEAT;
    case TextureWrap::Repeat: break;
    }
    return GL_REPEAT;
}

GLint toGl(TextureFilter filter)
{
    switch (filter) {
    case TextureFilter::Nearest: return GL_NEAREST;
    case TextureFilter::Linear: return GL_LINEAR;
    case TextureFilter::NearestMipmapNearest: return GL_NEAREST_MIPMAP_NEAREST;
    case TextureFilter::LinearMipmapNearest: return GL_LINEAR_MIPMAP_NEAREST;
    case TextureFilter::NearestMipmapLinear: return GL_NEAREST_MIPMAP_LINEAR;
    case TextureFilter::LinearMipmapLinear: break;
    }
    return GL_LINEAR_MIPMAP_LINEAR;
}

}  // namespace

GlTexture makeWhiteTexture()
{
    return makeTexture(1, 1, white.data());
}

GLuint TextureSet::get(std::span<const Image> images, std::size_t index, std::size_t largestSide, std::vector<std::string>& warnings)
{
    while (textures_.size() < std::max(images.size(), index + 1)) {
        textures_.emplace_back(nullptr);
    }
    GlTexture& texture = textures_[index];
    if (texture) {
        return texture.name();
    }
    if (index >= images.size()) {
        texture = makeWhiteTexture();
        warnings.push_back(fmt::format("image {}: there are only {}; drawn white", index, images.size()));
        return texture.name();
    }
    const DecodedImage decoded = decodeImage(images[index], largestSide);
    if (decoded.problem.empty()) {
        texture = makeTexture(decoded.width, decoded.height, decoded.pixels.get());
    } else {
        texture = makeWhiteTexture();
        warnings.push_back(fmt::format("image {} \"{}\": {}; drawn white", index, images[index].name, decoded.problem));
    }
    return texture.name();
}

GLuint SamplerSet::get(const TextureReference& reference)
{
    while (samplers_.size() < wraps * wraps * minifications * magnifications) {
        samplers_.emplace_back(nullptr);
    }
    const bool isLinear = reference.magnification != TextureFilter::Nearest;
    std::size_t index = static_cast<std::size_t>(reference.wrapS);
    index = index * wraps + static_cast<std::size_t>(reference.wrapT);
    index = index * minifications + static_cast<std::size_t>(reference.minification);
    index = index * magnifications + (isLinear ? 1 : 0);
    GlSampler& sampler = samplers_[index];
    if (!sampler) {
        sampler = GlSampler();
        glSamplerParameteri(sampler.name(), GL_TEXTURE_WRAP_S, toGl(reference.wrapS));
        glSamplerParameteri(sampler.name(), GL_TEXTURE_WRAP_T, toGl(reference.wrapT));
        glSamplerParameteri(sampler.name(), GL_TEXTURE_MIN_FILTER, toGl(reference.minification));
        glSamplerParameteri(sampler.name(), GL_TEXTURE_MAG_FILTER, isLinear ? GL_LINEAR : GL_NEAREST);
    }
    return sampler.name();
}

}  // namespace armature
