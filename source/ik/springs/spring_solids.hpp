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
    glm::dvec3 line{0.};     ///< For a capsule, from one end to the other; for a plane, its normal.
    glm::dvec3 perLine{0.};  ///< A capsule's line divided by its squared length; 0 for a capsule without length.

    [[nodiscard]] static PlacedSolid of(const SpringSolid& given, const Frame& frame) noexcept;
};

}  // namespace armature
