#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <armature/scene/scene.hpp>

namespace armature::tools {

/// What of two scenes is the same thing.
struct SceneMatch {
    using Instances = std::pair<const MeshInstance*, const MeshInstance*>;  ///< With the same numbers of primitives and vertices.
    using Groups = std::pair<AnimationGroup*, AnimationGroup*>;
    using Bones = std::pair<const Bone*, const Bone*>;

    std::vector<Instances> instances;
    std::vector<Groups> groups;
    std::vector<Bones> bones;
};

/// Of a scene and what was written from it and read again: by order. No bones. Nullopt: they have not the same meshes or clips.
[[nodiscard]] std::optional<SceneMatch> matchInOrder(Scene& model, Scene& written);

/// Of any two scenes: by names, the first of a name with the first of that name, and so on. What has no counterpart, or another shape than
/// that, is a line in `outDifferences`: nodes and what they hang on, skins and their joints, meshes and their vertices, clips, their
/// durations and what they move.
[[nodiscard]] SceneMatch matchByName(Scene& a, Scene& b, std::vector<std::string>& outDifferences);

}  // namespace armature::tools
