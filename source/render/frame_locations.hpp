#pragma once

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/render/skin_renderer.hpp>

#include "gl_objects.hpp"
#include "shadow_map.hpp"

namespace armature {

/// The camera and lights of a frame, in world axes whose origin is the camera.
struct FrameUniforms {
    glm::mat4 viewProjection{1.f};
    glm::vec4 viewer{0.f};  ///< If w is 0, view rays are parallel and point along xyz; if w is 1, they meet at the origin.
    glm::vec3 keyDirection{0.f};
    glm::mat3 studio{1.f};  ///< From the world to the axes of the soft boxes, see environment.glsl.
    ShadowView shadow;
    DrawOptions options;
};

/// The locations of the uniforms that are constant for a whole frame. The program need not have all of these uniforms.
class FrameLocations final {
public:
    static constexpr GLint shadowUnit = 6;

    /// Also makes the program's sampler `shadowMap` read shadowUnit.
    explicit FrameLocations(const GlProgram& program);

    /// Sets the uniforms of the program, which must be in use.
    void set(const FrameUniforms& frame) const noexcept;

private:
    GLint viewProjection_;
    GLint viewer_;
    GLint keyDirection_;
    GLint keyColor_;
    GLint skyColor_;
    GLint groundColor_;
    GLint softBoxes_;
    GLint studio_;
    GLint shadowAxes_;
    GLint shadowCenter_;
    GLint shown_;
    GLint showsJoints_;
    GLint exposure_;
    GLint compressesHighlights_;
    GLint encodesSrgb_;
    GLint ghost_;
    GLint setback_;
};

}  // namespace armature
