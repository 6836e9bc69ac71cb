#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <armature/mesh/mesh.hpp>
#include <armature/render/texture_limits.hpp>
#include <armature/scene/scene.hpp>

#include "gl_objects.hpp"

namespace armature {

/// Limits for textures, and the replacement for textures that cannot be drawn.
struct TextureRules {
    std::size_t side = 0;  ///< The size of OpenGL's largest texture, in pixels.
    TextureLimits limits;
    GLuint white = 0;
};

/// The meaning of an image's channels: sRGB colours, or anything else, such as normals.
enum class TexelKind { Color, Data };

/// The images of one scene as textures, decoded and uploaded on first use.
class TextureSet final {
public:
    /// Returns the texture of an image. If the image cannot be decoded, returns white and adds a line with the reason to `warnings`. O(1)
    /// after the first time. An image that is used as both kinds becomes two textures.
    [[nodiscard]] GLuint get(const Scene& scene, std::size_t index, TexelKind kind, const TextureRules& rules,
                             std::vector<std::string>& warnings);
    /// Frees the textures of images that are no longer in the scene. O(images).
    void collectGarbage(const Scene& scene);

private:
    struct Slot {
        GlTexture texture{nullptr};
        bool isWhite = false;
        std::size_t number = 0;  // see SceneAccess::imageNumber(); another number at this index means that the image was removed
        std::size_t pixels = 0;
        std::size_t bytes = 0;  // size of the image's file
    };

    void clear(Slot& slot) noexcept;
    [[nodiscard]] std::string fill(Slot& slot, const Image& image, TexelKind kind, const TextureRules& rules);

    std::vector<Slot> slots_;  // two per image, by kind
    std::size_t pixels_ = 0;   ///< Number of pixels of all textures.
    std::size_t bytes_ = 0;    ///< Size of the images' files in bytes.
};

/// Returns a texture with one white pixel, for surfaces without a texture.
[[nodiscard]] GlTexture makeWhiteTexture();

/// Sampler objects for all combinations of wrapping and filters, created on first use.
class SamplerSet final {
public:
    [[nodiscard]] GLuint get(const TextureReference& reference);

private:
    static constexpr std::size_t wraps = 3;
    static constexpr std::size_t minifications = 6;
    static constexpr std::size_t magnifications = 2;

    std::vector<GlSampler> samplers_;  // empty until first use, then one for each combination
};

}  // namespace armature
