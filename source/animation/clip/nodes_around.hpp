#pragma once

#include <vector>

#include <armature/fwd.hpp>

namespace armature {

/// Returns the nodes of a scene that move with a skeleton or carry it, each once, except those that drive its bones: its host and the nodes
/// that drive its bones, with everything above them; everything below its bones and their driving nodes; and the nodes of the mesh
/// instances that it skins, with everything above them. So a character's own root, sockets and face are included, but not those of another
/// copy of it. O(mesh instances + nodes found).
[[nodiscard]] std::vector<TransformNode*> nodesAround(AnimationTargets& scene, Skeleton& skeleton);

}  // namespace armature
