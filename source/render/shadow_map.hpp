#pragma once

#include <array>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/math/aabb.hpp>

#include "gl_objects.hpp"

namespace armature {

/// The view of a shadow map, as shadow.glsl reads it: parallel rays through a cube.
struct ShadowView {
    glm::mat3 axes{1.f};    ///< The cube's axes in the world; the third axis points towards the light.
    glm::vec4 center{0.f};  ///< Relative to the camera; w: the cube's side in world units, 0 without shadows.

    /// Returns the matrix from positions relative to the camera to the clip space of the map.
    [[nodiscard]] glm::mat4 getProjection() const noexcept;
};

/// Returns a view along the key light's rays that contains all of `bounds`; a view whose side is 0 if the box is empty, a point or not
/// finite.
[[nodiscard]] ShadowView viewAlong(const glm::vec3& towardsLight, const Aabb& bounds, const glm::vec3& eye) noexcept;

/// A depth map from the key light, created when first needed.
class ShadowMap final {
public:
    /// Clears the map and directs drawing into it until end(), which restores the framebuffer and the viewport. Throws RenderError if
    /// OpenGL refuses the map's framebuffer.
    void begin();
    void end() noexcept;

    [[nodiscard]] GLuint texture() const noexcept { return depth_.name(); }

private:
    static constexpr GLsizei side = 2048;  // texels

    void create();

    GlTexture depth_{nullptr};
    GlFramebuffer framebuffer_{nullptr};
    GLint outerFramebuffer_ = 0;
    std::array<GLint, 4> outerViewport_{};
};

}  // namespace armature
