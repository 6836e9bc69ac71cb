#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/render/texture_limits.hpp>

namespace armature {

/// Light that falls on every surface. Colours are linear.
struct Lighting {
    /// Towards the light, in the camera's axes (+X right, +Y up, +Z to the viewer); any length but zero.
    glm::vec3 keyDirection{-0.4f, 0.6f, 0.7f};
    glm::vec3 keyColor{0.74f, 0.72f, 0.69f};
    glm::vec3 skyColor{0.42f, 0.45f, 0.5f};      ///< Falls from the world's +Y.
    glm::vec3 groundColor{0.13f, 0.12f, 0.11f};  ///< Falls from the world's -Y.
};

/// How SkinRenderer::draw() draws.
struct DrawOptions {
    Lighting lighting = {};
    std::optional<glm::vec4> background = {};  ///< Linear colour, alpha. Given: colour and depth are cleared first. Not: drawn on top.
    /// True if the framebuffer stores linear values, so that the shader must encode sRGB. False (the default): the framebuffer's format
    /// is sRGB and OpenGL encodes, which blends and resolves correctly. Either way the picture's bytes are sRGB.
    bool encodeSrgb = false;
    bool wireframe = false;
};

/// Draws scenes, skinned on the GPU: one uniform buffer for all skeletons, one range bound per skeleton.
///
/// Skeletons with more bones than a uniform block holds go through a buffer texture; vertices with more than eight influences, and
/// skeletons beyond every limit, are skinned on the CPU. Nothing is dropped silently: what cannot be drawn as asked is in warnings().
/// Meshes and textures are uploaded when they are first drawn, and freed when their mesh or scene is gone. Draws into the framebuffer and
/// viewport that are bound; needs a depth buffer. Changes OpenGL state and leaves it at OpenGL's defaults, except for the viewport and the
/// bound framebuffer, which it leaves alone.
class SkinRenderer final {
public:
    /// What the last draw() did.
    struct Statistics {
        std::uint64_t skeletons = 0;          ///< Palettes uploaded.
        std::uint64_t rangesBound = 0;        ///< glBindBufferRange calls: one per skeleton that is read through the uniform block.
        std::uint64_t textureSkeletons = 0;   ///< Skeletons read through the buffer texture.
        std::uint64_t cpuPrimitives = 0;      ///< Primitives skinned on the CPU.
        std::uint64_t morphedPrimitives = 0;  ///< Primitives whose morph targets were applied again because their weights had changed.
        std::uint64_t drawCalls = 0;
    };

    /// Compiles the shaders. Throws RenderError with the driver's log if that fails. `context` must outlive the renderer.
    explicit SkinRenderer(const GlContext& context, const TextureLimits& textureLimits = {});
    ~SkinRenderer();
    SkinRenderer(const SkinRenderer&) = delete;
    SkinRenderer& operator=(const SkinRenderer&) = delete;

    /// Draws all enabled mesh instances of `scene` as they are posed now. Throws RenderError if OpenGL runs out of memory.
    void draw(const Scene& scene, const Camera& camera, const DrawOptions& options = {});

    [[nodiscard]] const Statistics& statistics() const noexcept;
    [[nodiscard]] const PaletteBuffer& palettes() const noexcept;

    /// What was imperfect in the scenes drawn so far and how it was drawn instead: textures that cannot be decoded, for instance. Each
    /// once.
    [[nodiscard]] std::span<const std::string> warnings() const noexcept;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace armature
