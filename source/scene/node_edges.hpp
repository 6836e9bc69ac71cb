#pragma once

#include <vector>

#include <armature/scene/transform_node.hpp>

namespace armature {

/// What depends on a TransformNode from outside its hierarchy.
struct TransformNode::Edges {
    std::vector<Bone*> linkedBones;          // driven by the node's local pose
    std::vector<Skeleton*> hostedSkeletons;  // placed in the world by the node's world matrix
};

}  // namespace armature
