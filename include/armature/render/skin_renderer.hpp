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

/// The light on all surfaces. Colours are linear.
struct Lighting {
    /// Towards the light, in the camera's axes (+X right, +Y up, +Z to the viewer); any length except zero.
    glm::vec3 keyDirection{-0.4f, 0.6f, 0.7f};
    glm::vec3 keyColor{0.74f, 0.72f, 0.69f};     ///< Of the light from there.
    glm::vec3 skyColor{0.42f, 0.45f, 0.5f};      ///< Comes from the world's +Y.
    glm::vec3 groundColor{0.13f, 0.12f, 0.11f};  ///< Comes from the world's -Y.
};

/// How SkinRenderer::draw() draws.
struct DrawOptions {
    Lighting lighting = {};                    ///< The same for all surfaces; unlit materials ignore it.
    std::optional<glm::vec4> background = {};  ///< Linear, with alpha. If given, colour and depth are cleared to it first.
    /// True if the framebuffer's format is linear, so that the shader must encode sRGB. False (the default) if it is sRGB and OpenGL
    /// encodes, which blends and resolves correctly. Either way the picture's bytes are sRGB.
    bool encodeSrgb = false;
    bool wireframe = false;  ///< Draws edges of triangles only.
    /// Leaves out instances that are out of view, by the boxes of their joints (JointBounds): neither they nor their palettes are sent.
    bool cullsOutOfView = true;
};

/// Draws scenes, skinned on the GPU: one uniform buffer for all skeletons, with one range bound per skeleton.
///
/// Skeletons with more bones than a uniform block holds use a buffer texture; vertices with more than eight influences, and skeletons
/// beyond every limit, are skinned on the CPU. Nothing is dropped silently: what cannot be drawn as asked is listed in warnings(). Meshes
/// and textures are uploaded when first drawn and freed once their mesh or scene is destroyed. Draws into the bound framebuffer and the
/// current viewport, which it leaves alone; needs a depth buffer. Resets all other OpenGL state that it changes to OpenGL's defaults.
class SkinRenderer final {
public:
    /// What the last draw() did.
    struct Statistics {
        std::uint64_t skeletons = 0;          ///< Palettes uploaded.
        std::uint64_t rangesBound = 0;        ///< glBindBufferRange calls: one per skeleton read through the uniform block.
        std::uint64_t textureSkeletons = 0;   ///< Skeletons read through the buffer texture.
        std::uint64_t cpuPrimitives = 0;      ///< Primitives skinned on the CPU.
        std::uint64_t morphedPrimitives = 0;  ///< Primitives morphed again because their weights had changed.
        std::uint64_t drawCalls = 0;          ///< Draws issued to OpenGL.
        std::uint64_t culledInstances = 0;    ///< Enabled, but out of view.
    };

    /// Compiles the shaders. Throws RenderError with the driver's log if that fails. `context` must outlive the renderer.
    explicit SkinRenderer(const GlContext& context, const TextureLimits& textureLimits = {});
    ~SkinRenderer();
    SkinRenderer(const SkinRenderer&) = delete;
    SkinRenderer& operator=(const SkinRenderer&) = delete;

    /// Draws the enabled mesh instances of `scene` that are in view, in their current pose.
    /// Throws RenderError if OpenGL runs out of memory.
    void draw(const Scene& scene, const Camera& camera, const DrawOptions& options = {});

    [[nodiscard]] const Statistics& getStatistics() const noexcept;        ///< Valid as long as the renderer.
    [[nodiscard]] const PaletteBuffer& getPaletteBuffer() const noexcept;  ///< Valid as long as the renderer.

    /// What could not be drawn as asked so far and how it was drawn instead, each once: textures that cannot be decoded, for instance.
    [[nodiscard]] std::span<const std::string> warnings() const noexcept;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace armature
