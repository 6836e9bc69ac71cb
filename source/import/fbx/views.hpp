#pragma once

#include "import/fbx/model_nodes.hpp"
#include "import/fbx/objects.hpp"
#include "import/scene_description.hpp"

namespace armature::fbx {

/// Reads the cameras and lights of models. Each gets a node of its own below its model. A scene's cameras and lights face -Z; the node's
/// rotation turns -Z to the direction in FBX, which is +X for cameras and -Y for lights.
void readViews(const Objects& objects, const ModelNodes& models, const Settings& settings, importing::SceneDescription& scene);

}  // namespace armature::fbx
