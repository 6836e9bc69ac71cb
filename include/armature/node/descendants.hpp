#pragma once

#include <type_traits>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/node/transform_node.hpp>

/// Functions that list the descendants of a node. If the node is const, so are the listed objects. Node::forEachDescendant() can also stop
/// early and skip branches.
namespace armature {

/// The default filter of the functions below: a function object that returns true for every node or mesh instance.
struct ARMATURE_API AcceptAll {
    /// Returns true.
    template <class Anything>
    [[nodiscard]] constexpr bool operator()(const Anything& /*any*/) const noexcept
    {
        return true;
    }
};

/// Returns the nodes below `top` for which accepts(node) is true, depth first, parents before children. Nodes below rejected nodes are
/// included if they are accepted themselves. Iterative, so trees of any depth are safe.
template <class AnyNode, class Predicate = AcceptAll>
[[nodiscard]] auto descendantsOf(AnyNode& top, Predicate accepts = {})
{
    using Below = std::conditional_t<std::is_const_v<AnyNode>, const Node, Node>;
    std::vector<Below*> found;
    static_cast<Below&>(top).forEachDescendant([&](Below& node) {
        if (accepts(node)) {
            found.push_back(&node);
        }
    });
    return found;
}

/// Returns the nodes below `top` that are not bones and for which accepts(node) is true, in the order of descendantsOf(). Nodes attached to
/// bones below `top` are included.
template <class AnyNode, class Predicate = AcceptAll>
[[nodiscard]] auto transformNodesBelow(AnyNode& top, Predicate accepts = {})
{
    using Below = std::conditional_t<std::is_const_v<AnyNode>, const Node, Node>;
    using Found = std::conditional_t<std::is_const_v<AnyNode>, const TransformNode, TransformNode>;
    std::vector<Found*> found;
    static_cast<Below&>(top).forEachDescendant([&](Below& node) {
        if (Found* const transformNode = node.asTransformNode(); transformNode != nullptr && accepts(*transformNode)) {
            found.push_back(transformNode);
        }
    });
    return found;
}

/// Returns the mesh instances at the nodes below `top` for which accepts(instance) is true, without those at `top` itself (see
/// TransformNode::meshInstances()). The caller must include mesh_instance.hpp if `accepts` uses its argument.
template <class AnyNode, class Predicate = AcceptAll>
[[nodiscard]] auto meshInstancesBelow(AnyNode& top, Predicate accepts = {})
{
    using Found = std::conditional_t<std::is_const_v<AnyNode>, const MeshInstance, MeshInstance>;
    std::vector<Found*> found;
    for (auto* const node : transformNodesBelow(top)) {
        for (Found* const instance : node->meshInstances()) {
            if (accepts(*instance)) {
                found.push_back(instance);
            }
        }
    }
    return found;
}

}  // namespace armature
