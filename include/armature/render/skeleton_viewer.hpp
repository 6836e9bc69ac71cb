#pragma once

#include <memory>
#include <optional>
#include <span>

#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>

namespace armature {

/// How a SkeletonViewer draws.
struct SkeletonViewOptions {
    glm::vec4 boneColor{0.95f, 0.75f, 0.2f, 0.55f};  ///< Linear, with alpha.
    glm::vec4 edgeColor{0.05f, 0.04f, 0.02f, 1.f};   ///< Outlines of the bones. Linear, with alpha.
    float lineWidth = 1.5f;                          ///< Pixels.
    bool showAxes = true;                            ///< The bone's own axes at its joint: x red, y green, z blue.
    std::optional<float> leafLength = {};            ///< World units, for leaf bones without a length. Default: half the mean bone length.
    bool encodeSrgb = false;                         ///< As in DrawOptions.
};

/// Draws skeletons on top of the picture, each bone as an octahedron from its joint to each child's. A leaf is drawn along its +Y by its
/// length; without a length, it continues in its parent's direction, as at bind.
///
/// Shows where the joints are (host world * absolute matrices), independently of meshes. Leaves OpenGL's state as SkinRenderer does.
class SkeletonViewer final {
public:
    /// Compiles the shaders; throws RenderError with the driver's log if that fails. `context` must outlive the viewer.
    explicit SkeletonViewer(const GlContext& context);
    ~SkeletonViewer();
    SkeletonViewer(const SkeletonViewer&) = delete;
    SkeletonViewer& operator=(const SkeletonViewer&) = delete;

    void draw(const Skeleton& skeleton, const Camera& camera, const SkeletonViewOptions& options = {});  ///< Draws one skeleton.
    /// Draws all skeletons of a scene.
    void draw(const Scene& scene, const Camera& camera, const SkeletonViewOptions& options = {});
    /// Draws world-space lines in one call, using lineWidth and encodeSrgb of the options. Reuses its memory from frame to frame.
    void draw(std::span<const DebugLine> lines, const Camera& camera, const SkeletonViewOptions& options = {});

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace armature
