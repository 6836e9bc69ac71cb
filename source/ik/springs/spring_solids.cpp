#include "ik/springs/spring_solids.hpp"

#include <algorithm>

namespace armature {

PlacedSolid PlacedSolid::of(const SpringCollider& collider, const Frame& frame) noexcept
{
    PlacedSolid solid;
    solid.shape = collider.shape;
    solid.isInside = collider.isInside;
    solid.radius = static_cast<double>(collider.radius);
    solid.offset = frame.point(glm::dvec3(collider.offset));
    if (collider.shape == SpringColliderShape::Capsule) {
        solid.line = frame.point(glm::dvec3(collider.tail)) - solid.offset;
        solid.lineSquared = glm::dot(solid.line, solid.line);
    } else if (collider.shape == SpringColliderShape::Plane) {
        const glm::dvec3 normal = Cofactors(frame.linear).normal(glm::dvec3(collider.normal));
        const double length = glm::length(normal);
        solid.line = length > 0. ? normal / length : glm::dvec3(0.);
    }
    return solid;
}

glm::dvec3 PlacedSolid::push(const glm::dvec3& tail, double hitRadius) const noexcept
{
    glm::dvec3 out = tail - offset;
    if (shape == SpringColliderShape::Plane) {
        const double depth = hitRadius - glm::dot(out, line);
        return depth > 0. ? depth * line : glm::dvec3(0.);
    }
    if (lineSquared > 0.) {
        out -= line * std::clamp(glm::dot(line, out) / lineSquared, 0., 1.);
    }
    const double distance = glm::length(out);
    if (distance == 0.) {
        return glm::dvec3(0.);  // in the very centre: there is no way out that is better than others
    }
    const double depth = isInside ? distance + hitRadius - radius : radius + hitRadius - distance;
    return depth > 0. ? out * ((isInside ? -depth : depth) / distance) : glm::dvec3(0.);
}

}  // namespace armature
