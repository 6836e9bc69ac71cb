#pragma once

#include <armature/import/import_options.hpp>

#include "import/scene_description.hpp"

namespace armature::importing {

/// Adds a skin of all joints, in node order, if BodySkeleton asks for one. If the file has too many joints for a skin, adds a note instead.
void addBodySkin(SceneDescription& description, const ImportOptions& options);

}  // namespace armature::importing
