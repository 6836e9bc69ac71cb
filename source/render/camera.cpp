#include <armature/render/camera.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace armature {

namespace {

constexpr double usedPart = 0.9;  // of the picture's width or height: a twentieth is left free on each side

Aabb usableBounds(const Aabb& bounds) noexcept
{
    const glm::vec3 size = bounds.getSize();
    if (bounds.isEmpty() || !std::isfinite(size.x + size.y + size.z)) {
        return {glm::vec3(-0.5f), glm::vec3(0.5f)};
    }
    const glm::vec3 center = bounds.getCenter();
    const float largest = std::max({std::abs(center.x), std::abs(center.y), std::abs(center.z), 1.f});
    if (std::max({size.x, size.y, size.z}) > largest * 1e-6f) {
        return bounds;
    }
    const glm::vec3 half(0.5f * largest * 1e-3f);
    return {center - half, center + half};
}

/// Interval that one picture axis needs: the camera must be at `middle` on that axis and at least `distance` away.
struct Fit {
    double middle = 0;
    double distance = 0;
};

// A point at (x, z) in the camera's axes is in the picture if |x - middle| <= tangent * (distance - z). The largest of x + tangent z and
// of -x + tangent z over all corners therefore bound the distance, and their difference is what centres the picture.
Fit fitAxis(double largestPlus, double largestMinus, double tangent) noexcept
{
    return {(largestPlus - largestMinus) / 2, (largestPlus + largestMinus) / (2 * tangent)};
}

}  // namespace

glm::vec3 Camera::getPosition() const noexcept
{
    return glm::vec3(glm::inverse(glm::dmat4(view))[3]);
}

Camera perspectiveCamera(const glm::vec3& position, const glm::vec3& target, float aspect, float nearPlane, float farPlane,
                         float fieldOfView, const glm::vec3& up) noexcept
{
    return {glm::lookAt(position, target, up), glm::perspective(fieldOfView, aspect, nearPlane, farPlane)};
}

Camera frameCamera(const Aabb& bounds, float aspect, const glm::vec3& direction, float fieldOfView) noexcept
{
    const Aabb box = usableBounds(bounds);
    const glm::dvec3 center(box.getCenter());
    const glm::dvec3 back = glm::normalize(glm::dvec3(direction));
    const bool isVertical = std::abs(back.y) > 0.999;
    const glm::dvec3 right = glm::normalize(glm::cross(isVertical ? glm::dvec3(0, 0, -back.y) : glm::dvec3(0, 1, 0), back));
    const glm::dvec3 up = glm::cross(back, right);

    const double tangentY = usedPart * std::tan(0.5 * static_cast<double>(fieldOfView));
    const double tangentX = tangentY * static_cast<double>(aspect);
    constexpr double none = -std::numeric_limits<double>::infinity();
    double plusX = none;
    double minusX = none;
    double plusY = none;
    double minusY = none;
    double nearest = none;
    double farthest = -none;
    for (unsigned int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 point((corner & 1) != 0 ? box.maximum.x : box.minimum.x, (corner & 2) != 0 ? box.maximum.y : box.minimum.y,
                               (corner & 4) != 0 ? box.maximum.z : box.minimum.z);
        const double x = glm::dot(point - center, right);
        const double y = glm::dot(point - center, up);
        const double z = glm::dot(point - center, back);
        plusX = std::max(plusX, x + tangentX * z);
        minusX = std::max(minusX, -x + tangentX * z);
        plusY = std::max(plusY, y + tangentY * z);
        minusY = std::max(minusY, -y + tangentY * z);
        nearest = std::max(nearest, z);
        farthest = std::min(farthest, z);
    }
    const Fit horizontal = fitAxis(plusX, minusX, tangentX);
    const Fit vertical = fitAxis(plusY, minusY, tangentY);
    const double distance = std::max(horizontal.distance, vertical.distance);
    const glm::dvec3 target = center + horizontal.middle * right + vertical.middle * up;

    const double nearPlane = std::max(0.5 * (distance - nearest), 1e-3 * distance);
    const double farPlane = 1.5 * (distance - farthest);
    return perspectiveCamera(glm::vec3(target + distance * back), glm::vec3(target), aspect, static_cast<float>(nearPlane),
                             static_cast<float>(farPlane), fieldOfView, glm::vec3(up));
}

}  // namespace armature
