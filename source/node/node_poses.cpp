#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/node/transform_node.hpp>

#include "node/node_access.hpp"
#include "node/space_frame.hpp"

/// Queries of a node's pose in any space.
namespace armature {

glm::mat4 Node::getMatrix(Space space, const TransformNode* relativeTo) const noexcept
{
    return glm::mat4(SpaceFrame(*this, space, relativeTo).matrix());
}

Decomposition Node::getDecomposition(Space space, const TransformNode* relativeTo) const noexcept
{
    return SpaceFrame(*this, space, relativeTo).decomposition();
}

bool Node::isInvertibleIn(Space space, const TransformNode* relativeTo) const noexcept
{
    return SpaceFrame(*this, space, relativeTo).isInvertible();
}

glm::vec3 Node::getPosition(Space space, const TransformNode* relativeTo) const noexcept
{
    return space == Space::World && relativeTo == nullptr ? translationOf(NodeAccess::worldAffine(*this))
                                                          : glm::vec3(SpaceFrame(*this, space, relativeTo).matrix()[3]);
}

glm::quat Node::getRotationQuaternion(Space space, const TransformNode* relativeTo) const noexcept
{
    return glm::quat(SpaceFrame(*this, space, relativeTo).rotation());
}

glm::vec3 Node::getRotation(Space space, const TransformNode* relativeTo) const noexcept
{
    return quaternionToEuler(getRotationQuaternion(space, relativeTo));
}

glm::mat3 Node::getRotationMatrix(Space space, const TransformNode* relativeTo) const noexcept
{
    return glm::mat3(glm::mat3_cast(SpaceFrame(*this, space, relativeTo).rotation()));
}

glm::vec3 Node::getScaling(Space space, const TransformNode* relativeTo) const noexcept
{
    return getDecomposition(space, relativeTo).transform.scale;
}

glm::vec3 Node::getDirection(const glm::vec3& ownAxis, Space space, const TransformNode* relativeTo) const noexcept
{
    const glm::dvec3 direction = glm::dmat3(SpaceFrame(*this, space, relativeTo).matrix()) * glm::dvec3(ownAxis);
    const double length = glm::length(direction);
    return length > 0. ? glm::vec3(direction / length) : glm::vec3(0.f);
}

glm::vec3 Node::getAbsolutePositionFromLocal(const glm::vec3& ownPoint, Space space, const TransformNode* relativeTo) const noexcept
{
    return glm::vec3(SpaceFrame(*this, space, relativeTo).matrix() * glm::dvec4(ownPoint, 1.));
}

std::optional<glm::vec3> Node::getLocalPositionFromAbsolute(const glm::vec3& point, Space space,
                                                            const TransformNode* relativeTo) const noexcept
{
    const glm::dmat4 matrix = SpaceFrame(*this, space, relativeTo).matrix();
    if (!isInvertible(toAffine(matrix))) {
        return std::nullopt;
    }
    return glm::vec3(glm::inverse(matrix) * glm::dvec4(point, 1.));
}

}  // namespace armature
