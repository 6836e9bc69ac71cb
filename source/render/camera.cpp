#include <armature/render/camera.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/scene/scene.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/transform_node.hpp>

#include "text/names.hpp"

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

bool isFinite(const glm::vec3& point) noexcept
{
    return std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z);
}

/// The axes of a camera that looks against `back`, upright where that is possible.
glm::dmat3 uprightAxes(const glm::dvec3& back) noexcept
{
    const bool isVertical = std::abs(back.y) > 0.999;
    const glm::dvec3 right = glm::normalize(glm::cross(isVertical ? glm::dvec3(0, 0, -back.y) : glm::dvec3(0, 1, 0), back));
    return {right, glm::cross(back, right), back};
}

/// Points, of which at least one is finite, in the picture; `center` is near them.
Camera frame(std::span<const glm::vec3> points, const glm::dvec3& center, float aspect, const glm::vec3& direction,
             float fieldOfView) noexcept
{
    const glm::dmat3 axes = uprightAxes(glm::normalize(glm::dvec3(direction)));
    const double tangentY = usedPart * std::tan(0.5 * static_cast<double>(fieldOfView));
    const double tangentX = tangentY * static_cast<double>(aspect);
    constexpr double none = -std::numeric_limits<double>::infinity();
    glm::dvec2 plus(none);
    glm::dvec2 minus(none);
    double nearest = none;
    double farthest = -none;
    for (const glm::vec3& point : points) {
        if (!isFinite(point)) {
            continue;
        }
        const glm::dvec3 seen = (glm::dvec3(point) - center) * axes;
        const glm::dvec2 slope = glm::dvec2(tangentX, tangentY) * seen.z;
        plus = glm::max(plus, glm::dvec2(seen) + slope);
        minus = glm::max(minus, slope - glm::dvec2(seen));
        nearest = std::max(nearest, seen.z);
        farthest = std::min(farthest, seen.z);
    }
    const Fit horizontal = fitAxis(plus.x, minus.x, tangentX);
    const Fit vertical = fitAxis(plus.y, minus.y, tangentY);
    const double distance = std::max(horizontal.distance, vertical.distance);
    const glm::dvec3 target = center + horizontal.middle * axes[0] + vertical.middle * axes[1];
    const double nearPlane = std::max(0.5 * (distance - nearest), 1e-3 * distance);
    const double farPlane = 1.5 * (distance - farthest);
    return perspectiveCamera(glm::vec3(target + distance * axes[2]), glm::vec3(target), aspect, static_cast<float>(nearPlane),
                             static_cast<float>(farPlane), fieldOfView, glm::vec3(axes[1]));
}

}  // namespace

glm::vec3 Camera::getPosition() const noexcept
{
    return glm::vec3(glm::inverse(glm::dmat4(view))[3]);
}

Camera viewFrom(const TransformNode& node, float aspect)
{
    const auto number = node.getCamera();
    if (!number) {
        throw std::invalid_argument(fmt::format("{}: has no camera", named("node", node.getName())));
    }
    const SceneCamera& lens = node.getScene().cameras()[*number];
    Camera camera;
    camera.view =
        glm::mat4_cast(glm::conjugate(node.getAbsoluteRotationQuaternion())) * glm::translate(glm::mat4(1.f), -node.getAbsolutePosition());
    if (lens.isOrthographic) {
        const glm::vec2 half(std::abs(lens.halfSize.y) * aspect, std::abs(lens.halfSize.y));
        camera.projection = glm::ortho(-half.x, half.x, -half.y, half.y, lens.nearPlane, lens.farPlane.value_or(lens.nearPlane + 100.f));
    } else {
        const float ratio = lens.aspectRatio.value_or(aspect);
        camera.projection = lens.farPlane ? glm::perspective(lens.verticalFieldOfView, ratio, lens.nearPlane, *lens.farPlane)
                                          : glm::infinitePerspective(lens.verticalFieldOfView, ratio, lens.nearPlane);
    }
    return camera;
}

Camera perspectiveCamera(const glm::vec3& position, const glm::vec3& target, float aspect, float nearPlane, float farPlane,
                         float fieldOfView, const glm::vec3& up) noexcept
{
    // By their full names: the short ones mean what GLM_FORCE_* switches of the application say, also here, where the linker shares templates.
    return {glm::lookAtRH(position, target, up), glm::perspectiveRH_NO(fieldOfView, aspect, nearPlane, farPlane)};
}

Camera frameCamera(const Aabb& bounds, float aspect, const glm::vec3& direction, float fieldOfView) noexcept
{
    const Aabb box = usableBounds(bounds);
    std::array<glm::vec3, 8> corners;
    for (unsigned int corner = 0; corner < 8; ++corner) {
        corners[corner] = {(corner & 1) != 0 ? box.maximum.x : box.minimum.x, (corner & 2) != 0 ? box.maximum.y : box.minimum.y,
                           (corner & 4) != 0 ? box.maximum.z : box.minimum.z};
    }
    return frame(corners, glm::dvec3(box.getCenter()), aspect, direction, fieldOfView);
}

Camera frameCamera(std::span<const glm::vec3> points, float aspect, const glm::vec3& direction, float fieldOfView) noexcept
{
    Aabb box;
    for (const glm::vec3& point : points) {
        if (isFinite(point)) {
            box.extend(point);
        }
    }
    if (usableBounds(box) != box) {
        return frameCamera(box, aspect, direction, fieldOfView);
    }
    return frame(points, glm::dvec3(box.getCenter()), aspect, direction, fieldOfView);
}

}  // namespace armature
