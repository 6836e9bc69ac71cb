#pragma once

#include "import/fbx/model_nodes.hpp"
#include "import/fbx/objects.hpp"
#include "import/scene_description.hpp"

namespace armature::fbx {

/// Reads the cameras and lights of models. Each gets a node of its own below its model. This node's rotation maps FBX's viewing direction
/// (+X for cameras, -Y for lights) to -Z, the direction in a scene.
void readViews(const Objects& objects, const ModelNodes& models, const Settings& settings, importing::SceneDescription& scene);

}  // namespace armature::fbx
