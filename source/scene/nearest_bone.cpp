#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <armature/scene/picking.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "scene/ray_hits.hpp"

namespace armature {

namespace {

/// The points at which a half-line and the line segment from a to b are nearest to each other. A half-line whose direction is zero is its
/// origin alone.
struct Approach {
    double along = 0.;  // the point on the half-line, as a multiple of its direction
    glm::dvec3 position{0.};
    double distance = 0.;
};

// Finds on each line the point nearest to the other line, clamped to the line's ends (C. Ericson, "Real-Time Collision Detection", 2005,
// 5.1.9).
Approach approach(const glm::dvec3& origin, const glm::dvec3& direction, const glm::dvec3& a, const glm::dvec3& b)
{
    const glm::dvec3 side = b - a;
    const double length = glm::dot(side, side);
    const double speed = glm::dot(direction, direction);
    const double mixed = glm::dot(direction, side);
    const glm::dvec3 apart = origin - a;
    const auto sideFor = [&](double along) {
        return length > 0. ? std::clamp(glm::dot(apart + along * direction, side) / length, 0., 1.) : 0.;
    };
    const auto alongFor = [&](double part) { return speed > 0. ? std::max(0., glm::dot(part * side - apart, direction) / speed) : 0.; };
    const double determinant = speed * length - mixed * mixed;
    double along = 0.;
    if (determinant > 1e-12 * speed * length) {
        along = std::max(0., (mixed * glm::dot(apart, side) - length * glm::dot(apart, direction)) / determinant);
    }
    const double part = sideFor(along);
    along = alongFor(part);
    const double settled = sideFor(along);
    const glm::dvec3 position = a + settled * side;
    return {alongFor(settled), position, glm::length(origin + alongFor(settled) * direction - position)};
}

glm::dvec3 translationColumn(const glm::dmat4& matrix) noexcept
{
    return glm::dvec3(matrix[3]);
}

class NearestBoneSearch {
public:
    NearestBoneSearch(Skeleton& skeleton, const glm::dvec3& origin, const glm::dvec3& direction) : origin_(origin), direction_(direction)
    {
        const glm::dmat4 world(skeleton.getWorldMatrix());
        for (Bone* bone : skeleton.bones()) {
            tryBone(*bone, world);
        }
    }

    [[nodiscard]] std::optional<NearestBone> result() const { return nearest_.bone != nullptr ? std::optional(nearest_) : std::nullopt; }

private:
    void tryBone(Bone& bone, const glm::dmat4& world)
    {
        const glm::dmat4 absolute = world * glm::dmat4(bone.getAbsoluteMatrix());
        bool isLeaf = true;
        for (const Node& child : bone.getChildren()) {
            if (const Bone* const next = child.asBone(); next != nullptr) {
                isLeaf = false;
                tryLine(bone, translationColumn(absolute), translationColumn(world * glm::dmat4(next->getAbsoluteMatrix())));
            }
        }
        if (isLeaf) {
            const double length = static_cast<double>(bone.getLength().value_or(0.f));
            tryLine(bone, translationColumn(absolute), glm::dvec3(absolute * glm::dvec4(0., length, 0., 1.)));
        }
    }

    void tryLine(Bone& bone, const glm::dvec3& from, const glm::dvec3& to)
    {
        const Approach found = approach(origin_, direction_, from, to);
        if (std::isfinite(found.distance) && (nearest_.bone == nullptr || found.distance < distance_)) {
            distance_ = found.distance;
            nearest_ = {&bone, glm::vec3(found.position), static_cast<float>(found.distance), static_cast<float>(found.along)};
        }
    }

    glm::dvec3 origin_;
    glm::dvec3 direction_;
    NearestBone nearest_;
    double distance_ = 0.;
};

}  // namespace

std::optional<NearestBone> findNearestBone(Skeleton& skeleton, const Ray& ray)
{
    requireRay(ray);
    return NearestBoneSearch(skeleton, glm::dvec3(ray.origin), glm::dvec3(ray.direction)).result();
}

std::optional<NearestBone> findNearestBone(Skeleton& skeleton, const glm::vec3& point)
{
    if (!std::isfinite(point.x + point.y + point.z)) {
        throw std::invalid_argument(fmt::format("nearest bone: the point ({} {} {}) must be finite", point.x, point.y, point.z));
    }
    return NearestBoneSearch(skeleton, glm::dvec3(point), glm::dvec3(0.)).result();
}

}  // namespace armature
