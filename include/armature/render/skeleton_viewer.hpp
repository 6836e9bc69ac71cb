#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>

namespace armature {

/// How a SkeletonViewer draws.
struct ARMATURE_API SkeletonViewOptions {
    glm::vec4 boneColor{0.95f, 0.75f, 0.2f, 0.55f};  ///< Linear, with alpha.
    glm::vec4 edgeColor{0.05f, 0.04f, 0.02f, 1.f};   ///< Outlines of the bones. Linear, with alpha.
    float lineWidth = 1.5f;                          ///< Pixels.
    bool showAxes = true;                            ///< If true, draws each bone's own axes at its joint: x red, y green, z blue.
    std::optional<float> leafLength = {};            ///< World units, for leaf bones without a length. Default: half the mean bone length.
    bool encodeSrgb = false;                         ///< See DrawOptions::encodeSrgb.

    /// The shape of a bone: a body that is thick near its joint, a line, or nothing but its axes.
    enum class Shape { Octahedra, Sticks, Axes };
    Shape shape = Shape::Octahedra;  ///< Sticks have the colour of bones and twice the width of other lines.
    bool isAtBind = false;           ///< If true, draws bones in their bind pose instead of their current pose.
    glm::vec3 offset{0.f};           ///< Added to all positions; world units. For instance, puts the bind pose beside the current pose.
    const Bone* selected = nullptr;  ///< The bone to draw in `selectedColor`, with its name in front of other names; may be null.
    glm::vec4 selectedColor{0.15f, 0.75f, 1.f, 0.8f};  ///< Linear, with alpha.
    bool showNames = false;                   ///< If true, draws names at the joints, except names that would cover a nearer bone's name.
    glm::vec4 nameColor{1.f, 1.f, 1.f, 1.f};  ///< Linear, with alpha.
    std::size_t letterScale = 1;              ///< Pixels per dot of a letter, 1 to 16; letters have 5 by 9 dots.
};

/// Draws skeletons on top of the picture, each bone as an octahedron from its joint to each child's joint. A leaf bone is drawn from its
/// joint along +Y, as long as its length. Without a length, it continues the line that leads from its parent's joint to its own joint in
/// the bind pose.
///
/// Shows the joints' actual positions (host world * absolute matrices), even if meshes are drawn elsewhere. Leaves OpenGL's state as
/// SkinRenderer does.
class ARMATURE_API SkeletonViewer final {
public:
    /// A text at a point in world space.
    struct Label {
        glm::vec3 position{0.f};  ///< World space.
        /// UTF-8. Characters outside ASCII are drawn as boxes. A text with more than 40 characters is cut to the first 37 and "...".
        std::string_view text = {};
        glm::vec4 color{1.f};  ///< Linear, with alpha.
    };

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
    /// Draws texts on top of the picture, with dark outlines and of the same size at any distance, using letterScale and encodeSrgb of the
    /// options. Nearer texts take precedence: a text that would cover a nearer one is left out, as are texts out of view. Reuses its memory
    /// from frame to frame.
    void draw(std::span<const Label> labels, const Camera& camera, const SkeletonViewOptions& options = {});

private:
    class ARMATURE_LOCAL Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace armature
