#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <glm/ext/matrix_float3x4.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/render/texture_limits.hpp>

namespace armature {

/// Where one instance of a crowd stands, and in which pose.
struct CrowdPlacement {
    glm::mat4 world{1.f};     ///< Skeleton space to the world; affine, may mirror.
    glm::vec4 tint{1.f};      ///< Linear; multiplies the surface's colour.
    std::size_t palette = 0;  ///< Which of CrowdPalettes: CrowdInstance::index.
};

/// The palettes of a crowd, one after the other: Crowd::getPalettes() and Crowd::getPaletteSize().
struct CrowdPalettes {
    std::span<const glm::mat3x4> matrices = {};
    std::size_t size = 0;  ///< Matrices in one.
};

/// Draws many instances of a rigged model, each in its own pose, with one draw call for each surface.
///
/// Palettes and placements go to the GPU as one buffer texture a frame. Where it is too small for all of them, in several, with a draw call
/// for each. State, uploads and limits are as with SkinRenderer.
class CrowdRenderer final {
public:
    /// What the last draw() did.
    struct Statistics {
        std::uint64_t drawCalls = 0;
        std::uint64_t uploads = 0;    ///< Buffers sent: 1, unless the buffer texture is too small.
        std::uint64_t instances = 0;  ///< Drawn.
    };

    /// Compiles the shaders. Throws RenderError with the driver's log if that fails. `context` must outlive the renderer.
    explicit CrowdRenderer(const GlContext& context, const TextureLimits& textureLimits = {});
    ~CrowdRenderer();
    CrowdRenderer(const CrowdRenderer&) = delete;
    CrowdRenderer& operator=(const CrowdRenderer&) = delete;

    /// Draws what is skinned in `model`, of all its enabled mesh instances, at each placement: those that are seen, and nothing else. What
    /// is blended comes last, instances in the order in which they are given. Morph targets stay at rest; surfaces with more than eight
    /// influences on a vertex are left out, and named in warnings(). Throws std::invalid_argument if a palette is not there or smaller than
    /// the model's joints need; RenderError if not even one instance fits the buffer texture. Allocates nothing once it has drawn as many.
    void draw(const Scene& model, const CrowdPalettes& palettes, std::span<const CrowdPlacement> placements, const Camera& camera,
              const DrawOptions& options = {});

    [[nodiscard]] const Statistics& statistics() const noexcept;
    /// What was imperfect and how it was drawn instead. Each once.
    [[nodiscard]] std::span<const std::string> warnings() const noexcept;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace armature
