#include "ik/springs/spring_solids.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>

namespace armature {

namespace {

/// Maps the normal of a plane by a linear map, singular or not. Uses the map's cofactors: the transposed inverse times the determinant, of
/// which only the sign matters. The result is not of unit length.
glm::dvec3 normalThrough(const glm::dmat3& m, const glm::dvec3& normal) noexcept
{
    const glm::dvec3 rows[3] = {glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])};
    const double sign = glm::dot(m[0], rows[0]) < 0. ? -1. : 1.;
    return sign * (rows[0] * normal.x + rows[1] * normal.y + rows[2] * normal.z);
}

}  // namespace

PlacedSolid PlacedSolid::of(const SpringSolid& given, const Frame& frame) noexcept
{
    PlacedSolid solid;
    solid.shape = given.shape;
    solid.isInside = given.isInside;
    solid.radius = static_cast<double>(given.radius);
    solid.offset = frame.point(glm::dvec3(given.offset));
    if (given.shape == SpringColliderShape::Capsule) {
        solid.line = frame.point(glm::dvec3(given.tail)) - solid.offset;
        const double square = glm::dot(solid.line, solid.line);
        solid.perLine = square > 0. ? solid.line / square : glm::dvec3(0.);
    } else if (given.shape == SpringColliderShape::Plane) {
        const glm::dvec3 normal = normalThrough(frame.linear, glm::dvec3(given.normal));
        const double length = glm::length(normal);
        solid.line = length > 0. ? normal / length : glm::dvec3(0.);
    }
    return solid;
}

}  // namespace armature
