#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <armature/scene/mesh.hpp>

#include "gl_objects.hpp"

namespace armature {

/// The images of one scene as textures, decoded and uploaded when first asked for.
class TextureSet final {
public:
    /// The texture of an image, or white where it cannot be decoded; then `warnings` gets a line that says why. O(1) but for the first
    /// time.
    [[nodiscard]] GLuint get(std::span<const Image> images, std::size_t index, std::size_t largestSide, std::vector<std::string>& warnings);

private:
    std::vector<GlTexture> textures_;
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
