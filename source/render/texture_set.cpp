#include "texture_set.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include <fmt/format.h>

#include "base/words.hpp"
#include "image_decoder.hpp"
#include "scene/scene_access.hpp"

namespace armature {

namespace {

constexpr std::array<std::uint8_t, 4> white{255, 255, 255, 255};

// See TextureLimits::unbackedPixels.
constexpr std::size_t pixelsPerByte = 64;

GlTexture makeTexture(std::size_t width, std::size_t height, const std::uint8_t* pixels, TexelKind kind)
{
    GlTexture texture;
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, kind == TexelKind::Color ? GL_SRGB8_ALPHA8 : GL_RGBA8, static_cast<GLsizei>(width),
                 static_cast<GLsizei>(height), 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
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
    return makeTexture(1, 1, white.data(), TexelKind::Color);
}

void TextureSet::clear(Slot& slot) noexcept
{
    pixels_ -= slot.pixels;
    bytes_ -= slot.bytes;
    slot = Slot();
}

void TextureSet::collectGarbage(const Scene& scene)
{
    for (std::size_t place = 0; place < slots_.size(); ++place) {
        if (Slot& slot = slots_[place]; slot.texture && slot.number != SceneAccess::imageNumber(scene, place / 2)) {
            clear(slot);
        }
    }
}

GLuint TextureSet::get(const Scene& scene, std::size_t index, TexelKind kind, const TextureRules& rules, std::vector<std::string>& warnings)
{
    const std::span<const Image> images = scene.images();
    assert(scene.images().contains(index));  // an image stays as long as a material uses it
    while (slots_.size() < 2 * images.size()) {
        slots_.emplace_back();
    }
    Slot& slot = slots_[2 * index + (kind == TexelKind::Data ? 1 : 0)];
    if (const std::size_t number = SceneAccess::imageNumber(scene, index); slot.number != number) {
        clear(slot);
        slot.number = number;
    }
    if (!slot.texture && !slot.isWhite) {
        const std::string problem = fill(slot, images[index], kind, rules);
        slot.isWhite = !problem.empty();
        if (slot.isWhite) {
            warnings.push_back(fmt::format("image {} {}: {}; {}", index, inQuotes(images[index].name), problem,
                                           kind == TexelKind::Color ? "drawn white" : "drawn as if the material had none"));
        }
    }
    return slot.isWhite ? rules.white : slot.texture.name();
}

std::string TextureSet::fill(Slot& slot, const Image& image, TexelKind kind, const TextureRules& rules)
{
    const std::size_t backed = (bytes_ + image.bytes.size()) * pixelsPerByte + rules.limits.unbackedPixels;
    const std::size_t allowed = std::min(rules.limits.scenePixels, backed);
    const std::size_t left = allowed > pixels_ ? allowed - pixels_ : 0;
    const DecodedImage decoded = decodeImage(image, {rules.side, std::min(rules.limits.imagePixels, left)});
    if (!decoded.problem.empty()) {
        return left < rules.limits.imagePixels
                   ? fmt::format("{} (the images drawn before it take {} of the {} pixels that the scene may have, see TextureLimits)",
                                 decoded.problem, pixels_, allowed)
                   : decoded.problem;
    }
    slot.pixels = decoded.width * decoded.height;
    slot.bytes = image.bytes.size();
    pixels_ += slot.pixels;
    bytes_ += slot.bytes;
    slot.texture = makeTexture(decoded.width, decoded.height, decoded.pixels.get(), kind);
    return {};
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
