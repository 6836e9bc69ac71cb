#pragma once

#include <cstddef>
#include <optional>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>

namespace armature {

/// A half-line in world space. Its direction may have any length but zero.
struct Ray {
    glm::vec3 origin{0.f};
    glm::vec3 direction{0.f, 0.f, -1.f};
};

/// What a ray hits first.
struct RayHit {
    const MeshInstance* instance = nullptr;
    std::size_t primitive = 0;  ///< Of the instance's mesh.
    std::size_t triangle = 0;   ///< In the order of the primitive's indices, whatever its topology.
    /// Weights of the triangle's corners: the point is their mean.
    glm::vec3 barycentric{0.f};
    float distance = 0.f;  ///< In lengths of Ray::direction.
    glm::vec3 position{0.f};
};

/// The nearest triangle of the mesh, as it is posed now (morphed, skinned, placed), that the ray meets from either side; none if it meets
/// none, or the mesh has no triangles. Throws std::invalid_argument if a number of the ray is not finite or its direction is zero.
/// O(vertices + triangles).
[[nodiscard]] std::optional<RayHit> intersect(const MeshInstance& instance, const Ray& ray);

/// The nearest of all enabled mesh instances.
[[nodiscard]] std::optional<RayHit> intersect(const Scene& scene, const Ray& ray);

}  // namespace armature
