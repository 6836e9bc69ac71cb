#include "picture_cost.hpp"

#include <algorithm>
#include <vector>

#include <glm/geometric.hpp>

#include <armature/math/aabb.hpp>
#include <armature/scene/scene.hpp>

#include "posed_scene.hpp"

namespace armature::tools {

namespace {

/// Returns how many times the triangles of all meshes would cover a picture that just fits the scene, if each triangle faced the camera.
/// The picture's area is taken as half the squared diagonal of the meshes' box, about the least that it can be.
double coverOf(const Scene& scene)
{
    Aabb box;
    std::vector<double> areas;
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
                areas.push_back(0.5 * glm::length(glm::cross(first, second)));
            }
            for (const glm::vec3& position : positions) {
                box.extend(position);
            }
        }
    }
    const glm::dvec3 size(box.getSize());
    double cover = 0.;
    for (const double area : areas) {
        cover += area > 0. ? std::min(1., 2. * area / glm::dot(size, size)) : 0.;
    }
    return cover;
}

}  // namespace

void requirePicture(Effort& effort, const Scene& scene, const PictureSize& size)
{
    constexpr std::uint64_t bytesOfVertex = 96;  // for framing, and on the graphics card
    std::uint64_t vertices = 0;
    std::uint64_t posing = 0;
    for (const MeshInstance* instance : scene.meshInstances()) {
        for (const Primitive& primitive : instance->getMesh()->primitives()) {
            vertices += std::max(primitive.positions.size(), primitive.indices.size());
        }
        posing += costOfVertices(*instance) + costOfWork(instance->getMorphWeights().size(), 2000);  // drawing examines each target
    }
    effort.require(productOf(vertices, bytesOfVertex) + posing, "framing all vertices");
    // Measured with software rendering, with four samples a pixel. A side of more than 720 pixels counts as 720, because the user chooses
    // the picture's size.
    constexpr std::uint64_t nanosecondsOfPixel = 60;
    constexpr int usualSide = 720;
    const double side = std::min({usualSide, size.width, size.height});
    const double covered = coverOf(scene) * side * side;
    effort.require(costOfWork(static_cast<std::uint64_t>(std::min(covered, 1e15)), nanosecondsOfPixel),
                   "drawing triangles that cover the picture many times over");
}

}  // namespace armature::tools
