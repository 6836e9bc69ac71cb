#pragma once

#include <optional>
#include <vector>

#include <armature/math/affine.hpp>
#include <armature/scene/transform_node.hpp>

namespace armature {

/// What few nodes have: what depends on them from outside their hierarchy, a pivot, a frozen place.
struct TransformNode::Edges {
    std::vector<Bone*> linkedBones;          // driven by the node's local pose
    std::vector<Skeleton*> hostedSkeletons;  // placed in the world by the node's world matrix
    glm::vec3 pivot{0.f};                    // in own axes
    std::optional<Affine> frozenWorld;
};

}  // namespace armature
