#include "node/transform_node_owner.hpp"

#include <array>

#include "node/node_access.hpp"
#include "node/node_edges.hpp"

namespace armature {

namespace {

/// Returns the host of the skeleton whose bone a node is attached to, directly or through its parents; null if there is none.
const Node* hostAbove(const Node& node) noexcept
{
    const Node* top = &node;
    while (top->getParent() != nullptr && !top->isBone()) {
        top = top->getParent();
    }
    return top->isBone() ? NodeAccess::hierarchy(*top).owner().hostNode() : nullptr;
}

/// Computes some stale hosts above a bone in advance, because skeletons may be nested through hosts to any depth, and evaluating a stale
/// level calls the level above it. If there are many levels, evenly spaced ones are computed first, the outermost first, and those between
/// them recursively. O(n log n) for n levels; calls nest only to a depth of O(log n).
void settleHostsAbove(const Node& bone) noexcept
{
    constexpr std::size_t few = 32;
    std::array<const Node*, few> spread{};
    std::size_t count = 0;
    std::size_t step = 1;
    std::size_t level = 0;
    for (const Node* host = hostAbove(bone); host != nullptr; host = hostAbove(*host), ++level) {
        if (!NodeAccess::hierarchy(*host).isAbsoluteStale(NodeAccess::slot(*host))) {
            break;
        }
        if (level % step != 0) {
            continue;
        }
        if (count == few) {
            for (count = 0; count < few / 2; ++count) {
                spread[count] = spread[2 * count];
            }
            step *= 2;
        }
        spread[count++] = host;
    }
    if (step == 1) {
        return;
    }
    while (count != 0) {
        const Node& host = *spread[--count];
        static_cast<void>(NodeAccess::hierarchy(host).absolute(NodeAccess::slot(host)));
    }
}

}  // namespace

Affine TransformNodeOwner::anchorOf(std::uint32_t slot) const noexcept
{
    settleHostsAbove(*hierarchy.nodeAt(slot)->getParent());
    return NodeAccess::worldAffine(*hierarchy.nodeAt(slot)->getParent());
}

glm::vec3 TransformNodeOwner::pivotOf(std::uint32_t slot) const noexcept
{
    return hierarchy.nodeAt(slot)->asTransformNode()->getPivotPoint();
}

Affine TransformNodeOwner::frozenAbsolute(std::uint32_t slot) const noexcept
{
    return *static_cast<TransformNode*>(hierarchy.nodeAt(slot))->edges_->frozenWorld;
}

}  // namespace armature
