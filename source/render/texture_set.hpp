#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <armature/render/texture_limits.hpp>
#include <armature/scene/mesh.hpp>

#include "gl_objects.hpp"

namespace armature {

/// What textures may hold, and what stands in for those that cannot be drawn.
struct TextureRules {
    std::size_t side = 0;  ///< The largest texture of the OpenGL implementation, in pixels.
    TextureLimits limits;
    GLuint white = 0;
};

/// The images of one scene as textures, decoded and uploaded when first asked for.
class TextureSet final {
public:
    /// The texture of an image, or white where it cannot be decoded; then `warnings` gets a line that says why. O(1) but for the first
    /// time.
    [[nodiscard]] GLuint get(std::span<const Image> images, std::size_t index, const TextureRules& rules,
                             std::vector<std::string>& warnings);

private:
    struct Slot {
        GlTexture texture{nullptr};
        bool isWhite = false;
    };

    [[nodiscard]] std::string fill(Slot& slot, const Image& image, const TextureRules& rules);

    std::vector<Slot> slots_;
    std::size_t pixels_ = 0;  ///< Of all textures.
    std::size_t bytes_ = 0;   ///< Of their files.
};

/// A texture of one white pixel, for surfaces that have none.
[[nodiscard]] GlTexture makeWhiteTexture();

/// Sampler objects for the ways in which textures are read, made when first asked for.
class SamplerSet final {
public:
    [[nodiscard]] GLuint get(const TextureReference& reference);

private:
    static constexpr std::size_t wraps = 3;
    static constexpr std::size_t minifications = 6;
    static constexpr std::size_t magnifications = 2;

    std::vector<GlSampler> samplers_;  // empty until first use, then one place for each combination
};

}  // namespace armature
