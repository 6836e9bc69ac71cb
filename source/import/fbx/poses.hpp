#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/ext/matrix_double4x4.hpp>

#include "import/fbx/model_nodes.hpp"

namespace armature::fbx {

/// Where a file says that some of its models stand, apart from its animations: Maya keeps the pose of each binding so.
struct StoredPose {
    std::string name;
    std::map<ModelIndex, glm::dmat4> worlds;  ///< In the file's own unit and axes.
};

/// All poses of a file, of binding and of rest. Nodes that are no models are passed over.
[[nodiscard]] std::vector<StoredPose> readPoses(const Objects& objects, const ModelNodes& models, importing::Notes& notes);

/// Where a pose of binding has a model: the first that has it.
[[nodiscard]] std::optional<glm::dmat4> storedWorld(const std::vector<StoredPose>& poses, ModelIndex model);

/// Makes a clip of one key of each pose, into `scene.poses`: what its models' nodes are relative to those above, which stand as the pose has
/// them, or else as the file's properties say. `copies`: nodes that move with others: copy, original.
void addPoses(const std::vector<StoredPose>& poses, const Objects& objects, const ModelNodes& models,
              const std::vector<std::pair<std::size_t, std::size_t>>& copies, importing::SceneDescription& scene);

}  // namespace armature::fbx
