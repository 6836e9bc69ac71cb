#pragma once

#include "frame_locations.hpp"
#include "gl_objects.hpp"

namespace armature {

/// Draws DrawOptions::ground: its patches, or a square that the fragment shader cuts to a disc.
class GroundProgram final {
public:
    /// Throws RenderError as GlProgram does.
    GroundProgram();

    /// Blends the ground with the picture. `eye` is the camera's position.
    void draw(const FrameUniforms& frame, const DrawOptions::Ground& ground, const glm::vec3& eye) const noexcept;

private:
    void drawPatch(const DrawOptions::Ground::Patch& patch, const glm::vec3& eye) const noexcept;

    GlProgram program_;
    FrameLocations frame_;
    GLint corners_;
    GLint normal_;
    GLint ground_;
    GLint groundSurface_;
    GlVertexArray empty_;
};

}  // namespace armature
