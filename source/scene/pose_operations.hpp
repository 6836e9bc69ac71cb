#pragma once

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/scene/node.hpp>

#include "scene/space_frame.hpp"

/// The operations that bones and nodes have in common. Each looks at the node from a space (SpaceFrame), works out the new local pose in
/// the parent's axes and writes it to whatever drives the node (PoseTarget); where a link lets no write through, nothing happens. They
/// throw std::invalid_argument that names the node, and change nothing, if an argument is not finite or the space has no way back to the
/// parent's axes because a matrix above the node is singular.
namespace armature {

void translateNode(Node& node, const glm::vec3& offset, Space space, const TransformNode* relativeTo);
void moveNode(Node& node, const glm::vec3& position, Space space, const TransformNode* relativeTo);

void rotateNode(Node& node, const glm::vec3& axis, float angle, Space space, const TransformNode* relativeTo);
void turnNode(Node& node, const glm::quat& turn, Space space, const TransformNode* relativeTo);
void rotateNodeAround(Node& node, const glm::vec3& point, const glm::vec3& axis, float angle, Space space);
/// Sets the rotation and keeps the local scale.
void setNodeRotation(Node& node, const glm::quat& rotation, Space space, const TransformNode* relativeTo);
void setNodeRotationMatrix(Node& node, const glm::mat3& rotation, Space space, const TransformNode* relativeTo);
[[nodiscard]] glm::quat requireAxisAngle(const Node& node, const glm::vec3& axis, float angle);

void lookAtPoint(Node& node, const glm::vec3& target, Space space, const TransformNode* relativeTo, const LookOptions& options);
void lookAlong(Node& node, const glm::vec3& direction, Space space, const TransformNode* relativeTo, const LookOptions& options);

/// Sets the scale seen from a space, the rotation stays.
void setNodeScale(Node& node, const glm::vec3& scale, Space space);
/// Scales along the node's own axes.
void scaleNode(Node& node, const glm::vec3& factors, ChildScaling children);

/// Unit length, or zero where the matrix flattens the axis.
[[nodiscard]] glm::vec3 directionOf(const Node& node, const glm::vec3& axis, Space space, const TransformNode* relativeTo) noexcept;

}  // namespace armature
