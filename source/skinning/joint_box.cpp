#include "skinning/joint_box.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace armature {

namespace {

/// Returns axes in which points with this covariance are uncorrelated, by Jacobi's method, which rotates away one element at a time.
glm::dmat3 principalAxes(glm::dmat3 covariance)
{
    glm::dmat3 axes(1.);
    const double small = 1e-10 * (covariance[0][0] + covariance[1][1] + covariance[2][2]);
    for (int sweep = 0; sweep < 8; ++sweep) {
        for (const auto& [p, q] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)}) {
            const double off = covariance[p][q];
            if (std::abs(off) <= small) {
                continue;
            }
            const double angle = 0.5 * std::atan2(2. * off, covariance[q][q] - covariance[p][p]);
            glm::dmat3 turn(1.);
            turn[p][p] = turn[q][q] = std::cos(angle);
            turn[q][p] = std::sin(angle);
            turn[p][q] = -turn[q][p];
            covariance = glm::transpose(turn) * covariance * turn;
            axes = axes * turn;
        }
    }
    for (int i = 0; i < 3; ++i) {
        axes[i] = glm::normalize(axes[i]);
    }
    return axes;
}

}  // namespace

double surfaceOf(const JointBox& box) noexcept
{
    return box.half.x * box.half.y + box.half.y * box.half.z + box.half.z * box.half.x;
}

JointBox enclosePoints(std::span<const glm::dvec3> points, const glm::dmat3& axes)
{
    glm::dvec3 low(std::numeric_limits<double>::infinity());
    glm::dvec3 high(-std::numeric_limits<double>::infinity());
    const glm::dmat3 along = glm::transpose(axes);
    for (const glm::dvec3& point : points) {
        low = glm::min(low, along * point);
        high = glm::max(high, along * point);
    }
    return {axes, axes * (0.5 * (low + high)), 0.5 * (high - low)};
}

JointBox enclosePoints(std::span<const glm::dvec3> points)
{
    glm::dvec3 mean(0.);
    for (const glm::dvec3& point : points) {
        mean += point / static_cast<double>(points.size());
    }
    glm::dmat3 covariance(0.);
    for (const glm::dvec3& point : points) {
        covariance += glm::outerProduct(point - mean, point - mean);
    }
    const JointBox straight = enclosePoints(points, glm::dmat3(1.));
    const JointBox turned = enclosePoints(points, principalAxes(covariance));
    return surfaceOf(turned) < surfaceOf(straight) ? turned : straight;
}

glm::dvec3 cornerOf(const JointBox& box, unsigned number) noexcept
{
    const glm::dvec3 sides(number & 1u ? 1. : -1., number & 2u ? 1. : -1., number & 4u ? 1. : -1.);
    return box.center + box.axes * (sides * box.half);
}

glm::dvec3 farthestOf(const JointBox& box) noexcept
{
    glm::dvec3 reach = glm::abs(box.center);
    for (int axis = 0; axis < 3; ++axis) {
        reach += glm::abs(box.axes[axis]) * box.half[axis];
    }
    return reach;
}

void growForRounding(JointBox& box, double rounding) noexcept
{
    const glm::dvec3 room = rounding * farthestOf(box);
    for (int axis = 0; axis < 3; ++axis) {
        box.half[axis] += glm::dot(glm::abs(box.axes[axis]), room);
    }
}

}  // namespace armature
