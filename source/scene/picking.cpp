#include <armature/scene/picking.hpp>

#include <vector>

#include <armature/mesh/mesh.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>

#include "scene/ray_hits.hpp"

namespace armature {

std::optional<RayHit> intersect(const MeshInstance& instance, const Ray& ray)
{
    requireRay(ray);
    std::vector<glm::vec3> positions;  // the vertices of all primitives, one primitive after the other
    appendPosedPositions(instance, positions);
    NearestTriangle nearest(ray);
    std::size_t firstVertex = 0;
    for (std::size_t number = 0; number < instance.getMesh()->primitives().size(); ++number) {
        const Primitive& primitive = instance.getMesh()->primitives()[number];
        for (std::size_t triangle = 0; triangle < triangleCount(primitive); ++triangle) {
            const Corners at = cornersOf(primitive, triangle);
            const auto corner = [&](std::size_t i) { return glm::dvec3(positions[firstVertex + at[i]]); };
            nearest.show(number, triangle, corner(0), corner(1), corner(2));
        }
        firstVertex += primitive.positions.size();
    }
    return nearest.describe(instance);
}

std::optional<RayHit> intersect(const Scene& scene, const Ray& ray)
{
    requireRay(ray);
    return nearestHit(scene, [&](const MeshInstance& instance) { return intersect(instance, ray); });
}

}  // namespace armature
