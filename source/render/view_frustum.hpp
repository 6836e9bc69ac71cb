#pragma once

#include <array>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_double4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/render/camera.hpp>

namespace armature {

/// The six planes of a camera's view, computed once for many boxes. Like drawn positions, the planes are relative to the camera, so that no
/// precision is lost far from the world's origin.
class ViewFrustum {
public:
    explicit ViewFrustum(const Camera& camera) noexcept;

    /// Like isInView() with this camera. Also returns true if the movement `sweep`, in world space, takes the box through the view; for
    /// shadows.
    [[nodiscard]] bool sees(const Aabb& box, const glm::mat4& world, const glm::dvec3& sweep = glm::dvec3(0.)) const noexcept;

private:
    struct Plane {
        glm::dvec4 numbers{0.};  ///< Coefficients; their dot product with a point (x, y, z, 1) inside is positive.
        glm::dvec4 sizes{0.};    ///< For each coefficient, the sum of the absolute values of its terms; scales the tolerance.
    };

    glm::dvec3 eye_;
    std::array<Plane, 6> planes_;
};

}  // namespace armature
