#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/camera_fit.hpp>
#include <armature/render/skin_renderer.hpp>

#include "command_line.hpp"

namespace armature::tools {

/// Ghosts of the model at moments before and after a clip's current one: past ones blue, coming ones orange, fainter the farther they are
/// in time. There are none before the clip's beginning or after its end.
class OnionSkins final {
public:
    /// `scene`: the clip's scene; both must outlive this object. Throws UsageError, which begins with `option` and names `file`, if the
    /// scene has no meshes, or if the clip is too short for any ghost.
    OnionSkins(Scene& scene, const AnimationGroup& clip, const OnionChoice& choice, std::string_view file,
               std::string_view option = "--onion");

    // Each of these functions poses the scene at other moments, and then restores its pose.

    /// Draws the ghosts over the scene, which `renderer` must have drawn with `options`. Afterwards, the depth buffer holds the scene's
    /// depths instead of the ghosts'.
    void draw(SkinRenderer& renderer, const Camera& camera, DrawOptions options) const;

    /// Adds the vertices of the ghosts around the clip's current moment to `fit`.
    void addTo(CameraFit& fit) const;
    /// Adds the vertices of 101 poses throughout the clip to `fit`, and thus about all ghosts around any moment.
    void addAllTo(CameraFit& fit) const;

private:
    struct Skin {
        double seconds;  ///< Time in the clip.
        DrawOptions::Ghost look;
    };

    /// Returns the ghosts around the clip's current moment, the nearest one last.
    [[nodiscard]] std::vector<Skin> findSkins() const;

    Scene& scene_;
    const AnimationGroup& clip_;
    std::unique_ptr<AnimationGroup> ghost_;  ///< Plays the same clip, so that `clip_` keeps its time.
    std::size_t count_;                      ///< Number of ghosts on each side.
    double spacing_;                         ///< Seconds between neighbouring ghosts.
    float setback_;                          ///< How far ghosts are set back: see DrawOptions::Ghost.
};

}  // namespace armature::tools
