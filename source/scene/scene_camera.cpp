#include <armature/scene/scene_camera.hpp>

#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>

#include "base/words.hpp"
#include "scene/scene_state.hpp"

namespace armature {

namespace {

/// Returns what is wrong with a camera; nullopt if it is valid.
std::optional<std::string> problemOfCamera(const SceneCamera& camera)
{
    const float near = camera.nearPlane;
    if (!std::isfinite(near) || near < 0.f || (near == 0.f && !camera.isOrthographic)) {
        return fmt::format("has the near plane {}, but it must be {}", near, camera.isOrthographic ? "0 or more" : "more than 0");
    }
    if (camera.farPlane && !(*camera.farPlane > near && std::isfinite(*camera.farPlane))) {
        return fmt::format("has the far plane {}, but it must be beyond the near plane {}", *camera.farPlane, near);
    }
    if (camera.isOrthographic) {
        if (!camera.farPlane) {
            return "is orthographic and lacks a far plane";
        }
        const glm::vec2& half = camera.halfSize;
        if (!std::isfinite(half.x) || !std::isfinite(half.y) || half.x == 0.f || half.y == 0.f) {
            return fmt::format("has the half size {} x {}, but neither may be 0", half.x, half.y);
        }
        return std::nullopt;
    }
    if (!(camera.verticalFieldOfView > 0.f && camera.verticalFieldOfView < std::numbers::pi_v<float>)) {
        return fmt::format("has a field of view of {} radians, but it must be between 0 and pi", camera.verticalFieldOfView);
    }
    if (camera.aspectRatio && !(*camera.aspectRatio > 0.f && std::isfinite(*camera.aspectRatio))) {
        return fmt::format("has the aspect ratio {}, but it must be more than 0", *camera.aspectRatio);
    }
    return std::nullopt;
}

}  // namespace

std::size_t Scene::addCamera(SceneCamera camera)
{
    if (const auto problem = problemOfCamera(camera)) {
        throw std::invalid_argument(fmt::format("{} {}", named("camera", camera.name), *problem));
    }
    return state_->cameras.add(std::move(camera));
}

SceneParts<SceneCamera> Scene::cameras() const noexcept
{
    return state_->cameras.parts();
}

}  // namespace armature
