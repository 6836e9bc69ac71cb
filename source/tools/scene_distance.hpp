#pragma once

#include <cstddef>
#include <optional>

#include <armature/scene/scene.hpp>

namespace armature::tools {

/// How far the posed vertices of one scene are from those of another.
struct SceneDistance {
    float largest = 0.f;      ///< In the scenes' units.
    std::size_t moments = 0;  ///< How many poses were compared.
    std::size_t vertices = 0;
};

/// Compares `written`, which was made from `model` and read again, in the models' own pose and at nine moments of each clip, the ends among
/// them. Leaves both in some pose. Nullopt: they have not the same meshes or clips.
[[nodiscard]] std::optional<SceneDistance> measureDistance(Scene& model, Scene& written);

}  // namespace armature::tools
