#pragma once

#include <array>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/math/aabb.hpp>

#include "gl_objects.hpp"

namespace armature {

/// The place of a shadow map, as shadow.glsl takes it: parallel rays through a cube.
struct ShadowView {
    glm::mat3 axes{1.f};    ///< In world axes; the third is towards the light.
    glm::vec4 center{0.f};  ///< Relative to the camera; w: the cube's side in metres, 0 without shadows.

    /// Positions relative to the camera to the clip space of the map.
    [[nodiscard]] glm::mat4 getProjection() const noexcept;
};

/// The smallest view of all of `bounds` along the key light's rays. None if the box is empty or not finite.
[[nodiscard]] ShadowView viewAlong(const glm::vec3& towardsLight, const Aabb& bounds, const glm::vec3& eye) noexcept;

/// A picture of depths from the key light, made when first needed.
class ShadowMap final {
public:
    /// Draws go into the map, cleared, until end(), which restores the framebuffer and the viewport. Throws RenderError if OpenGL refuses.
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
