#include <armature/node/node.hpp>

#include <algorithm>

#include "base/words.hpp"
#include "math/affine_rows.hpp"
#include "node/node_access.hpp"

namespace armature {

Node::~Node() = default;

void Node::setName(std::string_view name)
{
    name_ = std::make_shared<const std::string>(name);
    hierarchy_->owner().nameChanged();
}

NodeRange Node::getChildren() const noexcept
{
    return NodeRange(firstChild_);
}

Node* Node::next(const Node& top, bool skipsChildren) const noexcept
{
    if (firstChild_ != nullptr && !skipsChildren) {
        return firstChild_;
    }
    const Node* node = this;
    while (node->nextSibling_ == nullptr) {
        node = node->parent_;
        if (node == &top) {
            return nullptr;
        }
    }
    return node->nextSibling_;
}

bool Node::isDescendantOf(const Node& ancestor) const noexcept
{
    const Node* node = parent_;
    while (node != nullptr && node != &ancestor) {
        node = node->parent_;
    }
    return node != nullptr;
}

std::string Node::getPath() const
{
    std::vector<const Node*> nodes;
    for (const Node* node = this; node != nullptr; node = node->parent_) {
        nodes.push_back(node);
    }
    std::string path;
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        path += path.empty() ? "" : "/";
        path += shown((*node)->getName());
    }
    return path;
}

bool Node::isEnabled() const noexcept
{
    const Node* node = this;
    while (node != nullptr && node->enabled_) {
        node = node->parent_;
    }
    return node == nullptr;
}

glm::mat4 Node::getLocalMatrix() const noexcept
{
    return toMat4Inline(hierarchy_->local(slot_));
}

Transform Node::getTransform() const noexcept
{
    return hierarchy_->transform(slot_);
}

glm::mat4 Node::getWorldMatrix() const noexcept
{
    return toMat4Inline(NodeAccess::worldAffine(*this));
}

Affine NodeAccess::worldAffine(const Node& node) noexcept
{
    const Affine& absolute = node.hierarchy_->absolute(node.slot_);
    const Node* host = node.hierarchy_->owner().hostNode();
    return host != nullptr ? multiplyInline(worldAffine(*host), absolute) : absolute;
}

const Node* NodeAccess::above(const Node& node) noexcept
{
    return node.parent_ != nullptr ? node.parent_ : node.hierarchy_->owner().hostNode();
}

void Node::relinkUnder(Node* parent) noexcept
{
    if (parent_ != nullptr) {
        (previousSibling_ != nullptr ? previousSibling_->nextSibling_ : parent_->firstChild_) = nextSibling_;
        (nextSibling_ != nullptr ? nextSibling_->previousSibling_ : parent_->lastChild_) = previousSibling_;
        previousSibling_ = nullptr;
        nextSibling_ = nullptr;
    }
    parent_ = parent;
    if (parent != nullptr) {
        previousSibling_ = parent->lastChild_;
        (parent->lastChild_ != nullptr ? parent->lastChild_->nextSibling_ : parent->firstChild_) = this;
        parent->lastChild_ = this;
    }
}

}  // namespace armature
