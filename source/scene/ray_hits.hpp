#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include <glm/ext/vector_double3.hpp>

#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/picking.hpp>
#include <armature/scene/scene.hpp>

namespace armature {

using Corners = std::array<std::size_t, 3>;

/// Returns the vertices of one of a primitive's triangles.
[[nodiscard]] Corners cornersOf(const Primitive& primitive, std::size_t triangle) noexcept;

/// Throws std::invalid_argument if a number is not finite or close to the largest float, or if the direction is zero.
void requireRay(const Ray& ray);

/// Finds the nearest triangle of an instance that a ray hits, among the triangles that are passed to show(), in any order. Of equally near
/// triangles, the first one in the mesh counts.
class NearestTriangle {
public:
    explicit NearestTriangle(const Ray& ray) noexcept : ray_(&ray) {}

    /// Tests a triangle. The corners are in world space.
    void show(std::size_t primitive, std::size_t triangle, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) noexcept;
    /// The distance of the nearest hit, in multiples of the ray's direction; infinite if there is no hit yet.
    [[nodiscard]] double getDistance() const noexcept { return distance_; }
    [[nodiscard]] std::optional<RayHit> describe(const MeshInstance& instance) const;

private:
    const Ray* ray_;
    double distance_ = std::numeric_limits<double>::infinity();
    bool isAny_ = false;
    std::size_t primitive_ = 0;
    std::size_t triangle_ = 0;
    glm::dvec3 barycentric_{0.};
};

/// Returns the nearest of the hits that `intersectOne` finds for the enabled mesh instances; of equally near hits, the first.
template <class Intersect>
[[nodiscard]] std::optional<RayHit> nearestHit(const Scene& scene, const Intersect& intersectOne)
{
    std::optional<RayHit> nearest;
    for (const MeshInstance* instance : scene.meshInstances()) {
        if (!instance->getNode().isEnabled()) {
            continue;
        }
        std::optional<RayHit> hit = intersectOne(*instance);
        if (hit && (!nearest || hit->distance < nearest->distance)) {
            nearest = std::move(hit);
        }
    }
    return nearest;
}

}  // namespace armature
