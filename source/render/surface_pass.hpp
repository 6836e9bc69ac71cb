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

/// OpenGL's state while a frame's surfaces are drawn: only changes are sent, and it is reset to OpenGL's defaults at the end.
class SurfacePass final {
public:
    /// `textureSize`: the largest texture, in pixels.
    SurfacePass(std::size_t textureSize, const TextureLimits& textureLimits);

    /// From now on surfaces are drawn into the map of the key light's shadows, which has all of `casters`, until endShadows(); then follows
    /// begin(), with the same camera and options. False, and nothing is to be drawn, if there is nothing to see.
    [[nodiscard]] bool beginShadows(const Camera& camera, const DrawOptions& options, const Aabb& casters);
    void endShadows();

    void begin(const Camera& camera, const DrawOptions& options);
    void end();
    /// Draws the ground, if the options have one.
    void drawGround();
    /// From now on surfaces are blended with what is behind them, and hide nothing.
    void beginBlended() noexcept;
    /// From now on surfaces hide what is behind them, but have no colour.
    void beginGhost() noexcept;
    /// From now on the same surfaces are blended where nothing hides them. False if that leaves no trace.
    [[nodiscard]] bool colorGhost() noexcept;

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

    /// Towards the key light, in world axes; of unit length.
    [[nodiscard]] static glm::vec3 towardsKeyLight(const Camera& camera, const DrawOptions& options) noexcept;
    [[nodiscard]] static Shading shadingOf(const Material& material, const GpuPrimitive& primitive) noexcept;

private:
    void resetState(const Camera& camera, const DrawOptions& options);
    /// False if the material has no such texture that can be drawn.
    bool bindTexture(SurfaceTexture which, const std::optional<TextureReference>& reference, const Scene& scene, GpuScene& gpuScene,
                     std::vector<std::string>& warnings);

    GlTexture white_;
    TextureRules textureRules_;
    SamplerSet samplers_;
    FrameUniforms frame_;
    glm::vec3 eye_{0.f};
    ShadowMap shadowMap_;
    ShadowView shadow_;                    // of the next begin()
    std::optional<GroundProgram> ground_;  // once drawn

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

/// Throws std::invalid_argument if the options have a ghost that cannot be drawn.
void requireGhost(const DrawOptions& options);

}  // namespace armature
