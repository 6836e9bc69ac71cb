#pragma once

#include <vector>

#include <armature/fwd.hpp>

namespace armature {

/// The nodes of a scene that move with a skeleton or carry it, without those that drive its bones: above its bones, their nodes and its
/// host; below its bones and their nodes; and those of the mesh instances that it skins. A character's own root, sockets and face, but not
/// those of another copy of it. Each once. O(mesh instances + nodes found).
[[nodiscard]] std::vector<TransformNode*> nodesAround(AnimationTargets& scene, Skeleton& skeleton);

}  // namespace armature
