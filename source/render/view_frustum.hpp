#pragma once

#include <array>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_double4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/render/camera.hpp>

namespace armature {

/// The six planes of a camera's view, found once for many boxes. They are relative to the camera, as positions are when they are drawn, so
/// that nothing is lost far from the world's origin.
class ViewFrustum {
public:
    explicit ViewFrustum(const Camera& camera) noexcept;

    /// isInView() with this camera. `sweep`: of the box, or of what it passes on its way by so much in world space, for shadows.
    [[nodiscard]] bool sees(const Aabb& box, const glm::mat4& world, const glm::dvec3& sweep = glm::dvec3(0.)) const noexcept;

private:
    struct Plane {
        glm::dvec4 numbers{0.};  ///< Positive inside.
        glm::dvec4 sizes{0.};    ///< Sizes of the numbers of which these are sums.
    };

    glm::dvec3 eye_;
    std::array<Plane, 6> planes_;
};

}  // namespace armature
