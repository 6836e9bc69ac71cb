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

/// Ghosts of the model at moments before and after a clip's current one: past ones blue, coming ones orange, fainter the farther away.
/// There are none before the clip's beginning or after its end.
class OnionSkins final {
public:
    /// `scene` is the clip's; both must outlive this. Throws UsageError, which begins with `option`, if the scene has no meshes, or if the
    /// clip, which is from `file`, is too short for any ghost.
    OnionSkins(Scene& scene, const AnimationGroup& clip, const OnionChoice& choice, std::string_view file,
               std::string_view option = "--onion");

    // Each of these poses the scene at other moments, and then restores its pose.

    /// Draws the ghosts over the scene as `renderer` has drawn it with `options`, and leaves the scene's depths in place of theirs.
    void draw(SkinRenderer& renderer, const Camera& camera, DrawOptions options) const;

    /// Adds the ghosts of the clip's current moment to a picture.
    void addTo(CameraFit& fit) const;
    /// Adds the ghosts of all moments of the clip to a picture.
    void addAllTo(CameraFit& fit) const;

private:
    struct Skin {
        double seconds;  ///< Time in the clip.
        DrawOptions::Ghost look;
    };

    /// Skins around the clip's current moment, the nearest one last.
    [[nodiscard]] std::vector<Skin> findSkins() const;

    Scene& scene_;
    const AnimationGroup& clip_;
    std::unique_ptr<AnimationGroup> ghost_;  ///< Also plays the clip, so that the time of `clip_` stays.
    std::size_t count_;                      ///< Number of ghosts on each side.
    double spacing_;                         ///< Seconds.
    float setback_;                          ///< See DrawOptions::Ghost.
};

}  // namespace armature::tools
