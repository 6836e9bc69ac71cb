#include <stdexcept>

#include <fmt/format.h>

#include <armature/node/transform_node.hpp>

#include "node/checks.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"

/// Moves of a node within the tree.
namespace armature {

void TransformNode::setParent(Node* parent, Keep keep)
{
    if (parent == getParent()) {
        return;
    }
    TransformNode* node = parent != nullptr ? parent->asTransformNode() : nullptr;
    if (node != nullptr && node->scene_ != scene_) {
        throw std::invalid_argument(fmt::format("{}: the parent {} belongs to another scene", label(*this), label(*parent)));
    }
    refuseCycle(*this, parent);
    if (keep == Keep::World) {
        const Affine above = parent != nullptr ? NodeAccess::worldAffine(*parent) : identityAffine();
        hierarchy_->setPose(slot_, requireLocalKeepingWorld(*this, above, NodeAccess::worldAffine(*this)));
    }
    if (const Node* above = getParent(); above != nullptr && above->isBone()) {
        NodeAccess::hierarchy(*above).owner().detach(*this);
    }
    relinkUnder(parent);
    hierarchy_->setParent(slot_, node != nullptr ? node->slot_ : noSlot);
    const bool isOnBone = parent != nullptr && parent->isBone();
    hierarchy_->anchor(slot_, isOnBone);
    if (isOnBone) {
        NodeAccess::hierarchy(*parent).owner().attach(*this);
    }
}

void TransformNode::removeChild(TransformNode& child, Keep keep)
{
    if (child.getParent() != this) {
        throw std::invalid_argument(fmt::format("{}: is not its child: {}", label(*this), label(child)));
    }
    child.setParent(nullptr, keep);
}

void TransformNode::detachFromBone(Keep keep)
{
    if (getParent() != nullptr && getParent()->isBone()) {
        setParent(nullptr, keep);
    }
}

}  // namespace armature
