#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <armature/fwd.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/camera_fit.hpp>

#include "command_line.hpp"
#include "stage.hpp"

namespace armature::tools {

/// The camera that `render` looks through.
class RenderCamera final {
public:
    /// Parses the argument of --camera: the name of a camera or of its node, the index of a camera, or a position as parseCameraPlace()
    /// reads it. Throws UsageError if the argument is none of these, or a position that looks at itself. The scene must
    /// outlive this object.
    RenderCamera(const Scene& scene, std::string_view file, const std::optional<std::string>& choice);

    /// Returns the camera for the scene's current pose; `fit` holds all that the pictures show.
    [[nodiscard]] Camera getCamera(const CameraFit& fit, float aspect) const;

private:
    std::variant<std::monostate, const TransformNode*, CameraPlace> choice_;
};

/// A camera that goes once around what the scene shows in its current pose, far enough away to have all of it in the picture from every
/// side.
class Turntable final {
public:
    explicit Turntable(const Shot& shot);

    /// Returns the camera after a part of the turn; 1 is a whole turn.
    [[nodiscard]] Camera getCamera(double part) const noexcept;

private:
    float aspect_;
    CameraFit::Placement placement_{};
};

}  // namespace armature::tools
