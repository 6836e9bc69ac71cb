#pragma once

#include <vector>

#include <armature/fwd.hpp>

namespace armature {

/// Returns the nodes of a scene that move with a skeleton or carry it, each once: the skeleton's host and everything above it; everything
/// above the nodes that drive the bones; everything below the bones and their driving nodes; and the nodes of the mesh instances that the
/// skeleton skins, with everything above them. The driving nodes themselves are left out. So a character's own root, sockets and face are
/// included, but not those of another copy of the character. O(mesh instances + nodes found).
[[nodiscard]] std::vector<TransformNode*> nodesAround(AnimationTargets& scene, Skeleton& skeleton);

}  // namespace armature
