#include "picture_cost.hpp"

#include <algorithm>
#include <vector>

#include <glm/geometric.hpp>

#include <armature/math/aabb.hpp>
#include <armature/scene/scene.hpp>

#include "posed_scene.hpp"

namespace armature::tools {

namespace {

/// How many times the triangles of all meshes would cover a picture that shows just the scene, at most: each as if it faced the camera.
double coverOf(const Scene& scene)
{
    Aabb box;
    std::vector<double> areas;  // squares of the longest sides
    for (const MeshInstance* instance : scene.meshInstances()) {
        for (const Primitive& primitive : instance->getMesh()->primitives()) {
            const std::vector<glm::vec3> positions = poseVertices(*instance, primitive).positions;
            const bool isList = primitive.topology == PrimitiveTopology::Triangles;
            const bool isRow =
                primitive.topology == PrimitiveTopology::TriangleStrip || primitive.topology == PrimitiveTopology::TriangleFan;
            const std::size_t count = primitive.indices.empty() ? positions.size() : primitive.indices.size();
            const auto at = [&](std::size_t corner) { return positions[primitive.indices.empty() ? corner : primitive.indices[corner]]; };
            for (std::size_t corner = 0; (isList || isRow) && corner + 2 < count; corner += isList ? 3 : 1) {
                const glm::vec3 a = at(primitive.topology == PrimitiveTopology::TriangleFan ? 0 : corner);
                const glm::dvec3 first(at(corner + 1) - a);
                const glm::dvec3 second(at(corner + 2) - a);
                areas.push_back(std::max(glm::dot(first, first), glm::dot(second, second)));
            }
            for (const glm::vec3& position : positions) {
                box.extend(position);
            }
        }
    }
    const glm::dvec3 size(box.getSize());
    double cover = 0.;
    for (const double area : areas) {
        cover += area > 0. ? std::min(1., area / glm::dot(size, size)) : 0.;
    }
    return cover;
}

}  // namespace

void requirePicture(Effort& effort, const Scene& scene, const PictureSize& size)
{
    constexpr std::uint64_t bytesOfVertex = 96;  // while it is framed, and for the graphics card
    std::uint64_t vertices = 0;
    std::uint64_t posing = 0;
    for (const MeshInstance* instance : scene.meshInstances()) {
        for (const Primitive& primitive : instance->getMesh()->primitives()) {
            vertices += std::max(primitive.positions.size(), primitive.indices.size());
        }
        posing += costOfVertices(*instance) + costOfWork(instance->getMorphWeights().size(), 2000);  // each target is looked at to draw it
    }
    effort.require(productOf(vertices, bytesOfVertex) + posing, "framing all vertices");
    const double covered = coverOf(scene) * static_cast<double>(size.width) * static_cast<double>(size.height);
    effort.require(costOfWork(static_cast<std::uint64_t>(std::min(covered, 1e18)), 1),
                   "drawing triangles that cover the picture many times over");
}

}  // namespace armature::tools
