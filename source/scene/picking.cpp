#include <armature/scene/picking.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <armature/mesh/mesh.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature {

namespace {

using Corners = std::array<std::size_t, 3>;

std::size_t triangleCount(PrimitiveTopology topology, std::size_t corners) noexcept
{
    switch (topology) {
    case PrimitiveTopology::Triangles: return corners / 3;
    case PrimitiveTopology::TriangleStrip:
    case PrimitiveTopology::TriangleFan: return corners < 3 ? 0 : corners - 2;
    default: return 0;
    }
}

// Which three of a primitive's corners (indices, or vertices without them) make a triangle.
Corners cornersOf(PrimitiveTopology topology, std::size_t triangle) noexcept
{
    switch (topology) {
    case PrimitiveTopology::TriangleStrip: return {triangle, triangle + 1, triangle + 2};
    case PrimitiveTopology::TriangleFan: return {0, triangle + 1, triangle + 2};
    default: return {3 * triangle, 3 * triangle + 1, 3 * triangle + 2};
    }
}

struct Crossing {
    double distance;
    glm::dvec3 barycentric;
};

// T. Moeller and B. Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection", 1997; both sides, in double.
std::optional<Crossing> cross(const Ray& ray, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c)
{
    const glm::dvec3 direction(ray.direction);
    const glm::dvec3 ab = b - a;
    const glm::dvec3 ac = c - a;
    const glm::dvec3 p = glm::cross(direction, ac);
    const double determinant = glm::dot(ab, p);
    if (determinant == 0.) {
        return std::nullopt;
    }
    const glm::dvec3 fromA = glm::dvec3(ray.origin) - a;
    const double u = glm::dot(fromA, p) / determinant;
    const glm::dvec3 q = glm::cross(fromA, ab);
    const double v = glm::dot(direction, q) / determinant;
    const double distance = glm::dot(ac, q) / determinant;
    const bool isHit = u >= 0. && v >= 0. && u + v <= 1. && distance >= 0.;
    return isHit ? std::optional(Crossing{distance, {1. - u - v, u, v}}) : std::nullopt;
}

/// The weights of a triangle's corners, blended.
std::vector<JointWeight> jointsAt(const SkinWeights& skin, const Corners& vertices, const glm::vec3& barycentric, Skeleton& skeleton)
{
    std::vector<JointWeight> joints;
    for (std::size_t corner = 0; corner < 3; ++corner) {
        const float share = barycentric[static_cast<glm::length_t>(corner)];
        const std::size_t first = vertices[corner] * skin.influencesPerVertex;
        for (std::size_t i = first; i < first + skin.influencesPerVertex; ++i) {
            if (const float weight = share * skin.weights[i]; weight > 0.f) {
                const auto known = std::ranges::find(joints, std::size_t{skin.joints[i]}, &JointWeight::joint);
                JointWeight& joint = known != joints.end() ? *known : joints.emplace_back(JointWeight{skin.joints[i], nullptr, 0.f});
                joint.weight += weight;
            }
        }
    }
    for (JointWeight& joint : joints) {
        joint.bone = skeleton.getBoneByIndex(joint.joint);
    }
    std::ranges::stable_sort(joints, std::greater<>{}, &JointWeight::weight);
    return joints;
}

void requireRay(const Ray& ray)
{
    const glm::vec3 sum = ray.origin + ray.direction;
    if (!std::isfinite(sum.x + sum.y + sum.z) || ray.direction == glm::vec3(0.f)) {
        throw std::invalid_argument(
            fmt::format("ray: origin ({} {} {}) and direction ({} {} {}) must be finite, and the direction not zero", ray.origin.x,
                        ray.origin.y, ray.origin.z, ray.direction.x, ray.direction.y, ray.direction.z));
    }
}

}  // namespace

std::optional<RayHit> intersect(const MeshInstance& instance, const Ray& ray)
{
    requireRay(ray);
    std::vector<glm::vec3> positions;  // of all primitives
    appendPosedPositions(instance, positions);
    std::optional<RayHit> nearest;
    double nearestDistance = 0.;
    std::size_t firstVertex = 0;
    for (std::size_t number = 0; number < instance.getMesh()->primitives().size(); ++number) {
        const Primitive& primitive = instance.getMesh()->primitives()[number];
        const auto vertexOf = [&](std::size_t corner) { return primitive.indices.empty() ? corner : primitive.indices[corner]; };
        const auto vertexAt = [&](std::size_t corner) { return glm::dvec3(positions[firstVertex + vertexOf(corner)]); };
        const std::size_t corners = primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size();
        for (std::size_t triangle = 0; triangle < triangleCount(primitive.topology, corners); ++triangle) {
            const Corners at = cornersOf(primitive.topology, triangle);
            const auto crossing = cross(ray, vertexAt(at[0]), vertexAt(at[1]), vertexAt(at[2]));
            if (crossing && (!nearest || crossing->distance < nearestDistance)) {
                nearestDistance = crossing->distance;
                nearest.emplace();
                nearest->instance = &instance;
                nearest->primitive = number;
                nearest->triangle = triangle;
                nearest->vertices = {vertexOf(at[0]), vertexOf(at[1]), vertexOf(at[2])};
                nearest->barycentric = glm::vec3(crossing->barycentric);
                nearest->distance = static_cast<float>(crossing->distance);
                nearest->position = glm::vec3(glm::dvec3(ray.origin) + crossing->distance * glm::dvec3(ray.direction));
            }
        }
        firstVertex += primitive.positions.size();
    }
    if (nearest && instance.getSkeleton() != nullptr) {
        const SkinWeights& skin = instance.getMesh()->primitives()[nearest->primitive].skin;
        nearest->joints = jointsAt(skin, nearest->vertices, nearest->barycentric, *instance.getSkeleton());
        nearest->bone = nearest->joints.empty() ? nullptr : nearest->joints.front().bone;
    }
    return nearest;
}

std::optional<RayHit> intersect(const Scene& scene, const Ray& ray)
{
    requireRay(ray);
    std::optional<RayHit> nearest;
    for (const MeshInstance* instance : scene.meshInstances()) {
        if (!instance->getNode().isEnabled()) {
            continue;
        }
        std::optional<RayHit> hit = intersect(*instance, ray);
        if (hit && (!nearest || hit->distance < nearest->distance)) {
            nearest = std::move(hit);
        }
    }
    return nearest;
}

}  // namespace armature
