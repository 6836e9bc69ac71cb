#pragma once

#include <armature/import/import_options.hpp>

#include "import/scene_description.hpp"

namespace armature::importing {

/// Adds the skin of a body skeleton if ImportOptions::bodySkeleton asks for one: its joints, in node order, are the nodes that the file
/// marks as joints. If there are none, the nodes that clips move or turn are used instead, but without BodySkeleton::Always only in a file
/// without meshes. Adds nothing if there are no such nodes, or if one of the file's skins has them all; adds a note instead if there are
/// more than ImportLimits::jointsPerSkin.
void addBodySkin(SceneDescription& description, const ImportOptions& options);

}  // namespace armature::importing
