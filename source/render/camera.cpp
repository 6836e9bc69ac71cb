#include <armature/render/camera.hpp>

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/node/transform_node.hpp>
#include <armature/render/camera_fit.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_camera.hpp>

#include "base/words.hpp"
#include "render/view_frustum.hpp"

namespace armature {

glm::vec3 Camera::getPosition() const noexcept
{
    return glm::vec3(glm::inverse(glm::dmat4(view))[3]);
}

bool isInView(const Camera& camera, const Aabb& box, const glm::mat4& world) noexcept
{
    return ViewFrustum(camera).sees(box, world);
}

Camera viewFrom(const TransformNode& node, float aspect)
{
    const auto number = node.getCamera();
    if (!number) {
        throw std::invalid_argument(fmt::format("{}: has no camera", named("node", node.getName())));
    }
    const SceneCamera& lens = node.getScene().cameras()[*number];
    Camera camera;
    camera.view = glm::mat4_cast(glm::conjugate(node.getRotationQuaternion(Space::World)))
                  * glm::translate(glm::mat4(1.f), -node.getPosition(Space::World));
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
    // Calls GLM's functions by their full names. The meaning of the short names depends on the application's GLM_FORCE_* macros, even here,
    // because the linker merges templates.
    return {glm::lookAtRH(position, target, up), glm::perspectiveRH_NO(fieldOfView, aspect, nearPlane, farPlane)};
}

Camera frameCamera(const Aabb& bounds, float aspect, const glm::vec3& direction, float fieldOfView) noexcept
{
    CameraFit fit(direction, aspect, fieldOfView);
    if (!bounds.isEmpty()) {
        for (const float x : {bounds.minimum.x, bounds.maximum.x}) {
            for (const float y : {bounds.minimum.y, bounds.maximum.y}) {
                for (const float z : {bounds.minimum.z, bounds.maximum.z}) {
                    fit.add({x, y, z});
                }
            }
        }
    }
    return fit.getCamera();
}

Camera frameCamera(std::span<const glm::vec3> points, float aspect, const glm::vec3& direction, float fieldOfView) noexcept
{
    CameraFit fit(direction, aspect, fieldOfView);
    for (const glm::vec3& point : points) {
        fit.add(point);
    }
    return fit.getCamera();
}

}  // namespace armature
