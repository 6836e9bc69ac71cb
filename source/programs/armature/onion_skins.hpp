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

/// The moments of a clip before and after the one that it has reached, for ghosts of the model there: past ones blue, those to come orange,
/// all the fainter the farther they are. There are none before the clip's beginning and after its end.
class OnionSkins final {
public:
    /// `scene` is the clip's; both must outlive this. Throws UsageError, which begins with `option`, if the scene has no meshes, or if no
    /// ghost would ever be within the clip, which is of `file`.
    OnionSkins(Scene& scene, const AnimationGroup& clip, const OnionChoice& choice, std::string_view file,
               std::string_view option = "--onion");

    // Each poses the scene as it is at other moments, and then as it was before.

    /// Draws the ghosts over the scene as it was drawn by `renderer` and `options`, and leaves its depths in place of theirs.
    void draw(SkinRenderer& renderer, const Camera& camera, DrawOptions options) const;

    /// Adds the ghosts of the clip's current moment to a picture.
    void addTo(CameraFit& fit) const;
    /// Adds the ghosts of all moments of the clip to a picture.
    void addAllTo(CameraFit& fit) const;

private:
    struct Skin {
        double seconds;  ///< Into the clip.
        DrawOptions::Ghost look;
    };

    /// Skins around the clip's current moment, the nearest one last.
    [[nodiscard]] std::vector<Skin> findSkins() const;

    Scene& scene_;
    const AnimationGroup& clip_;
    std::unique_ptr<AnimationGroup> ghost_;  ///< Plays the clip, too, so that the time of `clip_` stays.
    std::size_t count_;                      ///< Number of ghosts on each side.
    double spacing_;                         ///< Seconds.
    float setback_;                          ///< See DrawOptions::Ghost.
};

}  // namespace armature::tools
