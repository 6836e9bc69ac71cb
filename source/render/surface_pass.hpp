#pragma once

#include <optional>
#include <string>
#include <vector>

#include <armature/render/camera.hpp>
#include <armature/render/skin_renderer.hpp>

#include "ground_program.hpp"
#include "scene_cache.hpp"
#include "shadow_map.hpp"
#include "surface_program.hpp"

namespace armature {

/// OpenGL's state while a frame's surfaces are drawn. Sends only changes, and restores OpenGL's defaults at the end.
class SurfacePass final {
public:
    /// `textureSize`: the size of the largest texture, in pixels.
    SurfacePass(std::size_t textureSize, const TextureLimits& textureLimits);

    /// Makes the following surfaces draw into the key light's shadow map, which covers all of `casters`, until endShadows(). Afterwards,
    /// call begin() with the same camera and options. Returns false if `casters` is empty or not finite, or has no extent: then neither
    /// draw nor call endShadows().
    [[nodiscard]] bool beginShadows(const Camera& camera, const DrawOptions& options, const Aabb& casters);
    void endShadows();

    void begin(const Camera& camera, const DrawOptions& options);
    void end();
    /// Draws the ground, if the options have one and show lit surfaces.
    void drawGround();
    /// Makes the following surfaces blend with the surfaces behind them, and hide nothing.
    void beginBlended() noexcept;
    /// Makes the following surfaces write only depth, no colour.
    void beginGhost() noexcept;
    /// Makes the same surfaces, drawn again, blend where nothing hides them. Returns false if the ghost is fully transparent: drawing it
    /// would then change nothing.
    [[nodiscard]] bool colorGhost() noexcept;

    /// Sets the buffer texture from which palettes are read.
    void usePaletteTexture(GLuint texture) noexcept;
    /// Sets the buffer texture from which morph targets are read.
    void useMorphTexture(GLuint texture) noexcept;
    /// Sets the shader storage buffer from which palettes are read.
    void usePaletteStorage(const PaletteBuffer& palettes) noexcept;
    void useProgram(const SurfaceProgram& program);
    /// Sets a material and its textures. Adds a warning for each texture that cannot be decoded.
    void useMaterial(const Material& material, Shading shading, const Scene& scene, GpuScene& gpuScene, std::vector<std::string>& warnings);
    void setFaces(bool isMirrored, bool isDoubleSided);
    /// Draws a primitive from `array`, once or as instances.
    void draw(const GpuPrimitive& primitive, GLuint array, std::size_t instances = 1) noexcept;

    /// The direction towards the key light, in world axes; of unit length.
    [[nodiscard]] static glm::vec3 towardsKeyLight(const Camera& camera, const DrawOptions& options) noexcept;
    [[nodiscard]] static Shading shadingOf(const Material& material, const GpuPrimitive& primitive) noexcept;

private:
    void resetState(const Camera& camera, const DrawOptions& options);
    /// Binds one of the material's textures, or white. Returns false if the material has no such texture, or one that cannot be drawn.
    bool bindTexture(SurfaceTexture which, const std::optional<TextureReference>& reference, const Scene& scene, GpuScene& gpuScene,
                     std::vector<std::string>& warnings);

    GlTexture white_;
    TextureRules textureRules_;
    SamplerSet samplers_;
    FrameUniforms frame_;
    glm::vec3 eye_{0.f};
    ShadowMap shadowMap_;
    ShadowView shadow_;                    // the view for the next begin()
    std::optional<GroundProgram> ground_;  // created when first drawn

    // The current OpenGL state, as set in this frame.
    std::vector<const SurfaceProgram*> framed_;  // programs whose frame uniforms are set
    const SurfaceProgram* program_ = nullptr;
    const SurfaceProgram* materialProgram_ = nullptr;
    const Material* material_ = nullptr;
    GLuint array_ = 0;  // the bound vertex array
    Shading shading_ = Shading::Smooth;
    bool hasStorage_ = false;  // whether a shader storage buffer is bound
    bool isMirrored_ = false;
    bool isCulling_ = false;
};

/// Throws std::invalid_argument if the options have a ghost that cannot be drawn.
void requireGhost(const DrawOptions& options);

}  // namespace armature
