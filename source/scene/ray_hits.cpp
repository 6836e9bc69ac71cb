#include "scene/ray_hits.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/mesh/mesh_instance.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature {

namespace {

struct Crossing {
    double distance;
    glm::dvec3 barycentric;
};

// Intersects a ray with both sides of a triangle, in double (T. Moeller and B. Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection",
// 1997).
std::optional<Crossing> crossTriangle(const Ray& ray, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) noexcept
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

/// Returns the joints of a triangle's corners, with their weights interpolated at a point.
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

}  // namespace

Corners cornersOf(const Primitive& primitive, std::size_t triangle) noexcept
{
    const auto vertexOf = [&](std::size_t corner) { return primitive.indices.empty() ? corner : std::size_t{primitive.indices[corner]}; };
    switch (primitive.topology) {
    case PrimitiveTopology::TriangleStrip: return {vertexOf(triangle), vertexOf(triangle + 1), vertexOf(triangle + 2)};
    case PrimitiveTopology::TriangleFan: return {vertexOf(0), vertexOf(triangle + 1), vertexOf(triangle + 2)};
    default: return {vertexOf(3 * triangle), vertexOf(3 * triangle + 1), vertexOf(3 * triangle + 2)};
    }
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

void NearestTriangle::show(std::size_t primitive, std::size_t triangle, const glm::dvec3& a, const glm::dvec3& b,
                           const glm::dvec3& c) noexcept
{
    const auto crossing = crossTriangle(*ray_, a, b, c);
    if (!crossing || (isAny_ && std::tie(distance_, primitive_, triangle_) < std::tie(crossing->distance, primitive, triangle))) {
        return;
    }
    isAny_ = true;
    distance_ = crossing->distance;
    primitive_ = primitive;
    triangle_ = triangle;
    barycentric_ = crossing->barycentric;
}

std::optional<RayHit> NearestTriangle::describe(const MeshInstance& instance) const
{
    if (!isAny_) {
        return std::nullopt;
    }
    const Primitive& primitive = instance.getMesh()->primitives()[primitive_];
    RayHit hit;
    hit.instance = &instance;
    hit.primitive = primitive_;
    hit.triangle = triangle_;
    hit.vertices = cornersOf(primitive, triangle_);
    hit.barycentric = glm::vec3(barycentric_);
    hit.distance = static_cast<float>(distance_);
    hit.position = glm::vec3(glm::dvec3(ray_->origin) + distance_ * glm::dvec3(ray_->direction));
    if (instance.getSkeleton() != nullptr) {
        hit.joints = jointsAt(primitive.skin, hit.vertices, hit.barycentric, *instance.getSkeleton());
        hit.bone = hit.joints.empty() ? nullptr : hit.joints.front().bone;
    }
    return hit;
}

}  // namespace armature
