#pragma once

#include <armature/fwd.hpp>
#include <tools/support/picture.hpp>

#include "arguments.hpp"
#include "camera_fit.hpp"

namespace armature::support {
class Framebuffer;
}  // namespace armature::support

namespace armature::tools {

class Stage;

/// How many samples each pixel of a picture gets: fewer where they would take half a gigabyte.
[[nodiscard]] std::size_t samplesFor(const PictureSize& size) noexcept;

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
