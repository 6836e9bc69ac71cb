#include "view_frustum.hpp"

#include <glm/common.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace armature {

ViewFrustum::ViewFrustum(const Camera& camera) noexcept : eye_(camera.getPosition())
{
    glm::dmat4 view(camera.view);
    view[3] = glm::dvec4(0., 0., 0., 1.);
    const glm::dmat4 rows = glm::transpose(glm::dmat4(camera.projection) * view);
    for (std::size_t i = 0; i < planes_.size(); ++i) {
        const auto axis = static_cast<glm::length_t>(i / 2);
        planes_[i] = {rows[3] + (i % 2 == 0 ? 1. : -1.) * rows[axis], glm::abs(rows[3]) + glm::abs(rows[axis])};
    }
}

bool ViewFrustum::sees(const Aabb& box, const glm::mat4& world, const glm::dvec3& sweep) const noexcept
{
    if (box.isEmpty()) {
        return false;
    }
    constexpr double rounding = 1e-5;  // tolerance for the rounding of the GPU's floats
    const glm::dvec3 half = 0.5 * (glm::dvec3(box.maximum) - glm::dvec3(box.minimum));
    glm::dvec3 center = glm::dvec3(world[3]) - eye_;
    glm::dvec3 edges[3];
    glm::dvec3 farthest(0.);
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 column(world[axis]);
        center += column * (0.5 * (static_cast<double>(box.minimum[axis]) + static_cast<double>(box.maximum[axis])));
        edges[axis] = column * half[axis];
        farthest += glm::abs(edges[axis]);
    }
    farthest += glm::abs(center) + glm::abs(sweep);
    for (const Plane& plane : planes_) {
        const glm::dvec3 normal(plane.numbers);
        const double reach = glm::abs(glm::dot(normal, edges[0])) + glm::abs(glm::dot(normal, edges[1]))
                             + glm::abs(glm::dot(normal, edges[2])) + glm::max(0., glm::dot(normal, sweep));
        const double room = rounding * (glm::dot(glm::dvec3(plane.sizes), farthest) + plane.sizes.w);
        if (glm::dot(normal, center) + plane.numbers.w + reach + room < 0.) {
            return false;
        }
    }
    return true;
}

}  // namespace armature
