#include <armature/scene/transform_node.hpp>

#include <stdexcept>

#include <fmt/format.h>

#include "scene/checks.hpp"
#include "scene/node_access.hpp"
#include "scene/node_edges.hpp"

namespace armature {

TransformNode::TransformNode(Scene& scene, TransformHierarchy& hierarchy, std::string_view name)
    : Node(Kind::TransformNode, hierarchy, std::make_shared<const std::string>(name)), scene_(&scene)
{}

TransformNode::~TransformNode() = default;

TransformNode* Node::asTransformNode() noexcept
{
    return kind_ == Kind::TransformNode ? static_cast<TransformNode*>(this) : nullptr;
}

const TransformNode* Node::asTransformNode() const noexcept
{
    return kind_ == Kind::TransformNode ? static_cast<const TransformNode*>(this) : nullptr;
}

TransformNode::Edges& TransformNode::edges()
{
    if (edges_ == nullptr) {
        edges_ = std::make_unique<Edges>();
        hierarchy_->watchLocal(slot_, true);
    }
    return *edges_;
}

void TransformNode::setPosition(const glm::vec3& position)
{
    requireFinite(*this, "position", position);
    hierarchy_->setTranslation(slot_, position);
}

void TransformNode::setRotationQuaternion(const glm::quat& rotation)
{
    hierarchy_->setRotation(slot_, requireRotation(*this, "rotation", rotation));
}

void TransformNode::setRotation(const glm::vec3& euler)
{
    requireFinite(*this, "rotation", euler);
    hierarchy_->setRotation(slot_, eulerToQuaternion(euler));
}

void TransformNode::setScaling(const glm::vec3& scaling)
{
    requireFinite(*this, "scaling", scaling);
    hierarchy_->setScale(slot_, scaling);
}

void TransformNode::setTransform(const Transform& transform)
{
    hierarchy_->setTransform(slot_, requireTransform(*this, transform));
}

void TransformNode::setLocalMatrix(const glm::mat4& matrix)
{
    hierarchy_->setMatrix(slot_, requireAffine(getPath(), "local", matrix));
}

glm::vec3 TransformNode::getAbsolutePosition() const noexcept
{
    return translationOf(NodeAccess::worldAffine(*this));
}

}  // namespace armature
