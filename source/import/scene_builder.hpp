#pragma once

#include <memory>
#include <vector>

#include <armature/import/import_options.hpp>
#include <armature/scene/scene.hpp>

#include "import/scene_description.hpp"

namespace armature::importing {

/// Makes the scene that a validated description describes, by means that every user of the library has. Takes the description's data.
[[nodiscard]] std::unique_ptr<Scene> buildScene(SceneDescription description, const ImportOptions& options);

/// The clips of a validated description alone, for whatever has the names of its nodes. Takes their data.
[[nodiscard]] std::vector<std::shared_ptr<const AnimationClip>> buildClips(SceneDescription description);

}  // namespace armature::importing
