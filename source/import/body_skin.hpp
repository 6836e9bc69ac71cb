#pragma once

#include <armature/import/import_options.hpp>

#include "import/scene_description.hpp"

namespace armature::importing {

/// Adds a skin of all joints, in the order of nodes, if BodySkeleton asks for one. A file may have too many joints for it: then a note
/// says so.
void addBodySkin(SceneDescription& description, const ImportOptions& options);

}  // namespace armature::importing
