#pragma once

#include <armature/import/import_options.hpp>

#include "import/scene_description.hpp"

namespace armature::importing {

/// Adds a skin with all joints of the description, in node order, if BodySkeleton asks for one. If there are too many joints for a skin,
/// adds a note instead.
void addBodySkin(SceneDescription& description, const ImportOptions& options);

}  // namespace armature::importing
