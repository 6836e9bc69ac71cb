#pragma once

#include <armature/scene/scene.hpp>

#include "import/scene_description.hpp"

namespace armature::importing {

/// A scene as it is now, as what a file can hold: the inverse of buildScene(). Scene::nodes() come first and in their order. A bone that a
/// node drives from the bone's own place in the tree is that node; every other bone, and what glTF has no place for (a second mesh at one
/// node, a palette slot without bone), gets a node of its own after them. Each skeleton's sets of inverse binds are skins of their own,
/// after the bones' own ones. The notes say what was lost.
[[nodiscard]] SceneDescription describeScene(const Scene& scene);

}  // namespace armature::importing
