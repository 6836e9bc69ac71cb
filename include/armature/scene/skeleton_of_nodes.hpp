#pragma once

#include <string_view>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// Makes a skeleton, in the scene of `root`, for a tree of nodes without one, as in motion capture files. The skeleton has a bone for
/// `root` and for each node below it, with the node's name and local matrix; the current pose becomes its bind and rest pose, except that
/// the bind of a node with a singular matrix is the identity. Nodes and bones are linked: moving a node moves its bone, and writes to a
/// bone (poses, inverse kinematics) go to its node. The host is the parent of `root`. Throws std::invalid_argument if `root` is attached to
/// a bone.
ARMATURE_API Skeleton& createSkeletonOfNodes(TransformNode& root, std::string_view name);

}  // namespace armature
