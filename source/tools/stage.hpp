#pragma once

#include <cstddef>
#include <string_view>

#include <armature/fwd.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/support/picture.hpp>

#include "command_line.hpp"
#include "render/camera_fit.hpp"

namespace armature::tools {

/// What `render` and `view` draw with, in the OpenGL context that is current at construction: model, bones, background.
class Stage final {
public:
    Stage();

    /// Clears the bound framebuffer (which encodes sRGB) and draws.
    void draw(const Scene& scene, const Camera& camera, bool showBones, bool isWireframe = false);

    [[nodiscard]] const GlContext& context() const noexcept { return context_; }
    [[nodiscard]] const SkinRenderer::Statistics& getStatistics() const noexcept { return renderer_.getStatistics(); }
    /// One line on standard error for each thing that could not be drawn as it should, and one if the importer had warnings.
    void reportWarnings(std::string_view file, const Scene& scene) const;

private:
    GlContext context_;
    SkinRenderer renderer_;
    SkeletonViewer bones_;
};

}  // namespace armature::tools

namespace armature::support {
class Framebuffer;
}  // namespace armature::support

namespace armature::tools {

class Stage;

/// How many samples each pixel of a picture gets: fewer where they would take half a gigabyte.
[[nodiscard]] std::size_t samplesFor(const PictureSize& size) noexcept;

/// Puts a picture into a larger one of the same height, `left` pixels from its left edge.
void copyInto(support::Picture& whole, const support::Picture& panel, std::size_t left);

/// Takes pictures of a scene into a framebuffer.
struct Shot {
    Scene& scene;
    Stage& stage;
    support::Framebuffer& framebuffer;
    bool showBones = false;

    /// The view of `render`: from in front of the model, a little to its left and above.
    [[nodiscard]] CameraFit startFit() const;
    [[nodiscard]] support::Picture take(const Camera& camera) const;
};

}  // namespace armature::tools
