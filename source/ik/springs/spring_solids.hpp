#pragma once

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <armature/ik/spring_bones.hpp>

#include "skeleton/posed_joint.hpp"

namespace armature {

/// The inverse of a linear map times its determinant, as three planes: row i is the cross product of the two other columns. Maps directions
/// back, up to a factor, without a division, and is defined for singular maps too.
struct Cofactors {
    glm::dvec3 rows[3];
    double sign;  ///< Of the determinant.

    explicit Cofactors(const glm::dmat3& m) noexcept : rows{glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])}
    {
        sign = glm::dot(m[0], rows[0]) < 0. ? -1. : 1.;
    }
    /// The direction that the map takes to that of `to`; not of unit length.
    [[nodiscard]] glm::dvec3 back(const glm::dvec3& to) const noexcept
    {
        return {sign * glm::dot(rows[0], to), sign * glm::dot(rows[1], to), sign * glm::dot(rows[2], to)};
    }
    /// Where the map takes the normal of a plane; not of unit length.
    [[nodiscard]] glm::dvec3 normal(const glm::dvec3& of) const noexcept
    {
        return sign * (rows[0] * of.x + rows[1] * of.y + rows[2] * of.z);
    }
};

/// A collider, placed in the world.
struct PlacedSolid {
    SpringColliderShape shape = SpringColliderShape::Sphere;
    bool isInside = false;
    double radius = 0.;
    glm::dvec3 offset{0.};
    glm::dvec3 line{0.};      ///< Of a capsule: to its other end. Of a plane: the normal.
    double lineSquared = 0.;  ///< Of a capsule.

    [[nodiscard]] static PlacedSolid of(const SpringCollider& collider, const Frame& frame) noexcept;

    /// How to move a tail of that radius so that it does not touch; zero if it does not.
    [[nodiscard]] glm::dvec3 push(const glm::dvec3& tail, double hitRadius) const noexcept;
};

}  // namespace armature
