#pragma once

#include "import/fbx/meshes.hpp"
#include "import/fbx/model_nodes.hpp"
#include "import/fbx/takes.hpp"

namespace armature::fbx {

/// Makes a clip of each take. Times are the curves' own; only where a take begins before 0, which clips cannot, it is moved to begin at 0.
/// What glTF's interpolations can say keeps its keys and slopes. The rest, rotations about several axes and translations that pivots drag
/// along, gets as many keys more as it takes to stay within a hundredth of a millimetre or a hundred-thousandth of a radian.
void readAnimations(const Objects& objects, const Takes& takes, const ModelNodes& models, const Meshes& meshes, const Settings& settings,
                    importing::SceneDescription& scene);

}  // namespace armature::fbx
