#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/glm_types.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>

namespace armature::support {

/// Level ground under the objects in a picture, with soft shadows of objects near the ground; or only such shadows, drawn on the scene's
/// own ground.
///
/// Each draw() or drawShadows() renders the scene once from below and darkens each point by how much of the sky is hidden from it. Leaves
/// OpenGL's state as SkinRenderer does.
class Ground final {
public:
    /// Position and appearance of the ground.
    struct Options {
        float height = 0.f;       ///< World y of the ground.
        glm::vec2 center{0.f};    ///< World x and z of the disc's centre.
        float radius = 5.f;       ///< Radius of the disc; the colour fades out towards its rim.
        float innerRadius = 0.f;  ///< Radius of a hole in the disc.
        float reach = 2.5f;       ///< Height above the ground beyond which objects cast no shadow.
        float metre = 1.f;        ///< Length of a metre in world units; larger for objects larger than people, for larger shadows.
        std::optional<glm::vec3> color = {};  ///< Linear. None: only shadows are drawn.
    };

    /// A flat part of a scene's own ground, level or sloping: its corners in world space, the first opposite the last. The shadow is drawn
    /// a few millimetres above the surface.
    using Patch = std::array<glm::vec3, 4>;

    /// Compiles the shaders. Throws RenderError with the driver's log if that fails. `context` must outlive the Ground.
    explicit Ground(const GlContext& context);
    ~Ground();
    Ground(const Ground&) = delete;
    Ground& operator=(const Ground&) = delete;

    /// Draws the ground into the bound framebuffer, depth-tested. Calls `drawCasters` once, which must draw all shadow casters as seen by
    /// the camera that it gets, without a background.
    void draw(const Camera& camera, const Options& options, const std::function<void(const Camera& fromBelow)>& drawCasters);
    /// Draws only shadows on `patches`: those of objects less than `reach` above the highest patch. In other respects works like draw().
    void drawShadows(const Camera& camera, std::span<const Patch> patches, float reach,
                     const std::function<void(const Camera& fromBelow)>& drawCasters);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace armature::support
