#pragma once

#include <optional>

#include <armature/fwd.hpp>

namespace armature::tools {

/// An axis that may be up.
enum class UpAxis { X, Y, Z };

/// What `armature convert` changes in a model, only where it is asked to.
struct SceneChange {
    std::optional<double> scale = {};            ///< By which everything becomes larger. Greater than 0.
    std::optional<UpAxis> up = {};               ///< Which axis of the model is up; it becomes +Y.
    std::optional<double> framesPerSecond = {};  ///< Keys at that rate for every channel of every clip.

    [[nodiscard]] bool movesModel() const noexcept { return scale || up; }
};

/// Scale and axes change by a node "converted" above all others, so that no number of the model itself does. Clips are sampled anew from 0
/// to their end, which gets a key as well: LINEAR, but for those that jump. Throws Error that names the clip if that makes more than ten
/// million keys.
void changeScene(Scene& scene, const SceneChange& change);

}  // namespace armature::tools
