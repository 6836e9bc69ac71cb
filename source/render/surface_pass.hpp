#pragma once

#include <string>
#include <vector>

#include <armature/render/camera.hpp>
#include <armature/render/skin_renderer.hpp>

#include "scene_cache.hpp"
#include "surface_program.hpp"

namespace armature {

/// OpenGL's state while a frame's surfaces are drawn: only changes are sent, and it is reset to OpenGL's defaults at the end.
class SurfacePass final {
public:
    /// `textureSize`: the largest texture, in pixels.
    SurfacePass(std::size_t textureSize, const TextureLimits& textureLimits);

    void begin(const Camera& camera, const DrawOptions& options);
    void end();
    /// From now on surfaces are blended with what is behind them, and hide nothing.
    void beginBlended() noexcept;

    /// The buffer texture that palettes are read from.
    void usePaletteTexture(GLuint texture) noexcept;
    /// The buffer texture that morph targets are read from.
    void useMorphTexture(GLuint texture) noexcept;
    /// The shader storage buffer that palettes are read from.
    void usePaletteStorage(const PaletteBuffer& palettes) noexcept;
    void useProgram(const SurfaceProgram& program);
    /// Textures that cannot be decoded are named in `warnings`.
    void useMaterial(const Material& material, Shading shading, const Scene& scene, GpuScene& gpuScene, std::vector<std::string>& warnings);
    void setFaces(bool isMirrored, bool isDoubleSided);
    /// Draws a primitive from `array`, once or as instances.
    void draw(const GpuPrimitive& primitive, GLuint array, std::size_t instances = 1) noexcept;

    [[nodiscard]] static Shading shadingOf(const Material& material, const GpuPrimitive& primitive) noexcept;

private:
    /// False if the material has no such texture that can be drawn.
    bool bindTexture(SurfaceTexture which, const std::optional<TextureReference>& reference, const Scene& scene, GpuScene& gpuScene,
                     std::vector<std::string>& warnings);

    GlTexture white_;
    TextureRules textureRules_;
    SamplerSet samplers_;
    FrameUniforms frame_;

    // What OpenGL was last set to in this frame.
    std::vector<const SurfaceProgram*> framed_;  // have the frame's uniforms
    const SurfaceProgram* program_ = nullptr;
    const SurfaceProgram* materialProgram_ = nullptr;
    const Material* material_ = nullptr;
    Shading shading_ = Shading::Smooth;
    bool hasStorage_ = false;  // bound to a shader storage buffer
    bool isMirrored_ = false;
    bool isCulling_ = false;
};

}  // namespace armature
