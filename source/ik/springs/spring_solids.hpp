#pragma once

#include <glm/ext/vector_double3.hpp>

#include <armature/ik/spring_bones.hpp>

#include "skeleton/posed_joint.hpp"

namespace armature {

/// A solid placed in the world.
struct PlacedSolid {
    SpringColliderShape shape = SpringColliderShape::Sphere;
    bool isInside = false;
    double radius = 0.;
    glm::dvec3 offset{0.};
    glm::dvec3 line{0.};      ///< For a capsule, from one end to the other; for a plane, its normal.
    double lineSquared = 0.;  ///< Squared length of a capsule's line; 0 for other shapes.

    [[nodiscard]] static PlacedSolid of(const SpringSolid& given, const Frame& frame) noexcept;
};

}  // namespace armature
