#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/camera_fit.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/support/picture.hpp>

#include "command_line.hpp"

namespace armature::tools {

class OnionSkins;

/// How the model is drawn, and what is drawn besides it.
struct StageLooks {
    bool showBones = false;  ///< Bones are always shown if there is no mesh to show.
    SkeletonViewOptions::Shape boneShape = SkeletonViewOptions::Shape::Octahedra;
    std::optional<glm::vec3> bindOffset = {};  ///< Also draws the bones in their bind pose, moved by this offset.
    bool isWireframe = false;
    bool isTransparent = false;                ///< Clears to alpha 0: see makeAlphaStraight().
    std::optional<glm::vec3> background = {};  ///< Linear; by default a dark grey.
    std::span<const DebugLine> lines = {};
    DrawOptions::Skinning skinning = DrawOptions::Skinning::AsAsked;
    DrawOptions::Shown shown = DrawOptions::Shown::Lit;
    std::optional<DrawOptions::Ground> ground = {};  ///< The ground to draw, with shadows on it.
    const OnionSkins* onion = nullptr;               ///< The ghosts to draw; null if there are none.
};

/// Draws models, bones and background for `render` and `view`, in the OpenGL context that is current at construction.
class Stage final {
public:
    Stage();

    /// Clears the bound framebuffer (which encodes sRGB) and draws.
    void draw(const Scene& scene, const Camera& camera, const StageLooks& looks);

    [[nodiscard]] const GlContext& context() const noexcept { return context_; }
    [[nodiscard]] const SkinRenderer::Statistics& getStatistics() const noexcept { return renderer_.getStatistics(); }
    /// Remembers for reportWarnings() whether a picture is blank, that is, shows only one colour.
    void look(const support::Picture& picture);
    /// Writes to standard error: one line for each part that could not be drawn as requested, one if the importer had warnings, and one if
    /// all pictures passed to look() are blank.
    void reportWarnings(std::string_view file, const Scene& scene) const;

private:
    GlContext context_;
    SkinRenderer renderer_;
    SkeletonViewer bones_;
    std::optional<bool> hasShown_;  ///< Whether any picture given to look() was not blank; none before look().
};

}  // namespace armature::tools

namespace armature::support {
class Framebuffer;
}  // namespace armature::support

namespace armature::tools {

class Stage;

/// Returns the number of samples per pixel of a picture: four, or one where four would take half a gigabyte.
[[nodiscard]] std::size_t samplesFor(const PictureSize& size) noexcept;

inline constexpr float fieldOfView = 0.6f;  ///< Field of view of `render`: full, vertical, in radians.

/// Returns the direction from the model to the camera of `render`, turned about +Y by `turned` radians. At 0, the camera is in front of the
/// model, a little to its left and above.
[[nodiscard]] glm::vec3 towardsCamera(float turned = 0.f) noexcept;

/// Divides colours by alpha, because edges smoothed over a transparent background have premultiplied colours.
void makeAlphaStraight(support::Picture& picture);

/// Copies a picture into a larger one, `left` and `top` pixels from its upper left corner.
void copyInto(support::Picture& whole, const support::Picture& panel, std::size_t left, std::size_t top = 0);

/// Takes pictures of a scene into a framebuffer.
struct Shot {
    Scene& scene;
    Stage& stage;
    support::Framebuffer& framebuffer;
    StageLooks looks = {};

    [[nodiscard]] CameraFit startFit(float turned = 0.f) const { return CameraFit(towardsCamera(turned), getAspect(), fieldOfView); }
    [[nodiscard]] float getAspect() const noexcept;
    /// Adds everything that a picture of the current pose shows, ghosts included, to `fit`.
    void addTo(CameraFit& fit) const;
    [[nodiscard]] support::Picture take(const Camera& camera) const;
};

}  // namespace armature::tools
