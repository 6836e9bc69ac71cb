#pragma once

#include <cstddef>
#include <string_view>

#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/render/skin_renderer.hpp>

namespace armature::tools {

/// What `render` and `view` draw with, in the OpenGL context that is current when it is made: model, bones, background.
class Stage final {
public:
    Stage();

    /// Clears the bound framebuffer (which encodes sRGB) and draws.
    void draw(const Scene& scene, const Camera& camera, bool showBones);

    [[nodiscard]] const GlContext& context() const noexcept { return context_; }
    /// One line on standard error for each thing that could not be drawn as it should, and one if the importer had warnings.
    void reportWarnings(std::string_view file, const Scene& scene) const;

private:
    GlContext context_;
    SkinRenderer renderer_;
    SkeletonViewer bones_;
};

}  // namespace armature::tools
