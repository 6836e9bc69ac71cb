#include <armature/scene/scene_light.hpp>

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

/// Returns what is wrong with a light; nullopt if it is valid.
std::optional<std::string> problemOfLight(const SceneLight& light)
{
    for (const float part : {light.color.x, light.color.y, light.color.z}) {
        if (!(part >= 0.f && std::isfinite(part))) {
            return fmt::format("has the colour ({}, {}, {}), but no part may be less than 0", light.color.x, light.color.y, light.color.z);
        }
    }
    if (!(light.intensity >= 0.f && std::isfinite(light.intensity))) {
        return fmt::format("has the intensity {}, but it must be 0 or more", light.intensity);
    }
    if (light.range && !(*light.range > 0.f && std::isfinite(*light.range))) {
        return fmt::format("has the range {}, but it must be more than 0", *light.range);
    }
    constexpr float right = std::numbers::pi_v<float> / 2.f;
    if (light.type == LightType::Spot
        && !(light.innerConeAngle >= 0.f && light.innerConeAngle < light.outerConeAngle && light.outerConeAngle <= right)) {
        return fmt::format("has a cone from {} to {} radians, but it must begin at 0 or more, end beyond that, and at pi / 2 at most",
                           light.innerConeAngle, light.outerConeAngle);
    }
    return std::nullopt;
}

}  // namespace

std::size_t Scene::addLight(SceneLight light)
{
    if (const auto problem = problemOfLight(light)) {
        throw std::invalid_argument(fmt::format("{} {}", named("light", light.name), *problem));
    }
    return state_->lights.add(std::move(light));
}

SceneParts<SceneLight> Scene::lights() const noexcept
{
    return state_->lights.parts();
}

}  // namespace armature
